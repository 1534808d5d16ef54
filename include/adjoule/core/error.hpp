/// The two kinds of error that a user meets. A message says where, why, and what to do about it.
#pragma once

#include <stdexcept>
#include <string>

namespace adjoule {

/// The input is wrong: a case file, a mesh, an argument of the interface. The command ends with status 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The input was accepted and the analysis failed all the same (no convergence, singular matrix). Status 1.
class AnalysisError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

} // namespace adjoule
