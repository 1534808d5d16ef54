#include "adjoule/app/report.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

struct Line {
  Parameter parameter;
  double derivative = 0.0;
  std::optional<double> normalised; ///< % of the quantity per % of the parameter
};

/// "m/V", "K/(W/(m K))"; that of the quantity for a pure number.
/// Empty where the quantity's unit is not known.
std::string derivative_unit(const std::string& quantity, const std::string& parameter) {
  if (quantity.empty()) return {};
  if (parameter == "1") return quantity;
  const bool plain = parameter.find_first_of("/ (^") == std::string::npos;
  return plain ? fmt::format("{}/{}", quantity, parameter) : fmt::format("{}/({})", quantity, parameter);
}

std::string quantity_table(const Parameters& parameters, const ModelQuantity& quantity, const Gradient& gradient,
                           const std::vector<Parameter>& wrt) {
  std::vector<Line> lines;
  std::vector<std::string> unreached;
  for (const Parameter parameter : wrt) {
    if (!gradient.reaches[static_cast<std::size_t>(parameter.id)]) {
      unreached.push_back(parameters.path(parameter));
      continue;
    }
    Line line{
        .parameter = parameter, .derivative = parameters.part(gradient.parameters, parameter)[0], .normalised = {}};
    const double value = parameters.value(parameter);
    if (value != 0.0 && gradient.value != 0.0) line.normalised = line.derivative * value / gradient.value;
    lines.push_back(line);
  }
  std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
    return std::abs(a.normalised.value_or(-1.0)) * (a.normalised ? 1.0 : -1.0) >
           std::abs(b.normalised.value_or(-1.0)) * (b.normalised ? 1.0 : -1.0);
  });
  std::vector<TextRow> rows{{"parameter", "% per %", "derivative", "unit", "value"}};
  for (const Line& line : lines) {
    const std::string& unit = parameters.unit(line.parameter);
    const bool vanishes = line.normalised && std::abs(*line.normalised) < 5e-6; // would be "-0.00000"
    rows.push_back({parameters.path(line.parameter),
                    vanishes          ? "0"
                    : line.normalised ? fmt::format("{:.5f}", *line.normalised)
                                      : "-",
                    short_number(line.derivative), derivative_unit(quantity.unit, unit),
                    short_number(parameters.value(line.parameter)) + (unit == "1" ? "" : " " + unit)});
  }
  std::string text = fmt::format("\nderivatives of {} = {:.9g}{}{}\n", quantity.spec.name, gradient.value,
                                 quantity.unit.empty() ? "" : " ", quantity.unit);
  text += text_table(rows);
  if (!unreached.empty()) text += "  does not reach: " + join_names(unreached, unreached.size()) + "\n";
  return text;
}

} // namespace

std::string gradient_report(const Model& model, const GradientResult& result) {
  std::string text;
  for (std::size_t k = 0; k < result.gradients.size(); ++k) {
    text += quantity_table(model.system->parameters(), *result.task.of[k], result.gradients[k], result.task.wrt);
  }
  double error = 0.0;
  for (const Gradient& gradient : result.gradients) error = std::max(error, gradient.adjoint_error);
  text += fmt::format("  estimated relative error of the adjoint solutions: {:.1e}\n", error);
  for (const ElementField& field : model.element_fields) {
    if (!field.in_gradient) continue;
    text += fmt::format("  sensitivity per element to {}: in fields.vtu\n", field.path);
  }
  if (result.task.shape) text += "  sensitivity to the node coordinates: in fields.vtu\n";
  for (const GradientCheckResult& check : result.checks) text += fmt::format("\n{}", check_table(check.check));
  const auto passed = std::count_if(result.checks.begin(), result.checks.end(),
                                    [](const GradientCheckResult& check) { return check.check.passed; });
  if (!result.checks.empty()) text += fmt::format("\nTaylor tests: {} of {} passed\n", passed, result.checks.size());
  return text;
}

} // namespace adjoule
