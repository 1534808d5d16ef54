// The maps of single numbers and of fields.
#include "adjoule/core/error.hpp"
#include "adjoule/inverse/design.hpp"
#include "to_size.hpp"
#include "variable_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

/// Variables each with a scale of its own.
class ScaledMap : public DesignMap {
 public:
  ScaledMap(std::string name, std::string unit, std::vector<double> start, std::vector<VariableScale> scales)
      : name_(std::move(name)), unit_(std::move(unit)), start_(std::move(start)), scales_(std::move(scales)) {}

  const std::string& name() const override { return name_; }
  const std::string& unit() const override { return unit_; }
  Index size() const override { return static_cast<Index>(scales_.size()); }
  std::vector<double> start() const override {
    return of_each([this](std::size_t i) { return scales_[i].variable(start_[i]); });
  }
  std::vector<double> lower() const override {
    return of_each([this](std::size_t i) { return scales_[i].lower(); });
  }
  std::vector<double> upper() const override {
    return of_each([this](std::size_t i) { return scales_[i].upper(); });
  }
  std::vector<double> values(std::span<const double> x) const override {
    return of_each([&](std::size_t i) { return scales_[i].value(x[i]); });
  }
  std::vector<double> value_derivatives(std::span<const double> x) const override {
    return of_each([&](std::size_t i) { return scales_[i].derivative(x[i]); });
  }

 private:
  template <class Function>
  std::vector<double> of_each(const Function& function) const {
    std::vector<double> result;
    for (std::size_t i = 0; i < scales_.size(); ++i) result.push_back(function(i));
    return result;
  }

  std::string name_;
  std::string unit_;
  std::vector<double> start_;
  std::vector<VariableScale> scales_;
};

class ScalarMap final : public ScaledMap {
 public:
  using ScaledMap::ScaledMap;

  bool acts_on(const Parameters& parameters) const override { return parameters.contains(name()); }
  void apply(std::span<const double> x, Parameters& parameters) const override {
    parameters.set(parameters.find(name()), values(x)[0]);
  }
  void add_vjp(std::span<const double> x, const Parameters& parameters, const ParameterVector& sensitivity,
               std::span<double> dual) const override {
    dual[0] += value_derivatives(x)[0] * parameters.part(sensitivity, parameters.find(name()))[0];
  }
  void add_jvp(std::span<const double> x, const Parameters& parameters, std::span<const double> change,
               ParameterVector& direction) const override {
    parameters.part(direction, parameters.find(name()))[0] += value_derivatives(x)[0] * change[0];
  }
};

class FieldMap final : public ScaledMap {
 public:
  FieldMap(FieldVariable field, std::string unit, std::vector<double> start, std::vector<VariableScale> scales)
      : ScaledMap(field.name, std::move(unit), std::move(start), std::move(scales)), field_(std::move(field)) {}

  bool acts_on(const Parameters& parameters) const override { return parameters.contains(field_.parameter); }
  void apply(std::span<const double> x, Parameters& parameters) const override {
    const Parameter parameter = parameters.find(field_.parameter);
    const std::vector<double> of_variable = values(x);
    std::vector<double> entries;
    for (const Index variable : field_.variable_of_entry) {
      // A bound of the value is one of the entry only to rounding.
      entries.push_back(std::clamp(of_variable[to_size(variable)] - field_.offset, parameters.lower(parameter),
                                   parameters.upper(parameter)));
    }
    parameters.set(parameter, entries);
  }
  void add_vjp(std::span<const double> x, const Parameters& parameters, const ParameterVector& sensitivity,
               std::span<double> dual) const override {
    const std::span<const double> entries = parameters.part(sensitivity, parameters.find(field_.parameter));
    const std::vector<double> derivative = value_derivatives(x);
    for (std::size_t e = 0; e < entries.size(); ++e) {
      const std::size_t i = to_size(field_.variable_of_entry[e]);
      dual[i] += derivative[i] * entries[e];
    }
  }
  void add_jvp(std::span<const double> x, const Parameters& parameters, std::span<const double> change,
               ParameterVector& direction) const override {
    const std::span<double> entries = parameters.part(direction, parameters.find(field_.parameter));
    const std::vector<double> derivative = value_derivatives(x);
    for (std::size_t e = 0; e < entries.size(); ++e) {
      const std::size_t i = to_size(field_.variable_of_entry[e]);
      entries[e] += derivative[i] * change[i];
    }
  }

