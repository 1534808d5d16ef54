// What a block says of itself where something goes wrong.
#include "adjoule/core/error.hpp"
#include "block_solve.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {

std::pair<std::size_t, Index> BlockSolve::place_of(Index unknown) const {
  std::size_t i = systems_.size() - 1;
  while (unknown < pattern_->offset(static_cast<int>(i))) --i;
  const std::vector<Index>& numbers = systems_[i]->constraints().unknown();
  const auto it = std::find(numbers.begin(), numbers.end(), unknown - pattern_->offset(static_cast<int>(i)));
  const Field& field = space_.fields()[static_cast<std::size_t>(systems_[i]->field())];
  return {i, static_cast<Index>(it - numbers.begin()) / field.components};
}

std::string BlockSolve::describe(Index unknown) const {
  const auto [i, node] = place_of(unknown);
  const std::array<double, 3>& x = space_.mesh().coordinates()[static_cast<std::size_t>(node)];
  return fmt::format("{} of the node at ({:.4g}, {:.4g}, {:.4g}) m",
                     space_.fields()[static_cast<std::size_t>(systems_[i]->field())].name, x[0], x[1], x[2]);
}

void BlockSolve::fail(const NewtonReport& result, const SolveOptions& options) const {
  std::string stop = result.line_search_failed ? "no step lowers the residual any further"
                     : result.stalled          ? "the residual hardly falls"
                     : result.remaining_update > 0.0
                         ? fmt::format("rounding leaves the solution uncertain by {:.1e} of its size: the contrasts of "
                                       "properties are too strong, or the body is too slender",
                                       result.remaining_update)
                         : "solve.max_iterations is reached";
  if (!result.last_refusal.empty()) stop += "; a longer step was refused: " + result.last_refusal;
  // What helps against a load that is too large is said by who raises it.
  const std::string advice = takes_load_steps() ? ""
                                                : ": check units and property ranges, lower the drive, or begin nearer "
                                                  "to the solution (thermal.initial_temperature)";
  throw AnalysisError(
      fmt::format("{}: Newton's method has not converged after {} iterations (relative residual {:.2e}, wanted {:.1e}; "
                  "{}){}",
                  name(), result.iterations, result.relative_residual, options.tolerance, stop, advice));
}

std::string BlockSolve::causes_of_singularity() const {
  const std::string always = NewtonProblem::causes_of_singularity();
  if (!takes_load_steps()) return always;
  return always +
         ", a body with bulk = inf is prescribed all round (which leaves its pressure open: free a part of its "
         "surface, or give a finite bulk), or the solution turns back here (a limit point)";
}

} // namespace adjoule
