#include "adjoule/solvers/linear_solver.hpp"
#include "blas_threads.hpp"
#include "cholmod_analysis.hpp"
#include "memory_demand.hpp"
#include "supernodal_solve.hpp"

#include <fmt/format.h>

#include <utility>

namespace adjoule {
namespace {

class CholmodSolver final : public LinearSolver {
 public:
  explicit CholmodSolver(std::shared_ptr<AnalysisStore> store) : store_(std::move(store)) {}
  ~CholmodSolver() override {
    cholmod_free_dense(&solution_, context_.get());
    cholmod_free_dense(&workspace_y_, context_.get());
    cholmod_free_dense(&workspace_e_, context_.get());
    cholmod_free_factor(&factor_, context_.get());
  }
  CholmodSolver(const CholmodSolver&) = delete;
  CholmodSolver& operator=(const CholmodSolver&) = delete;

  std::string name() const override { return "cholmod"; }

  FactorEstimate estimate(const SparseMatrix& pattern) override {
    if (!knows_pattern(pattern)) analyze(pattern);
    return analysis_->estimate();
  }

  void factorize(const SparseMatrix& matrix) override {
    numeric_ = false;
    const SuiteSparseThreads threads;
    check_structure(matrix);
    if (!knows_pattern(matrix)) analyze(matrix);
    if (factor_->xtype == CHOLMOD_PATTERN) require_memory(name(), analysis_->estimate().bytes);
    cholmod_sparse view = upper_triangle(matrix.column_start(), matrix.row(), &matrix.value);
    cholmod_factorize(&view, factor_, context_.get());
    context_.check("factorisation");
    if (factor_->minor < factor_->n) {
      const Index unknown = static_cast<const int*>(factor_->Perm)[factor_->minor];
      release_factors();
      throw FactorizationError(
          fmt::format("the matrix is not positive definite: the pivot of unknown {} is not positive", unknown),
          FactorizationFault::not_positive_definite, unknown);
    }
    weakest_ = find_weakest_pivot(matrix);
    reciprocal_condition_ = cholmod_rcond(factor_, context_.get());
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
    return analysis_ != nullptr && same_pattern(matrix.pattern(), analysis_->pattern());
  }

  Eigen::MatrixXd solve(const Eigen::MatrixXd& right_hand_sides) const override {
    if (!numeric_) throw InputError("cholmod: solve needs a factorisation first");
    if (right_hand_sides.rows() != static_cast<Eigen::Index>(factor_->n))
      throw InputError(
          fmt::format("cholmod: right-hand side of {} rows for {} unknowns", right_hand_sides.rows(), factor_->n));
    if (right_hand_sides.size() == 0) return right_hand_sides;
    if (factor_->is_super != 0 && right_hand_sides.cols() == 1) return solve_single_column(right_hand_sides);
    const SuiteSparseThreads threads;
    cholmod_dense b{};
    b.nrow = factor_->n;
    b.ncol = static_cast<std::size_t>(right_hand_sides.cols());
    b.nzmax = b.nrow * b.ncol;
    b.d = b.nrow;
    b.x = const_cast<double*>(right_hand_sides.data()); // is not written to
    b.xtype = CHOLMOD_REAL;
    b.dtype = CHOLMOD_DOUBLE;
    cholmod_solve2(CHOLMOD_A, factor_, &b, nullptr, &solution_, nullptr, &workspace_y_, &workspace_e_, context_.get());
    context_.check("solve");
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
      cholmod_change_factor(CHOLMOD_PATTERN, factor_->is_ll, factor_->is_super, 1, 1, factor_, context_.get());
  }

 private:
  void analyze(const SparseMatrix& matrix) {
    cholmod_free_factor(&factor_, context_.get());
    analysis_ = nullptr; // so that the store need not keep the old one beside the new one
    const int before = store_->analyses();
    const auto analysis = store_->analysis(matrix.pattern());
    factor_ = analysis->copy(context_);
    analyses_ += store_->analyses() - before;
    analysis_ = analysis;
  }

  Eigen::MatrixXd solve_single_column(const Eigen::MatrixXd& right_hand_side) const {
    Eigen::MatrixXd solution(right_hand_side.rows(), 1);
    const auto rows = static_cast<std::size_t>(right_hand_side.rows());
    solve_supernodal(*factor_, {right_hand_side.data(), rows}, {solution.data(), rows}, work_);
    return solution;
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

  mutable CholmodContext context_;
  std::shared_ptr<AnalysisStore> store_;
  std::shared_ptr<const CholmodAnalysis> analysis_; ///< null without a symbolic factor
  cholmod_factor* factor_ = nullptr;
  mutable std::vector<double> work_; ///< of a single column
  mutable cholmod_dense* solution_ = nullptr;
  mutable cholmod_dense* workspace_y_ = nullptr;
  mutable cholmod_dense* workspace_e_ = nullptr;
  bool numeric_ = false;
  WeakestPivot weakest_;
  double reciprocal_condition_ = 1.0;
  int analyses_ = 0;
};

} // namespace

std::unique_ptr<LinearSolver> make_cholmod_solver(std::shared_ptr<AnalysisStore> store) {
  return std::make_unique<CholmodSolver>(store != nullptr ? std::move(store) : make_analysis_store());
}

} // namespace adjoule
