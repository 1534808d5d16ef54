#include "mesh_builder.hpp"

#include "element_geometry.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/core/nearest_name.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <set>

namespace adjoule {
namespace {

/// A group of the mesh to be, as the entities that it is made of.
struct GroupPlan {
  std::string name;
  int dimension;
  std::vector<std::pair<int, std::vector<int>>> parts; ///< physical number (0: no matter which) and entities
};

/// The name that a STEP file gives an entity, without the path of the assembly; empty if it says nothing.
std::string given_name(const RawMesh& raw, int dimension, int entity) {
  const auto found = raw.entity_names.find({dimension, entity});
  if (found == raw.entity_names.end()) return "";
  const std::string name = found->second.substr(found->second.rfind('/') + 1);
  return name.starts_with("Open CASCADE STEP translator") ? "" : name;
}

void add_part(std::vector<GroupPlan>& plans, const std::string& name, int dimension, int tag,
              std::vector<int> entities) {
  for (GroupPlan& plan : plans) {
    if (plan.name != name || plan.dimension != dimension) continue;
    plan.parts.emplace_back(tag, std::move(entities));
    return;
  }
  plans.push_back({name, dimension, {{tag, std::move(entities)}}});
}

std::vector<GroupPlan> plan_physical_groups(const RawMesh& raw) {
  std::map<std::string, int> unnamed; // how many unnamed groups share a number
  for (const RawGroup& group : raw.groups) {
    if (group.name.empty())
      ++unnamed[std::to_string(group.tag)];
    else
      ++unnamed[group.name];
  }
  std::vector<GroupPlan> plans;
  std::vector<std::string> invented;
  for (const RawGroup& group : raw.groups) {
    std::string name = group.name;
    if (name.empty()) {
      name = std::to_string(group.tag);
      if (unnamed[name] > 1) name = dimension_name(group.dimension) + name;
      invented.push_back(fmt::format("'{}' ({} {})", name, dimension_name(group.dimension), group.tag));
    }
    add_part(plans, name, group.dimension, group.tag, group.entities);
  }
  if (!invented.empty())
    note(fmt::format("{}: physical groups without a name are called by their number: {}", raw.file,
                     join_names(invented)));
  return plans;
}

/// Groups of the geometric entities that hold elements, of one dimension or (-1) all.
void plan_entity_groups(const RawMesh& raw, int dimension, std::vector<GroupPlan>& plans) {
  std::vector<std::string> names;
  std::set<std::pair<int, int>> seen;
  for (const RawElements& elements : raw.elements) {
    if ((dimension >= 0 && elements.dimension != dimension) ||
        !seen.insert({elements.dimension, elements.entity}).second)
      continue;
    std::string name = given_name(raw, elements.dimension, elements.entity);
    if (name.empty()) name = dimension_name(elements.dimension) + std::to_string(elements.entity);
    add_part(plans, name, elements.dimension, 0, {elements.entity});
  }
  for (const GroupPlan& plan : plans)
    if (plan.dimension >= 2) names.push_back(plan.name);
  const std::string message = fmt::format(
      "{}: no physical group{}, so the geometric entities stand for {}: {}. Name the regions and boundaries with "
      "Physical Volume, Physical Surface, Physical Curve in Gmsh",
      raw.file, dimension >= 0 ? " of " + dimension_name(dimension) + "s" : "s (or all are 0)",
      dimension >= 0 ? "regions" : "groups", join_names(names));
  const std::string extension = extension_of(raw.file);
  if (extension == ".step" || extension == ".stp")
    note(message);
  else
    warn(message);
}

void refuse_equal_names(const RawMesh& raw, const std::vector<GroupPlan>& plans) {
  std::map<std::string, int> dimension_of;
  for (const GroupPlan& plan : plans) {
    const auto [known, is_new] = dimension_of.emplace(plan.name, plan.dimension);
    if (!is_new)
      throw InputError(fmt::format("{}: two groups are called '{}', a {} and a {}; rename one of them", raw.file,
                                   plan.name, dimension_name(known->second), dimension_name(plan.dimension)));
  }
}

/// Sides of a group in the file, waiting for the elements behind them.
struct WantedFacets {
  std::vector<std::array<Index, 4>> keys;
  std::vector<std::size_t> tags;
  std::vector<std::array<double, 3>> places;
  std::size_t total = 0;
};

class GroupBuilder {
 public:
  GroupBuilder(const RawMesh& raw, const MeshNumbering& numbering) : raw_(raw), numbering_(numbering) {
    for (std::size_t i = 0; i < raw.node_tags.size(); ++i) position_[raw.node_tags[i]] = i;
  }

