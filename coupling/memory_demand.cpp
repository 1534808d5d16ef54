// What a solve will take, before it is begun.
#include "adjoule/core/memory.hpp"
#include "block_solve.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {

double BlockSolve::factor_memory(FieldValues fields) {
  // Of these the method is known without values: loops are unsymmetric.
  if (is_linear_ || members().size() > 1) return solver_.estimate(matrix_, is_linear_).bytes;
  // The first tangent of the solve, so that its assembly is not in vain: at rest where load is raised from there.
  if (!takes_load_steps()) {
    Eigen::VectorXd q(size());
    restrict_fields(fields, q);
    expand(q, fields);
  }
  try {
    assemble_tangent(fields);
  } catch (const AnalysisError&) {
    return 0.0; // not finite there: the solve will tell
  }
  const std::vector<double> pivots = diagonal(matrix_);
  const bool definite = std::all_of(pivots.begin(), pivots.end(), [](double pivot) { return pivot > 0.0; });
  return solver_.estimate(matrix_, definite && is_symmetric(matrix_)).bytes;
}

double MultiphysicsSystem::factor_memory(const SolveOptions& options) {
  build_blocks(options);
  space_.update_derived_parameters();
  double bytes = 0.0;
  for (const std::unique_ptr<BlockSolve>& block : blocks_) {
    // A staggered loop has the factors of its members, one after the other.
    const bool by_turns = options.coupling == Coupling::staggered && block->members().size() > 1;
    if (!by_turns) bytes += block->factor_memory(initial_fields());
  }
  return bytes;
}

void MultiphysicsSystem::require_memory(const SolveOptions& options) {
  const double needed = factor_memory(options);
  const auto left = static_cast<double>(available_memory());
  if (needed <= left) return;
  constexpr double gigabyte = 1e9;
  throw AnalysisError(
      fmt::format("the solve will not fit: its factors need {:.3g} GB of memory and {:.3g} GB are left: use a coarser "
                  "mesh, elements of lower order, the solver petsc (multigrid) where it is built and the systems are "
                  "symmetric, or a machine with more memory",
                  needed / gigabyte, left / gigabyte));
}

} // namespace adjoule
