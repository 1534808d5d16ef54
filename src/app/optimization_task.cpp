#include "adjoule/app/optimization_task.hpp"

#include <fmt/format.h>

#include <map>

namespace adjoule {
namespace {

OptimizationMethod method_of(const CaseFile& file, bool constrained) {
  static const std::map<std::string, OptimizationMethod> methods{{"mma", OptimizationMethod::mma},
                                                                 {"ccsaq", OptimizationMethod::ccsaq},
                                                                 {"lbfgs", OptimizationMethod::lbfgs},
                                                                 {"slsqp", OptimizationMethod::slsqp}};
  if (file.has("optimize.method")) return methods.at(file.text("optimize.method"));
  return constrained ? OptimizationMethod::mma : OptimizationMethod::lbfgs;
}

} // namespace

OptimizationTask plan_optimization(const CaseFile& file, const Model& model) {
  if (!file.has("optimize")) {
    throw InputError(fmt::format("{}: the file has no [optimize]: add that section with maximize or minimize, the name "
                                 "of a quantity, and [optimize.variables.\"PATH\"] (`adjoule help optimize`)",
                                 file.file().string()));
  }
  OptimizationTask task;
  task.maximize = file.has("optimize.maximize");
  task.objective = &model.quantity(file.text(task.maximize ? "optimize.maximize" : "optimize.minimize"));
  for (const std::string& name : file.children("optimize.constraints")) {
    const std::string place = join_case_path("optimize.constraints", name);
    QuantityBounds bounds{.quantity = &model.quantity(name), .lower = {}, .upper = {}};
    if (file.has(place + ".lower")) bounds.lower = file.number(place + ".lower");
    if (file.has(place + ".upper")) bounds.upper = file.number(place + ".upper");
    task.constraints.push_back(bounds);
  }
  task.options.method = method_of(file, !task.constraints.empty());
  task.options.max_iterations = file.integer("optimize.max_iterations");
  task.options.tolerance = file.number("optimize.tolerance");
  task.options.constraint_tolerance = file.number("optimize.constraint_tolerance");
  return task;
}

} // namespace adjoule
