#include "adjoule/core/on_demand_module.hpp"
#include "adjoule/solvers/linear_solver.hpp"

#include <fmt/format.h>

#ifdef ADJOULE_HAS_MUMPS
#include "blas_threads.hpp"
#include "fill_reducing_order.hpp"
#include "matrix_checks.hpp"
#include "memory_demand.hpp"

#include <dmumps_c.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#endif

namespace adjoule {

#ifdef ADJOULE_HAS_MUMPS
namespace {

const OnDemandModule& mumps_module() {
  static const OnDemandModule module("mumps");
  return module;
}

/// The numbering of MUMPS's manual, from 1.
template <typename Array>
auto& parameter(Array& array, int number) {
  return array[number - 1];
}

/// Counts beyond the range of an int come as negative millions.
double large_count(int value) {
  return value >= 0 ? value : -1e6 * value;
}

/// The place of each unknown in the order of elimination, from 1.
std::vector<Index> positions_in_order(const SparsePattern& pattern) {
  const FillReducingOrder order = fill_reducing_order(pattern);
  std::vector<Index> position(order.unknowns.size());
  for (std::size_t k = 0; k < position.size(); ++k)
    position[static_cast<std::size_t>(order.unknowns[k])] = static_cast<Index>(k) + 1;
  return position;
}

class MumpsSolver final : public LinearSolver {
 public:
  MumpsSolver() : run_(mumps_module().function<void(DMUMPS_STRUC_C*)>("adjoule_mumps")) {}
  ~MumpsSolver() override { end(); }
  MumpsSolver(const MumpsSolver&) = delete;
  MumpsSolver& operator=(const MumpsSolver&) = delete;

  std::string name() const override { return "mumps"; }

  FactorEstimate estimate(const SparseMatrix& pattern) override {
    // Without values: the dearer of the two.
    prepare(pattern, has_values(pattern) && is_symmetric(pattern));
    return estimate_;
  }

  void factorize(const SparseMatrix& matrix) override {
    factorized_ = inspected_ = false;
    prepare(matrix, is_symmetric(matrix));
    const Triplets triplets(matrix, symmetric_);
    triplets.show(data_);
    factorize_numeric();
    triplets.hide(data_);
    factorized_ = true;
    if (parameter(data_.infog, 28) > 0) {
      const Index unknown = data_.pivnul_list != nullptr ? data_.pivnul_list[0] - 1 : -1;
      release_factors();
      throw FactorizationError(fmt::format("the matrix is singular to working precision at unknown {}", unknown),
                               FactorizationFault::singular, unknown);
    }
  }

  bool knows_pattern(const SparseMatrix& matrix) const override {
    return pattern_ != nullptr && same_pattern(matrix.pattern(), pattern_);
  }

  Eigen::MatrixXd solve(const Eigen::MatrixXd& right_hand_sides) const override {
    return solve_system(right_hand_sides, false);
  }
  Eigen::MatrixXd solve_transposed(const Eigen::MatrixXd& right_hand_sides) const override {
    return solve_system(right_hand_sides, true);
  }

  double reciprocal_condition() const override {
    if (factorized_) inspect_inverse();
    return factorized_ ? reciprocal_condition_ : 1.0;
  }
  WeakestPivot weakest_pivot() const override {
    if (factorized_) inspect_inverse();
    return factorized_ ? weakest_ : WeakestPivot{};
  }
  bool proves_positive_definite() const override {
    return factorized_ && symmetric_ && parameter(data_.infog, 12) == 0;
  }
  std::size_t factor_bytes() const override {
    return factorized_ ? static_cast<std::size_t>(large_count(parameter(data_.infog, 9))) * sizeof(double) : 0;
  }
  int analyses() const override { return analyses_; }
  void release_factors() override {
    // MUMPS cannot give back its factors alone; the order of elimination, the dear part of the analysis, stays here.
    if (factorized_) end();
  }

 private:
  enum Job : int { start = -1, finish = -2, analysis = 1, factorization = 2, solution = 3 };

