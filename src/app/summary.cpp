#include "summary.hpp"

#include "adjoule/core/instruction_set.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/core/memory.hpp"
#include "adjoule/core/version.hpp"
#include "field_extent.hpp"
#include "summary_identification.hpp"

#include <nlohmann/json.hpp>

namespace adjoule {
namespace {

using Json = nlohmann::ordered_json;

Json gradients_of(const Model& model, const GradientResult& result) {
  Json gradients = Json::object();
  const Parameters& parameters = model.system->parameters();
  for (const Gradient& gradient : result.gradients) {
    Json& entry = gradients[gradient.objective] = Json::object();
    for (const Parameter parameter : result.task.wrt) {
      entry[parameters.path(parameter)] = parameters.part(gradient.parameters, parameter)[0];
    }
  }
  return gradients;
}

Json unreached_by(const Model& model, const GradientResult& result) {
  Json unreached = Json::object();
  for (const Gradient& gradient : result.gradients) {
    Json& list = unreached[gradient.objective] = Json::array();
    for (const Parameter parameter : result.task.wrt) {
      if (!gradient.reaches[static_cast<std::size_t>(parameter.id)]) {
        list.push_back(model.system->parameters().path(parameter));
      }
    }
  }
  return unreached;
}

Json checks_of(const GradientResult& result) {
  Json checks = Json::object();
  for (const GradientCheckResult& entry : result.checks) {
    checks[entry.check.objective][entry.parameter] = {{"adjoint", entry.check.adjoint / entry.scale},
                                                      {"difference", entry.check.difference / entry.scale},
                                                      {"relative_error", entry.check.relative_error},
                                                      {"order", entry.check.rate},
                                                      {"linear", entry.check.linear},
                                                      {"passed", entry.check.passed}};
  }
  return checks;
}

/// One number, all of a few, or the extent of many.
Json values_of(std::span<const double> values) {
  if (values.size() == 1) return values[0];
  if (static_cast<Index>(values.size()) <= most_values_listed) return std::vector<double>(values.begin(), values.end());
  const FieldExtent extent = extent_of(values);
  return {{"count", values.size()}, {"least", extent.least}, {"mean", extent.mean}, {"largest", extent.largest}};
}

Json optimized_of(const OptimizationOutcome& outcome) {
  const Design& design = *outcome.design;
  const std::vector<double> values = design.values(outcome.result.x);
  Json variables = Json::object();
  for (int m = 0; m < design.map_count(); ++m) {
    variables[design.map(m).name()] = values_of(std::span(values).subspan(
        static_cast<std::size_t>(design.offset(m)), static_cast<std::size_t>(design.map(m).size())));
  }
  Json constraints = Json::object();
  for (const ConstraintOutcome& constraint : outcome.constraints) {
    Json& entry = constraints[constraint.bounds->quantity->spec.name] = {{"value", constraint.value}};
    if (constraint.bounds->lower) entry["lower"] = *constraint.bounds->lower;
    if (constraint.bounds->upper) entry["upper"] = *constraint.bounds->upper;
    entry["violation"] = constraint.violation;
    entry["met"] = constraint.met;
  }
  return {{"objective", outcome.objective},
          {"iterations", outcome.result.iterations},
          {"best_iteration", outcome.result.best},
          {"failed", outcome.result.failures},
          {"converged", outcome.result.end == OptimizationEnd::converged},
          {"feasible", outcome.feasible()},
          {"reason", outcome.result.reason},
          {"variables", std::move(variables)},
          {"constraints", std::move(constraints)}};
}

/// Reached: 0 where nothing was solved.
double load_factor_of(const RunSummary& summary) {
  if (summary.converged) return 1.0;
  return summary.load_steps > 0 ? summary.report.load_factor : 0.0;
}

Json stability_losses_of(const SolveReport& report) {
  Json losses = Json::array();
  for (const StabilityLoss& loss : report.stability_losses)
    losses.push_back({{"of", loss.in_time ? "time" : "load factor"},
                      {"from", loss.from},
                      {"to", loss.to},
                      {"node", loss.node},
                      {"at", loss.place}});
  return losses;
}

Json solve_of(const RunSummary& summary) {
  const RunSeconds& seconds = summary.seconds;
  const SolveReport& report = summary.report;
  const Index unknowns = summary.model ? unknown_count(*summary.model) : 0;
  const std::size_t peak = peak_memory();
  return {
      {"unknowns", unknowns},
      {"newton_iterations", report.newton_iterations},
      {"load_steps", summary.load_steps},
      {"rejected_steps", report.rejected_steps},
      {"load_factor", load_factor_of(summary)},
      {"stability_losses", stability_losses_of(report)},
      {"linear_solver", report.linear_solver},
      {"factorizations", report.factorizations},
      {"linear_iterations", report.linear_iterations},
      {"seconds",
       {{"mesh", seconds.mesh},
        {"model", seconds.model},
        {"assembly", seconds.assembly},
        {"factorization", seconds.factorization},
        {"solve", seconds.solve},
        {"adjoint", seconds.adjoint},
        {"output", seconds.output},
        {"other", seconds.other()},
        {"total", seconds.total}}},
      {"peak_memory_bytes", peak},
      {"peak_memory_bytes_per_unknown", unknowns > 0 ? static_cast<double>(peak) / static_cast<double>(unknowns) : 0.0},
      {"factor_bytes", report.factor_bytes},
      {"threads", summary.threads},
      {"instruction_set", name_of(instruction_set())}};
}

} // namespace

std::string summary_text(const RunSummary& summary) {
  Json json;
  json["case"] = summary.case_name;
  json["version"] = version();
  json["converged"] = summary.converged;
  if (!summary.message.empty()) json["message"] = summary.message;
  if (!summary.times.empty()) json["times"] = summary.times;
  json["quantities"] = Json::object();
  for (const auto& [name, value] : summary.quantities) json["quantities"][name] = value;
  if (summary.gradient) {
    json["gradients"] = gradients_of(*summary.model, *summary.gradient);
    json["does_not_reach"] = unreached_by(*summary.model, *summary.gradient);
    if (summary.gradient->task.check) json["gradient_check"] = checks_of(*summary.gradient);
  }
  if (summary.optimization) json["optimized"] = optimized_of(*summary.optimization);
  if (summary.fit) {
    json["identified"] = identified_json(*summary.identification, *summary.fit);
    json["identification"] = identification_json(*summary.identification, *summary.fit);
  }
  if (summary.model) {
    const Mesh& mesh = summary.model->system->mesh();
    json["mesh"] = {{"nodes", mesh.node_count()},
                    {"elements", mesh.element_count()},
                    {"order", mesh.order()},
                    {"dimension", mesh.dimension()}};
  }
  json["solve"] = solve_of(summary);
  json["warnings"] = warnings();
  // File names may hold bytes that are no UTF-8; they are replaced, and the summary is written all the same.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace adjoule
