#include "element_evaluator.hpp"

#include <algorithm>

namespace adjoule {
namespace {

std::size_t at_index(int i) {
  return static_cast<std::size_t>(i);
}

} // namespace

ElementEvaluator::ElementEvaluator(const Evaluation& evaluation, const Integral& of, PropertyDerivatives wanted)
    : at(evaluation), integral(of), property_temperature(reads_temperature(of)),
      has_thickness(of.section.thickness != nullptr && is_measured()), values(of.fields.size()),
      rates(of.fields.size()), accelerations(of.fields.size()), wanted_(wanted), uses_corners_(uses_corners()),
      needs_position_(of.integrand->position_slot() >= 0 ||
                      (of.section.kind == SectionKind::axisymmetric && is_measured())) {
  const auto add = [this](const Coefficient& coefficient, std::size_t slot) {
    const CoefficientVariation variation = coefficient.variation();
    properties.push_back({&coefficient, variation, slot, {}});
    varies_by_element_ = varies_by_element_ || variation == CoefficientVariation::by_element;
    varies_by_point_ = varies_by_point_ || variation == CoefficientVariation::by_point;
    needs_position_ = needs_position_ || coefficient.reads_position();
  };
  for (std::size_t p = 0; p < of.properties.size(); ++p)
    add(*of.properties[p], at_index(of.integrand->property_slot()) + p);
  if (has_thickness) add(*of.section.thickness, maximum_slots);
  evaluate_properties(CoefficientVariation::uniform);
}

bool ElementEvaluator::uses_corners() const {
  return (integral.test_field >= 0 && is_on_corners(integral.test_field)) ||
         (property_temperature && is_on_corners(integral.temperature_field)) ||
         std::any_of(integral.fields.begin(), integral.fields.end(),
                     [this](int field) { return is_on_corners(field); });
}

void ElementEvaluator::use(const Tabulation& table) {
  tabulation = &table;
  const std::vector<FieldUse>& uses = integral.integrand->uses();
  for (std::size_t f = 0; f < integral.fields.size(); ++f) {
    const std::size_t size = at_index(table.nodes * at.fields[at_index(integral.fields[f])].components);
    if (uses[f].value || uses[f].gradient) values[f].resize(size);
    if (uses[f].rate && !at.state.rates.empty()) rates[f].resize(size);
    if (uses[f].acceleration && !at.state.accelerations.empty()) accelerations[f].resize(size);
  }
  if (property_temperature) temperature_values.resize(at_index(table.nodes));
}

void ElementEvaluator::evaluate_properties(CoefficientVariation variation) {
  PointContext context;
  if (variation != CoefficientVariation::uniform) context.element = batch->element;
  if (variation == CoefficientVariation::by_point) {
    for (int i = 0; i < nodes(); ++i) shape_batches_[at_index(i)] = shape_[i];
    context.shape = {shape_batches_.data(), at_index(nodes())};
    context.nodes = {connectivity_, at_index(nodes() * Batch::lanes)};
    context.position = position;
    if (property_temperature) {
      context.temperature = basis(integral.temperature_field).interpolate(temperature_values.data(), 1, 0);
    }
  }
  for (EvaluatedProperty& property : properties) {
    if (property.variation != variation) continue;
    slots[property.slot] =
        wanted_.inputs || wanted_.parameters
            ? property.coefficient->linearize(context, at.parameters, wanted_.parameters, property.derivative)
            : property.coefficient->value(context, at.parameters);
  }
}

} // namespace adjoule
