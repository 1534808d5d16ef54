// Gathers a batch of elements and evaluates everything that an integrand reads at their quadrature points.
//
// What runs for each batch is defined here and in point_basis.hpp, so that it becomes part of every sweep and is
// compiled for the instruction set of that sweep.
#pragma once

#include "adjoule/fem/assembly.hpp"
#include "point_basis.hpp"

#include <numbers>

namespace adjoule {

inline constexpr int maximum_nodes = 27;
inline constexpr int maximum_corners = 8;

// What a sweep wants of the properties besides their values.
struct PropertyDerivatives {
  bool inputs = false;     // to temperature and position
  bool parameters = false; // to parameters too
};

// A property of the integral, or the thickness of its section.
struct EvaluatedProperty {
  const Coefficient* coefficient;
  CoefficientVariation variation;
  std::size_t slot;
  CoefficientDerivative derivative; // at the current point
};

class ElementEvaluator {
 public:
  ElementEvaluator(const Evaluation& at, const Integral& integral, PropertyDerivatives wanted = {});

  // The element level.
  void gather(const ElementBatch& next) {
    batch = &next;
    const Tabulation& table = integral.domain->tabulations()[static_cast<std::size_t>(next.tabulation)];
    if (tabulation != &table) use(table);
    connectivity_ = integral.domain->nodes(next);
    gather_nodal(at.mesh.coordinates().data()->data(), 3, coordinates_.data());
    for (std::size_t f = 0; f < integral.fields.size(); ++f) {
      const auto field = static_cast<std::size_t>(integral.fields[f]);
      const int components = at.fields[field].components;
      if (!values[f].empty()) gather_nodal(at.state.values[field].data(), components, values[f].data());
      if (!rates[f].empty()) gather_nodal(at.state.rates[field].data(), components, rates[f].data());
      if (!accelerations[f].empty()) {
        gather_nodal(at.state.accelerations[field].data(), components, accelerations[f].data());
      }
    }
    if (property_temperature) {
      const auto field = static_cast<std::size_t>(integral.temperature_field);
      gather_nodal(at.state.values[field].data(), 1, temperature_values.data());
    }
    if (varies_by_element_) evaluate_properties(CoefficientVariation::by_element);
  }
  int points() const { return tabulation->points; }
  int nodes() const { return tabulation->nodes; }
  Index node(int i, int lane) const { return connectivity_[i * Batch::lanes + lane]; }
  // Nodal values of any field, in the layout of `fields`, gathered for the batch: [node * components + component].
  void gather_nodal(const double* nodal, int components, Batch* gathered) const {
    static_assert(Batch::lanes == 4);
    const Index* node = connectivity_;
    for (int i = 0; i < tabulation->nodes; ++i, node += Batch::lanes) {
      const double* a = nodal + static_cast<std::ptrdiff_t>(node[0]) * components;
      const double* b = nodal + static_cast<std::ptrdiff_t>(node[1]) * components;
      const double* c = nodal + static_cast<std::ptrdiff_t>(node[2]) * components;
      const double* d = nodal + static_cast<std::ptrdiff_t>(node[3]) * components;
      for (int k = 0; k < components; ++k) *gathered++ = Batch(Batch::Vector{a[k], b[k], c[k], d[k]});
    }
  }
  // nodal += what the elements have gathered for it, in the layout of `gather_nodal`.
  void scatter_nodal(const Batch* gathered, int components, double* nodal) const {
    for (int lane = 0; lane < batch->count; ++lane) {
      const Batch* from = gathered;
      for (int i = 0; i < tabulation->nodes; ++i, from += components) {
        double* to = nodal + static_cast<std::ptrdiff_t>(node(i, lane)) * components;
        for (int c = 0; c < components; ++c) to[c] += from[c][lane];
      }
    }
  }

