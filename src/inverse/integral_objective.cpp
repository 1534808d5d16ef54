#include "objectives.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/fem/point_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace adjoule {

std::vector<int> fields_of(const std::vector<const Integral*>& integrals) {
  std::set<int> fields;
  for (const Integral* integral : integrals) {
    for (const int field : fields_read(*integral)) fields.insert(field);
  }
  return {fields.begin(), fields.end()};
}

std::vector<Parameter> parameters_of(const std::vector<const Integral*>& integrals) {
  std::vector<Parameter> parameters;
  for (const Integral* integral : integrals) {
    for (const Parameter parameter : parameters_read(*integral)) {
      if (std::find(parameters.begin(), parameters.end(), parameter) == parameters.end())
        parameters.push_back(parameter);
    }
  }
  return parameters;
}

namespace {

double sum_of(const Evaluation& at, const std::vector<Integral>& integrals) {
  double sum = 0.0;
  for (const Integral& integral : integrals) sum += evaluate_functional(at, integral);
  return sum;
}
void add_vjp_of(const Evaluation& at, const std::vector<Integral>& integrals, double factor,
                Sensitivities& sensitivities) {
  for (const Integral& integral : integrals) add_vjp(at, integral, {}, factor, sensitivities);
}
double jvp_of(const Evaluation& at, const std::vector<Integral>& integrals, const Direction& direction) {
  double sum = 0.0;
  for (const Integral& integral : integrals) sum += functional_jvp(at, integral, direction);
  return sum;
}

class FieldObjective : public NamedObjective {
 public:
  FieldObjective(const std::string& name, FieldIntegrals integrals, bool with_measure)
      : NamedObjective(name), integrals_(std::move(integrals)), with_measure_(with_measure) {}

  std::vector<int> fields() const override { return fields_of(read()); }
  std::vector<Parameter> parameters() const override { return parameters_of(read()); }

 protected:
  std::vector<Integral> field_terms(const FieldPower& power) const {
    std::vector<Integral> terms;
    for (const FieldIntegral& part : integrals_.parts) {
      terms.push_back(part.integral);
      if (power.exponent != 0.0) terms.back().integrand = field_integrand(part.what, power);
    }
    return terms;
  }
  const std::vector<Integral>& measure() const { return integrals_.measure; }
  const FieldIntegrals& integrals() const { return integrals_; }

 private:
  std::vector<const Integral*> read() const {
    std::vector<const Integral*> list;
    for (const FieldIntegral& part : integrals_.parts) list.push_back(&part.integral);
    for (const Integral& integral : integrals_.measure) {
      if (with_measure_) list.push_back(&integral);
    }
    return list;
  }

  FieldIntegrals integrals_;
  bool with_measure_;
};

class IntegralObjective final : public FieldObjective {
 public:
  IntegralObjective(const std::string& name, FieldIntegrals integrals)
      : FieldObjective(name, std::move(integrals), false), terms_(field_terms({})) {}

  double value(const Evaluation& at) const override { return sum_of(at, terms_); }
  double add_gradient(const Evaluation& at, Sensitivities& sensitivities) const override {
    add_vjp_of(at, terms_, 1.0, sensitivities);
    return value(at);
  }
  double jvp(const Evaluation& at, const Direction& direction) const override { return jvp_of(at, terms_, direction); }

 private:
  std::vector<Integral> terms_;
};

class AverageObjective final : public FieldObjective {
 public:
  AverageObjective(const std::string& name, FieldIntegrals integrals)
      : FieldObjective(name, std::move(integrals), true), terms_(field_terms({})) {}

  double value(const Evaluation& at) const override { return sum_of(at, terms_) / sum_of(at, measure()); }
  double add_gradient(const Evaluation& at, Sensitivities& sensitivities) const override {
    const double size = sum_of(at, measure());
    const double mean = sum_of(at, terms_) / size;
    add_vjp_of(at, terms_, 1.0 / size, sensitivities);
    add_vjp_of(at, measure(), -mean / size, sensitivities);
    return mean;
  }
  double jvp(const Evaluation& at, const Direction& direction) const override {
    const double size = sum_of(at, measure());
    const double mean = sum_of(at, terms_) / size;
    return (jvp_of(at, terms_, direction) - mean * jvp_of(at, measure(), direction)) / size;
  }

