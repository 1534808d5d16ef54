/// Iterative refinement of several right-hand sides, each until its own backward error is small.
#pragma once

#include "backward_error.hpp"

#include <Eigen/Dense>

#include <utility>
#include <vector>

namespace adjoule {

/// Keeps the best iterate of each column. The caller solves with its factors: `start` with the first solution, then,
/// until `finished`, `correct` with the solution for `open_residuals`. A column whose error has not fallen twice in a
/// row is given up.
class Refinement {
 public:
  /// Keeps references to both.
  Refinement(const Eigen::MatrixXd& right_hand_sides, double tolerance, BackwardError& backward_error);

  void start(Eigen::MatrixXd solution);
  bool finished() const { return open_.empty(); }
  /// The residuals of the columns that are still open, in their order.
  const Eigen::MatrixXd& open_residuals() const { return residuals_; }
  void correct(const Eigen::MatrixXd& corrections);

  double largest_error() const;
  Eigen::MatrixXd take_solution() { return std::move(best_); }

 private:
  struct Column {
    double error = 0.0;
    int failures = 0;
  };
  /// Evaluates the current iterate of every open column and closes those that are done.
  void assess();

  const Eigen::MatrixXd& right_hand_sides_;
  double tolerance_;
  BackwardError& backward_error_;
  std::vector<Column> columns_;
  std::vector<Eigen::Index> open_;
  Eigen::MatrixXd best_;
  Eigen::MatrixXd iterates_; ///< of the open columns
  Eigen::MatrixXd residuals_;
};

} // namespace adjoule