  // The point level; points in order, from 0.
  void evaluate_point(int q) {
    evaluate_geometry(q);
    if (varies_by_point_) evaluate_properties(CoefficientVariation::by_point);
    if (integral.section.kind == SectionKind::axisymmetric) section = 2.0 * std::numbers::pi * position[0];
    if (has_thickness) section = slots[properties.back().slot];
    if (is_measured()) weight *= section;
    for (std::size_t f = 0; f < integral.fields.size(); ++f) evaluate_field(f);
    const Integrand& integrand = *integral.integrand;
    for (int d = 0; d < 3; ++d) {
      if (integrand.position_slot() >= 0) slot(integrand.position_slot() + d) = position[d];
      if (integrand.normal_slot() >= 0) slot(integrand.normal_slot() + d) = normal[d];
    }
  }

  // At the current point: the basis of node positions, and of a field of the integral.
  PointBasis geometry_basis() const { return {nodes(), shape_, gradient_.data()}; }
  PointBasis basis(int field) const {
    if (!is_on_corners(field) || tabulation->corners == nodes()) return geometry_basis();
    return {tabulation->corners, corner_shape_, corner_gradient_.data()};
  }
  // Whether points are weighted by a measure and the section.
  bool is_measured() const {
    return integral.domain->kind() == DomainKind::volume || integral.domain->kind() == DomainKind::boundary;
  }

  const Evaluation& at;
  const Integral& integral;
  const bool property_temperature; // some property reads the temperature
  const bool has_thickness;        // the last one of `properties`

  const ElementBatch* batch = nullptr;
  const Tabulation* tabulation = nullptr;
  std::vector<std::vector<Batch>> values;        // of each field read, [node * components + component]
  std::vector<std::vector<Batch>> rates;         // empty where zero
  std::vector<std::vector<Batch>> accelerations; // empty where zero
  std::vector<Batch> temperature_values;

  // At the current point
  Batch weight;                               // reference weight times measure and section; 0 in padded lanes
  Batch section = 1.0;                        // thickness or circumference
  Vector3<Batch> position, normal;            // the position is left 0 where nothing reads it
  std::array<Batch, maximum_slots + 1> slots; // of the integrand; the thickness in the last place
  std::vector<EvaluatedProperty> properties;

 private:
  Batch& slot(int i) { return slots[static_cast<std::size_t>(i)]; }
  bool is_on_corners(int field) const {
    return at.fields[static_cast<std::size_t>(field)].basis == FieldBasis::corners;
  }
  bool uses_corners() const;
  void use(const Tabulation& table);
  void evaluate_properties(CoefficientVariation variation);

  void evaluate_geometry(int q) {
    const std::ptrdiff_t first_node = static_cast<std::ptrdiff_t>(q) * nodes();
    shape_ = tabulation->shape.data() + first_node;
    if (uses_corners_) corner_shape_ = tabulation->corner_shape.data() + first_node;
    if (q == 0 || !tabulation->affine) {
      if (at.mesh.dimension() == 3) {
        evaluate_frame<3>(q);
      } else {
        evaluate_frame<2>(q);
      }
    }
    if (needs_position_) {
      for (int k = 0; k < 3; ++k) position[k] = geometry_basis().interpolate(coordinates_.data(), 3, k);
    }
    weight = tabulation->weights[static_cast<std::size_t>(q)] * measure_;
    for (int lane = batch->count; lane < Batch::lanes; ++lane) weight.set(lane, 0.0);
  }