 private:
  std::vector<Integral> terms_;
};

// J = s (A / B)^(1/p), A = integral |f/s|^p, B = integral 1, of a field f >= 0 (> 0 for negative p). The scale s, the
// largest f at the quadrature points (smallest for negative p), keeps the powers between 0 and 1; J does not depend on
// it, and tends to it with growing |p|.
class PowerMeanObjective final : public FieldObjective {
 public:
  PowerMeanObjective(const std::string& name, FieldIntegrals integrals, double exponent)
      : FieldObjective(name, std::move(integrals), true), exponent_(exponent) {}

  double value(const Evaluation& at) const override { return evaluate(at).value; }
  double add_gradient(const Evaluation& at, Sensitivities& sensitivities) const override {
    const Terms terms = evaluate(at);
    if (terms.value == 0.0) return 0.0; // the norm of zero
    const double factor = terms.value / exponent_;
    add_vjp_of(at, terms.powers, factor / terms.sum, sensitivities);
    add_vjp_of(at, measure(), -factor / terms.size, sensitivities);
    return terms.value;
  }
  double jvp(const Evaluation& at, const Direction& direction) const override {
    const Terms terms = evaluate(at);
    if (terms.value == 0.0) return 0.0;
    return terms.value / exponent_ *
           (jvp_of(at, terms.powers, direction) / terms.sum - jvp_of(at, measure(), direction) / terms.size);
  }

 private:
  struct Terms {
    std::vector<Integral> powers;
    double sum = 0.0, size = 0.0, value = 0.0;
  };

  Terms evaluate(const Evaluation& at) const {
    Terms terms;
    const double scale = find_scale(at);
    if (scale == 0.0) return terms;
    terms.powers = field_terms({exponent_, scale});
    terms.sum = sum_of(at, terms.powers);
    terms.size = sum_of(at, measure());
    terms.value = scale * std::pow(terms.sum / terms.size, 1.0 / exponent_);
    return terms;
  }

  double find_scale(const Evaluation& at) const {
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    Index lowest_element = -1;
    for (const FieldIntegral& part : integrals().parts) {
      sweep_points(at, part.integral, {part.integral.integrand}, [&](const SweptPoint& point) {
        const double field = point.outputs[0];
        require_finite(where(), part.what.field.text, field, at.mesh, point.element);
        highest = std::max(highest, field);
        if (field >= lowest) return;
        lowest = field;
        lowest_element = point.element;
      });
    }
    if (exponent_ < 0.0 ? !(lowest > 0.0) : lowest < -rounding * highest) {
      refuse(lowest, at.mesh.element_tag(lowest_element));
    }
    return exponent_ > 0.0 ? highest : lowest;
  }

  [[noreturn]] void refuse(double field, std::int64_t element) const {
    const QuantityField& what = integrals().parts.front().what.field;
    const bool largest = exponent_ > 0.0;
    const std::string other = what.name == FieldName::displacement || what.is_flux()
                                  ? fmt::format("or take {}.magnitude", what.text.substr(0, what.text.find('.')))
                                  : std::string("or take another field");
    throw AnalysisError(fmt::format("{}: the aggregate of a {} needs a field that is {} everywhere, and {} is {:.6g} "
                                    "in element {}: leave `aggregate` out, which gives the {} itself, {}",
                                    where(), largest ? "maximum" : "minimum", largest ? "nowhere negative" : "positive",
                                    what.text, field, element, largest ? "maximum" : "minimum", other));
  }

  static constexpr double rounding = 1e-12; // below zero that is still zero, of the largest value
  double exponent_;
};

} // namespace

std::unique_ptr<Objective> make_integral_objective(const std::string& name, FieldIntegrals integrals) {
  return std::make_unique<IntegralObjective>(name, std::move(integrals));
}
std::unique_ptr<Objective> make_average_objective(const std::string& name, FieldIntegrals integrals) {
  return std::make_unique<AverageObjective>(name, std::move(integrals));
}
std::unique_ptr<Objective> make_power_mean_objective(const std::string& name, FieldIntegrals integrals,
                                                     double exponent) {
  return std::make_unique<PowerMeanObjective>(name, std::move(integrals), exponent);
}

} // namespace adjoule
