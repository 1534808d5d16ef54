// What a solve will take, before it is begun.
#include "adjoule/core/memory.hpp"
#include "block_solve.hpp"

#include <fmt/format.h>

namespace adjoule {

double BlockSolve::factor_memory() {
  return solver_.estimate(matrix_, systems_.size() == 1).bytes;
}

double MultiphysicsSystem::factor_memory(const SolveOptions& options) {
  build_blocks(options);
  double bytes = 0.0;
  for (const std::unique_ptr<BlockSolve>& block : blocks_) {
    // A staggered loop has the factors of its members, one after the other.
    const bool by_turns = options.coupling == Coupling::staggered && block->members().size() > 1;
    if (!by_turns) bytes += block->factor_memory();
  }
  return bytes;
}

void MultiphysicsSystem::require_memory(const SolveOptions& options) {
  const double needed = factor_memory(options);
  const auto left = static_cast<double>(available_memory());
  if (needed <= left) return;
  constexpr double gigabyte = 1e9;
  throw AnalysisError(fmt::format(
      "the solve will not fit: its factors need {:.3g} GB of memory and {:.3g} GB are left: use a coarser mesh, "
      "elements "
      "of lower order, the solver petsc (multigrid) where it is built and the systems are symmetric, or a machine with "
      "more memory",
      needed / gigabyte, left / gigabyte));
}

} // namespace adjoule
