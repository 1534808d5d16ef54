// Derivative terms of coefficients, and those that have one value everywhere.
#include "adjoule/core/error.hpp"
#include "adjoule/fem/coefficient.hpp"

#include <fmt/format.h>

namespace adjoule {

void add_terms_vjp(std::span<const ParameterTerm> terms, int lane, double dual, ParameterVector& sensitivity) {
  for (const ParameterTerm& term : terms) {
    std::vector<double>& target = term.scalar ? sensitivity.scalars : sensitivity.entries;
    target[static_cast<std::size_t>(term.offset[static_cast<std::size_t>(lane)])] += dual * term.derivative[lane];
  }
}

double terms_jvp(std::span<const ParameterTerm> terms, int lane, const ParameterVector& direction) {
  double change = 0.0;
  for (const ParameterTerm& term : terms) {
    const std::vector<double>& source = term.scalar ? direction.scalars : direction.entries;
    if (source.empty()) continue;
    change += term.derivative[lane] * source[static_cast<std::size_t>(term.offset[static_cast<std::size_t>(lane)])];
  }
  return change;
}

void require_uniform(const Coefficient& coefficient, const std::string& use) {
  if (!coefficient.reads_position() && !coefficient.reads_temperature()) return;
  throw InputError(fmt::format("{}: a total has one value for the whole group and cannot follow {}: give a number or "
                               "a formula in t and constants",
                               use, coefficient.reads_position() ? "x, y, z" : "the temperature"));
}

double uniform_value(const Coefficient& coefficient, const ParameterVector& parameters) {
  return coefficient.value({}, parameters)[0];
}

void add_uniform_vjp(const Coefficient& coefficient, const ParameterVector& parameters, double dual,
                     ParameterVector& sensitivity) {
  CoefficientDerivative derivative;
  coefficient.linearize({}, parameters, true, derivative);
  add_terms_vjp(derivative.terms, 0, dual, sensitivity);
}

double uniform_jvp(const Coefficient& coefficient, const ParameterVector& parameters,
                   const ParameterVector& direction) {
  CoefficientDerivative derivative;
  coefficient.linearize({}, parameters, true, derivative);
  return terms_jvp(derivative.terms, 0, direction);
}

} // namespace adjoule
