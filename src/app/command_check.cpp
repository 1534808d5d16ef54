#include "adjoule/app/design_builder.hpp"
#include "adjoule/app/gradient_task.hpp"
#include "adjoule/app/homogeneous_builder.hpp"
#include "adjoule/app/measurement_builder.hpp"
#include "adjoule/app/model_builder.hpp"
#include "adjoule/app/optimization_task.hpp"
#include "adjoule/app/output.hpp"
#include "adjoule/app/report.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/core/version.hpp"
#include "adjoule/io/atomic_file.hpp"
#include "commands.hpp"
#include "identification_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace adjoule {
namespace {

std::string json_text(const CaseFile& file, const Model& model, const MeshQuality& quality) {
  const Mesh& mesh = model.system->mesh();
  nlohmann::ordered_json json;
  json["case"] = file.name();
  json["version"] = version();
  json["mesh"] = {{"nodes", mesh.node_count()},
                  {"elements", mesh.element_count()},
                  {"order", mesh.order()},
                  {"dimension", mesh.dimension()},
                  {"minimum_scaled_jacobian", quality.minimum_scaled_jacobian},
                  {"bodies", quality.bodies}};
  json["warnings"] = warnings();
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

/// Models, data, unknowns and regularisation of [identify].
Identification read_identification(const CaseFile& file) {
  return build_identification(file, [](const std::string&) {});
}

/// A case of homogeneous tests alone.
int check_mesh_free(const CaseFile& file, const CaseOptions& options) {
  const Identification identification = read_identification(file);
  const nlohmann::ordered_json json{{"case", file.name()}, {"version", version()}, {"warnings", warnings()}};
  const std::string text = json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  if (!options.output.empty()) write_text_file(options.output / "check.json", text);
  if (options.json) {
    print(text);
  } else if (!options.quiet) {
    print(identification_report(identification) + fmt::format("{}: ready to identify\n", options.file.string()) +
          warning_report());
  }
  return 0;
}

std::string data_without_unknowns(const CaseFile& file, const Model& model) {
  std::string data;
  for (const std::string& name : measurement_names(file))
    data += "  " + data_report(build_measurement(file, model, name, model.times).record);
  for (const BuiltHomogeneousTest& built : build_homogeneous_tests(file, model.system->parameters()))
    data += "  " + data_report(built.record);
  return data;
}

} // namespace

int command_check(const CaseOptions& options) {
  const CaseFile file = CaseFile::read(options.file, options.overrides);
  if (is_mesh_free(file)) return check_mesh_free(file, options);
  // Data serve a misfit too, so that unknowns need not be there.
  std::optional<Identification> identification;
  std::optional<Model> alone;
  if (file.has("identify.unknowns")) {
    identification = read_identification(file);
  } else {
    alone = build_model(file);
  }
  const Model& model = alone ? *alone : *identification->main().model;
  chosen_fields(file, model);
  if (file.has("gradient")) plan_gradient(file, model);
  if (file.has("optimize")) {
    plan_optimization(file, model);
    build_design(file, model, "optimize.variables");
  }
  const std::string data = identification ? identification_report(*identification) : data_without_unknowns(file, model);
  const MeshQuality quality = check_degeneracy(model.system->mesh());
  const std::string json = json_text(file, model, quality);
  if (!options.output.empty()) write_text_file(options.output / "check.json", json);
  if (options.json) {
    print(json);
  } else if (!options.quiet) {
    print(model_report(model) +
          fmt::format("  smallest scaled Jacobian {:.4g}, mean {:.4g}; connected parts: {}\n",
                      quality.minimum_scaled_jacobian, quality.mean_scaled_jacobian, quality.bodies) +
          data + fmt::format("{}: ready to solve\n", options.file.string()) + warning_report());
  }
  return 0;
}

} // namespace adjoule