  Group build(const GroupPlan& plan) const {
    Group group{plan.name, plan.dimension, 0, "", {}, {}, {}};
    WantedFacets wanted;
    std::set<int> entities;
    for (const auto& [tag, part_entities] : plan.parts) {
      for (std::size_t r = 0; r < raw_.elements.size(); ++r) {
        const RawElements& elements = raw_.elements[r];
        const bool is_part =
            elements.dimension == plan.dimension &&
            std::find(part_entities.begin(), part_entities.end(), elements.entity) != part_entities.end();
        if (!is_part) continue;
        entities.insert(elements.entity);
        for (std::size_t k = 0; k < elements.tags.size(); ++k)
          if (tag == 0 || is_in_physical_group(elements.tags[k], tag)) take(r, k, group, wanted);
      }
    }
    group.entities = static_cast<int>(entities.size());
    resolve(wanted, group);
    sort_unique(group.elements);
    sort_unique(group.nodes);
    if (group.nodes.empty() && group.fault.empty())
      group.fault = fmt::format("group '{}' of {} holds no node of the body's elements: a {} of construction geometry, "
                                "or one that was not meshed",
                                group.name, raw_.file, dimension_name(group.dimension));
    return group;
  }

 private:
  bool is_in_physical_group(std::size_t element, int tag) const {
    if (!raw_.stored.physical_tags) return true;
    const auto found = raw_.stored.physical_tags->find(static_cast<std::int64_t>(element));
    return found != raw_.stored.physical_tags->end() &&
           std::find(found->second.begin(), found->second.end(), tag) != found->second.end();
  }

  void take(std::size_t r, std::size_t k, Group& group, WantedFacets& wanted) const {
    const RawElements& elements = raw_.elements[r];
    const std::size_t n = elements.nodes.size() / elements.tags.size();
    bool complete = true;
    std::vector<Index> nodes;
    for (std::size_t i = 0; i < n; ++i) {
      const auto found = numbering_.node.find(elements.nodes[k * n + i]);
      if (found != numbering_.node.end())
        nodes.push_back(found->second);
      else
        complete = false;
    }
    group.nodes.insert(group.nodes.end(), nodes.begin(), nodes.end());
    if (group.dimension == numbering_.dimension) group.elements.push_back(numbering_.element[r][k]);
    if (group.dimension != numbering_.dimension - 1) return;
    ++wanted.total;
    const std::size_t corners = static_cast<std::size_t>(topology(element_type_from_gmsh(elements.gmsh_type)).corners);
    if (complete)
      wanted.keys.push_back(corner_key(std::span(nodes).first(corners)));
    else
      wanted.keys.push_back({-1, -1, -1, -1});
    wanted.tags.push_back(elements.tags[k]);
    std::array<double, 3> place{};
    for (std::size_t i = 0; i < corners; ++i)
      for (std::size_t d = 0; d < 3; ++d)
        place[d] += raw_.unit * raw_.coordinates[3 * position_.at(elements.nodes[k * n + i]) + d] /
                    static_cast<double>(corners);
    wanted.places.push_back(place);
  }

  void resolve(const WantedFacets& wanted, Group& group) const {
    const std::vector<Facet> facets = find_facets(numbering_.blocks, wanted.keys);
    std::size_t lost = 0, first_lost = 0;
    for (std::size_t i = 0; i < facets.size(); ++i) {
      if (facets[i].element >= 0) {
        group.facets.push_back(facets[i]);
      } else if (lost++ == 0) {
        first_lost = i;
      }
    }
    std::sort(group.facets.begin(), group.facets.end(), [](const Facet& a, const Facet& b) {
      return std::pair(a.element, a.local_face) < std::pair(b.element, b.local_face);
    });
    group.facets.erase(std::unique(group.facets.begin(), group.facets.end()), group.facets.end());
    if (lost == 0) return;
    const auto& p = wanted.places[first_lost];
    group.fault = fmt::format(
        "group '{}' of {}: {} of its {} {} elements are the side of no element of the body, the first is number {} at "
        "({:.6g}, {:.6g}, {:.6g}) m. The surface and the body do not share nodes (Gmsh: Coherence; or "
        "BooleanFragments before meshing), or the body beside it is missing from the mesh",
        group.name, raw_.file, lost, wanted.total, dimension_name(group.dimension), wanted.tags[first_lost], p[0], p[1],
        p[2]);
  }

  static void sort_unique(std::vector<Index>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  }

  const RawMesh& raw_;
  const MeshNumbering& numbering_;
  std::unordered_map<std::size_t, std::size_t> position_;
};

} // namespace

std::vector<Group> build_groups(const RawMesh& raw, const MeshNumbering& numbering) {
  std::vector<GroupPlan> plans = plan_physical_groups(raw);
  if (plans.empty()) {
    plan_entity_groups(raw, -1, plans);
  } else if (std::none_of(plans.begin(), plans.end(),
                          [&](const GroupPlan& plan) { return plan.dimension == numbering.dimension; })) {
    plan_entity_groups(raw, numbering.dimension, plans);
  }
  refuse_equal_names(raw, plans);

  const GroupBuilder builder(raw, numbering);
  std::vector<Group> groups;
  for (const GroupPlan& plan : plans) groups.push_back(builder.build(plan));
  return groups;
}

} // namespace adjoule
