/// Matrices with known properties, built by hand.
#pragma once

#include "adjoule/fem/sparse_matrix.hpp"

#include <Eigen/Dense>

#include <cstdint>
#include <map>
#include <random>
#include <utility>

namespace adjoule::testing {

/// Sums entries and compresses them.
class MatrixBuilder {
 public:
  explicit MatrixBuilder(Index size) : size_(size) {}
  void add(Index row, Index column, double value) { entries_[{column, row}] += value; }

  SparseMatrix build() const {
    std::vector<Index> start(static_cast<std::size_t>(size_) + 1, 0), row;
    std::vector<double> values;
    for (const auto& [place, value] : entries_) {
      ++start[static_cast<std::size_t>(place.first) + 1];
      row.push_back(place.second);
      values.push_back(value);
    }
    for (std::size_t j = 0; j < static_cast<std::size_t>(size_); ++j) start[j + 1] += start[j];
    return {std::make_shared<const SparsePattern>(size_, std::move(start), std::move(row)), std::move(values)};
  }

 private:
  Index size_;
  std::map<std::pair<Index, Index>, double> entries_;
};

/// Springs of stiffness 1 (plus `wind` upstream) between neighbours of an n^3 grid and, if held, from the plane x = 0
/// to the ground. `blocks` unknowns a node, coupled at each spring by a positive definite block.
inline SparseMatrix grid(Index n, bool held, Index blocks = 1, double wind = 0.0) {
  MatrixBuilder builder(n * n * n * blocks);
  const auto node = [n](Index x, Index y, Index z) { return x + n * (y + n * z); };
  const auto spring = [&](Index a, Index b, Index direction) {
    for (Index i = 0; i < blocks; ++i)
      for (Index j = 0; j < blocks; ++j) {
        const double stiffness = (i == j ? 1.0 : 0.25) + (i == j && i == direction ? 2.0 : 0.0);
        builder.add(a * blocks + i, a * blocks + j, stiffness);
        if (b < 0) continue;
        builder.add(b * blocks + i, b * blocks + j, stiffness);
        builder.add(a * blocks + i, b * blocks + j, -stiffness + (i == j ? wind : 0.0));
        builder.add(b * blocks + i, a * blocks + j, -stiffness - (i == j ? wind : 0.0));
      }
  };
  for (Index z = 0; z < n; ++z)
    for (Index y = 0; y < n; ++y)
      for (Index x = 0; x < n; ++x) {
        if (held && x == 0) spring(node(x, y, z), -1, 0);
        if (x + 1 < n) spring(node(x, y, z), node(x + 1, y, z), 0);
        if (y + 1 < n) spring(node(x, y, z), node(x, y + 1, z), 1);
        if (z + 1 < n) spring(node(x, y, z), node(x, y, z + 1), 2);
      }
  return builder.build();
}

/// Hermite beam elements of length 1 and bending stiffness 1 in a row (deflection and slope a node), clamped at node 0
/// or free.
inline SparseMatrix beam(Index elements, bool clamped) {
  constexpr double element[4][4] = {{12, 6, -12, 6}, {6, 4, -6, 2}, {-12, -6, 12, -6}, {6, 2, -6, 4}};
  const Index removed = clamped ? 2 : 0;
  MatrixBuilder builder(2 * (elements + 1) - removed);
  for (Index e = 0; e < elements; ++e)
    for (Index i = 0; i < 4; ++i)
      for (Index j = 0; j < 4; ++j)
        if (2 * e + i >= removed && 2 * e + j >= removed)
          builder.add(2 * e + i - removed, 2 * e + j - removed, element[i][j]);
  return builder.build();
}

/// A grid with `constraints` Lagrange multipliers on pairs of nodes: symmetric, indefinite, zero diagonal entries
/// stored or not.
inline SparseMatrix saddle_point(Index n, Index constraints, bool store_zeros) {
  const SparseMatrix stiffness = grid(n, true);
  MatrixBuilder builder(stiffness.size() + constraints);
  for (Index j = 0; j < stiffness.size(); ++j)
    for (Index k = stiffness.column_start()[static_cast<std::size_t>(j)];
         k < stiffness.column_start()[static_cast<std::size_t>(j) + 1]; ++k)
      builder.add(stiffness.row()[static_cast<std::size_t>(k)], j, stiffness.value[static_cast<std::size_t>(k)]);
  for (Index c = 0; c < constraints; ++c) {
    const Index multiplier = stiffness.size() + c;
    for (const auto& [node, sign] : {std::pair{2 * c, 1.0}, std::pair{2 * c + 1, -1.0}}) {
      builder.add(multiplier, node, sign);
      builder.add(node, multiplier, sign);
    }
    if (store_zeros) builder.add(multiplier, multiplier, 0.0);
  }
  return builder.build();
}

/// Random places, the diagonal larger than the sum of its column.
inline SparseMatrix random_dominant(Index size, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_int_distribution<Index> place(0, size - 1);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  MatrixBuilder builder(size);
  for (Index j = 0; j < size; ++j) {
    builder.add(j, j, 8.0);
    for (int k = 0; k < 6; ++k) builder.add(place(generator), j, number(generator));
  }
  return builder.build();
}

inline Eigen::MatrixXd random_columns(Index rows, Index columns, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return number(generator); });
}

inline Eigen::MatrixXd product(const SparseMatrix& matrix, const Eigen::MatrixXd& columns, bool transposed) {
  Eigen::MatrixXd result(columns.rows(), columns.cols());
  for (Eigen::Index j = 0; j < columns.cols(); ++j) {
    const std::span<const double> x(columns.col(j).data(), static_cast<std::size_t>(columns.rows()));
    const std::vector<double> y = transposed ? multiply_transposed(matrix, x) : multiply(matrix, x);
    result.col(j) = Eigen::Map<const Eigen::VectorXd>(y.data(), columns.rows());
  }
  return result;
}

} // namespace adjoule::testing
