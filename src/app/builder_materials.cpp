// Which material is where.
#include "builder.hpp"

#include "adjoule/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

const std::string everything_else = "*";

std::string regions_path(const std::string& material) {
  return join_case_path(join_case_path("materials", material), "regions");
}

/// Groups of the top dimension that hold some of the elements; ascending lists.
std::vector<std::string> groups_of(const Mesh& mesh, const std::vector<Index>& elements) {
  std::vector<std::string> names;
  for (const Group& group : mesh.groups()) {
    if (group.dimension != mesh.dimension()) continue;
    const bool holds = std::any_of(elements.begin(), elements.end(), [&](Index element) {
      return std::binary_search(group.elements.begin(), group.elements.end(), element);
    });
    if (holds) names.push_back(group.name);
  }
  return names;
}

std::vector<Index> without_material(const Model& model) {
  std::vector<Index> elements;
  for (std::size_t e = 0; e < model.material_of_element.size(); ++e) {
    if (model.material_of_element[e] < 0) elements.push_back(static_cast<Index>(e));
  }
  return elements;
}

void claim(const CaseFile& file, const Mesh& mesh, Model& model, std::size_t material) {
  ModelMaterial& own = model.materials[material];
  std::vector<Index> taken;
  Index other = -1;
  for (const Index element : own.elements) {
    Index& owner = model.material_of_element[static_cast<std::size_t>(element)];
    if (owner >= 0) {
      taken.push_back(element);
      other = owner;
    }
    owner = static_cast<Index>(material);
  }
  if (taken.empty()) return;
  throw file.error(regions_path(own.name),
                   fmt::format("{} elements belong to two materials, {} and {}: the groups {} overlap; an element has "
                               "one material",
                               taken.size(), model.materials[static_cast<std::size_t>(other)].name, own.name,
                               join_names(groups_of(mesh, taken))));
}

/// Groups that make up the elements exactly; none if no groups do.
std::vector<std::string> exact_cover(const Mesh& mesh, const std::vector<Index>& elements) {
  std::vector<std::string> names;
  std::vector<Index> covered;
  for (const Group& group : mesh.groups()) {
    if (group.dimension != mesh.dimension() || group.elements.empty() || !group.fault.empty()) continue;
    if (!std::includes(elements.begin(), elements.end(), group.elements.begin(), group.elements.end())) continue;
    names.push_back(group.name);
    covered.insert(covered.end(), group.elements.begin(), group.elements.end());
  }
  std::sort(covered.begin(), covered.end());
  covered.erase(std::unique(covered.begin(), covered.end()), covered.end());
  return covered == elements ? names : std::vector<std::string>{};
}

void take_the_rest(const CaseFile& file, Mesh& mesh, Model& model, std::size_t material) {
  ModelMaterial& own = model.materials[material];
  own.elements = without_material(model);
  if (own.elements.empty()) {
    throw file.error(regions_path(own.name),
                     fmt::format("material {} takes the regions that no other material names, and there are none: "
                                 "remove it, or name its regions",
                                 own.name));
  }
  own.regions = exact_cover(mesh, own.elements);
  if (own.regions.empty()) {
    std::vector<Group> groups = mesh.groups();
    Group& group = groups.emplace_back();
    group.name = everything_else;
    group.dimension = mesh.dimension();
    group.elements = own.elements;
    mesh = Mesh(mesh.dimension(), mesh.coordinates(), mesh.blocks(), std::move(groups));
    own.regions = {everything_else};
  }
  claim(file, mesh, model, material);
}

[[noreturn]] void fail_uncovered(const CaseFile& file, const Mesh& mesh, const std::vector<Index>& elements) {
  const std::vector<std::string> groups = groups_of(mesh, elements);
  const std::array<double, 3> x = mesh.centroid(elements.front());
  const std::string where = groups.empty()
                                ? fmt::format("they are in no physical group of {}s", dimension_name(mesh.dimension()))
                                : fmt::format("they are in {}", join_names(groups));
  throw file.error("materials",
                   fmt::format("{} of {} elements have no material, such as element {} at ({:.4g}, {:.4g}, {:.4g}) m; "
                               "{}: name their group in a material's regions, or use regions = [\"*\"] for all that no "
                               "other material names",
                               elements.size(), mesh.element_count(), mesh.element_tag(elements.front()), x[0], x[1],
                               x[2], where));
}

} // namespace

void assign_materials(const CaseFile& file, Mesh& mesh, Model& model) {
  model.material_of_element.assign(static_cast<std::size_t>(mesh.element_count()), -1);
  std::optional<std::size_t> rest;
  for (const std::string& name : file.children("materials")) {
    const std::string path = regions_path(name);
    ModelMaterial material{.name = name, .regions = file.names(path), .elements = {}, .elasticity = {}};
    const std::size_t number = model.materials.size();
    if (material.regions == std::vector<std::string>{everything_else}) {
      model.materials.push_back(std::move(material));
      rest = number;
      continue;
    }
    for (const std::string& region : material.regions) {
      if (region == everything_else) {
        throw file.error(path, fmt::format("{}: \"*\" stands alone: it takes all that no other material names", path));
      }
      const Group& group =
          at_place(file, path, [&]() -> const Group& { return mesh.group(region, mesh.dimension(), path); });
      material.elements.insert(material.elements.end(), group.elements.begin(), group.elements.end());
    }
    std::sort(material.elements.begin(), material.elements.end());
    material.elements.erase(std::unique(material.elements.begin(), material.elements.end()), material.elements.end());
    model.materials.push_back(std::move(material));
    claim(file, mesh, model, number);
  }
  if (rest) take_the_rest(file, mesh, model, *rest);
  const std::vector<Index> uncovered = without_material(model);
  if (!uncovered.empty()) fail_uncovered(file, mesh, uncovered);
}

PropertyPlace place_of(const Mesh& mesh, const ModelMaterial& material) {
  PropertyPlace place{.regions = material.regions, .elements = material.elements, .nodes = {}};
  for (const std::string& region : material.regions) {
    const std::vector<Index>& nodes = mesh.group(region).nodes;
    place.nodes.insert(place.nodes.end(), nodes.begin(), nodes.end());
  }
  std::sort(place.nodes.begin(), place.nodes.end());
  place.nodes.erase(std::unique(place.nodes.begin(), place.nodes.end()), place.nodes.end());
  return place;
}

} // namespace adjoule
