/// Triangular solves with a supernodal factor, for single right-hand sides.
#pragma once

#include <cholmod.h>

#include <span>
#include <vector>

namespace adjoule {

/// Solves P' L L' P x = b with CHOLMOD's numeric supernodal factor; `solution` (may be `b` itself) and `b` have a
/// number for each row. `work` is kept from call to call for its memory.
///
/// A single right-hand side costs what it takes to read the factor twice. CHOLMOD's calls of BLAS, one for each
/// supernode and pass, take about a seventh longer; and where b is zero but for a few rows, as the derivative of a
/// local objective is, the first pass reads only the supernodes on the way from those rows to the root. Two right-hand
/// sides at once are CHOLMOD's: its matrix products read the factor for both.
void solve_supernodal(const cholmod_factor& factor, std::span<const double> b, std::span<double> solution,
                      std::vector<double>& work);

} // namespace adjoule
