// Transposed products of an integral's derivatives, node positions included.
//
// With grad(d) the gradient of a displacement d of the nodes, at a point that moves with its element:
//   measure of a volume: div d; of a facet with normal n: div d - n . grad(d) n; gradient of a nodal field v: -grad(v)
//   grad(d); position: d; normal: -grad(d)^T n + n (n . grad(d) n).
// (Choi & Kim, Structural Sensitivity Analysis and Optimization 2, Springer 2005, chapter 6.)
#include "adjoule/fem/assembly.hpp"
#include "element_evaluator.hpp"
#include "element_loop.hpp"

#include <utility>

namespace adjoule {
namespace {

std::size_t at_index(int i) {
  return static_cast<std::size_t>(i);
}

struct VjpWork {
  ElementEvaluator evaluator;
  std::vector<Batch> lambda;
  std::array<Batch, maximum_outputs> outputs;
  std::array<Batch, maximum_slots> slot_dual;
  std::vector<std::vector<Batch>> fields; // of each field read; empty where not wanted
  std::vector<Batch> temperature;
  std::vector<Batch> coordinates;
  std::vector<Batch> properties;    // sums over the points of those that do not vary from point to point
  std::vector<ParameterTerm> terms; // of the others
};

// The part of a vector-Jacobian product that belongs to one batch.
class VjpKernel {
 public:
  VjpKernel(const Evaluation& at, const Integral& integral, std::span<const double> lambda, double factor,
            const Sensitivities& wanted)
      : at_(at), integral_(integral), integrand_(*integral.integrand), lambda_(lambda), factor_(factor),
        want_fields_(wanted.want_fields), want_parameters_(wanted.want_parameters),
        want_coordinates_(wanted.want_coordinates),
        want_property_inputs_(want_coordinates_ || (want_fields_ && reads_temperature(integral))),
        test_components_(integral.test_field < 0 ? 0 : at.fields[at_index(integral.test_field)].components) {}

  // Whether anything that is wanted depends on the integral.
  bool has_part() const { return want_slots() || want_properties() || want_coordinates_; }

  VjpWork make_work() const {
    VjpWork work{ElementEvaluator(at_, integral_, {.inputs = want_property_inputs_, .parameters = want_parameters_}),
                 {},
                 {},
                 {},
                 std::vector<std::vector<Batch>>(integral_.fields.size()),
                 {},
                 {},
                 {},
                 {}};
    work.properties.resize(work.evaluator.properties.size());
    return work;
  }

  void compute(VjpWork& work, const ElementBatch& batch) const {
    ElementEvaluator& e = work.evaluator;
    e.gather(batch);
    if (test_components_ > 0) {
      work.lambda.resize(at_index(e.nodes() * test_components_));
      e.gather_nodal(lambda_.data(), test_components_, work.lambda.data());
    }
    for (std::size_t f = 0; want_fields_ && f < integral_.fields.size(); ++f) {
      work.fields[f].assign(at_index(e.nodes() * components(f)), Batch(0.0));
    }
    work.temperature.assign(want_fields_ && e.property_temperature ? at_index(e.nodes()) : 0, Batch(0.0));
    work.coordinates.assign(want_coordinates_ ? at_index(3 * e.nodes()) : 0, Batch(0.0));
    work.properties.assign(work.properties.size(), Batch(0.0));
    work.terms.clear();
    for (int q = 0; q < e.points(); ++q) add_point(work, q);
  }

 private:
  bool want_slots() const { return (want_fields_ && !integral_.fields.empty()) || want_coordinates_; }
  bool want_properties() const {
    const bool any = !integral_.properties.empty() || integral_.section.thickness;
    return any && (want_parameters_ || want_property_inputs_);
  }
  SlotSelection selection() const {
    if (!want_properties()) return SlotSelection::fields;
    return want_slots() ? SlotSelection::all : SlotSelection::properties;
  }
  int components(std::size_t f) const { return at_.fields[at_index(integral_.fields[f])].components; }

