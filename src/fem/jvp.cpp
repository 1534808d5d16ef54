// Products of an integral's derivatives with a direction. The rules for moving nodes stand in vjp.cpp.
#include "adjoule/fem/assembly.hpp"
#include "element_evaluator.hpp"
#include "element_loop.hpp"

namespace adjoule {
namespace {

std::size_t at_index(int i) {
  return static_cast<std::size_t>(i);
}

// Derivatives of the point's inputs along a direction; the test side and the measure are added by the caller.
class JvpKernel {
 public:
  struct Work {
    ElementEvaluator evaluator;
    std::vector<std::vector<Batch>> fields;
    std::vector<Batch> temperature, coordinates;
    std::vector<Batch> local;
    double sum = 0.0;
  };

  JvpKernel(const Evaluation& at, const Integral& integral, const Direction& direction)
      : at_(at), integral_(integral), integrand_(*integral.integrand), direction_(direction),
        with_parameters_(!direction.parameters.scalars.empty() || !direction.parameters.entries.empty()),
        test_components_(integral.test_field < 0 ? 0 : at.fields[at_index(integral.test_field)].components) {}

  Work make_work() const {
    return {ElementEvaluator(at_, integral_, {.inputs = true, .parameters = with_parameters_}),
            std::vector<std::vector<Batch>>(integral_.fields.size()),
            {},
            {},
            {},
            0.0};
  }

  void compute(Work& work, const ElementBatch& batch) const {
    ElementEvaluator& e = work.evaluator;
    e.gather(batch);
    const auto gather_from = [&](const std::vector<double>& nodal, int components, std::vector<Batch>& gathered) {
      gathered.resize(at_index(e.nodes() * components));
      e.gather_nodal(nodal.data(), components, gathered.data());
    };
    const auto gather = [&](int field, std::vector<Batch>& gathered) {
      if (direction_.fields.values.empty() || direction_.fields.values[at_index(field)].empty()) return;
      gather_from(direction_.fields.values[at_index(field)], at_.fields[at_index(field)].components, gathered);
    };
    for (std::size_t f = 0; f < integral_.fields.size(); ++f) gather(integral_.fields[f], work.fields[f]);
    if (e.property_temperature) gather(integral_.temperature_field, work.temperature);
    if (!direction_.coordinates.empty()) gather_from(direction_.coordinates, 3, work.coordinates);
    work.local.assign(at_index(e.nodes() * test_components_), Batch(0.0));
    Batch sum = 0.0;
    for (int q = 0; q < e.points(); ++q) sum += add_point(work, q);
    work.sum = sum_lanes(sum);
  }

 private:
  Batch coefficient_rate(const CoefficientDerivative& derivative, Batch temperature,
                         const Vector3<Batch>& position) const {
    Batch rate = derivative.temperature * temperature + dot(derivative.position, position);
    if (!with_parameters_) return rate;
    for (const ParameterTerm& term : derivative.terms) {
      const std::vector<double>& values = term.scalar ? direction_.parameters.scalars : direction_.parameters.entries;
      for (int lane = 0; lane < Batch::lanes; ++lane) {
        rate.set(lane, rate[lane] + term.derivative[lane] * values[at_index(term.offset[at_index(lane)])]);
      }
    }
    return rate;
  }

