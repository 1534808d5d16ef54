#include "adjoule/solvers/linear_solver.hpp"
#include "blas_threads.hpp"

#include <cholmod.h>
#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

/// CHOLMOD reads through pointers to non-const but does not write to its input.
template <typename T>
T* readable(const T* data) {
  return const_cast<T*>(data);
}

class CholmodSolver final : public LinearSolver {
 public:
  CholmodSolver() {
    cholmod_start(&common_);
    common_.print = 0;
    // Small matrices get the simplicial method by CHOLMOD's own rule; as LL' it reports a negative pivot like the
    // supernodal one.
    common_.supernodal = CHOLMOD_AUTO;
    common_.final_ll = 1;
  }

  ~CholmodSolver() override {
    cholmod_free_dense(&solution_, &common_);
    cholmod_free_dense(&workspace_y_, &common_);
    cholmod_free_dense(&workspace_e_, &common_);
    cholmod_free_factor(&factor_, &common_);
    cholmod_finish(&common_);
  }
  CholmodSolver(const CholmodSolver&) = delete;
  CholmodSolver& operator=(const CholmodSolver&) = delete;

  std::string name() const override { return "cholmod"; }

  FactorEstimate estimate(const SparseMatrix& pattern) override {
    cholmod_sparse view = upper_triangle(pattern);
    if (!knows_pattern(pattern)) analyze(pattern, view);
    return estimate_;
  }

  void factorize(const SparseMatrix& matrix) override {
    numeric_ = false;
    const SuiteSparseThreads threads(matrix.size());
    cholmod_sparse view = upper_triangle(matrix);
    if (!knows_pattern(matrix)) analyze(matrix, view);
    cholmod_factorize(&view, factor_, &common_);
    check_status("factorisation");
    if (factor_->minor < factor_->n) {
      const Index unknown = static_cast<const int*>(factor_->Perm)[factor_->minor];
      release_factors();
      throw FactorizationError(
          fmt::format("the matrix is not positive definite: the pivot of unknown {} is not positive", unknown),
          FactorizationFault::not_positive_definite, unknown);
    }
    weakest_ = find_weakest_pivot(matrix);
    reciprocal_condition_ = cholmod_rcond(factor_, &common_);
    if (!(weakest_.ratio >= singular_pivot_ratio)) {
      release_factors();
      throw FactorizationError(
          fmt::format("the matrix is singular to working precision at unknown {} (its pivot is {:.1e} "
                      "of its diagonal entry)",
                      weakest_.unknown, weakest_.ratio),
          FactorizationFault::singular, weakest_.unknown);
    }
    numeric_ = true;
  }

  bool knows_pattern(const SparseMatrix& matrix) const override {
    return factor_ != nullptr && same_pattern(matrix.pattern(), pattern_);
  }

  Eigen::MatrixXd solve(const Eigen::MatrixXd& right_hand_sides) const override {
    if (!numeric_) throw InputError("cholmod: solve needs a factorisation first");
    if (right_hand_sides.rows() != static_cast<Eigen::Index>(factor_->n))
      throw InputError(
          fmt::format("cholmod: right-hand side of {} rows for {} unknowns", right_hand_sides.rows(), factor_->n));
    if (right_hand_sides.size() == 0) return right_hand_sides;
    const SuiteSparseThreads threads(static_cast<Index>(factor_->n));
    cholmod_dense b{};
    b.nrow = factor_->n;
    b.ncol = static_cast<std::size_t>(right_hand_sides.cols());
    b.nzmax = b.nrow * b.ncol;
    b.d = b.nrow;
    b.x = readable(right_hand_sides.data());
    b.xtype = CHOLMOD_REAL;
    b.dtype = CHOLMOD_DOUBLE;
    cholmod_solve2(CHOLMOD_A, factor_, &b, nullptr, &solution_, nullptr, &workspace_y_, &workspace_e_, &common_);
    check_status("solve");
    return Eigen::Map<const Eigen::MatrixXd>(static_cast<const double*>(solution_->x), right_hand_sides.rows(),
                                             right_hand_sides.cols());
  }

  Eigen::MatrixXd solve_transposed(const Eigen::MatrixXd& right_hand_sides) const override {
    return solve(right_hand_sides);
  }

  double reciprocal_condition() const override { return numeric_ ? reciprocal_condition_ : 1.0; }
  WeakestPivot weakest_pivot() const override { return numeric_ ? weakest_ : WeakestPivot{}; }
  bool proves_positive_definite() const override { return numeric_; }
  int analyses() const override { return analyses_; }