 private:
  FieldVariable field_;
};

void check_field(const FieldVariable& field, Index entries) {
  if (static_cast<Index>(field.variable_of_entry.size()) != entries) {
    throw InputError(fmt::format("{}: {} has {} values, and {} of them are given a variable", field.name,
                                 field.parameter, entries, field.variable_of_entry.size()));
  }
  std::vector<bool> used(field.measure.size(), false);
  for (const Index variable : field.variable_of_entry) {
    if (variable < 0 || to_size(variable) >= used.size()) {
      throw InputError(
          fmt::format("{}: variable {} is asked for, and {} have a volume", field.name, variable, used.size()));
    }
    used[to_size(variable)] = true;
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) throw InputError(fmt::format("{}: no value belongs to variable {}", field.name, i));
    if (!(field.measure[i] > 0.0) || !std::isfinite(field.measure[i]))
      throw InputError(fmt::format("{}: the volume of variable {} is not positive", field.name, i));
  }
}

// The value in each group now: the mean of its entries.
std::vector<double> present_values(const FieldVariable& field, std::span<const double> entries) {
  std::vector<double> sum(field.measure.size(), 0.0), count(field.measure.size(), 0.0);
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const std::size_t i = to_size(field.variable_of_entry[e]);
    sum[i] += entries[e] + field.offset;
    count[i] += 1.0;
  }
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] /= count[i];
  return sum;
}

std::vector<double> volume_weights(const std::vector<double>& measure) {
  double total = 0.0;
  for (const double part : measure) total += part;
  std::vector<double> weights;
  for (const double part : measure) weights.push_back(std::sqrt(part / total));
  return weights;
}

} // namespace

std::unique_ptr<DesignMap> make_scalar_variable(const Parameters& parameters, const std::string& path,
                                                const VariableOptions& options) {
  const Parameter parameter = parameters.find(path);
  if (parameters.kind(parameter) != ParameterKind::scalar) {
    throw InputError(fmt::format("{}: it has {} values, one of them cannot be varied alone: vary it as a field", path,
                                 parameters.count(parameter)));
  }
  const VariableRange range = variable_range(parameters, parameter, path, 0.0, options);
  const std::vector<double> start{options.initial.value_or(parameters.value(parameter))};
  return std::make_unique<ScalarMap>(path, parameters.unit(parameter), start,
                                     variable_scales(path, range, options.scaling, start, std::vector<double>{1.0}));
}

std::unique_ptr<DesignMap> make_field_variable(const Parameters& parameters, FieldVariable field,
                                               const VariableOptions& options) {
  const Parameter parameter = parameters.find(field.parameter);
  if (parameters.kind(parameter) == ParameterKind::scalar)
    throw InputError(
        fmt::format("{}: {} is one number, not a field: vary it as a number", field.name, field.parameter));
  check_field(field, parameters.count(parameter));
  const VariableRange range = variable_range(parameters, parameter, field.name, field.offset, options);
  std::vector<double> start = present_values(field, parameters.values(parameter));
  if (options.initial) std::fill(start.begin(), start.end(), *options.initial);
  std::vector<VariableScale> scales =
      variable_scales(field.name, range, options.scaling, start, volume_weights(field.measure));
  return std::make_unique<FieldMap>(std::move(field), parameters.unit(parameter), std::move(start), std::move(scales));
}

} // namespace adjoule
