#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/core/version.hpp"
#include "adjoule/io/vtu_writer.hpp"
#include "adjoule/mesh/report.hpp"
#include "commands.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>

namespace adjoule {
namespace {

std::optional<double> as_number(const std::string& text) {
  double value = 0.0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

double metres(const std::string& unit) {
  if (unit.empty()) return 1.0;
  const std::optional<double> number = as_number(unit);
  if (!number) return length_unit(unit);
  if (!(*number > 0.0)) throw InputError(fmt::format("--unit {}: metres per file unit have to be positive", unit));
  return *number;
}

MeshOptions mesh_options(const MeshCommandOptions& options) {
  MeshOptions mesh{.unit = metres(options.unit),
                   .order = options.order,
                   .size = options.size,
                   .refine = options.refine,
                   .parameters = {}};
  for (const std::string& text : options.parameters) {
    const std::size_t equals = text.rfind('=');
    const std::optional<double> value =
        equals == std::string::npos || equals == 0 ? std::nullopt : as_number(text.substr(equals + 1));
    if (!value) throw InputError(fmt::format("--parameter {}: write NAME=NUMBER, such as --parameter gap=2.0", text));
    mesh.parameters[text.substr(0, equals)] = *value;
  }
  return mesh;
}

/// The groups as element fields: the number of the first region that holds the element, from 1.
OutputFields region_fields(const Mesh& mesh) {
  FieldArray regions{"region", 1, std::vector<double>(static_cast<std::size_t>(mesh.element_count()), 0.0)};
  OutputFields fields;
  int number = 0;
  for (const Group& group : mesh.groups()) {
    if (group.dimension != mesh.dimension()) continue;
    ++number;
    fields.metadata[fmt::format("region {}", number)] = group.name;
    for (const Index element : group.elements) {
      double& region = regions.values[static_cast<std::size_t>(element)];
      if (region == 0.0) region = number;
    }
  }
  fields.cell.push_back(std::move(regions));
  return fields;
}

void write_mesh(const Mesh& mesh, const std::filesystem::path& file) {
  if (file.extension() == ".vtu") return write_vtu(file, mesh, region_fields(mesh));
  if (file.extension() == ".msh") return mesh.write(file);
  throw InputError(fmt::format("--output {}: a mesh is written as .msh or .vtu", file.string()));
}

std::string json_text(const Mesh& mesh, const MeshQuality& quality) {
  nlohmann::ordered_json json;
  json["version"] = version();
  json["mesh"] = {{"nodes", mesh.node_count()},
                  {"elements", mesh.element_count()},
                  {"order", mesh.order()},
                  {"dimension", mesh.dimension()}};
  const auto [low, high] = mesh.bounding_box();
  json["bounding_box"] = {low, high};
  json["groups"] = nlohmann::ordered_json::object();
  for (const Group& group : mesh.groups()) {
    json["groups"][group.name] = {{"dimension", group.dimension},
                                  {"elements", group.elements.size()},
                                  {"facets", group.facets.size()},
                                  {"nodes", group.nodes.size()}};
  }
  json["quality"] = {{"minimum_scaled_jacobian", quality.minimum_scaled_jacobian},
                     {"mean_scaled_jacobian", quality.mean_scaled_jacobian},
                     {"inverted", quality.inverted.size()},
                     {"zero_volume", quality.zero_volume.size()},
                     {"orphan_nodes", quality.orphan_nodes.size() + static_cast<std::size_t>(quality.dropped_nodes)},
                     {"coincident_nodes", quality.coincident_nodes.size()},
                     {"bodies", quality.bodies}};
  json["warnings"] = warnings();
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace

int command_mesh(const MeshCommandOptions& options) {
  const Mesh mesh = Mesh::read(options.file, mesh_options(options));
  if (options.unit.empty()) note("no --unit given: lengths are in file units; with --unit UNIT they are in metres");
  const MeshQuality quality = check_degeneracy(mesh);
  if (options.json) {
    print(json_text(mesh, quality));
  } else if (!options.quiet) {
    print(mesh_report(mesh, quality, options.unit.empty() ? "file units" : "m"));
  }
  if (!options.output.empty()) write_mesh(mesh, options.output);
  require_valid(mesh, quality);
  return 0;
}

} // namespace adjoule