  std::size_t factor_bytes() const override {
    if (!numeric_) return 0;
    if (factor_->is_super != 0)
      return factor_->xsize * sizeof(double) + (factor_->ssize + 3 * (factor_->nsuper + 1)) * sizeof(int);
    return factor_->nzmax * (sizeof(double) + sizeof(int)) + 4 * factor_->n * sizeof(int);
  }

  void release_factors() override {
    numeric_ = false;
    if (factor_ != nullptr && factor_->xtype != CHOLMOD_PATTERN)
      cholmod_change_factor(CHOLMOD_PATTERN, factor_->is_ll, factor_->is_super, 1, 1, factor_, &common_);
  }

 private:
  /// The matrix as it is, of which CHOLMOD looks at the upper triangle only: the one that costs it a transposition less
  /// than the lower.
  static cholmod_sparse upper_triangle(const SparseMatrix& matrix) {
    cholmod_sparse view{};
    view.nrow = view.ncol = static_cast<std::size_t>(matrix.size());
    view.nzmax = static_cast<std::size_t>(matrix.nonzeros());
    view.p = readable(matrix.column_start().data());
    view.i = readable(matrix.row().data());
    view.x = readable(matrix.value.data());
    view.stype = 1;
    view.itype = CHOLMOD_INT;
    view.xtype = CHOLMOD_REAL;
    view.dtype = CHOLMOD_DOUBLE;
    view.sorted = 1;
    view.packed = 1;
    return view;
  }

  void analyze(const SparseMatrix& matrix, cholmod_sparse& view) {
    check_structure(matrix);
    cholmod_free_factor(&factor_, &common_);
    factor_ = cholmod_analyze(&view, &common_);
    check_status("analysis");
    pattern_ = matrix.pattern();
    ++analyses_;
    const double stored = factor_->is_super != 0 ? static_cast<double>(factor_->xsize) : common_.lnz;
    estimate_ = {.bytes = stored * (factor_->is_super != 0 ? sizeof(double) : sizeof(double) + sizeof(int)),
                 .operations = common_.fl,
                 .entries = stored};
  }

  /// Negative numbers are errors, positive ones warnings.
  void check_status(const char* stage) const {
    if (common_.status >= CHOLMOD_OK) return;
    if (common_.status == CHOLMOD_OUT_OF_MEMORY)
      throw AnalysisError(
          fmt::format("cholmod ran out of memory in the {}: use a coarser mesh or elements of lower order", stage));
    if (common_.status == CHOLMOD_TOO_LARGE)
      throw AnalysisError(
          fmt::format("cholmod: the factor would have more than 2^31 - 1 entries ({}): use a coarser mesh, "
                      "or the solver umfpack if there is memory for it",
                      stage));
    throw AnalysisError(fmt::format("cholmod failed in the {} with status {}", stage, common_.status));
  }

  WeakestPivot find_weakest_pivot(const SparseMatrix& matrix) const {
    const std::vector<double> original = diagonal(matrix);
    const auto* permutation = static_cast<const int*>(factor_->Perm);
    const auto* x = static_cast<const double*>(factor_->x);
    WeakestPivot weakest;
    const auto visit = [&](int column, double root) {
      const Index unknown = permutation[column];
      const double ratio = root * root / original[static_cast<std::size_t>(unknown)];
      if (!(ratio >= weakest.ratio)) weakest = {unknown, ratio};
    };
    if (factor_->is_super == 0) {
      const auto* start = static_cast<const int*>(factor_->p);
      for (int j = 0; j < static_cast<int>(factor_->n); ++j) visit(j, x[start[j]]);
      return weakest;
    }
    const auto* super = static_cast<const int*>(factor_->super);
    const auto* row_start = static_cast<const int*>(factor_->pi);
    const auto* value_start = static_cast<const int*>(factor_->px);
    for (std::size_t s = 0; s < factor_->nsuper; ++s) {
      const std::ptrdiff_t rows = row_start[s + 1] - row_start[s];
      for (int j = super[s]; j < super[s + 1]; ++j) visit(j, x[value_start[s] + (j - super[s]) * (rows + 1)]);
    }
    return weakest;
  }

  mutable cholmod_common common_{};
  cholmod_factor* factor_ = nullptr;
  mutable cholmod_dense* solution_ = nullptr;
  mutable cholmod_dense* workspace_y_ = nullptr;
  mutable cholmod_dense* workspace_e_ = nullptr;
  SparsePatternPointer pattern_; ///< that was analysed
  bool numeric_ = false;
  FactorEstimate estimate_;
  WeakestPivot weakest_;
  double reciprocal_condition_ = 1.0;
  int analyses_ = 0;
};

} // namespace

std::unique_ptr<LinearSolver> make_cholmod_solver() {
  return std::make_unique<CholmodSolver>();
}

} // namespace adjoule
