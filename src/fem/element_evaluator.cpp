#include "element_evaluator.hpp"

#include <algorithm>
#include <numbers>

namespace adjoule {
namespace {

std::size_t at_index(int i) {
  return static_cast<std::size_t>(i);
}

} // namespace

ElementEvaluator::ElementEvaluator(const Evaluation& evaluation, const Integral& of)
    : at(evaluation), integral(of), property_temperature(reads_temperature(of)), values(of.fields.size()),
      rates(of.fields.size()), accelerations(of.fields.size()), property_derivatives(of.properties.size()),
      uses_corners_(uses_corners()) {}

bool ElementEvaluator::uses_corners() const {
  return (integral.test_field >= 0 && is_on_corners(integral.test_field)) ||
         (property_temperature && is_on_corners(integral.temperature_field)) ||
         std::any_of(integral.fields.begin(), integral.fields.end(),
                     [this](int field) { return is_on_corners(field); });
}

void ElementEvaluator::gather_nodal(std::span<const double> nodal, int components, std::vector<Batch>& gathered) const {
  gathered.resize(at_index(nodes() * components));
  for (int i = 0; i < nodes(); ++i) {
    for (int lane = 0; lane < Batch::lanes; ++lane) {
      const double* value = nodal.data() + static_cast<std::ptrdiff_t>(node(i, lane)) * components;
      for (int c = 0; c < components; ++c) gathered[at_index(i * components + c)].set(lane, value[c]);
    }
  }
}

void ElementEvaluator::gather(const ElementBatch& next) {
  batch = &next;
  tabulation = &integral.domain->tabulations()[at_index(next.tabulation)];
  coordinates.resize(at_index(3 * nodes()));
  for (int lane = 0; lane < Batch::lanes; ++lane) {
    const std::span<const Index> element = at.mesh.element_nodes(next.element[at_index(lane)]);
    for (int i = 0; i < nodes(); ++i) {
      connectivity[at_index(i * Batch::lanes + lane)] = element[at_index(i)];
      const std::array<double, 3>& x = at.mesh.coordinates()[at_index(element[at_index(i)])];
      for (int d = 0; d < 3; ++d) coordinates[at_index(3 * i + d)].set(lane, x[at_index(d)]);
    }
  }
  const std::vector<FieldUse>& uses = integral.integrand->uses();
  for (std::size_t f = 0; f < integral.fields.size(); ++f) {
    const auto field = at_index(integral.fields[f]);
    const int components = at.fields[field].components;
    if (uses[f].value || uses[f].gradient) gather_nodal(at.state.values[field], components, values[f]);
    if (uses[f].rate && !at.state.rates.empty()) gather_nodal(at.state.rates[field], components, rates[f]);
    if (uses[f].acceleration && !at.state.accelerations.empty()) {
      gather_nodal(at.state.accelerations[field], components, accelerations[f]);
    }
  }
  if (property_temperature) {
    gather_nodal(at.state.values[at_index(integral.temperature_field)], 1, temperature_values);
  }
}

Batch PointBasis::interpolate(const std::vector<Batch>& nodal, int components, int component) const {
  // Differences to the first node keep a constant field exactly constant.
  const Batch first = nodal[at_index(component)];
  Batch sum = 0.0;
  for (int i = 1; i < nodes; ++i) sum += shape[i] * (nodal[at_index(i * components + component)] - first);
  return first + sum;
}

Vector3<Batch> PointBasis::interpolate_gradient(const std::vector<Batch>& nodal, int components, int component) const {
  const Batch first = nodal[at_index(component)];
  Vector3<Batch> sum;
  for (int i = 1; i < nodes; ++i) {
    const Batch difference = nodal[at_index(i * components + component)] - first;
    for (int d = 0; d < 3; ++d) sum[d] += gradient[3 * i + d] * difference;
  }
  return sum;
}

void ElementEvaluator::evaluate_geometry(int q) {
  const std::ptrdiff_t first_node = static_cast<std::ptrdiff_t>(q) * nodes();
  const double* reference = tabulation->gradient.data() + first_node * 3;
  shape_ = tabulation->shape.data() + first_node;
  const int dimension = at.mesh.dimension();

  // Missing dimensions keep the identity, so that one formula serves all.
  Tensor2<Batch> jacobian;
  for (int d = dimension; d < 3; ++d) jacobian(d, d) = 1.0;
  for (int k = 0; k < 3; ++k) {
    const Batch first = coordinates[at_index(k)];
    Batch offset = 0.0;
    for (int i = 1; i < nodes(); ++i) {
      const Batch difference = coordinates[at_index(3 * i + k)] - first;
      offset += shape_[i] * difference;
      for (int d = 0; d < dimension; ++d) jacobian(k, d) += reference[3 * i + d] * difference;
    }
    position[k] = first + offset;
  }
  const Tensor2<Batch> cofactors = cofactor(jacobian);
  const Batch determinant =
      jacobian(0, 0) * cofactors(0, 0) + jacobian(0, 1) * cofactors(0, 1) + jacobian(0, 2) * cofactors(0, 2);
  const Batch inverse = 1.0 / determinant;
  const auto transform = [&](const double* from, int count, Batch* to) { // derivatives to xi -> derivatives to x
    for (int i = 0; i < count; ++i) {
      for (int k = 0; k < 3; ++k) {
        Batch sum = 0.0;
        for (int d = 0; d < dimension; ++d) sum += cofactors(k, d) * from[3 * i + d];
        to[3 * i + k] = sum * inverse;
      }
    }
  };
  transform(reference, nodes(), gradient_.data());
  if (uses_corners_) {
    corner_shape_ = tabulation->corner_shape.data() + first_node;
    transform(tabulation->corner_gradient.data() + first_node * 3, tabulation->corners, corner_gradient_.data());
  }

  const DomainKind kind = integral.domain->kind();
  weight = tabulation->weights[at_index(q)];
  if (kind == DomainKind::volume) weight *= determinant;
  if (kind == DomainKind::boundary) {
    const double* tangents = tabulation->tangents.data() + static_cast<std::ptrdiff_t>(q) * 6;
    Vector3<Batch> s, t;
    for (int k = 0; k < 3; ++k) {
      for (int d = 0; d < 3; ++d) {
        s[k] += tangents[d] * jacobian(k, d);
        t[k] += tangents[3 + d] * jacobian(k, d);
      }
    }
    const Vector3<Batch> area = cross(s, t);
    const Batch length = sqrt(dot(area, area));
    weight *= length;
    normal = (1.0 / length) * area;
  }
  for (int lane = batch->count; lane < Batch::lanes; ++lane) weight.set(lane, 0.0);
}

void ElementEvaluator::evaluate_properties(bool want_derivatives, bool want_terms) {
  for (int i = 0; i < nodes(); ++i) shape_batches_[at_index(i)] = shape_[i];
  PointContext context;
  context.element = batch->element;
  context.position = position;
  if (property_temperature) {
    context.temperature = basis(integral.temperature_field).interpolate(temperature_values, 1, 0);
  }
  context.shape = {shape_batches_.data(), at_index(nodes())};
  context.nodes = {connectivity.data(), at_index(nodes() * Batch::lanes)};

  const auto evaluate = [&](const Coefficient& coefficient, CoefficientDerivative& derivative) {
    return want_derivatives ? coefficient.linearize(context, at.parameters, want_terms, derivative)
                            : coefficient.value(context, at.parameters);
  };
  for (std::size_t p = 0; p < integral.properties.size(); ++p) {
    slots[at_index(integral.integrand->property_slot()) + p] =
        evaluate(*integral.properties[p], property_derivatives[p]);
  }
  section = 1.0;
  const DomainKind kind = integral.domain->kind();
  if (kind == DomainKind::volume || kind == DomainKind::boundary) {
    if (integral.section.kind == SectionKind::axisymmetric) section = 2.0 * std::numbers::pi * position[0];
    if (integral.section.thickness) section = evaluate(*integral.section.thickness, section_derivative);
    weight *= section;
  }
}

void ElementEvaluator::evaluate_point(int q, bool want_derivatives, bool want_terms) {
  evaluate_geometry(q);
  const Integrand& integrand = *integral.integrand;
  for (int s = 0; s < integrand.slots(); ++s) slots[at_index(s)] = 0.0;
  evaluate_properties(want_derivatives, want_terms);
  for (std::size_t f = 0; f < integral.fields.size(); ++f) {
    const FieldSlots& place = integrand.field_slots()[f];
    const int components = at.fields[at_index(integral.fields[f])].components;
    const PointBasis of = basis(integral.fields[f]);
    for (int c = 0; c < components; ++c) {
      if (place.value >= 0) slots[at_index(place.value + c)] = of.interpolate(values[f], components, c);
      if (place.gradient >= 0) {
        const Vector3<Batch> slope = of.interpolate_gradient(values[f], components, c);
        for (int d = 0; d < 3; ++d) slots[at_index(place.gradient + 3 * c + d)] = slope[d];
      }
      if (place.rate >= 0 && !rates[f].empty()) {
        slots[at_index(place.rate + c)] = of.interpolate(rates[f], components, c);
      }
      if (place.acceleration >= 0 && !accelerations[f].empty()) {
        slots[at_index(place.acceleration + c)] = of.interpolate(accelerations[f], components, c);
      }
    }
  }
  for (int d = 0; d < 3; ++d) {
    if (integrand.position_slot() >= 0) slots[at_index(integrand.position_slot() + d)] = position[d];
    if (integrand.normal_slot() >= 0) slots[at_index(integrand.normal_slot() + d)] = normal[d];
  }
}

} // namespace adjoule
