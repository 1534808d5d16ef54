// [identify.regularization]
#pragma once

#include "identification_case.hpp"

namespace adjoule {

/// The terms of [identify.regularization] for the design that stands. Throws InputError with place, cause and remedy.
std::vector<std::unique_ptr<Regularization>> build_regularization(const CaseFile& file,
                                                                  const Identification& identification);

} // namespace adjoule