  // Gradients of the shape functions, measure and normal.
  template <int Dimension>
  void evaluate_frame(int q) {
    const std::ptrdiff_t first_node = static_cast<std::ptrdiff_t>(q) * nodes();
    const double* reference = tabulation->gradient.data() + first_node * 3;
    // A missing dimension keeps the identity, so that one formula serves all.
    Tensor2<Batch> jacobian;
    if constexpr (Dimension == 2) jacobian(2, 2) = 1.0;
    for (int i = 1; i < nodes(); ++i) {
      for (int k = 0; k < Dimension; ++k) {
        const Batch difference =
            coordinates_[static_cast<std::size_t>(3 * i + k)] - coordinates_[static_cast<std::size_t>(k)];
        for (int d = 0; d < Dimension; ++d) jacobian(k, d) += reference[3 * i + d] * difference;
      }
    }
    const Tensor2<Batch> cofactors = cofactor(jacobian);
    const Batch determinant =
        jacobian(0, 0) * cofactors(0, 0) + jacobian(0, 1) * cofactors(0, 1) + jacobian(0, 2) * cofactors(0, 2);
    const Tensor2<Batch> inverse = (1.0 / determinant) * cofactors; // transposed
    transform<Dimension>(inverse, reference, nodes(), gradient_.data());
    if (uses_corners_) {
      transform<Dimension>(inverse, tabulation->corner_gradient.data() + first_node * 3, tabulation->corners,
                           corner_gradient_.data());
    }
    measure_ = 1.0;
    if (integral.domain->kind() == DomainKind::volume) measure_ = determinant;
    if (integral.domain->kind() == DomainKind::boundary) {
      const double* tangents = tabulation->tangents.data() + static_cast<std::ptrdiff_t>(q) * 6;
      Vector3<Batch> s, t;
      for (int k = 0; k < 3; ++k) {
        for (int d = 0; d < 3; ++d) {
          s[k] += tangents[d] * jacobian(k, d);
          t[k] += tangents[3 + d] * jacobian(k, d);
        }
      }
      const Vector3<Batch> area = cross(s, t);
      measure_ = sqrt(dot(area, area));
      normal = (1.0 / measure_) * area;
    }
  }

  // Derivatives to xi -> derivatives to x.
  template <int Dimension>
  static void transform(const Tensor2<Batch>& inverse, const double* from, int count, Batch* to) {
    for (int i = 0; i < count; ++i) {
      for (int k = 0; k < 3; ++k) {
        Batch sum = 0.0;
        for (int d = 0; d < Dimension; ++d) sum += inverse(k, d) * from[3 * i + d];
        to[3 * i + k] = sum;
      }
    }
  }

  void evaluate_field(std::size_t f) {
    const FieldSlots& place = integral.integrand->field_slots()[f];
    const int components = at.fields[static_cast<std::size_t>(integral.fields[f])].components;
    const PointBasis of = basis(integral.fields[f]);
    for (int c = 0; c < components; ++c) {
      if (place.value >= 0) slot(place.value + c) = of.interpolate(values[f].data(), components, c);
      if (place.gradient >= 0) {
        const Vector3<Batch> slope = of.interpolate_gradient(values[f].data(), components, c);
        for (int d = 0; d < 3; ++d) slot(place.gradient + 3 * c + d) = slope[d];
      }
      if (place.rate >= 0 && !rates[f].empty()) {
        slot(place.rate + c) = of.interpolate(rates[f].data(), components, c);
      }
      if (place.acceleration >= 0 && !accelerations[f].empty()) {
        slot(place.acceleration + c) = of.interpolate(accelerations[f].data(), components, c);
      }
    }
  }

  const PropertyDerivatives wanted_;
  const bool uses_corners_;                                  // some field of the integral stands on corners
  bool needs_position_;                                      // something reads it
  bool varies_by_element_ = false, varies_by_point_ = false; // some property does
  const Index* connectivity_ = nullptr;
  const double* shape_ = nullptr;
  const double* corner_shape_ = nullptr;
  Batch measure_;
  std::array<Batch, 3 * maximum_nodes> coordinates_; // [3 node + d]
  std::array<Batch, 3 * maximum_nodes> gradient_;    // dN_i/dx_d at [3 i + d]
  std::array<Batch, 3 * maximum_corners> corner_gradient_;
  std::array<Batch, maximum_nodes> shape_batches_;
};

} // namespace adjoule
