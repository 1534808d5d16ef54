#include "adjoule/app/report.hpp"

#include "adjoule/core/log.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "text_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

std::string quadrature_text(const PhysicsSystem& system) {
  std::vector<std::string> rules;
  for (const Integral& integral : system.integrals()) {
    if (integral.domain->kind() != DomainKind::volume || integral.storage) continue;
    for (const Tabulation& tabulation : integral.domain->tabulations()) {
      const std::string rule = fmt::format("degree {} ({} points) on {}", tabulation.degree, tabulation.points,
                                           topology(tabulation.type).name);
      if (std::find(rules.begin(), rules.end(), rule) == rules.end()) rules.push_back(rule);
    }
  }
  return rules.empty() ? "none: the field is given" : join_names(rules);
}

std::string element_text(const Mesh& mesh) {
  std::vector<std::string> types;
  for (const ElementBlock& block : mesh.blocks()) {
    types.push_back(fmt::format("{} {}", block.size(), topology(block.type).name));
  }
  return join_names(types);
}

} // namespace

std::string model_report(const Model& model) {
  const MultiphysicsSystem& system = *model.system;
  const Mesh& mesh = system.mesh();
  const auto [low, high] = mesh.bounding_box();
  std::vector<TextRow> rows{{"bounding box", fmt::format("{:.6g} to {:.6g}, {:.6g} to {:.6g}, {:.6g} to {:.6g} m",
                                                         low[0], high[0], low[1], high[1], low[2], high[2])},
                            {"mesh", fmt::format("{} nodes, {} elements of order {} ({})", mesh.node_count(),
                                                 mesh.element_count(), mesh.order(), element_text(mesh))}};
  for (const PhysicsSystem* physics : system.systems()) {
    rows.push_back({"quadrature, " + physics->name(), quadrature_text(*physics)});
  }
  for (const ModelMaterial& material : model.materials) {
    rows.push_back({"material " + material.name,
                    fmt::format("{} elements of {}", material.elements.size(), join_names(material.regions))});
    if (!material.elasticity.empty()) rows.push_back({"", material.elasticity});
  }
  return "model\n" + text_table(rows, 2);
}

std::string warning_report() {
  const std::vector<std::string> all = warnings();
  if (all.empty()) return "";
  return fmt::format("\n{} warning{}, see above or summary.json\n", all.size(), all.size() > 1 ? "s" : "");
}

} // namespace adjoule