  /// The matrix as MUMPS reads it: row and column numbers from 1; of a symmetric one the upper triangle.
  class Triplets {
   public:
    Triplets(const SparseMatrix& matrix, bool upper_only) {
      const auto count =
          static_cast<std::size_t>(upper_only ? (matrix.nonzeros() + matrix.size()) / 2 + 1 : matrix.nonzeros());
      row_.reserve(count);
      column_.reserve(count);
      if (upper_only) value_.reserve(count);
      for (Index j = 0; j < matrix.size(); ++j)
        for (auto k = static_cast<std::size_t>(matrix.column_start()[static_cast<std::size_t>(j)]);
             k < static_cast<std::size_t>(matrix.column_start()[static_cast<std::size_t>(j) + 1]); ++k) {
          if (upper_only && matrix.row()[k] > j) break;
          row_.push_back(matrix.row()[k] + 1);
          column_.push_back(j + 1);
          if (upper_only) value_.push_back(matrix.value[k]);
        }
      values_ = upper_only ? value_.data() : matrix.value.data();
    }
    /// MUMPS writes to none of these.
    void show(DMUMPS_STRUC_C& data) const {
      data.nnz = static_cast<MUMPS_INT8>(row_.size());
      data.irn = const_cast<Index*>(row_.data());
      data.jcn = const_cast<Index*>(column_.data());
      data.a = const_cast<double*>(values_);
    }
    static void hide(DMUMPS_STRUC_C& data) {
      data.irn = data.jcn = nullptr;
      data.a = nullptr;
    }

   private:
    std::vector<Index> row_, column_;
    std::vector<double> value_;
    const double* values_ = nullptr;
  };

  int call(Job job) const {
    const SuiteSparseThreads threads;
    data_.job = job;
    run_(&data_);
    return parameter(data_.infog, 1);
  }

  void begin(bool symmetric) {
    end();
    constexpr int own_process = -987654;
    constexpr int general_symmetric = 2;
    data_ = {};
    data_.sym = symmetric ? general_symmetric : 0;
    data_.par = 1;
    data_.comm_fortran = own_process;
    check_status(call(start), "start");
    started_ = true;
    for (const int channel : {1, 2, 3}) parameter(data_.icntl, channel) = -1;
    parameter(data_.icntl, 4) = 0;   // no messages
    parameter(data_.icntl, 7) = 1;   // the order of perm_in: Debian's MUMPS would use PORD whatever is asked for
    parameter(data_.icntl, 14) = 30; // per cent of room for delayed pivots
    parameter(data_.icntl, 24) = 1;  // look for null pivots
    parameter(data_.cntl, 3) = singular_pivot_ratio; // they are that small in the scaled matrix
    symmetric_ = symmetric;
  }

  void end() {
    if (started_) call(finish);
    started_ = factorized_ = inspected_ = false;
  }

  /// Brings MUMPS to where it can factorise the matrix; its values do not matter.
  void prepare(const SparseMatrix& matrix, bool symmetric) {
    if (!knows_pattern(matrix)) {
      check_structure(matrix);
      end();
      position_ = positions_in_order(*matrix.pattern());
      pattern_ = matrix.pattern();
      ++analyses_;
    }
    if (started_ && symmetric == symmetric_) return;
    begin(symmetric);
    data_.n = matrix.size();
    data_.perm_in = position_.data();
    const Triplets triplets(matrix, symmetric);
    triplets.show(data_);
    const int status = call(analysis);
    triplets.hide(data_);
    if (status < 0) end();
    check_status(status, "analysis");
    estimate_ = {.bytes = 1e6 * large_count(parameter(data_.infog, 17)),
                 .operations = parameter(data_.rinfog, 1),
                 .entries = large_count(parameter(data_.infog, 20))};
  }

  void factorize_numeric() {
    // Pivots that are delayed take room that the analysis could not foresee.
    for (int attempt = 0;; ++attempt) {
      const int status = call(factorization);
      const bool too_little_room = status == -8 || status == -9 || status == -14 || status == -15 || status == -20;
      if (!too_little_room || attempt == 4) return check_status(status, "factorisation");
      parameter(data_.icntl, 14) = 3 * parameter(data_.icntl, 14) + 40;
    }
  }

