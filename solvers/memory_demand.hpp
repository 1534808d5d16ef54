/// Factorisations that do not fit into memory.
#pragma once

#include <string>

namespace adjoule {

/// What to do where memory does not do.
inline constexpr const char* memory_remedy =
    "use a coarser mesh, elements of lower order, or the solver petsc (multigrid) where it is built";

/// AnalysisError, with both figures and the remedy, if the process cannot take so many bytes more for the factors of
/// that solver.
void require_memory(const std::string& solver, double bytes);

} // namespace adjoule