  Batch add_point(Work& work, int q) const {
    ElementEvaluator& e = work.evaluator;
    e.evaluate_point(q);
    const DomainKind kind = integral_.domain->kind();
    Vector3<Batch> moved;    // displacement of the point
    Tensor2<Batch> gradient; // of the displacement
    if (!work.coordinates.empty()) {
      const PointBasis geometry = e.geometry_basis();
      for (int k = 0; k < 3; ++k) {
        moved[k] = geometry.interpolate(work.coordinates.data(), 3, k);
        const Vector3<Batch> row = geometry.interpolate_gradient(work.coordinates.data(), 3, k);
        for (int j = 0; j < 3; ++j) gradient(k, j) = row[j];
      }
    }
    const bool fixed = kind == DomainKind::spatial_points;
    const Vector3<Batch> position_rate = fixed ? Vector3<Batch>{} : moved;

    std::array<Batch, maximum_slots> seeds;
    for (std::size_t f = 0; f < integral_.fields.size(); ++f) {
      const FieldSlots& place = integrand_.field_slots()[f];
      const int components = at_.fields[at_index(integral_.fields[f])].components;
      const PointBasis basis = e.basis(integral_.fields[f]);
      for (int c = 0; c < components; ++c) {
        if (place.value >= 0) {
          Batch rate = work.fields[f].empty() ? Batch(0.0) : basis.interpolate(work.fields[f].data(), components, c);
          if (fixed) rate -= dot(basis.interpolate_gradient(e.values[f].data(), components, c), moved);
          seeds[at_index(place.value + c)] = rate;
        }
        if (place.gradient >= 0) {
          Vector3<Batch> rate;
          if (!work.fields[f].empty()) rate = basis.interpolate_gradient(work.fields[f].data(), components, c);
          for (int j = 0; j < 3; ++j) {
            for (int k = 0; k < 3; ++k) rate[j] -= e.slots[at_index(place.gradient + 3 * c + k)] * gradient(k, j);
            seeds[at_index(place.gradient + 3 * c + j)] = rate[j];
          }
        }
      }
    }
    const Batch temperature = work.temperature.empty()
                                  ? Batch(0.0)
                                  : e.basis(integral_.temperature_field).interpolate(work.temperature.data(), 1, 0);
    for (int p = 0; p < integrand_.properties(); ++p) {
      seeds[at_index(integrand_.property_slot() + p)] =
          coefficient_rate(e.properties[at_index(p)].derivative, temperature, position_rate);
    }
    Batch measure_rate = 0.0; // relative
    if (kind == DomainKind::volume || kind == DomainKind::boundary) {
      measure_rate = trace(gradient);
      if (e.has_thickness) {
        measure_rate += coefficient_rate(e.properties.back().derivative, temperature, position_rate) / e.section;
      }
      if (integral_.section.kind == SectionKind::axisymmetric)
        measure_rate += relative_to_radius(moved[0], e.position[0]);
    }
    if (kind == DomainKind::boundary) {
      Vector3<Batch> normal_rate;
      Batch stretch = 0.0;
      for (int k = 0; k < 3; ++k) {
        for (int j = 0; j < 3; ++j) {
          normal_rate[k] -= e.normal[j] * gradient(j, k);
          stretch += e.normal[k] * gradient(k, j) * e.normal[j];
        }
      }
      measure_rate -= stretch;
      normal_rate += stretch * e.normal;
      for (int d = 0; d < 3 && integrand_.normal_slot() >= 0; ++d) {
        seeds[at_index(integrand_.normal_slot() + d)] = normal_rate[d];
      }
    }
    for (int d = 0; d < 3 && integrand_.position_slot() >= 0; ++d) {
      seeds[at_index(integrand_.position_slot() + d)] = position_rate[d];
    }

    std::array<Batch, maximum_outputs> outputs, rates;
    integrand_.differentiate(e.slots.data(), 1, seeds.data(), outputs.data(), rates.data());
    const auto weighted_rate = [&](int o) {
      return e.weight * (rates[at_index(o)] + measure_rate * outputs[at_index(o)]);
    };
    if (test_components_ == 0) return weighted_rate(0);
    const PointBasis test = e.basis(integral_.test_field);
    for (int c = 0; c < test_components_; ++c) {
      const Batch source = weighted_rate(c);
      Vector3<Batch> flux;
      for (int k = 0; k < 3; ++k) {
        const int first = integrand_.test_components() + 3 * c;
        flux[k] = weighted_rate(first + k);
        for (int j = 0; j < 3; ++j) flux[k] -= e.weight * outputs[at_index(first + j)] * gradient(k, j);
      }
      for (int i = 0; i < test.nodes; ++i) {
        work.local[at_index(i * test_components_ + c)] += test.shape[i] * source + test.test_flux(i, &flux[0]);
      }
    }
    return 0.0;
  }

  const Evaluation& at_;
  const Integral& integral_;
  const Integrand& integrand_;
  const Direction& direction_;
  bool with_parameters_;
  int test_components_;
};

} // namespace

void add_jvp(const Evaluation& at, const Integral& integral, const Direction& direction, std::vector<double>& result) {
  const JvpKernel kernel(at, integral, direction);
  const int components = at.fields[at_index(integral.test_field)].components;
  for_each_batch(
      *integral.domain, [&] { return kernel.make_work(); },
      [&](JvpKernel::Work& work, const ElementBatch& batch) { kernel.compute(work, batch); },
      [&](const JvpKernel::Work& work, const ElementBatch&, int) {
        work.evaluator.scatter_nodal(work.local.data(), components, result.data());
      });
}

double functional_jvp(const Evaluation& at, const Integral& integral, const Direction& direction) {
  const JvpKernel kernel(at, integral, direction);
  std::vector<double> sums(at_index(integral.domain->groups()), 0.0);
  for_each_batch(
      *integral.domain, [&] { return kernel.make_work(); },
      [&](JvpKernel::Work& work, const ElementBatch& batch) { kernel.compute(work, batch); },
      [&](const JvpKernel::Work& work, const ElementBatch&, int group) { sums[at_index(group)] += work.sum; });
  double total = 0.0;
  for (const double sum : sums) total += sum;
  return total;
}

} // namespace adjoule
