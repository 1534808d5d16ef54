// What maxima and minima have in common.
#include "objectives.hpp"

#include "adjoule/core/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace adjoule {

std::string extreme_remark(bool largest, int count, const char* places, bool check_failed) {
  const char* extreme = largest ? "largest" : "smallest";
  if (count > 1) {
    return fmt::format("{} {} share the {} value: its derivative is one-sided; use aggregate or an average", count,
                       places, extreme);
  }
  if (!check_failed) return {};
  return fmt::format("the {} value may pass to another place between the steps: use aggregate or an average", extreme);
}

bool is_tie(double value, double extreme) {
  constexpr double relative = 1e-12;
  return std::abs(value - extreme) <= relative * std::abs(extreme);
}

void require_finite(const std::string& where, const std::string& field, double value, const Mesh& mesh, Index element) {
  if (std::isfinite(value)) return;
  throw AnalysisError(fmt::format("{}: {} is {} in element {} at the solution: check the loads and properties there "
                                  "for overflow",
                                  where, field, value, mesh.element_tag(element)));
}

} // namespace adjoule
