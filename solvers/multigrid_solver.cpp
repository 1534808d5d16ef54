#include "adjoule/core/error.hpp"
#include "adjoule/solvers/linear_solver.hpp"

namespace adjoule {
bool has_petsc() {
  return false;
}
std::unique_ptr<LinearSolver> make_multigrid_solver(NearNullSpace, int) {
  throw InputError(
      "this Adjoule was built without the solver petsc: choose the solver auto or cholmod, or install PETSc "
      "with real numbers (Debian: libpetsc-real-dev) and build Adjoule again");
}
} // namespace adjoule
