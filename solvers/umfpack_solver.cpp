#include "adjoule/solvers/linear_solver.hpp"
#include "blas_threads.hpp"
#include "matrix_checks.hpp"
#include "memory_demand.hpp"

#include <fmt/format.h>
#include <umfpack.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace adjoule {
namespace {

using LongIndex = SuiteSparse_long;

class UmfpackSolver final : public LinearSolver {
 public:
  UmfpackSolver() {
    umfpack_dl_defaults(control_.data());
    control_[UMFPACK_PRL] = 0;
    // AMD or COLAMD first, METIS where they fill too much.
    control_[UMFPACK_ORDERING] = UMFPACK_ORDERING_CHOLMOD;
    // Refinement is the caller's, who knows the matrix and the tolerance; UMFPACK's own makes a solve several times
    // dearer.
    control_[UMFPACK_IRSTEP] = 0;
  }

  ~UmfpackSolver() override {
    umfpack_dl_free_numeric(&numeric_);
    umfpack_dl_free_symbolic(&symbolic_);
  }
  UmfpackSolver(const UmfpackSolver&) = delete;
  UmfpackSolver& operator=(const UmfpackSolver&) = delete;

  std::string name() const override { return "umfpack"; }

  FactorEstimate estimate(const SparseMatrix& pattern) override {
    if (knows_pattern(pattern)) return estimate_;
    if (!has_values(pattern)) return estimate_of_pattern(pattern);
    analyze(pattern);
    return estimate_;
  }

  void factorize(const SparseMatrix& matrix) override {
    umfpack_dl_free_numeric(&numeric_);
    const SuiteSparseThreads threads;
    check_structure(matrix);
    const bool kept = knows_pattern(matrix);
    if (!kept) analyze(matrix);
    // The analysis looked at values too (zeros on the diagonal), so a failure with an old one counts only after a new
    // one.
    bool factorized = factorize_numeric(matrix);
    if (!factorized && kept) {
      analyze(matrix);
      factorized = factorize_numeric(matrix);
    }
    if (!factorized) {
      umfpack_dl_free_numeric(&numeric_);
      throw FactorizationError(
          weakest_.ratio == 0.0 ? fmt::format("the matrix is singular at unknown {}", weakest_.unknown)
                                : fmt::format("the matrix is singular to working precision at unknown {} (its pivot is "
                                              "{:.1e} of its column)",
                                              weakest_.unknown, weakest_.ratio),
          FactorizationFault::singular, weakest_.unknown);
    }
    integer_workspace_.resize(static_cast<std::size_t>(matrix.size()));
    workspace_.resize(static_cast<std::size_t>(matrix.size()));
  }

  bool knows_pattern(const SparseMatrix& matrix) const override {
    return symbolic_ != nullptr && same_pattern(matrix.pattern(), pattern_);
  }

  Eigen::MatrixXd solve(const Eigen::MatrixXd& right_hand_sides) const override {
    return solve_system(UMFPACK_A, right_hand_sides);
  }

  Eigen::MatrixXd solve_transposed(const Eigen::MatrixXd& right_hand_sides) const override {
    return solve_system(UMFPACK_At, right_hand_sides);
  }

  double reciprocal_condition() const override { return numeric_ != nullptr ? reciprocal_condition_ : 1.0; }
  WeakestPivot weakest_pivot() const override { return numeric_ != nullptr ? weakest_ : WeakestPivot{}; }
  bool proves_positive_definite() const override { return numeric_ != nullptr && positive_diagonal_pivots_; }
  std::size_t factor_bytes() const override { return numeric_ != nullptr ? factor_bytes_ : 0; }
  int analyses() const override { return analyses_; }
  void release_factors() override { umfpack_dl_free_numeric(&numeric_); }

 private:
  /// The pattern in UMFPACK's 64-bit numbers, which it wants for an analysis and a factorisation only.
  struct LongPattern {
    explicit LongPattern(const SparsePattern& pattern)
        : column_start(pattern.column_start().begin(), pattern.column_start().end()),
          row(pattern.row().begin(), pattern.row().end()) {}
    std::vector<LongIndex> column_start;
    std::vector<LongIndex> row;
  };

  /// UMFPACK chooses its strategy by values; what is assembled has a strong diagonal as a rule. Nothing is kept, since
  /// an analysis with the true values may come out differently.
  FactorEstimate estimate_of_pattern(const SparseMatrix& pattern) const {
    SparseMatrix likely(pattern.pattern());
    for (Index j = 0; j < likely.size(); ++j)
      for (auto k = static_cast<std::size_t>(likely.column_start()[static_cast<std::size_t>(j)]);
           k < static_cast<std::size_t>(likely.column_start()[static_cast<std::size_t>(j) + 1]); ++k)
        likely.value[k] = likely.row()[k] == j ? static_cast<double>(likely.size()) : -1.0;
    void* symbolic = nullptr;
    const FactorEstimate estimate = analyze(likely, symbolic);
    umfpack_dl_free_symbolic(&symbolic);
    return estimate;
  }

  FactorEstimate analyze(const SparseMatrix& matrix, void*& symbolic) const {
    const LongPattern pattern(*matrix.pattern());
    std::array<double, UMFPACK_INFO> info{};
    check_status(umfpack_dl_symbolic(matrix.size(), matrix.size(), pattern.column_start.data(), pattern.row.data(),
                                     matrix.value.data(), &symbolic, control_.data(), info.data()),
                 "analysis");
    // A bound for the worst choice of pivots; half of it is more than meshes were seen to take.
    return {.bytes = 0.5 * info[UMFPACK_PEAK_MEMORY_ESTIMATE] * info[UMFPACK_SIZE_OF_UNIT],
            .operations = info[UMFPACK_FLOPS_ESTIMATE],
            .entries = info[UMFPACK_LNZ_ESTIMATE] + info[UMFPACK_UNZ_ESTIMATE]};
  }