  void add_point(VjpWork& work, int q) const {
    ElementEvaluator& e = work.evaluator;
    e.evaluate_point(q);
    // Weights of the outputs: what each contributes to the number that is differentiated.
    const Batch weight = factor_ * e.weight;
    std::array<Batch, maximum_outputs> output_weight;
    std::array<Vector3<Batch>, 3> lambda_gradient;
    if (test_components_ == 0) {
      output_weight[0] = weight;
    } else {
      const PointBasis test = e.basis(integral_.test_field);
      for (int c = 0; c < test_components_; ++c) {
        output_weight[at_index(c)] = weight * test.interpolate(work.lambda.data(), test_components_, c);
        lambda_gradient[at_index(c)] = test.interpolate_gradient(work.lambda.data(), test_components_, c);
        for (int d = 0; d < 3; ++d) {
          output_weight[at_index(integrand_.test_components() + 3 * c + d)] = weight * lambda_gradient[at_index(c)][d];
        }
      }
    }
    integrand_.pull_back(e.slots.data(), output_weight.data(), selection(), work.outputs.data(), work.slot_dual.data());
    const std::array<Batch, maximum_slots>& slot_dual = work.slot_dual;
    Batch value = 0.0;
    for (int o = 0; o < integrand_.outputs(); ++o) value += output_weight[at_index(o)] * work.outputs[at_index(o)];

    Batch temperature_dual = 0.0;
    Vector3<Batch> position_dual;
    for (std::size_t p = 0; want_properties() && p < e.properties.size(); ++p) {
      const EvaluatedProperty& property = e.properties[p];
      const Batch dual = property.slot < maximum_slots ? slot_dual[property.slot] : value / e.section;
      if (property.variation != CoefficientVariation::by_point) {
        work.properties[p] += dual;
        continue;
      }
      temperature_dual += dual * property.derivative.temperature;
      position_dual += dual * property.derivative.position;
      for (const ParameterTerm& term : property.derivative.terms) {
        work.terms.push_back(term);
        work.terms.back().derivative *= dual;
      }
    }
    const DomainKind kind = integral_.domain->kind();
    if (e.is_measured() && integral_.section.kind == SectionKind::axisymmetric && want_coordinates_)
      position_dual[0] += relative_to_radius(value, e.position[0]);

    for (std::size_t f = 0; want_fields_ && f < integral_.fields.size(); ++f) add_field(work, f);
    if (!work.temperature.empty()) {
      const PointBasis basis = e.basis(integral_.temperature_field);
      for (int i = 0; i < basis.nodes; ++i) work.temperature[at_index(i)] += basis.shape[i] * temperature_dual;
    }
    if (kind == DomainKind::spatial_points) position_dual = {}; // the properties' places stay
    if (want_coordinates_) add_coordinates(work, kind, value, lambda_gradient, position_dual);
  }

  void add_field(VjpWork& work, std::size_t f) const {
    const FieldSlots& place = integrand_.field_slots()[f];
    const int count = components(f);
    const PointBasis basis = work.evaluator.basis(integral_.fields[f]);
    for (int c = 0; c < count; ++c) {
      Batch* result = work.fields[f].data() + c;
      if (place.gradient >= 0) {
        const Batch* dual = work.slot_dual.data() + place.gradient + 3 * c;
        for (int i = 0; i < basis.nodes; ++i) result[i * count] += basis.test_flux(i, dual);
      }
      if (place.value >= 0) {
        const Batch dual = work.slot_dual[at_index(place.value + c)];
        for (int i = 0; i < basis.nodes; ++i) result[i * count] += basis.shape[i] * dual;
      }
    }
  }

  void add_coordinates(VjpWork& work, DomainKind kind, Batch value,
                       const std::array<Vector3<Batch>, 3>& lambda_gradient, Vector3<Batch> position_dual) const {
    const ElementEvaluator& e = work.evaluator;
    const std::array<Batch, maximum_slots>& slot_dual = work.slot_dual;
    Tensor2<Batch> dual; // to grad(d)(k, j) = dd_k/dx_j
    if (kind == DomainKind::volume || kind == DomainKind::boundary) {
      for (int k = 0; k < 3; ++k) dual(k, k) += value;
    }
    if (kind == DomainKind::boundary) {
      for (int k = 0; k < 3; ++k) {
        for (int j = 0; j < 3; ++j) dual(k, j) -= value * e.normal[k] * e.normal[j];
      }
    }
    const Batch weight = factor_ * e.weight;
    for (int c = 0; c < test_components_; ++c) {
      for (int k = 0; k < 3; ++k) {
        for (int j = 0; j < 3; ++j) {
          const Batch flux = work.outputs[at_index(integrand_.test_components() + 3 * c + j)];
          dual(k, j) -= weight * flux * lambda_gradient[at_index(c)][k];
        }
      }
    }
    for (std::size_t f = 0; f < integral_.fields.size(); ++f) {
      const FieldSlots& place = integrand_.field_slots()[f];
      for (int c = 0; c < components(f); ++c) {
        if (place.gradient >= 0) {
          const auto slot = [&](int d) { return at_index(place.gradient + 3 * c + d); };
          for (int k = 0; k < 3; ++k) {
            for (int j = 0; j < 3; ++j) dual(k, j) -= e.slots[slot(k)] * slot_dual[slot(j)];
          }
        }
        if (place.value >= 0 && kind == DomainKind::spatial_points) {
          const Vector3<Batch> slope =
              e.basis(integral_.fields[f]).interpolate_gradient(e.values[f].data(), components(f), c);
          position_dual -= slot_dual[at_index(place.value + c)] * slope;
        }
      }
    }
    if (integrand_.position_slot() >= 0 && kind != DomainKind::spatial_points) {
      for (int d = 0; d < 3; ++d) position_dual[d] += slot_dual[at_index(integrand_.position_slot() + d)];
    }
    if (integrand_.normal_slot() >= 0) {
      Vector3<Batch> normal_dual;
      for (int d = 0; d < 3; ++d) normal_dual[d] = slot_dual[at_index(integrand_.normal_slot() + d)];
      const Batch along = dot(normal_dual, e.normal);
      for (int k = 0; k < 3; ++k) {
        for (int j = 0; j < 3; ++j) dual(k, j) += e.normal[k] * (along * e.normal[j] - normal_dual[j]);
      }
    }
    const PointBasis geometry = e.geometry_basis();
    for (int i = 0; i < geometry.nodes; ++i) {
      for (int k = 0; k < 3; ++k) {
        Batch& result = work.coordinates[at_index(3 * i + k)];
        result += geometry.shape[i] * position_dual[k];
        for (int j = 0; j < 3; ++j) result += dual(k, j) * geometry.gradient[3 * i + j];
      }
    }
  }

