#include "adjoule/core/on_demand_module.hpp"
#include "adjoule/solvers/linear_solver.hpp"

#include <fmt/format.h>

#ifdef ADJOULE_HAS_PETSC
#include "blas_threads.hpp"
#include "multigrid_module.hpp"
#endif

namespace adjoule {

#ifdef ADJOULE_HAS_PETSC
namespace {

const OnDemandModule& petsc_module() {
  static const OnDemandModule module("petsc");
  return module;
}

struct ModuleFunctions {
  multigrid_module::Create* create = petsc_module().function<multigrid_module::Create>("adjoule_multigrid_create");
  multigrid_module::Update* update = petsc_module().function<multigrid_module::Update>("adjoule_multigrid_update");
  multigrid_module::Apply* apply = petsc_module().function<multigrid_module::Apply>("adjoule_multigrid_apply");
  multigrid_module::Destroy* destroy = petsc_module().function<multigrid_module::Destroy>("adjoule_multigrid_destroy");
  multigrid_module::Entries* entries = petsc_module().function<multigrid_module::Entries>("adjoule_multigrid_entries");
};

void check(const char* fault, const char* stage) {
  if (fault != nullptr)
    throw AnalysisError(
        fmt::format("petsc failed in the {} of multigrid: {}; the solver auto or cholmod may do", stage, fault));
}

class MultigridSolver final : public LinearSolver {
 public:
  MultigridSolver(NearNullSpace modes, int components) : modes_(std::move(modes)), components_(components) {}
  ~MultigridSolver() override { module_.destroy(hierarchy_); }
  MultigridSolver(const MultigridSolver&) = delete;
  MultigridSolver& operator=(const MultigridSolver&) = delete;

  std::string name() const override { return "petsc"; }
  bool is_exact() const override { return false; }

  FactorEstimate estimate(const SparseMatrix& pattern) override {
    // Measured on P1 meshes of a million unknowns, elastic and scalar: memory beside the matrix; the time of new values
    // in a kept hierarchy and of a cycle, as a factorisation and a solve that would take as long.
    const auto entries = static_cast<double>(pattern.nonzeros());
    return {.bytes = 25.0 * entries, .operations = 1200.0 * entries, .entries = 3.0 * entries};
  }

  void factorize(const SparseMatrix& matrix) override {
    const SuiteSparseThreads threads;
    if (hierarchy_ != nullptr && knows_pattern(matrix)) {
      const char* fault = module_.update(*hierarchy_, matrix.value.data());
      if (fault != nullptr) release_factors();
      return check(fault, "set-up");
    }
    release_factors();
    check_structure(matrix);
    if (matrix.size() % components_ != 0)
      throw InputError(fmt::format("petsc: {} unknowns are no multiple of {} components", matrix.size(), components_));
    const Eigen::MatrixXd modes = modes_ ? modes_() : Eigen::MatrixXd(matrix.size(), 0);
    if (modes.rows() != matrix.size())
      throw InputError(fmt::format("petsc: modes of {} rows for {} unknowns", modes.rows(), matrix.size()));
    check(module_.create({.size = matrix.size(),
                          .components = components_,
                          .start = matrix.column_start().data(),
                          .index = matrix.row().data(),
                          .value = matrix.value.data(),
                          .modes = static_cast<int>(modes.cols()),
                          .mode = modes.data()},
                         hierarchy_),
          "set-up");
    pattern_ = matrix.pattern();
    ++analyses_;
  }

  bool knows_pattern(const SparseMatrix& matrix) const override {
    return hierarchy_ != nullptr && same_pattern(matrix.pattern(), pattern_);
  }

  Eigen::MatrixXd solve(const Eigen::MatrixXd& right_hand_sides) const override {
    if (hierarchy_ == nullptr) throw InputError("petsc: solve needs a factorisation first");
    if (right_hand_sides.rows() != pattern_->size())
      throw InputError(
          fmt::format("petsc: right-hand side of {} rows for {} unknowns", right_hand_sides.rows(), pattern_->size()));
    const SuiteSparseThreads threads;
    Eigen::MatrixXd solution(right_hand_sides.rows(), right_hand_sides.cols());
    for (Eigen::Index j = 0; j < right_hand_sides.cols(); ++j)
      check(module_.apply(*hierarchy_, right_hand_sides.col(j).data(), solution.col(j).data()), "cycle");
    return solution;
  }
  /// The matrix and the cycle are symmetric.
  Eigen::MatrixXd solve_transposed(const Eigen::MatrixXd& right_hand_sides) const override {
    return solve(right_hand_sides);
  }

  double reciprocal_condition() const override { return 1.0; }
  WeakestPivot weakest_pivot() const override { return {}; }
  bool proves_positive_definite() const override { return false; }
  std::size_t factor_bytes() const override {
    return hierarchy_ != nullptr ? static_cast<std::size_t>(12.0 * module_.entries(*hierarchy_)) : 0;
  }
  int analyses() const override { return analyses_; }
  /// The interpolation depends on the values it was made for: all goes.
  void release_factors() override {
    module_.destroy(hierarchy_);
    hierarchy_ = nullptr;
  }

 private:
  ModuleFunctions module_;
  NearNullSpace modes_;
  int components_;
  multigrid_module::Hierarchy* hierarchy_ = nullptr;
  SparsePatternPointer pattern_; // which the hierarchy reads in place
  int analyses_ = 0;
};

} // namespace

bool has_petsc() {
  return petsc_module().loaded();
}

std::string petsc_fault() {
  return has_petsc() ? "" : "its module cannot be loaded: " + petsc_module().fault();
}

std::unique_ptr<LinearSolver> make_multigrid_solver(NearNullSpace modes, int components) {
  return std::make_unique<MultigridSolver>(std::move(modes), components);
}

#else

bool has_petsc() {
  return false;
}

std::string petsc_fault() {
  return "this Adjoule was built without it";
}

std::unique_ptr<LinearSolver> make_multigrid_solver(NearNullSpace, int) {
  throw InputError(
      "this Adjoule was built without the solver petsc: choose the solver auto or cholmod, or install PETSc "
      "with real numbers (Debian: libpetsc-real-dev) and build Adjoule again");
}

#endif

} // namespace adjoule
