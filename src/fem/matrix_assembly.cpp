// Element matrices: derivatives of an integral's residual to the nodal values of one field.
#include "adjoule/fem/assembly.hpp"
#include "element_evaluator.hpp"
#include "element_loop.hpp"

namespace adjoule {
namespace {

std::size_t at_index(int i) {
  return static_cast<std::size_t>(i);
}

// The inputs of an integrand through which one component of the trial field acts, as numbers of directions in which it
// is differentiated; -1: none.
struct TrialComponent {
  int value = -1; // or rate, or acceleration, or properties that follow the field as a temperature
  std::array<int, 3> gradient{-1, -1, -1};
};

// The directions of differentiation.
struct TrialInputs {
  TrialInputs(const Evaluation& at, const Integral& integral, int trial_field, MatrixKind kind);

  std::vector<int> slots; // of the integrand, one a direction; -1: properties only
  std::vector<TrialComponent> components;
  bool by_properties; // the first component's value acts through properties, too
};

TrialInputs::TrialInputs(const Evaluation& at, const Integral& integral, int trial_field, MatrixKind kind)
    : components(at_index(at.fields[at_index(trial_field)].components)),
      by_properties(kind == MatrixKind::stiffness && trial_field == integral.temperature_field &&
                    reads_temperature(integral)) {
  const auto add = [this](int slot) {
    slots.push_back(slot);
    return static_cast<int>(slots.size()) - 1;
  };
  for (std::size_t f = 0; f < integral.fields.size(); ++f) {
    if (integral.fields[f] != trial_field) continue;
    const FieldSlots& place = integral.integrand->field_slots()[f];
    const int value = kind == MatrixKind::stiffness ? place.value
                      : kind == MatrixKind::damping ? place.rate
                                                    : place.acceleration;
    for (std::size_t c = 0; c < components.size(); ++c) {
      const int component = static_cast<int>(c);
      if (value >= 0) components[c].value = add(value + component);
      if (kind != MatrixKind::stiffness || place.gradient < 0) continue;
      for (int d = 0; d < at.mesh.dimension(); ++d)
        components[c].gradient[at_index(d)] = add(place.gradient + 3 * component + d);
    }
  }
  if (by_properties && components[0].value < 0) components[0].value = add(-1);
}

struct MatrixWork {
  ElementEvaluator evaluator;
  std::vector<Batch> local, tangents;
  std::vector<Batch> seeds; // where properties follow the trial field
};

// The part of a matrix that belongs to one batch.
class MatrixKernel {
 public:
  MatrixKernel(const Evaluation& at, const Integral& integral, int trial_field, const TrialInputs& inputs)
      : at_(at), integral_(integral), integrand_(*integral.integrand), trial_field_(trial_field), inputs_(inputs),
        test_components_(at.fields[at_index(integral.test_field)].components),
        trial_components_(static_cast<int>(inputs.components.size())),
        directions_(static_cast<int>(inputs.slots.size())) {}

  MatrixWork make_work() const {
    MatrixWork work{ElementEvaluator(at_, integral_, {.inputs = inputs_.by_properties, .parameters = false}),
                    {},
                    std::vector<Batch>(at_index(integrand_.outputs() * directions_)),
                    {}};
    if (inputs_.by_properties) work.seeds.resize(at_index(integrand_.slots() * directions_));
    for (int k = 0; inputs_.by_properties && k < directions_; ++k) {
      const int slot = inputs_.slots[at_index(k)];
      if (slot >= 0) work.seeds[at_index(slot * directions_ + k)] = 1.0;
    }
    return work;
  }

