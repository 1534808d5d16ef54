/// Whether multigrid takes less than a factorisation, from the pattern of the matrix alone.
#pragma once

#include "adjoule/fem/sparse_matrix.hpp"

namespace adjoule {

/// Floating-point operations of a Cholesky factorisation by nested dissection, within a factor of about three, in the
/// time of a few walks through the pattern: there is no symbolic analysis. `components` unknowns a node stand together.
/// A box of a >= b >= c unknowns takes about a/b (b c)^3 (its separators are dense; George 1973 for grids);
/// the levels of a breadth-first search from one end of the body tell a and b c, the levels within the widest one b and
/// c.
double guess_factor_operations(const SparsePattern& pattern, int components);

/// True where conjugate gradients with multigrid, for a forward and an adjoint solution, are expected to take clearly
/// less time than a factorisation: compact bodies from about 100,000 unknowns on (200,000 where `nonlinear`, because
/// factors serve several of Newton's systems, and each costs multigrid its iterations), not plates, films and slender
/// parts. The matrix has to be symmetric and positive definite. The same answer each time.
bool multigrid_pays(const SparsePattern& pattern, int components, bool nonlinear);

} // namespace adjoule
