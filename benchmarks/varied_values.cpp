#include "models.hpp"

#include <cmath>
#include <numeric>

namespace adjoule::benchmarks {

std::vector<double> varied_values(const Mesh& mesh, double mean, double length) {
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(mesh.element_count()));
  for (Index element = 0; element < mesh.element_count(); ++element) {
    const std::array<double, 3> x = mesh.centroid(element);
    values.push_back(mean * (1.0 + 0.4 * std::sin(x[0] / length) * std::cos(x[1] / length)));
  }
  return values;
}

CoefficientPointer per_element(MultiphysicsSystem& system, const std::string& path, std::vector<double> values,
                               const std::string& unit) {
  std::vector<Index> place(values.size());
  std::iota(place.begin(), place.end(), 0);
  const Parameter parameter =
      system.parameters().register_field(path, std::move(values), ParameterKind::per_element, {.unit = unit});
  return element_coefficient(system.parameters(), parameter, std::move(place));
}

} // namespace adjoule::benchmarks
