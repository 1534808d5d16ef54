#include "refinement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace adjoule {
namespace {

std::span<double> column_of(Eigen::MatrixXd& columns, Eigen::Index j) {
  return {columns.col(j).data(), static_cast<std::size_t>(columns.rows())};
}
std::span<const double> column_of(const Eigen::MatrixXd& columns, Eigen::Index j) {
  return {columns.col(j).data(), static_cast<std::size_t>(columns.rows())};
}

} // namespace

Refinement::Refinement(const Eigen::MatrixXd& right_hand_sides, double tolerance, BackwardError& backward_error)
    : right_hand_sides_(right_hand_sides), tolerance_(tolerance), backward_error_(backward_error),
      columns_(static_cast<std::size_t>(right_hand_sides.cols())), open_(columns_.size()) {
  std::iota(open_.begin(), open_.end(), Eigen::Index{0});
}

void Refinement::start(Eigen::MatrixXd solution) {
  for (Column& column : columns_) column.error = std::numeric_limits<double>::infinity();
  best_ = solution;
  iterates_ = std::move(solution);
  residuals_.resize(iterates_.rows(), iterates_.cols());
  assess();
}

void Refinement::correct(const Eigen::MatrixXd& corrections) {
  iterates_ += corrections;
  assess();
}

void Refinement::assess() {
  std::vector<Eigen::Index> still_open;
  for (std::size_t k = 0; k < open_.size(); ++k) {
    const auto place = static_cast<Eigen::Index>(k);
    Column& column = columns_[static_cast<std::size_t>(open_[k])];
    const double error = backward_error_.evaluate(column_of(std::as_const(iterates_), place),
                                                  column_of(right_hand_sides_, open_[k]), column_of(residuals_, place));
    if (error < column.error) {
      column.error = error;
      column.failures = 0;
      best_.col(open_[k]) = iterates_.col(place);
    } else {
      ++column.failures;
    }
    if (column.error <= tolerance_ || column.failures >= 2 || !std::isfinite(error)) continue;
    const auto kept = static_cast<Eigen::Index>(still_open.size());
    if (kept != place) {
      iterates_.col(kept) = iterates_.col(place);
      residuals_.col(kept) = residuals_.col(place);
    }
    still_open.push_back(open_[k]);
  }
  open_ = std::move(still_open);
  iterates_.conservativeResize(Eigen::NoChange, static_cast<Eigen::Index>(open_.size()));
  residuals_.conservativeResize(Eigen::NoChange, static_cast<Eigen::Index>(open_.size()));
}

double Refinement::largest_error() const {
  double largest = 0.0;
  for (const Column& column : columns_) largest = std::max(largest, column.error);
  return largest;
}

} // namespace adjoule
