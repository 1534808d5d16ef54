#include "adjoule/app/design_builder.hpp"
#include "adjoule/app/gradient_task.hpp"
#include "adjoule/app/homogeneous_builder.hpp"
#include "adjoule/app/measurement_builder.hpp"
#include "adjoule/app/model_builder.hpp"
#include "adjoule/app/optimization_task.hpp"
#include "adjoule/app/output.hpp"
#include "adjoule/app/report.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/core/memory.hpp"
#include "adjoule/core/version.hpp"
#include "adjoule/io/atomic_file.hpp"
#include "commands.hpp"
#include "identification_report.hpp"
#include "text_table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace adjoule {
namespace {

/// Bytes that a run will have at most, those for factors among them, and bytes that are left now.
struct RunMemory {
  double peak, more, factors, available;
};

RunMemory foresee_memory(const CaseFile& file, const Model& model) {
  const bool adjoint = file.has("gradient") || file.has("optimize") || file.has("identify");
  const MemoryDemand demand = model.system->memory_demand(model.options, adjoint);
  const double more = demand.total() + output_memory(model, chosen_fields(file, model));
  return {.peak = std::max(static_cast<double>(peak_memory()), static_cast<double>(resident_memory()) + more),
          .more = more,
          .factors = demand.factors,
          .available = static_cast<double>(available_memory())};
}

std::string memory_text(const RunMemory& memory) {
  const std::string text =
      fmt::format("  memory of a run: about {}, {} of it for the factors of the linear systems; {} are left\n",
                  bytes_text(memory.peak), bytes_text(memory.factors), bytes_text(memory.available));
  if (memory.more > memory.available)
    warn("the solve will not fit into the memory that is left: use a coarser mesh (mesh.size), linear elements "
         "(mesh.order = 1) or solve.linear_solver = \"petsc\"");
  return text;
}

std::string json_text(const CaseFile& file, const Model& model, const MeshQuality& quality, const RunMemory& memory) {
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
  json["memory"] = {
      {"peak_bytes", memory.peak}, {"factor_bytes", memory.factors}, {"available_bytes", memory.available}};
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
  const RunMemory memory = foresee_memory(file, model);
  const std::string memory_line = memory_text(memory), json = json_text(file, model, quality, memory);
  if (!options.output.empty()) write_text_file(options.output / "check.json", json);
  if (options.json) {
    print(json);
  } else if (!options.quiet) {
    print(model_report(model) +
          fmt::format("  smallest scaled Jacobian {:.4g}, mean {:.4g}; connected parts: {}\n",
                      quality.minimum_scaled_jacobian, quality.mean_scaled_jacobian, quality.bodies) +
          memory_line + data + fmt::format("{}: ready to solve\n", options.file.string()) + warning_report());
  }
  return 0;
}

} // namespace adjoule
