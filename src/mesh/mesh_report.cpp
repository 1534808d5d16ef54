#include "adjoule/mesh/report.hpp"

#include <fmt/core.h>

namespace adjoule {
namespace {

std::string measure_unit(int dimension, const std::string& unit) {
  return dimension > 1 ? fmt::format(" {}^{}", unit, dimension) : " " + unit;
}

std::string group_line(const Mesh& mesh, const Group& group, const std::string& unit) {
  std::string count, measure;
  if (group.dimension == mesh.dimension()) {
    double sum = 0.0;
    for (const Index element : group.elements) sum += element_measure(mesh, element);
    count = fmt::format("{} elements", group.elements.size());
    measure = fmt::format("{:.6g}{}", sum, measure_unit(group.dimension, unit));
  } else if (group.dimension == mesh.dimension() - 1) {
    double sum = 0.0;
    for (const Facet& facet : group.facets) sum += facet_measure(mesh, facet);
    count = fmt::format("{} facets", group.facets.size());
    measure = fmt::format("{:.6g}{}", sum, measure_unit(group.dimension, unit));
  }
  std::string line = fmt::format("  {:<24} {:<8} {:>9} {:>18} {:>10} nodes  {}", group.name,
                                 dimension_name(group.dimension), group.entities, count, group.nodes.size(), measure);
  line.erase(line.find_last_not_of(' ') + 1);
  if (!group.fault.empty()) line += "\n    cannot be used: " + group.fault;
  return line + "\n";
}

std::string quality_lines(const MeshQuality& quality) {
  std::string text = "quality\n";
  const auto row = [&](const char* name, const std::string& value) {
    text += fmt::format("  {:<34} {}\n", name, value);
  };
  row("scaled Jacobian, smallest", fmt::format("{:.4g}", quality.minimum_scaled_jacobian));
  row("scaled Jacobian, mean", fmt::format("{:.4g}", quality.mean_scaled_jacobian));
  row("inverted elements", std::to_string(quality.inverted.size()));
  row("elements without volume", std::to_string(quality.zero_volume.size()));
  row("orphan nodes (left out)",
      std::to_string(quality.orphan_nodes.size() + static_cast<std::size_t>(quality.dropped_nodes)));
  row("pairs of coincident nodes", std::to_string(quality.coincident_nodes.size()));
  row("connected parts", std::to_string(quality.bodies));
  return text;
}

} // namespace

std::string mesh_report(const Mesh& mesh, const MeshQuality& quality, const std::string& unit) {
  const auto [low, high] = mesh.bounding_box();
  std::string text = fmt::format("dimension     {}\norder         {}\nnodes         {}\nelements      {}\n",
                                 mesh.dimension(), mesh.order(), mesh.node_count(), mesh.element_count());
  for (const ElementBlock& block : mesh.blocks())
    text += fmt::format("  {:<24} {}\n", topology(block.type).name, block.size());
  text += fmt::format("bounding box  {:.6g} to {:.6g}, {:.6g} to {:.6g}, {:.6g} to {:.6g} {}\n", low[0], high[0],
                      low[1], high[1], low[2], high[2], unit);
  text += fmt::format("{}        {:.6g}{}\n", mesh.dimension() == 3 ? "volume" : "area  ", quality.volume,
                      measure_unit(mesh.dimension(), unit));
  text += "groups                     kind      entities             count\n";
  for (int dimension = mesh.dimension(); dimension >= 0; --dimension)
    for (const Group& group : mesh.groups())
      if (group.dimension == dimension) text += group_line(mesh, group, unit);
  return text + quality_lines(quality);
}

} // namespace adjoule
