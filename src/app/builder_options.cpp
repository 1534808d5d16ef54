#include "adjoule/solvers/linear_solver.hpp"
#include "builder.hpp"

#include <fmt/format.h>

#include <map>

namespace adjoule {
namespace {

InputError cannot_use(const CaseFile& file, const char* library, const std::string& fault, const char* package) {
  const std::string key = "solve.linear_solver";
  return file.error(
      key, fmt::format("{} = \"{}\": {} cannot be used, {}: install it (Debian: {}), build and install Adjoule "
                       "again, or write {} = \"auto\"",
                       key, file.text(key), library, fault, package, key));
}

} // namespace

SolveOptions build_options(const CaseFile& file) {
  static const std::map<std::string, Coupling> couplings{
      {"auto", Coupling::automatic}, {"monolithic", Coupling::monolithic}, {"staggered", Coupling::staggered}};
  static const std::map<std::string, LinearSolverKind> solvers{{"auto", LinearSolverKind::automatic},
                                                               {"cholmod", LinearSolverKind::cholmod},
                                                               {"umfpack", LinearSolverKind::umfpack},
                                                               {"mumps", LinearSolverKind::mumps},
                                                               {"petsc", LinearSolverKind::petsc}};
  SolveOptions options;
  options.coupling = couplings.at(file.text("solve.coupling"));
  options.linear_solver = solvers.at(file.text("solve.linear_solver"));
  if (options.linear_solver == LinearSolverKind::mumps && !has_mumps())
    throw cannot_use(file, "MUMPS", mumps_fault(), "libmumps-seq-dev");
  if (options.linear_solver == LinearSolverKind::petsc && !has_petsc())
    throw cannot_use(file, "PETSc", petsc_fault(), "libpetsc-real-dev");
  options.tolerance = file.number("solve.tolerance");
  options.max_iterations = file.integer("solve.max_iterations");
  options.load_steps = file.integer("solve.load_steps");
  return options;
}

} // namespace adjoule