  void analyze(const SparseMatrix& matrix) {
    umfpack_dl_free_symbolic(&symbolic_);
    pattern_ = matrix.pattern();
    estimate_ = analyze(matrix, symbolic_);
    ++analyses_;
  }

  /// False if the matrix is singular; `weakest_` says where.
  bool factorize_numeric(const SparseMatrix& matrix) {
    umfpack_dl_free_numeric(&numeric_);
    std::array<double, UMFPACK_INFO> info{};
    const LongPattern pattern(*pattern_);
    const LongIndex status = umfpack_dl_numeric(pattern.column_start.data(), pattern.row.data(), matrix.value.data(),
                                                symbolic_, &numeric_, control_.data(), info.data());
    check_status(status, "factorisation");
    reciprocal_condition_ = info[UMFPACK_RCOND];
    factor_bytes_ = static_cast<std::size_t>(info[UMFPACK_NUMERIC_SIZE] * info[UMFPACK_SIZE_OF_UNIT]);
    inspect_pivots(matrix);
    return status == UMFPACK_OK && weakest_.ratio >= singular_pivot_ratio;
  }

  /// P R A Q = L U with a unit L: compares each pivot with the largest entry of its column of R A.
  void inspect_pivots(const SparseMatrix& matrix) {
    const auto n = static_cast<std::size_t>(matrix.size());
    std::vector<LongIndex> row_of_pivot(n);
    std::vector<LongIndex> column_of_pivot(n);
    std::vector<double> pivot(n);
    std::vector<double> row_scale(n);
    LongIndex multiply_by_scale = 0;
    check_status(umfpack_dl_get_numeric(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, row_of_pivot.data(),
                                        column_of_pivot.data(), pivot.data(), &multiply_by_scale, row_scale.data(),
                                        numeric_),
                 "factorisation");
    if (multiply_by_scale == 0)
      for (double& scale : row_scale) scale = 1.0 / scale;
    weakest_ = {};
    positive_diagonal_pivots_ = true;
    for (std::size_t k = 0; k < n; ++k) {
      const auto column = static_cast<std::size_t>(column_of_pivot[k]);
      double largest = 0.0;
      for (auto entry = static_cast<std::size_t>(matrix.column_start()[column]);
           entry < static_cast<std::size_t>(matrix.column_start()[column + 1]); ++entry)
        largest =
            std::max(largest, std::abs(matrix.value[entry]) * row_scale[static_cast<std::size_t>(matrix.row()[entry])]);
      const double ratio = largest > 0.0 ? std::abs(pivot[k]) / largest : 0.0;
      if (!(ratio >= weakest_.ratio)) weakest_ = {static_cast<Index>(column), std::isfinite(ratio) ? ratio : 0.0};
      if (row_of_pivot[k] != column_of_pivot[k] || !(pivot[k] > 0.0)) positive_diagonal_pivots_ = false;
    }
  }

  Eigen::MatrixXd solve_system(LongIndex system, const Eigen::MatrixXd& right_hand_sides) const {
    if (numeric_ == nullptr) throw InputError("umfpack: solve needs a factorisation first");
    if (right_hand_sides.rows() != static_cast<Eigen::Index>(workspace_.size()))
      throw InputError(fmt::format("umfpack: right-hand side of {} rows for {} unknowns", right_hand_sides.rows(),
                                   workspace_.size()));
    const SuiteSparseThreads threads;
    Eigen::MatrixXd solution(right_hand_sides.rows(), right_hand_sides.cols());
    std::array<double, UMFPACK_INFO> info{};
    for (Eigen::Index column = 0; column < right_hand_sides.cols(); ++column)
      check_status(umfpack_dl_wsolve(system, nullptr, nullptr, nullptr, solution.col(column).data(),
                                     right_hand_sides.col(column).data(), numeric_, control_.data(), info.data(),
                                     integer_workspace_.data(), workspace_.data()),
                   "solve");
    return solution;
  }

  /// Negative numbers are errors, positive ones warnings.
  static void check_status(LongIndex status, const char* stage) {
    if (status >= UMFPACK_OK) return;
    if (status == UMFPACK_ERROR_out_of_memory)
      throw AnalysisError(fmt::format("umfpack ran out of memory in the {}: {}", stage, memory_remedy));
    throw AnalysisError(fmt::format("umfpack failed in the {} with status {}", stage, status));
  }

  std::array<double, UMFPACK_CONTROL> control_{};
  void* symbolic_ = nullptr;
  void* numeric_ = nullptr;
  // UMFPACK's 64-bit copy of the pattern, which also tells whether a new matrix has the pattern of the analysis.
  SparsePatternPointer pattern_; ///< that was analysed
  mutable std::vector<LongIndex> integer_workspace_;
  mutable std::vector<double> workspace_;
  FactorEstimate estimate_;
  WeakestPivot weakest_;
  double reciprocal_condition_ = 1.0;
  std::size_t factor_bytes_ = 0;
  bool positive_diagonal_pivots_ = false;
  int analyses_ = 0;
};

} // namespace

std::unique_ptr<LinearSolver> make_umfpack_solver() {
  return std::make_unique<UmfpackSolver>();
}

} // namespace adjoule