  Eigen::MatrixXd solve_system(const Eigen::MatrixXd& right_hand_sides, bool transposed) const {
    if (!factorized_) throw InputError("mumps: solve needs a factorisation first");
    if (right_hand_sides.rows() != data_.n)
      throw InputError(
          fmt::format("mumps: right-hand side of {} rows for {} unknowns", right_hand_sides.rows(), data_.n));
    Eigen::MatrixXd columns = right_hand_sides;
    if (columns.cols() == 0) return columns;
    parameter(data_.icntl, 9) = transposed && !symmetric_ ? 2 : 1;
    data_.rhs = columns.data();
    data_.nrhs = static_cast<MUMPS_INT>(columns.cols());
    data_.lrhs = data_.n;
    check_status(call(solution), "solve");
    data_.rhs = nullptr;
    return columns;
  }

  /// Estimates the smallest singular value of the matrix as MUMPS has scaled it, with its vectors u and v, by a step of
  /// inverse iteration from both sides: the inverse then is about v u^T / sigma, and the pivot of unknown i, eliminated
  /// last, about sigma / (u_i v_i). MUMPS does not show its pivots.
  void inspect_inverse() const {
    if (inspected_) return;
    inspected_ = true;
    const Eigen::Index n = data_.n;
    const auto scale_of = [n](const double* scale) {
      return scale != nullptr ? Eigen::ArrayXd(Eigen::Map<const Eigen::ArrayXd>(scale, n)) : Eigen::ArrayXd::Ones(n);
    };
    const Eigen::ArrayXd row_scale = scale_of(data_.rowsca);
    const Eigen::ArrayXd column_scale = symmetric_ ? row_scale : scale_of(data_.colsca);
    // Signs without a pattern: any vector that is not orthogonal to u will do.
    Eigen::MatrixXd x(n, 1);
    std::uint32_t state = 12345;
    for (Eigen::Index i = 0; i < n; ++i) {
      state = 1664525u * state + 1013904223u;
      x(i, 0) = (state >> 31) == 0 ? 1.0 : -1.0;
    }
    x.array() /= column_scale;
    x = solve_transposed(x);
    x.array() /= row_scale;
    const Eigen::ArrayXd u = x.col(0).array() / x.norm();
    x.array() = u / row_scale;
    x = solve(x);
    x.array() /= column_scale;
    const double sigma = 1.0 / x.norm();
    Eigen::Index place = 0;
    const double product = (x.col(0).array() * sigma * u).abs().maxCoeff(&place);
    const bool finite = std::isfinite(sigma) && product > 0.0;
    reciprocal_condition_ = finite ? std::min(1.0, sigma) : 0.0;
    weakest_ = {static_cast<Index>(place), finite ? std::min(1.0, sigma / product) : 0.0};
  }

  void check_status(int status, const char* stage) const {
    if (status >= 0) return;
    if (status == -6 || status == -10)
      throw FactorizationError("the matrix is singular", FactorizationFault::singular, -1);
    if (status == -7 || status == -13 || status == -19 || status == -9 || status == -8)
      throw AnalysisError(fmt::format("mumps ran out of memory in the {}: {}", stage, memory_remedy));
    throw AnalysisError(
        fmt::format("mumps failed in the {} with status {} ({})", stage, status, parameter(data_.infog, 2)));
  }

  void (*run_)(DMUMPS_STRUC_C*);
  mutable DMUMPS_STRUC_C data_{};
  bool started_ = false;
  bool symmetric_ = false;
  bool factorized_ = false;
  SparsePatternPointer pattern_; // of the analysis
  std::vector<Index> position_;  // of each unknown in the order of elimination, from 1
  FactorEstimate estimate_;
  mutable bool inspected_ = false;
  mutable double reciprocal_condition_ = 1.0;
  mutable WeakestPivot weakest_;
  int analyses_ = 0;
};

} // namespace

bool has_mumps() {
  return mumps_module().loaded();
}

std::string mumps_fault() {
  return has_mumps() ? "" : "its module cannot be loaded: " + mumps_module().fault();
}

std::unique_ptr<LinearSolver> make_mumps_solver() {
  return std::make_unique<MumpsSolver>();
}

#else

bool has_mumps() {
  return false;
}

std::string mumps_fault() {
  return "this Adjoule was built without it";
}

std::unique_ptr<LinearSolver> make_mumps_solver() {
  throw InputError("this Adjoule was built without the solver mumps: choose the solver auto or umfpack, or install "
                   "MUMPS without MPI (Debian: libmumps-seq-dev) and build Adjoule again");
}

#endif

} // namespace adjoule
