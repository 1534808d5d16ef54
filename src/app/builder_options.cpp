#include "builder.hpp"

#include <map>

namespace adjoule {

SolveOptions build_options(const CaseFile& file) {
  static const std::map<std::string, Coupling> couplings{
      {"auto", Coupling::automatic}, {"monolithic", Coupling::monolithic}, {"staggered", Coupling::staggered}};
  static const std::map<std::string, LinearSolverKind> solvers{{"auto", LinearSolverKind::automatic},
                                                               {"cholmod", LinearSolverKind::cholmod},
                                                               {"umfpack", LinearSolverKind::umfpack}};
  SolveOptions options;
  options.coupling = couplings.at(file.text("solve.coupling"));
  options.linear_solver = solvers.at(file.text("solve.linear_solver"));
  options.tolerance = file.number("solve.tolerance");
  options.max_iterations = file.integer("solve.max_iterations");
  options.load_steps = file.integer("solve.load_steps");
  return options;
}

} // namespace adjoule
