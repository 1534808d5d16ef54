#include "adjoule/materials/thermal_strain.hpp"

#include "adjoule/core/error.hpp"
#include "table_coefficient.hpp"
#include "thermal_strain_integral.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace adjoule {
namespace {

/// What all kinds share: the reference temperature.
class ThermalStrain : public Coefficient {
 public:
  ThermalStrain(const Parameters& parameters, CoefficientPointer expansion, Parameter reference)
      : expansion_(std::move(expansion)), reference_(reference), reference_offset_(parameters.offset(reference)) {}

  bool reads_temperature() const override { return true; }
  bool reads_position() const override { return expansion_->reads_position(); }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> all = expansion_->parameters();
    if (std::find(all.begin(), all.end(), reference_) == all.end()) all.push_back(reference_);
    return all;
  }
  std::optional<std::pair<double, double>> temperature_range(const ParameterVector& parameters) const override {
    return expansion_->temperature_range(parameters);
  }

 protected:
  const Coefficient& expansion() const { return *expansion_; }
  Batch reference(const ParameterVector& parameters) const {
    return parameters.scalars[static_cast<std::size_t>(reference_offset_)];
  }
  ParameterTerm reference_term(Batch derivative) const {
    ParameterTerm term;
    term.offset.fill(reference_offset_);
    term.derivative = derivative;
    return term;
  }

 private:
  CoefficientPointer expansion_;
  Parameter reference_;
  Index reference_offset_;
};

/// alpha (T - T_ref)
class SecantStrain final : public ThermalStrain {
 public:
  using ThermalStrain::ThermalStrain;

  Batch value(const PointContext& at, const ParameterVector& parameters) const override {
    return expansion().value(at, parameters) * (at.temperature - reference(parameters));
  }

  Batch linearize(const PointContext& at, const ParameterVector& parameters, bool want_terms,
                  CoefficientDerivative& derivative) const override {
    const Batch rise = at.temperature - reference(parameters);
    const Batch alpha = expansion().linearize(at, parameters, want_terms, derivative);
    derivative.temperature = derivative.temperature * rise + alpha;
    derivative.position = rise * derivative.position;
    for (ParameterTerm& term : derivative.terms) term.derivative *= rise;
    if (want_terms) derivative.terms.push_back(reference_term(-alpha));
    return alpha * rise;
  }
};

/// Integral of alpha from T_ref to T
class IntegralStrain : public ThermalStrain {
 public:
  using ThermalStrain::ThermalStrain;

  Batch linearize(const PointContext& at, const ParameterVector& parameters, bool want_terms,
                  CoefficientDerivative& derivative) const final {
    TemperatureIntegralDerivative inner = differentiate(at, parameters, want_terms);
    derivative.temperature = expansion().value(at, parameters);
    derivative.position = inner.position;
    derivative.terms = std::move(inner.terms);
    if (want_terms) {
      PointContext at_reference = at;
      at_reference.temperature = reference(parameters);
      derivative.terms.push_back(reference_term(-expansion().value(at_reference, parameters)));
    }
    return value(at, parameters);
  }

 private:
  /// The derivatives to all but the limits.
  virtual TemperatureIntegralDerivative differentiate(const PointContext& at, const ParameterVector& parameters,
                                                      bool want_terms) const = 0;
};

class FormulaStrain final : public IntegralStrain {
 public:
  using IntegralStrain::IntegralStrain;

  Batch value(const PointContext& at, const ParameterVector& parameters) const override {
    return integrate_over_temperature(expansion(), at, parameters, reference(parameters), at.temperature);
  }

 private:
  TemperatureIntegralDerivative differentiate(const PointContext& at, const ParameterVector& parameters,
                                              bool want_terms) const override {
    return differentiate_integral_over_temperature(expansion(), at, parameters, reference(parameters), at.temperature,
                                                   want_terms);
  }
};

class TableStrain final : public IntegralStrain {
 public:
  TableStrain(const Parameters& parameters, std::shared_ptr<const TableCoefficient> table, Parameter reference)
      : IntegralStrain(parameters, table, reference), table_(std::move(table)) {}

  Batch value(const PointContext& at, const ParameterVector& parameters) const override {
    return table_->integral(reference(parameters), at.temperature, parameters);
  }

 private:
  TemperatureIntegralDerivative differentiate(const PointContext& at, const ParameterVector& parameters,
                                              bool want_terms) const override {
    TemperatureIntegralDerivative result;
    if (want_terms) result.terms = table_->integral_terms(reference(parameters), at.temperature, parameters);
    return result;
  }

  std::shared_ptr<const TableCoefficient> table_;
};

} // namespace

CoefficientPointer thermal_strain(const Parameters& parameters, CoefficientPointer expansion,
                                  Parameter reference_temperature, ExpansionKind kind) {
  if (parameters.kind(reference_temperature) != ParameterKind::scalar)
    throw InputError(fmt::format("the reference temperature {} is an array: it has to be a single number",
                                 parameters.path(reference_temperature)));
  if (kind == ExpansionKind::secant || !expansion->reads_temperature())
    return std::make_shared<SecantStrain>(parameters, std::move(expansion), reference_temperature);
  if (auto table = std::dynamic_pointer_cast<const TableCoefficient>(expansion))
    return std::make_shared<TableStrain>(parameters, std::move(table), reference_temperature);
  return std::make_shared<FormulaStrain>(parameters, std::move(expansion), reference_temperature);
}

} // namespace adjoule
