#include "design_columns.hpp"

#include "field_extent.hpp"

#include <functional>
#include <span>

namespace adjoule {

std::vector<CsvColumn> design_columns(const Design& design, const std::vector<std::vector<double>>& values) {
  using Values = std::span<const double>;
  std::vector<CsvColumn> columns;
  const std::vector<std::string> names = design.names();
  for (int m = 0; m < design.map_count(); ++m) {
    const DesignMap& map = design.map(m);
    const auto first = static_cast<std::size_t>(design.offset(m)), count = static_cast<std::size_t>(map.size());
    const auto add = [&](const std::string& name, const std::function<double(Values)>& value) {
      columns.push_back({name, {}});
      for (const std::vector<double>& row : values)
        columns.back().values.push_back(value(Values(row).subspan(first, count)));
    };
    if (map.size() > most_values_listed) {
      add("least " + map.name(), [](Values part) { return extent_of(part).least; });
      add("mean " + map.name(), [](Values part) { return extent_of(part).mean; });
      add("largest " + map.name(), [](Values part) { return extent_of(part).largest; });
      continue;
    }
    for (std::size_t i = 0; i < count; ++i) add(names[first + i], [i](Values part) { return part[i]; });
  }
  return columns;
}

} // namespace adjoule
