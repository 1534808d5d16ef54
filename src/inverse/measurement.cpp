#include "adjoule/inverse/measurement.hpp"

#include "adjoule/core/error.hpp"

#include <fmt/format.h>

namespace adjoule {

Eigen::MatrixXd Measurement::nuisance_jacobian(int step, const Evaluation&, std::span<const double>) const {
  if (nuisance_count() > 0) {
    throw InputError(fmt::format("measurement '{}' has unknowns of its own and does not say how its residuals change "
                                 "with them: it has to override nuisance_jacobian",
                                 name()));
  }
  return {count(step), 0};
}

} // namespace adjoule
