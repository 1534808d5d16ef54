#include "adjoule/fem/coefficient.hpp"

#include "adjoule/core/error.hpp"
#include "parameter_kind.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace adjoule {
namespace {

const char* kind_name(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::scalar:
      return "a single number";
    case ParameterKind::per_region:
      return "one value a region";
    case ParameterKind::per_element:
      return "one value an element";
    case ParameterKind::per_node:
      return "one value a node";
  }
  return "";
}

} // namespace

void require_kind(const Parameters& parameters, Parameter parameter, ParameterKind kind) {
  if (parameters.kind(parameter) != kind)
    throw InputError(fmt::format("{} holds {}, where {} is needed", parameters.path(parameter),
                                 kind_name(parameters.kind(parameter)), kind_name(kind)));
}

namespace {

class ConstantCoefficient final : public Coefficient {
 public:
  ConstantCoefficient(const Parameters& parameters, Parameter parameter)
      : parameter_(parameter), offset_(parameters.offset(parameter)) {
    require_kind(parameters, parameter, ParameterKind::scalar);
  }

  Batch value(const PointContext&, const ParameterVector& parameters) const override {
    return parameters.scalars[static_cast<std::size_t>(offset_)];
  }

  Batch linearize(const PointContext& at, const ParameterVector& parameters, bool want_terms,
                  CoefficientDerivative& derivative) const override {
    derivative.clear();
    if (want_terms) {
      ParameterTerm term;
      term.offset.fill(offset_);
      term.derivative = 1.0;
      derivative.terms.push_back(term);
    }
    return value(at, parameters);
  }

  CoefficientVariation variation() const override { return CoefficientVariation::uniform; }
  bool is_constant() const override { return true; }
  std::vector<Parameter> parameters() const override { return {parameter_}; }

 private:
  Parameter parameter_;
  Index offset_;
};

/// One value of an array for each element of the mesh; elements share values at will.
class LookupCoefficient final : public Coefficient {
 public:
  LookupCoefficient(const Parameters& parameters, Parameter parameter, ParameterKind kind,
                    std::vector<Index> value_of_element)
      : parameter_(parameter), offset_(parameters.offset(parameter)), path_(parameters.path(parameter)),
        value_of_element_(std::move(value_of_element)) {
    require_kind(parameters, parameter, kind);
    const Index count = parameters.count(parameter);
    for (std::size_t element = 0; element < value_of_element_.size(); ++element)
      if (value_of_element_[element] >= count)
        throw InputError(fmt::format("{} has {} values, but element {} asks for number {} (counted from 0)", path_,
                                     count, element, value_of_element_[element]));
    std::vector<char> taken(static_cast<std::size_t>(count), 0);
    for (const Index value : value_of_element_) {
      if (value < 0) continue;
      shared_ = shared_ || taken[static_cast<std::size_t>(value)];
      taken[static_cast<std::size_t>(value)] = 1;
    }
  }

  Batch value(const PointContext& at, const ParameterVector& parameters) const override {
    Batch result;
    for (int lane = 0; lane < Batch::lanes; ++lane)
      result.set(lane, parameters.entries[static_cast<std::size_t>(entry(at, lane))]);
    return result;
  }

  Batch linearize(const PointContext& at, const ParameterVector& parameters, bool want_terms,
                  CoefficientDerivative& derivative) const override {
    derivative.clear();
    if (want_terms) {
      ParameterTerm term;
      term.scalar = false;
      term.shared = shared_;
      for (int lane = 0; lane < Batch::lanes; ++lane) term.offset[static_cast<std::size_t>(lane)] = entry(at, lane);
      term.derivative = 1.0;
      derivative.terms.push_back(term);
    }
    return value(at, parameters);
  }

  CoefficientVariation variation() const override { return CoefficientVariation::by_element; }
  std::vector<Parameter> parameters() const override { return {parameter_}; }

 private:
  Index entry(const PointContext& at, int lane) const {
    const Index element = at.element[static_cast<std::size_t>(lane)];
    if (element < 0)
      throw InputError(fmt::format("{} is given element by element and has no value at nodes: give a number, a formula "
                                   "or one value a node",
                                   path_));
    const auto e = static_cast<std::size_t>(element);
    if (e >= value_of_element_.size() || value_of_element_[e] < 0)
      throw InputError(fmt::format(
          "{} has no value for element {}: give one for each element of the regions that use it", path_, element));
    return offset_ + value_of_element_[e];
  }

  Parameter parameter_;
  Index offset_;
  std::string path_;
  std::vector<Index> value_of_element_;
  bool shared_ = false;
};

class NodalCoefficient final : public Coefficient {
 public:
  NodalCoefficient(const Parameters& parameters, Parameter parameter)
      : parameter_(parameter), offset_(parameters.offset(parameter)) {
    require_kind(parameters, parameter, ParameterKind::per_node);
  }

  Batch value(const PointContext& at, const ParameterVector& parameters) const override {
    Batch result = 0.0;
    for (std::size_t node = 0; node < at.shape.size(); ++node) {
      Batch nodal;
      for (int lane = 0; lane < Batch::lanes; ++lane)
        nodal.set(lane, parameters.entries[static_cast<std::size_t>(entry(at, node, lane))]);
      result += at.shape[node] * nodal;
    }
    return result;
  }

  Batch linearize(const PointContext& at, const ParameterVector& parameters, bool want_terms,
                  CoefficientDerivative& derivative) const override {
    derivative.clear();
    for (std::size_t node = 0; want_terms && node < at.shape.size(); ++node) {
      ParameterTerm term;
      term.scalar = false;
      for (int lane = 0; lane < Batch::lanes; ++lane)
        term.offset[static_cast<std::size_t>(lane)] = entry(at, node, lane);
      term.derivative = at.shape[node];
      derivative.terms.push_back(term);
    }
    return value(at, parameters);
  }

  std::vector<Parameter> parameters() const override { return {parameter_}; }

 private:
  Index entry(const PointContext& at, std::size_t node, int lane) const {
    return offset_ + at.nodes[node * Batch::lanes + static_cast<std::size_t>(lane)];
  }

  Parameter parameter_;
  Index offset_;
};

} // namespace

CoefficientPointer constant_coefficient(const Parameters& parameters, Parameter parameter) {
  return std::make_shared<ConstantCoefficient>(parameters, parameter);
}

CoefficientPointer region_coefficient(const Parameters& parameters, Parameter parameter,
                                      std::vector<Index> region_of_element) {
  return std::make_shared<LookupCoefficient>(parameters, parameter, ParameterKind::per_region,
                                             std::move(region_of_element));
}

CoefficientPointer element_coefficient(const Parameters& parameters, Parameter parameter,
                                       std::vector<Index> value_of_element) {
  return std::make_shared<LookupCoefficient>(parameters, parameter, ParameterKind::per_element,
                                             std::move(value_of_element));
}

CoefficientPointer nodal_coefficient(const Parameters& parameters, Parameter parameter) {
  return std::make_shared<NodalCoefficient>(parameters, parameter);
}

} // namespace adjoule
