// What a solve will take, before it is begun.
#include "adjoule/core/memory.hpp"
#include "block_solve.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {

namespace {

/// Of Newton's method and of the iterations with stale factors, for each unknown.
constexpr double vectors_of_a_block = 12.0;
/// Of the adjoint, for each unknown: duals, right side, solution, correction and their refinement.
constexpr double vectors_of_an_adjoint = 8.0;
constexpr double number_bytes = sizeof(double);

} // namespace

double BlockSolve::factor_memory(FieldValues fields, LinearSolverKind kind) {
  if (!has_unknowns()) return 0.0;
  // Of these the method is known without values: loops are unsymmetric.
  const bool general = kind == LinearSolverKind::umfpack || kind == LinearSolverKind::mumps;
  const bool loop = members().size() > 1;
  if (loop || (is_linear_ && !general)) return solver_.estimate(matrix_, !loop).bytes;
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

MemoryDemand MultiphysicsSystem::memory_demand(const SolveOptions& options, bool adjoint) {
  build_blocks(options);
  space_.update_derived_parameters();
  MemoryDemand demand;
  double unknowns = 0.0, largest = 0.0;
  const auto add = [&](BlockSolve& block) {
    demand.factors += block.factor_memory(initial_fields(), options.linear_solver);
    largest = std::max(largest, static_cast<double>(block.size()));
  };
  for (const std::unique_ptr<BlockSolve>& block : blocks_) {
    unknowns += static_cast<double>(block->size());
    // The members of a loop keep their factors: all of them where it is solved by turns, else those that the start of
    // the loop takes. By turns, only an adjoint takes the factors of the whole.
    const std::vector<std::vector<const PhysicsSystem*>> members = block->members();
    const bool by_turns = options.coupling == Coupling::staggered && members.size() > 1;
    for (std::size_t i = 0; i + (by_turns ? 0 : 1) < members.size(); ++i) add(member(members[i], options));
    if (!by_turns || adjoint) add(*block);
  }
  demand.vectors = number_bytes * (vectors_of_a_block * largest + (adjoint ? vectors_of_an_adjoint * unknowns : 0.0));
  return demand;
}

void MultiphysicsSystem::require_memory(const SolveOptions& options) {
  const MemoryDemand demand = memory_demand(options, false);
  const auto left = static_cast<double>(available_memory());
  if (demand.total() <= left) return;
  constexpr double gigabyte = 1e9;
  throw AnalysisError(
      fmt::format("the solve will not fit: it needs {:.3g} GB of memory more, {:.3g} GB of it for the factors of its "
                  "matrices, and {:.3g} GB are left: use a coarser mesh, elements of lower order, the solver petsc "
                  "(multigrid) where it is built and the systems are symmetric, or a machine with more memory",
                  demand.total() / gigabyte, demand.factors / gigabyte, left / gigabyte));
}

} // namespace adjoule
