#include "adjoule/fem/sparse_matrix.hpp"

#include "adjoule/core/error.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace adjoule {
namespace {

// Entries from which on several threads pay.
constexpr std::int64_t large = 300000;

void check_length(const SparseMatrix& matrix, std::span<const double> x) {
  if (x.size() != static_cast<std::size_t>(matrix.size()))
    throw InputError(
        fmt::format("a vector of length {} cannot be multiplied by a matrix of size {}: give one number per "
                    "unknown",
                    x.size(), matrix.size()));
}

} // namespace

Index checked_entry_count(std::int64_t count) {
  if (count < 0 || count > std::numeric_limits<Index>::max())
    throw AnalysisError(
        fmt::format("the matrix would have {} entries, more than the {} that it can hold: use a coarser "
                    "mesh or elements of lower order",
                    count, std::numeric_limits<Index>::max()));
  return static_cast<Index>(count);
}

SparsePattern::SparsePattern(Index size, std::vector<Index> column_start, std::vector<Index> row)
    : size_(size), column_start_(std::move(column_start)), row_(std::move(row)) {
  const auto n = static_cast<std::size_t>(std::max<Index>(size, 0));
  if (size < 0 || column_start_.size() != n + 1 || column_start_.front() != 0)
    throw InputError(
        fmt::format("sparse pattern of size {}: it needs size + 1 column starts, the first of them 0, and has {}", size,
                    column_start_.size()));
  if (nonzeros() < 0 || row_.size() != static_cast<std::size_t>(nonzeros()))
    throw InputError(fmt::format("sparse pattern of size {}: the column starts end at {}, but there are {} row numbers",
                                 size, nonzeros(), row_.size()));
  for (std::size_t j = 0; j < n; ++j) {
    if (column_start_[j + 1] < column_start_[j] || column_start_[j + 1] > nonzeros())
      throw InputError(
          fmt::format("sparse pattern: the start of column {} does not lie between its neighbours", j + 1));
    Index previous = -1;
    for (Index k = column_start_[j]; k < column_start_[j + 1]; ++k) {
      const Index i = row_[static_cast<std::size_t>(k)];
      if (i <= previous || i >= size)
        throw InputError(
            fmt::format("sparse pattern: row number {} in column {} is out of range or out of order; rows have "
                        "to ascend from 0 to {}",
                        i, j, size - 1));
      previous = i;
    }
  }
}

bool same_pattern(const SparsePatternPointer& a, const SparsePatternPointer& b) {
  return a == b || (a && b && *a == *b);
}

SparseMatrix::SparseMatrix() {
  static const auto empty = std::make_shared<const SparsePattern>(0, std::vector<Index>{0}, std::vector<Index>{});
  pattern_ = empty;
}

SparseMatrix::SparseMatrix(SparsePatternPointer pattern)
    : value(static_cast<std::size_t>(pattern->nonzeros()), 0.0), pattern_(std::move(pattern)) {}

SparseMatrix::SparseMatrix(SparsePatternPointer pattern, std::vector<double> values)
    : value(std::move(values)), pattern_(std::move(pattern)) {
  check_structure(*this);
}

void check_structure(const SparseMatrix& matrix) {
  if (matrix.value.size() == static_cast<std::size_t>(matrix.nonzeros())) return;
  throw InputError(fmt::format("sparse matrix of size {}: {} values for a pattern of {} entries", matrix.size(),
                               matrix.value.size(), matrix.nonzeros()));
}

std::vector<double> multiply(const SparseMatrix& matrix, std::span<const double> x) {
  check_length(matrix, x);
  std::vector<double> y(x.size(), 0.0);
  for (std::size_t j = 0; j < x.size(); ++j)
    for (auto k = static_cast<std::size_t>(matrix.column_start()[j]);
         k < static_cast<std::size_t>(matrix.column_start()[j + 1]); ++k)
      y[static_cast<std::size_t>(matrix.row()[k])] += matrix.value[k] * x[j];
  return y;
}

std::vector<double> multiply_transposed(const SparseMatrix& matrix, std::span<const double> x) {
  check_length(matrix, x);
  std::vector<double> y(x.size());
#pragma omp parallel for schedule(static) if (matrix.nonzeros() > large)
  for (std::size_t j = 0; j < x.size(); ++j) {
    double sum = 0.0;
    for (auto k = static_cast<std::size_t>(matrix.column_start()[j]);
         k < static_cast<std::size_t>(matrix.column_start()[j + 1]); ++k)
      sum += matrix.value[k] * x[static_cast<std::size_t>(matrix.row()[k])];
    y[j] = sum;
  }
  return y;
}

std::vector<double> diagonal(const SparseMatrix& matrix) {
  std::vector<double> result(static_cast<std::size_t>(matrix.size()), 0.0);
  for (Index j = 0; j < matrix.size(); ++j) {
    const auto column = static_cast<std::size_t>(j);
    const auto first = matrix.row().begin() + matrix.column_start()[column];
    const auto last = matrix.row().begin() + matrix.column_start()[column + 1];
    const auto found = std::lower_bound(first, last, j);
    if (found != last && *found == j)
      result[column] = matrix.value[static_cast<std::size_t>(found - matrix.row().begin())];
  }
  return result;
}

