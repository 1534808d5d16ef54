#include "design_columns.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>

namespace adjoule {
namespace {

constexpr Index most_columns = 20; ///< of one map

using Values = std::span<const double>;

double mean_of(Values values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

} // namespace

std::vector<CsvColumn> design_columns(const Design& design, const std::vector<std::vector<double>>& values) {
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
    if (map.size() > most_columns) {
      add("least " + map.name(), [](Values part) { return *std::ranges::min_element(part); });
      add("mean " + map.name(), mean_of);
      add("largest " + map.name(), [](Values part) { return *std::ranges::max_element(part); });
      continue;
    }
    for (std::size_t i = 0; i < count; ++i) add(names[first + i], [i](Values part) { return part[i]; });
  }
  return columns;
}

} // namespace adjoule