  void compute(MatrixWork& work, const ElementBatch& batch) const {
    ElementEvaluator& e = work.evaluator;
    e.gather(batch);
    work.local.assign(at_index(e.nodes() * trial_components_ * e.nodes() * test_components_), Batch(0.0));
    std::array<Batch, maximum_outputs> outputs;
    for (int q = 0; q < e.points(); ++q) {
      e.evaluate_point(q);
      if (inputs_.by_properties) {
        for (int p = 0; p < integrand_.properties(); ++p) {
          const int seed = (integrand_.property_slot() + p) * directions_ + inputs_.components[0].value;
          work.seeds[at_index(seed)] = e.properties[at_index(p)].derivative.temperature;
        }
        integrand_.differentiate(e.slots.data(), directions_, work.seeds.data(), outputs.data(), work.tangents.data());
      } else {
        integrand_.differentiate_to(e.slots.data(), inputs_.slots, outputs.data(), work.tangents.data());
      }
      if (test_components_ == 1) contract<1>(work);
      if (test_components_ == 2) contract<2>(work);
      if (test_components_ == 3) contract<3>(work);
    }
  }

 private:
  template <int TestComponents>
  void contract(MatrixWork& work) const {
    const ElementEvaluator& e = work.evaluator;
    const PointBasis test = e.basis(integral_.test_field), trial = e.basis(trial_field_);
    const std::ptrdiff_t height = static_cast<std::ptrdiff_t>(e.nodes()) * TestComponents;
    const int first_flux = integrand_.test_components();
    for (int b = 0; b < trial.nodes; ++b) {
      const Vector3<Batch> slope{{e.weight * trial.gradient[3 * b], e.weight * trial.gradient[3 * b + 1],
                                  e.weight * trial.gradient[3 * b + 2]}};
      const Batch value = e.weight * trial.shape[b];
      for (int cb = 0; cb < trial_components_; ++cb) {
        // Derivatives of `Count` outputs from `first` on to the nodal value.
        const auto column = [&]<std::size_t Count>(int first, std::array<Batch, Count>& sums) {
          const TrialComponent& input = inputs_.components[at_index(cb)];
          const Batch* tangent = work.tangents.data() + static_cast<std::ptrdiff_t>(first) * directions_;
          const auto add = [&](int direction, const Batch& basis) {
            if (direction < 0) return;
            for (std::size_t o = 0; o < Count; ++o)
              sums[o] += tangent[static_cast<std::ptrdiff_t>(o) * directions_ + direction] * basis;
          };
          for (int d = 0; d < 3; ++d) add(input.gradient[at_index(d)], slope[d]);
          add(input.value, value);
        };
        Batch* local = work.local.data() + (b * trial_components_ + cb) * height;
        if (integrand_.has_flux()) {
          std::array<Batch, 3 * TestComponents> flux;
          column(first_flux, flux);
          for (int a = 0; a < test.nodes; ++a) {
            for (int c = 0; c < TestComponents; ++c)
              local[a * TestComponents + c] += test.test_flux(a, &flux[at_index(3 * c)]);
          }
        }
        if (integrand_.has_source()) {
          std::array<Batch, TestComponents> source;
          column(0, source);
          for (int a = 0; a < test.nodes; ++a) {
            for (int c = 0; c < TestComponents; ++c)
              local[a * TestComponents + c] += test.shape[a] * source[at_index(c)];
          }
        }
      }
    }
  }

  const Evaluation& at_;
  const Integral& integral_;
  const Integrand& integrand_;
  const int trial_field_;
  const TrialInputs& inputs_;
  const int test_components_, trial_components_, directions_;
};

} // namespace

void add_matrix(const Evaluation& at, const Integral& integral, int trial_field, MatrixKind kind,
                const ScatterPlan& plan, SparseMatrix& matrix) {
  const TrialInputs inputs(at, integral, trial_field, kind);
  if (inputs.slots.empty()) return;
  const MatrixKernel kernel(at, integral, trial_field, inputs);
  std::vector<std::vector<double>> shared(at_index(integral.domain->groups()), plan.zero_shared());
  for_each_batch(
      *integral.domain, [&] { return kernel.make_work(); },
      [&](MatrixWork& work, const ElementBatch& batch) { kernel.compute(work, batch); },
      [&](const MatrixWork& work, const ElementBatch& batch, int group) {
        for (int lane = 0; lane < batch.count; ++lane)
          plan.add(batch.element[at_index(lane)], lane, work.local.data(), matrix.value, shared[at_index(group)]);
      });
  for (const std::vector<double>& group : shared) plan.add_shared(group, matrix.value);
}

} // namespace adjoule
