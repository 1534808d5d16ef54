#include "example_matrices.hpp"

#include "adjoule/core/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace adjoule {
namespace {

using testing::grid;
using testing::product;
using testing::random_columns;
using testing::random_dominant;

TEST(SparseMatrix, ProductsEqualThoseOfTheDenseMatrix) {
  const SparseMatrix matrix = random_dominant(40, 1);
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(40, 40);
  for (Index j = 0; j < 40; ++j)
    for (Index k = matrix.column_start()[static_cast<std::size_t>(j)];
         k < matrix.column_start()[static_cast<std::size_t>(j) + 1]; ++k)
      dense(matrix.row()[static_cast<std::size_t>(k)], j) = matrix.value[static_cast<std::size_t>(k)];
  const Eigen::MatrixXd x = random_columns(40, 1, 2);
  EXPECT_LT((product(matrix, x, false) - dense * x).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LT((product(matrix, x, true) - dense.transpose() * x).cwiseAbs().maxCoeff(), 1e-14);
  const std::vector<double> a = diagonal(matrix);
  for (Index i = 0; i < 40; ++i) EXPECT_EQ(a[static_cast<std::size_t>(i)], dense(i, i));
  EXPECT_THROW(multiply(matrix, std::vector<double>(39)), InputError);
  EXPECT_THROW(multiply_transposed(matrix, std::vector<double>(41)), InputError);
}

TEST(SparseMatrix, CopiesShareOnePatternAndEqualOnesAreRecognised) {
  const SparseMatrix matrix = grid(3, true);
  const SparseMatrix copy = matrix, zeros(matrix.pattern()), alike = grid(3, true, 1, 0.5);
  EXPECT_EQ(copy.pattern(), matrix.pattern());
  EXPECT_EQ(zeros.value, std::vector<double>(matrix.value.size(), 0.0));
  EXPECT_NE(alike.pattern(), matrix.pattern());
  EXPECT_TRUE(same_pattern(alike.pattern(), matrix.pattern()));
  EXPECT_FALSE(same_pattern(grid(4, true).pattern(), matrix.pattern()));
  EXPECT_FALSE(same_pattern(nullptr, matrix.pattern()));
  EXPECT_EQ(SparseMatrix().size(), 0);
  EXPECT_EQ(SparseMatrix().nonzeros(), 0);
}

TEST(SparseMatrix, SymmetryIsJudgedOnTheScaleOfTheUnknownsConcerned) {
  EXPECT_TRUE(is_symmetric(grid(5, true, 3)));
  EXPECT_FALSE(is_symmetric(grid(5, true, 1, 1e-6)));
  EXPECT_FALSE(is_symmetric(random_dominant(50, 1)));
  const auto soft_beside_stiff = [](double skew) {
    testing::MatrixBuilder builder(4);
    for (Index i = 0; i < 4; ++i) builder.add(i, i, i < 2 ? 1e12 : 1.0);
    builder.add(0, 1, 1e11);
    builder.add(1, 0, 1e11);
    builder.add(2, 3, 0.5 + skew);
    builder.add(3, 2, 0.5 - skew);
    return builder.build();
  };
  EXPECT_TRUE(is_symmetric(soft_beside_stiff(0.0)));
  EXPECT_TRUE(is_symmetric(soft_beside_stiff(1e-14)));
  EXPECT_FALSE(is_symmetric(soft_beside_stiff(1e-3)));
}

TEST(SparseMatrix, RoundingBesideAZeroOnTheDiagonalIsNoAsymmetry) {
  // A multiplier on three unknowns; its sum with the first cancels but for rounding, differently in row and column.
  const auto constrained = [](double in_row, double in_column) {
    testing::MatrixBuilder builder(4);
    for (Index i = 0; i < 3; ++i) builder.add(i, i, 1e6);
    builder.add(3, 0, in_row);
    builder.add(0, 3, in_column);
    for (Index i = 1; i < 3; ++i) {
      builder.add(3, i, 2.0);
      builder.add(i, 3, 2.0);
    }
    builder.add(3, 3, 0.0);
    return builder.build();
  };
  EXPECT_TRUE(is_symmetric(constrained(1e-17, -3e-17)));
  EXPECT_FALSE(is_symmetric(constrained(1e-6, -3e-6)));
}

TEST(SparseMatrix, AnEntryWithoutItsMateIsNotSymmetric) {
  for (const bool lower : {false, true}) {
    testing::MatrixBuilder builder(3);
    for (Index i = 0; i < 3; ++i) builder.add(i, i, 1.0);
    builder.add(lower ? 2 : 0, lower ? 0 : 2, 0.5);
    EXPECT_FALSE(is_symmetric(builder.build()));
  }
}

TEST(SparseMatrix, LargeMatricesAreJudgedInEveryPart) {
  const SparseMatrix matrix = grid(24, true, 2); // large enough to be looked at in parts
  ASSERT_GT(matrix.nonzeros(), 300000);
  EXPECT_TRUE(is_symmetric(matrix));
  for (const double place : {0.02, 0.3, 0.49, 0.51, 0.76, 0.99}) {
    SparseMatrix skew = matrix;
    auto k = static_cast<std::size_t>(place * static_cast<double>(matrix.nonzeros()));
    const auto column = [&] {
      return std::upper_bound(matrix.column_start().begin(), matrix.column_start().end(), static_cast<Index>(k)) -
             matrix.column_start().begin() - 1;
    };
    while (matrix.row()[k] == column()) ++k;
    skew.value[k] += 1e-3;
    EXPECT_FALSE(is_symmetric(skew)) << place;
    // The same entry left out, above or below the diagonal: its mate is alone.
    std::vector<Index> start = matrix.column_start(), row = matrix.row();
    std::vector<double> value = matrix.value;
    for (auto j = static_cast<std::size_t>(column()) + 1; j < start.size(); ++j) --start[j];
    row.erase(row.begin() + static_cast<std::ptrdiff_t>(k));
    value.erase(value.begin() + static_cast<std::ptrdiff_t>(k));
    EXPECT_FALSE(is_symmetric(
        {std::make_shared<const SparsePattern>(matrix.size(), std::move(start), std::move(row)), std::move(value)}))
        << place;
  }
  const Eigen::MatrixXd x = random_columns(matrix.size(), 1, 3);
  EXPECT_LT((product(matrix, x, true) - product(matrix, x, false)).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(SparseMatrix, FirstNonFiniteValueIsFoundWithRowAndColumn) {
  SparseMatrix matrix = grid(3, true);
  EXPECT_EQ(first_non_finite(matrix).row, -1);
  const auto entry = static_cast<std::size_t>(matrix.column_start()[14] + 2);
  matrix.value[entry] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(first_non_finite(matrix).column, 14);
  EXPECT_EQ(first_non_finite(matrix).row, matrix.row()[entry]);
}

TEST(SparseMatrix, BrokenStructureAndTooManyEntriesAreRefused) {
  const SparseMatrix good = grid(3, true);
  const auto attempt = [&](auto spoil) {
    std::vector<Index> start = good.column_start(), row = good.row();
    spoil(start, row);
    SparsePattern(good.size(), std::move(start), std::move(row));
  };
  using Numbers = std::vector<Index>&;
  EXPECT_NO_THROW(attempt([](Numbers, Numbers) {}));
  EXPECT_THROW(attempt([](Numbers start, Numbers) { start.pop_back(); }), InputError);
  EXPECT_THROW(attempt([](Numbers, Numbers row) { row.pop_back(); }), InputError);
  EXPECT_THROW(attempt([](Numbers, Numbers row) { std::swap(row[0], row[1]); }), InputError);
  EXPECT_THROW(attempt([](Numbers, Numbers row) { row[5] = -1; }), InputError);
  EXPECT_THROW(attempt([&](Numbers, Numbers row) { row[0] = good.size(); }), InputError);
  EXPECT_THROW(attempt([](Numbers start, Numbers) { start[4] = start[6]; }), InputError);
  EXPECT_THROW(SparsePattern(-1, {0}, {}), InputError);
  EXPECT_THROW(SparseMatrix(good.pattern(), {1.0}), InputError);
  SparseMatrix matrix = good;
  EXPECT_NO_THROW(check_structure(matrix));
  matrix.value.pop_back();
  EXPECT_THROW(check_structure(matrix), InputError);
  EXPECT_EQ(checked_entry_count(2147483647), 2147483647);
  EXPECT_THROW(checked_entry_count(2147483648), AnalysisError);
}

} // namespace
} // namespace adjoule
