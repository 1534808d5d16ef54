#include "adjoule/mesh/mesh.hpp"

#include "gmsh_functions.hpp"
#include "gmsh_session.hpp"
#include "raw_mesh.hpp"

#include "adjoule/core/error.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>

namespace adjoule {
namespace {

/// The numbers of the groups that something is in; Gmsh wants one entity for each such set.
using Membership = std::vector<int>;

/// Adds entities for sets of groups, and puts elements on them.
class EntityWriter {
 public:
  explicit EntityWriter(const Mesh& mesh) : mesh_(mesh) {}

  void add(int dimension, const Membership& groups, ElementType type, std::size_t tag, std::span<const Index> nodes) {
    Part& part = parts_[{dimension, groups}];
    Elements& elements = part[topology(type).gmsh_type];
    elements.tags.push_back(tag);
    for (const Index node : nodes) elements.nodes.push_back(static_cast<std::size_t>(node) + 1);
  }

  void write() const {
    std::map<int, std::pair<int, std::vector<int>>> entities_of_group;
    bool has_nodes = false;
    // From the top down, so that the entity that gets all nodes is one of the body.
    for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
      const auto& [dimension, groups] = part->first;
      const int entity = gmsh_functions().model.addDiscreteEntity(dimension);
      if (!has_nodes) add_nodes(dimension, entity);
      has_nodes = true;
      for (const auto& [gmsh_type, elements] : part->second)
        gmsh_functions().mesh.addElementsByType(entity, gmsh_type, elements.tags, elements.nodes);
      for (const int group : groups) {
        entities_of_group[group].first = dimension;
        entities_of_group[group].second.push_back(entity);
      }
    }
    gmsh_functions().mesh.reclassifyNodes();
    for (const auto& [group, entities] : entities_of_group) {
      gmsh_functions().model.addPhysicalGroup(entities.first, entities.second, group + 1);
      gmsh_functions().model.setPhysicalName(entities.first, group + 1,
                                             mesh_.groups()[static_cast<std::size_t>(group)].name);
    }
  }

 private:
  struct Elements {
    std::vector<std::size_t> tags, nodes;
  };
  using Part = std::map<int, Elements>; // by Gmsh's type

  void add_nodes(int dimension, int entity) const {
    std::vector<std::size_t> tags;
    std::vector<double> coordinates;
    for (const auto& point : mesh_.coordinates()) {
      tags.push_back(tags.size() + 1);
      coordinates.insert(coordinates.end(), point.begin(), point.end());
    }
    gmsh_functions().mesh.addNodes(dimension, entity, tags, coordinates);
  }

  const Mesh& mesh_;
  std::map<std::pair<int, Membership>, Part> parts_;
};

void add_all(const Mesh& mesh, EntityWriter& writer) {
  std::vector<Membership> of_element(static_cast<std::size_t>(mesh.element_count()));
  std::map<std::pair<Index, int>, Membership> of_facet;
  std::map<Index, Membership> of_node;
  for (std::size_t g = 0; g < mesh.groups().size(); ++g) {
    const Group& group = mesh.groups()[g];
    const int number = static_cast<int>(g);
    for (const Index element : group.elements) of_element[static_cast<std::size_t>(element)].push_back(number);
    for (const Facet& facet : group.facets) of_facet[{facet.element, facet.local_face}].push_back(number);
    if (group.dimension < mesh.dimension() - 1)
      for (const Index node : group.nodes) of_node[node].push_back(number);
  }
  std::size_t tag = 0;
  for (Index element = 0; element < mesh.element_count(); ++element) {
    const auto file_tag = static_cast<std::size_t>(mesh.element_tag(element));
    tag = std::max(tag, file_tag);
    writer.add(mesh.dimension(), of_element[static_cast<std::size_t>(element)], mesh.element_type(element), file_tag,
               mesh.element_nodes(element));
  }
  for (const auto& [side, groups] : of_facet) {
    const Facet facet{side.first, side.second};
    writer.add(mesh.dimension() - 1, groups, mesh.facet_type(facet), ++tag, mesh.facet_nodes(facet));
  }
  for (const auto& [node, groups] : of_node) writer.add(0, groups, ElementType::point1, ++tag, std::span(&node, 1));
}

} // namespace

void Mesh::write(const std::filesystem::path& file) const {
  if (extension_of(file) != ".msh")
    throw InputError(fmt::format("cannot write the mesh to {}: the name must end in .msh", file.string()));
  std::filesystem::path unfinished = file;
  unfinished.replace_extension(".unfinished.msh");
  {
    GmshSession session;
    session.run(fmt::format("cannot write {}", file.string()), [&] {
      gmsh_functions().model.add("adjoule");
      EntityWriter writer(*this);
      add_all(*this, writer);
      writer.write();
      gmsh_functions().option.setNumber("Mesh.MshFileVersion", 4.1);
      gmsh_functions().option.setNumber("Mesh.Binary", 1); // text would round the coordinates
      gmsh_functions().option.setNumber("Mesh.SaveAll", 1);
      gmsh_functions().write(unfinished.string());
    });
  }
  std::error_code error;
  std::filesystem::rename(unfinished, file, error);
  if (error) throw InputError(fmt::format("cannot write {}: {}", file.string(), error.message()));
}

} // namespace adjoule
