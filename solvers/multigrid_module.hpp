/// What the module of PETSc offers the room: functions with C linkage, found by name.
#pragma once

#include <cstddef>

namespace adjoule::multigrid_module {

/// A symmetric positive definite matrix in compressed rows (or columns), read in place for as long as the hierarchy
/// lives, and its near null space: `modes` columns of length `size`.
struct Problem {
  int size = 0;
  int components = 1;
  const int* start = nullptr;
  const int* index = nullptr;
  const double* value = nullptr;
  int modes = 0;
  const double* mode = nullptr;
};

struct Hierarchy;

/// Each returns nullptr if all went well, else PETSc's words, good until the next call.
using Create = const char*(const Problem&, Hierarchy*&);
/// Other values on the same pattern: interpolation and the patterns of the levels stay.
using Update = const char*(Hierarchy&, const double* value);
/// One V-cycle from 0.
using Apply = const char*(Hierarchy&, const double* right_hand_side, double* solution);
using Destroy = void(Hierarchy*);
/// Entries of all levels.
using Entries = double(const Hierarchy&);

} // namespace adjoule::multigrid_module
