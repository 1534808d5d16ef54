#include "adjoule/fem/integral.hpp"

#include <algorithm>

namespace adjoule {

bool reads_temperature(const Integral& integral) {
  return std::any_of(integral.properties.begin(), integral.properties.end(),
                     [](const CoefficientPointer& property) { return property->reads_temperature(); });
}

std::vector<int> fields_read(const Integral& integral) {
  std::vector<int> fields = integral.fields;
  if (reads_temperature(integral)) fields.push_back(integral.temperature_field);
  std::sort(fields.begin(), fields.end());
  fields.erase(std::unique(fields.begin(), fields.end()), fields.end());
  return fields;
}

std::vector<Parameter> parameters_read(const Integral& integral) {
  std::vector<Parameter> parameters;
  const auto add = [&parameters](const CoefficientPointer& coefficient) {
    for (const Parameter parameter : coefficient->parameters()) {
      if (std::find(parameters.begin(), parameters.end(), parameter) == parameters.end())
        parameters.push_back(parameter);
    }
  };
  for (const CoefficientPointer& property : integral.properties) add(property);
  if (integral.section.thickness) add(integral.section.thickness);
  return parameters;
}

} // namespace adjoule