namespace {

// Size that entries are measured by: geometric mean of the diagonal entries; where one of them is zero (multipliers),
// the largest entry of its column.
class EntryScale {
 public:
  explicit EntryScale(const SparseMatrix& matrix) : root_(diagonal(matrix)) {
    std::transform(root_.begin(), root_.end(), root_.begin(), [](double d) { return std::sqrt(std::abs(d)); });
    if (std::find(root_.begin(), root_.end(), 0.0) == root_.end()) return;
    largest_.assign(root_.size(), std::numeric_limits<double>::infinity());
    for (std::size_t j = 0; j < root_.size(); ++j) {
      if (root_[j] != 0.0) continue;
      largest_[j] = 0.0;
      for (auto k = matrix.column_start()[j]; k < matrix.column_start()[j + 1]; ++k)
        largest_[j] = std::max(largest_[j], std::abs(matrix.value[static_cast<std::size_t>(k)]));
    }
  }

  double size(std::size_t i, std::size_t j) const {
    const double product = root_[i] * root_[j];
    return product == 0.0 && !largest_.empty() ? std::min(largest_[i], largest_[j]) : product;
  }

 private:
  std::vector<double> root_;    // of the diagonal entries' magnitudes
  std::vector<double> largest_; // of a column with a zero there, else infinity; empty: there is none
};

// Whether the entries below the diagonal in columns [begin, end) and those above it in rows [begin, end) are mates.
bool is_symmetric_between(const SparseMatrix& matrix, const EntryScale& scale, double tolerance, Index begin,
                          Index end) {
  const std::vector<Index>&start = matrix.column_start(), &row = matrix.row();
  // Columns are visited in order, so the mates of the entries below the diagonal come up one after the other in each
  // column.
  std::vector<Index> next(start.begin() + begin, start.end() - 1);
  if (begin > 0) {
    for (Index i = begin; i < matrix.size(); ++i) {
      const auto column = row.begin() + start[static_cast<std::size_t>(i)];
      const auto after = row.begin() + start[static_cast<std::size_t>(i) + 1];
      next[static_cast<std::size_t>(i - begin)] =
          static_cast<Index>(std::lower_bound(column, after, begin) - row.begin());
    }
  }
  const auto has_row_before = [&](Index k, Index i, Index limit) {
    return k < start[static_cast<std::size_t>(i) + 1] && row[static_cast<std::size_t>(k)] < limit;
  };
  for (Index j = begin; j < end; ++j) {
    const auto column = static_cast<std::size_t>(j);
    Index k = next[static_cast<std::size_t>(j - begin)];
    if (has_row_before(k, j, j)) return false;
    for (; k < start[column + 1]; ++k) {
      const auto entry = static_cast<std::size_t>(k);
      const auto i = static_cast<std::size_t>(row[entry]);
      if (i == column) {
        if (!std::isfinite(matrix.value[entry])) return false;
        continue;
      }
      const Index mate = next[i - static_cast<std::size_t>(begin)]++;
      if (mate >= start[i + 1] || row[static_cast<std::size_t>(mate)] != j) return false;
      const double lower = matrix.value[entry];
      const double upper = matrix.value[static_cast<std::size_t>(mate)];
      const double size = std::max({std::abs(lower), std::abs(upper), scale.size(i, column)});
      if (!std::isfinite(lower) || !std::isfinite(upper) || std::abs(lower - upper) > tolerance * size) return false;
    }
  }
  for (Index i = end; i < matrix.size(); ++i) {
    if (has_row_before(next[static_cast<std::size_t>(i - begin)], i, end)) return false;
  }
  return true;
}

} // namespace

bool is_symmetric(const SparseMatrix& matrix, double tolerance) {
  const EntryScale scale(matrix);
  // Parts cost a search each, and the verdict is the same for any number of them.
  const Index ranges = matrix.nonzeros() > large ? std::min(4, omp_get_max_threads()) : 1;
  const auto bound = [&](Index range) {
    return static_cast<Index>(static_cast<std::int64_t>(matrix.size()) * range / ranges);
  };
  bool symmetric = true;
#pragma omp parallel for schedule(dynamic, 1) reduction(&& : symmetric) if (ranges > 1)
  for (Index range = 0; range < ranges; ++range) {
    symmetric = symmetric && is_symmetric_between(matrix, scale, tolerance, bound(range), bound(range + 1));
  }
  return symmetric;
}

MatrixEntry first_non_finite(const SparseMatrix& matrix) {
  const auto bad = std::find_if(matrix.value.begin(), matrix.value.end(), [](double v) { return !std::isfinite(v); });
  if (bad == matrix.value.end()) return {};
  const auto entry = bad - matrix.value.begin();
  const auto after =
      std::upper_bound(matrix.column_start().begin(), matrix.column_start().end(), static_cast<Index>(entry));
  return {matrix.row()[static_cast<std::size_t>(entry)], static_cast<Index>(after - matrix.column_start().begin() - 1)};
}

} // namespace adjoule
