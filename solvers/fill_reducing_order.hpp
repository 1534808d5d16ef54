/// Orders of elimination that make few new entries.
#pragma once

#include "adjoule/fem/sparse_matrix.hpp"

#include <vector>

namespace adjoule {

enum class OrderingMethod { minimum_degree, nested_dissection };

struct FillReducingOrder {
  std::vector<Index> unknowns; ///< the k-th is eliminated as the k-th
  OrderingMethod method = OrderingMethod::minimum_degree;
};

/// An order for a matrix of that pattern (its upper triangle): AMD's, or that of METIS where it is better and the
/// factorisation so large that looking for it pays. Works on groups of unknowns with equal columns (QuotientGraph).
/// AnalysisError if memory runs out.
FillReducingOrder fill_reducing_order(const SparsePattern& pattern);

} // namespace adjoule