  const Evaluation& at_;
  const Integral& integral_;
  const Integrand& integrand_;
  std::span<const double> lambda_;
  double factor_;
  bool want_fields_, want_parameters_, want_coordinates_;
  bool want_property_inputs_; // their derivatives to temperature and position
  int test_components_;
};

// Derivatives to parameter values that elements of several groups share: gathered group by group. All others are
// written in place.
struct SharedDuals {
  std::vector<double> scalars;
  std::vector<std::pair<Index, double>> entries; // in the order in which they were found

  void add(Index entry, double dual) {
    if (!entries.empty() && entries.back().first == entry) {
      entries.back().second += dual;
    } else {
      entries.emplace_back(entry, dual);
    }
  }
};

void scatter_term(const ParameterTerm& term, Batch dual, int lanes, SharedDuals& shared, ParameterVector& sensitivity) {
  const Batch change = term.derivative * dual;
  for (int lane = 0; lane < lanes; ++lane) {
    const Index offset = term.offset[at_index(lane)];
    if (term.scalar) {
      shared.scalars[at_index(offset)] += change[lane];
    } else if (term.shared) {
      shared.add(offset, change[lane]);
    } else {
      sensitivity.entries[at_index(offset)] += change[lane];
    }
  }
}

} // namespace

Sensitivities make_sensitivities(const Mesh& mesh, const std::vector<Field>& fields, const Parameters& parameters,
                                 bool want_coordinates) {
  Sensitivities result;
  const auto nodes = at_index(mesh.node_count());
  for (const Field& field : fields) result.fields.values.emplace_back(nodes * at_index(field.components), 0.0);
  result.parameters = parameters.zeros();
  result.want_coordinates = want_coordinates;
  if (want_coordinates) result.coordinates.assign(3 * nodes, 0.0);
  return result;
}

void add_vjp(const Evaluation& at, const Integral& integral, std::span<const double> lambda, double factor,
             Sensitivities& sensitivities) {
  const VjpKernel kernel(at, integral, lambda, factor, sensitivities);
  if (factor == 0.0 || !kernel.has_part()) return;
  ParameterVector& parameters = sensitivities.parameters;
  std::vector<SharedDuals> shared(at_index(integral.domain->groups()));
  for (SharedDuals& group : shared) group.scalars.assign(parameters.scalars.size(), 0.0);

  for_each_batch(
      *integral.domain, [&] { return kernel.make_work(); },
      [&](VjpWork& work, const ElementBatch& batch) { kernel.compute(work, batch); },
      [&](const VjpWork& work, const ElementBatch& batch, int group) {
        const ElementEvaluator& e = work.evaluator;
        for (std::size_t f = 0; sensitivities.want_fields && f < integral.fields.size(); ++f) {
          const auto field = at_index(integral.fields[f]);
          e.scatter_nodal(work.fields[f].data(), at.fields[field].components,
                          sensitivities.fields.values[field].data());
        }
        if (!work.temperature.empty()) {
          e.scatter_nodal(work.temperature.data(), 1,
                          sensitivities.fields.values[at_index(integral.temperature_field)].data());
        }
        if (!work.coordinates.empty()) e.scatter_nodal(work.coordinates.data(), 3, sensitivities.coordinates.data());
        for (const ParameterTerm& term : work.terms)
          scatter_term(term, 1.0, batch.count, shared[at_index(group)], parameters);
        for (std::size_t p = 0; p < e.properties.size(); ++p) {
          if (e.properties[p].variation == CoefficientVariation::by_point) continue;
          for (const ParameterTerm& term : e.properties[p].derivative.terms)
            scatter_term(term, work.properties[p], batch.count, shared[at_index(group)], parameters);
        }
      });
  for (const SharedDuals& group : shared) {
    for (std::size_t i = 0; i < group.scalars.size(); ++i) parameters.scalars[i] += group.scalars[i];
    for (const auto& [offset, dual] : group.entries) parameters.entries[at_index(offset)] += dual;
  }
}

} // namespace adjoule
