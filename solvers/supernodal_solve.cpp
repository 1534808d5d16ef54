#include "supernodal_solve.hpp"

#include "adjoule/core/instruction_set.hpp"

#include <algorithm>
#include <cstddef>

namespace adjoule {
namespace {

/// Columns treated together: a row of the block is then read or written once for four columns.
constexpr std::ptrdiff_t width = 4;

/// A supernode of the factor: columns of one structure, stored as a dense matrix by columns, the triangle on top.
struct Supernode {
  const double* value;  ///< rows x columns
  const int* row;       ///< of the rows below the triangle
  std::ptrdiff_t first; ///< its first column's number
  std::ptrdiff_t columns;
  std::ptrdiff_t rows; ///< with those of the triangle
  std::ptrdiff_t below() const { return rows - columns; }
  const double* at(std::ptrdiff_t i, std::ptrdiff_t j) const { return value + i + j * rows; }
};

class Supernodes {
 public:
  explicit Supernodes(const cholmod_factor& factor)
      : value_(static_cast<const double*>(factor.x)), value_start_(static_cast<const int*>(factor.px)),
        row_(static_cast<const int*>(factor.s)), row_start_(static_cast<const int*>(factor.pi)),
        first_column_(static_cast<const int*>(factor.super)), count_(static_cast<std::ptrdiff_t>(factor.nsuper)) {}

  std::ptrdiff_t count() const { return count_; }
  Supernode operator[](std::ptrdiff_t k) const {
    const std::ptrdiff_t columns = first_column_[k + 1] - first_column_[k];
    return {.value = value_ + value_start_[k],
            .row = row_ + row_start_[k] + columns,
            .first = first_column_[k],
            .columns = columns,
            .rows = row_start_[k + 1] - row_start_[k]};
  }

 private:
  const double* value_;
  const int* value_start_;
  const int* row_;
  const int* row_start_;
  const int* first_column_;
  std::ptrdiff_t count_;
};

/// y -= A x, A of rows x columns with columns `stride` apart.
void subtract_product(const double* a, std::ptrdiff_t stride, std::ptrdiff_t rows, std::ptrdiff_t columns,
                      const double* x, double* y) {
  std::ptrdiff_t j = 0;
  for (; j + width <= columns; j += width) {
    const double *a0 = a + j * stride, *a1 = a0 + stride, *a2 = a1 + stride, *a3 = a2 + stride;
    const double x0 = x[j], x1 = x[j + 1], x2 = x[j + 2], x3 = x[j + 3];
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < rows; ++i) y[i] -= (a0[i] * x0 + a1[i] * x1) + (a2[i] * x2 + a3[i] * x3);
  }
  for (; j < columns; ++j) {
    const double* column = a + j * stride;
    const double factor = x[j];
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < rows; ++i) y[i] -= column[i] * factor;
  }
}

/// x -= A' y.
void subtract_transposed_product(const double* a, std::ptrdiff_t stride, std::ptrdiff_t rows, std::ptrdiff_t columns,
                                 const double* y, double* x) {
  std::ptrdiff_t j = 0;
  for (; j + width <= columns; j += width) {
    const double *a0 = a + j * stride, *a1 = a0 + stride, *a2 = a1 + stride, *a3 = a2 + stride;
    double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
#pragma omp simd reduction(+ : s0, s1, s2, s3)
    for (std::ptrdiff_t i = 0; i < rows; ++i) {
      s0 += a0[i] * y[i];
      s1 += a1[i] * y[i];
      s2 += a2[i] * y[i];
      s3 += a3[i] * y[i];
    }
    x[j] -= s0;
    x[j + 1] -= s1;
    x[j + 2] -= s2;
    x[j + 3] -= s3;
  }
  for (; j < columns; ++j) {
    const double* column = a + j * stride;
    double s = 0.0;
#pragma omp simd reduction(+ : s)
    for (std::ptrdiff_t i = 0; i < rows; ++i) s += column[i] * y[i];
    x[j] -= s;
  }
}

/// L y = y, supernode by supernode from the leaves up.
void solve_lower(const Supernodes& supernodes, double* y, double* work) {
  for (std::ptrdiff_t k = 0; k < supernodes.count(); ++k) {
    const Supernode node = supernodes[k];
    double* own = y + node.first;
    if (std::all_of(own, own + node.columns, [](double value) { return value == 0.0; })) continue;
    for (std::ptrdiff_t j = 0; j < node.columns; j += width) {
      const std::ptrdiff_t end = std::min(j + width, node.columns);
      for (std::ptrdiff_t q = j; q < end; ++q) {
        own[q] /= *node.at(q, q);
        for (std::ptrdiff_t i = q + 1; i < end; ++i) own[i] -= *node.at(i, q) * own[q];
      }
      subtract_product(node.at(end, j), node.rows, node.columns - end, end - j, own + j, own + end);
    }
    std::fill_n(work, node.below(), 0.0);
    subtract_product(node.at(node.columns, 0), node.rows, node.below(), node.columns, own, work);
    for (std::ptrdiff_t i = 0; i < node.below(); ++i) y[node.row[i]] += work[i];
  }
}

/// L' y = y, from the root down.
void solve_upper(const Supernodes& supernodes, double* y, double* work) {
  for (std::ptrdiff_t k = supernodes.count() - 1; k >= 0; --k) {
    const Supernode node = supernodes[k];
    double* own = y + node.first;
    for (std::ptrdiff_t i = 0; i < node.below(); ++i) work[i] = y[node.row[i]];
    subtract_transposed_product(node.at(node.columns, 0), node.rows, node.below(), node.columns, work, own);
    for (std::ptrdiff_t j = (node.columns - 1) / width * width; j >= 0; j -= width) {
      const std::ptrdiff_t end = std::min(j + width, node.columns);
      subtract_transposed_product(node.at(end, j), node.rows, node.columns - end, end - j, own + end, own + j);
      for (std::ptrdiff_t q = end - 1; q >= j; --q) {
        for (std::ptrdiff_t i = q + 1; i < end; ++i) own[q] -= *node.at(i, q) * own[i];
        own[q] /= *node.at(q, q);
      }
    }
  }
}

} // namespace

void solve_supernodal(const cholmod_factor& factor, std::span<const double> b, std::span<double> solution,
                      std::vector<double>& work) {
  const std::size_t n = factor.n;
  work.resize(2 * n);
  double* y = work.data();
  const auto* order = static_cast<const int*>(factor.Perm);
  for (std::size_t i = 0; i < n; ++i) y[i] = b[static_cast<std::size_t>(order[i])];
  const Supernodes supernodes(factor);
  with_best_instructions([&] {
    solve_lower(supernodes, y, y + n);
    solve_upper(supernodes, y, y + n);
  });
  for (std::size_t i = 0; i < n; ++i) solution[static_cast<std::size_t>(order[i])] = y[i];
}

} // namespace adjoule
