#include "raw_mesh.hpp"

#include "geo_parameters.hpp"
#include "gmsh_functions.hpp"
#include "gmsh_session.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fmt/core.h>
#include <fstream>
#include <functional>
#include <unistd.h>

namespace adjoule {
namespace {

/// A .geo that exists for as long as Gmsh reads it.
class TemporaryGeo {
 public:
  explicit TemporaryGeo(const std::string& text) {
    std::string name = (std::filesystem::temp_directory_path() / "adjoule-XXXXXX.geo").string();
    const int descriptor = mkstemps(name.data(), 4);
    if (descriptor < 0)
      throw InputError(fmt::format("cannot write {} (mesh parameters are handed to Gmsh there)", name));
    close(descriptor);
    path_ = name;
    std::ofstream(path_) << text;
  }
  ~TemporaryGeo() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryGeo(const TemporaryGeo&) = delete;
  TemporaryGeo& operator=(const TemporaryGeo&) = delete;

  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

void open_geo(const std::filesystem::path& file, const std::map<std::string, double>& parameters) {
  if (parameters.empty()) {
    gmsh_functions().open(file.string());
    return;
  }
  // Variables that are there already are left alone by DefineConstant; `open` would forget them, `merge` does not.
  const GeoOverrides overrides = override_parameters(file, parameters);
  for (const auto& [name, value] : overrides.onelab) gmsh_functions().onelab.setNumber(name, {value});
  gmsh_functions().model.add(file.stem().string());
  const TemporaryGeo assignments(overrides.assignments);
  gmsh_functions().merge(assignments.path());
  gmsh_functions().merge(file.string());
}

bool has_elements(int dimension) {
  std::vector<int> types;
  gmsh_functions().mesh.getElementTypes(types, dimension);
  return !types.empty();
}

double element_order() {
  double order = 1.0;
  gmsh_functions().option.getNumber("Mesh.ElementOrder", order);
  return order;
}

std::size_t count_elements(int dimension) {
  std::vector<int> types;
  std::vector<std::vector<std::size_t>> tags, nodes;
  gmsh_functions().mesh.getElements(types, tags, nodes, dimension, -1);
  std::size_t count = 0;
  for (const auto& of_type : tags) count += of_type.size();
  return count;
}

void refine(int times, int dimension) {
  constexpr double most_elements = 1e8;
  const double expected = static_cast<double>(count_elements(dimension)) * std::pow(2.0, dimension * times);
  if (expected > most_elements)
    throw InputError(fmt::format("refine = {} would make {:.2g} elements, more than {:.0e}; choose less", times,
                                 expected, most_elements));
  for (int i = 0; i < times; ++i) gmsh_functions().mesh.refine();
}

std::string unit_name(double unit) {
  for (const char* name : {"m", "mm", "um", "nm", "in"})
    if (std::abs(unit / length_unit(name) - 1.0) < 1e-9) return name;
  return fmt::format("{:g} m", unit);
}

/// The extents of the part, largest first.
std::array<double, 3> extents() {
  std::array<double, 3> low{}, high{};
  gmsh_functions().model.getBoundingBox(-1, -1, low[0], low[1], low[2], high[0], high[1], high[2]);
  std::array<double, 3> lengths{high[0] - low[0], high[1] - low[1], high[2] - low[2]};
  std::sort(lengths.begin(), lengths.end(), std::greater<>());
  return lengths;
}

/// Gmsh would run out of memory, or take hours, before it says anything.
void refuse_excess(const MeshOptions& options, int dimension) {
  constexpr double most_elements = 2e7, least_filling = 0.1; // of the bounding box, which is all that is known
  const std::array<double, 3> lengths = extents();
  double count = 1.0;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d)
    count *= std::max(1.0, lengths[d] / *options.size);
  if (!(least_filling * count > most_elements)) return;
  throw InputError(
      fmt::format("mesh.size = {:g} would make about {:.0e} elements of a part of {:.4g} x {:.4g} x {:.4g}: size is in "
                  "file units (here {})",
                  *options.size, count, lengths[0], lengths[1], lengths[2], unit_name(options.unit)));
}

void mesh_geometry(const MeshOptions& options) {
  const int dimension = gmsh_functions().model.getDimension();
  if (dimension < 2) return; // the caller says what is missing
  if (options.size) {
    refuse_excess(options, dimension);
    gmsh_functions().option.setNumber("Mesh.MeshSizeFactor", 1.0);
    gmsh_functions().option.setNumber("Mesh.MeshSizeMin", *options.size);
    gmsh_functions().option.setNumber("Mesh.MeshSizeMax", *options.size);
    if (has_elements(dimension)) gmsh_functions().mesh.clear();
  }
  const int order = options.order.value_or(static_cast<int>(std::lround(element_order())));
  // A .geo may have meshed itself, with commands of its own.
  if (!has_elements(dimension)) {
    gmsh_functions().option.setNumber("Mesh.ElementOrder", options.refine > 0 ? 1 : order);
    gmsh_functions().mesh.generate(dimension);
    if (options.refine == 0) return;
  }
  if (options.refine > 0) gmsh_functions().mesh.setOrder(1); // the mesh of the .geo's own commands may be quadratic
  refine(options.refine, dimension);
  if (options.order || options.refine > 0) gmsh_functions().mesh.setOrder(order);
}

void refine_stored_mesh(int times) {
  int dimension = 3;
  while (dimension > 0 && !has_elements(dimension)) --dimension;
  std::vector<int> types;
  gmsh_functions().mesh.getElementTypes(types, dimension);
  int order = 1;
  for (const int type : types) {
    const ElementTopology& element = topology(element_type_from_gmsh(type));
    order = std::max(order, element.order);
    const bool serendipity = element.type == ElementType::quadrilateral8 || element.type == ElementType::hexahedron20 ||
                             element.type == ElementType::prism15;
    if (serendipity)
      throw InputError(
          fmt::format("Gmsh cannot split the stored elements {}; leave out 'refine', or give the .geo that "
                      "the mesh was made of",
                      element.name));
  }
  refine(times, dimension);
  gmsh_functions().mesh.setOrder(order);
  if (order > 1) note("refine: the new mid-edge nodes of the stored quadratic mesh lie on straight edges");
}

void take_elements(RawMesh& mesh) {
  gmsh::vectorpair entities;
  gmsh_functions().model.getEntities(entities);
  for (const auto& [dimension, entity] : entities) {
    std::vector<int> types;
    std::vector<std::vector<std::size_t>> tags, nodes;
    gmsh_functions().mesh.getElements(types, tags, nodes, dimension, entity);
    for (std::size_t i = 0; i < types.size(); ++i) {
      std::string name;
      int type_dimension = 0, order = 0, node_count = 0, corners = 0;
      std::vector<double> local;
      gmsh_functions().mesh.getElementProperties(types[i], name, type_dimension, order, node_count, local, corners);
      mesh.elements.push_back({dimension, entity, types[i], name, std::move(tags[i]), std::move(nodes[i])});
    }
    std::string name;
    gmsh_functions().model.getEntityName(dimension, entity, name);
    if (!name.empty()) mesh.entity_names[{dimension, entity}] = name;
  }
}

void take_groups(RawMesh& mesh) {
  gmsh::vectorpair groups;
  gmsh_functions().model.getPhysicalGroups(groups);
  for (const auto& [dimension, tag] : groups) {
    RawGroup group{dimension, tag, "", {}};
    gmsh_functions().model.getPhysicalName(dimension, tag, group.name);
    gmsh_functions().model.getEntitiesForPhysicalGroup(dimension, tag, group.entities);
    for (int& entity : group.entities) entity = std::abs(entity);
    mesh.groups.push_back(std::move(group));
  }
}

} // namespace

std::string extension_of(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return extension;
}

RawMesh load_with_gmsh(const std::filesystem::path& file, const MeshOptions& options) {
  RawMesh mesh;
  mesh.file = file.string();
  mesh.unit = options.unit;
  const bool stored = extension_of(file) == ".msh";
  std::optional<MshFile> msh;
  if (stored) msh.emplace(file);

  GmshSession session;
  session.run(fmt::format("cannot read {}", mesh.file), [&] {
    if (msh) mesh.stored = msh->elements();
    if (options.refine > 0) mesh.stored = {}; // the split elements have new numbers
    if (extension_of(file) == ".geo") {
      open_geo(file, options.parameters);
    } else {
      gmsh_functions().open(mesh.file);
    }
    gmsh_functions().option.setNumber("General.Terminal", 0); // a .geo may set it
  });
  session.run(fmt::format("cannot mesh {}", mesh.file), [&] {
    if (!stored) mesh_geometry(options);
    if (stored && options.refine > 0) refine_stored_mesh(options.refine);
  });
  session.run(fmt::format("cannot take the mesh of {} from Gmsh", mesh.file), [&] {
    gmsh_functions().mesh.getNodes(mesh.node_tags, mesh.coordinates);
    take_elements(mesh);
    take_groups(mesh);
    mesh.file_nodes = msh && options.refine == 0 ? msh->node_count() : mesh.node_tags.size();
  });
  for (const std::string& warning : session.warnings()) note(fmt::format("Gmsh, about {}: {}", mesh.file, warning));
  return mesh;
}

} // namespace adjoule
