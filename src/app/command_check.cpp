#include "adjoule/app/gradient_task.hpp"
#include "adjoule/app/model_builder.hpp"
#include "adjoule/app/output.hpp"
#include "adjoule/app/report.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/core/version.hpp"
#include "adjoule/io/atomic_file.hpp"
#include "commands.hpp"

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

} // namespace

int command_check(const CaseOptions& options) {
  const CaseFile file = CaseFile::read(options.file, options.overrides);
  const Model model = build_model(file);
  chosen_fields(file, model);
  if (file.has("gradient")) plan_gradient(file, model);
  const MeshQuality quality = check_degeneracy(model.system->mesh());
  const std::string json = json_text(file, model, quality);
  if (!options.output.empty()) write_text_file(options.output / "check.json", json);
  if (options.json) {
    print(json);
  } else if (!options.quiet) {
    print(model_report(model) +
          fmt::format("  smallest scaled Jacobian {:.4g}, mean {:.4g}; connected parts: {}\n",
                      quality.minimum_scaled_jacobian, quality.mean_scaled_jacobian, quality.bodies) +
          fmt::format("{}: ready to solve\n", options.file.string()) + warning_report());
  }
  return 0;
}

} // namespace adjoule
