#include "adjoule/fem/assembly.hpp"

#include "adjoule/core/error.hpp"
#include "element_evaluator.hpp"
#include "element_loop.hpp"

#include <fmt/format.h>

#include <cmath>

namespace adjoule {
namespace {

std::size_t at_index(int i) {
  return static_cast<std::size_t>(i);
}

struct VectorWork {
  ElementEvaluator evaluator;
  std::vector<Batch> local; // [node * components + component]
};

// What the integrand has to say about a lane of the batch at hand.
std::string explain(ElementEvaluator& evaluator, const Integral& integral, int lane) {
  std::string reason;
  for (int q = 0; q < evaluator.points() && reason.empty(); ++q) {
    evaluator.evaluate_point(q, false, false);
    reason = integral.integrand->explain(evaluator.slots.data(), lane);
  }
  return reason.empty() ? "a property or the solution has left the range in which the model holds" : reason;
}

[[noreturn]] void throw_not_finite(ElementEvaluator evaluator, const ElementBatch& batch, int lane) {
  const Evaluation& at = evaluator.at;
  const Integral& integral = evaluator.integral;
  const Index element = batch.element[at_index(lane)];
  const std::array<double, 3> x = at.mesh.centroid(element);
  evaluator.gather(batch);
  throw AnalysisError(fmt::format("{}: a value in element {} at ({:.4g}, {:.4g}, {:.4g}) m is not finite: {}",
                                  integral.name, at.mesh.element_tag(element), x[0], x[1], x[2],
                                  explain(evaluator, integral, lane)));
}

// The derivative of an integral to nodal values of one field is sought along these inputs.
struct TrialInput {
  int slot;      // of the integrand, -1: only through temperature-dependent properties
  int component; // of the field
  int direction; // of the gradient, -1: the value (or rate, or acceleration)
};

std::vector<TrialInput> trial_inputs(const Evaluation& at, const Integral& integral, int trial_field, MatrixKind kind) {
  std::vector<TrialInput> inputs;
  const int components = at.fields[at_index(trial_field)].components;
  const bool by_properties =
      kind == MatrixKind::stiffness && trial_field == integral.temperature_field && reads_temperature(integral);
  bool value_taken = false;
  for (std::size_t f = 0; f < integral.fields.size(); ++f) {
    if (integral.fields[f] != trial_field) continue;
    const FieldSlots& place = integral.integrand->field_slots()[f];
    const int value = kind == MatrixKind::stiffness ? place.value
                      : kind == MatrixKind::damping ? place.rate
                                                    : place.acceleration;
    for (int c = 0; c < components; ++c) {
      if (value >= 0) inputs.push_back({value + c, c, -1});
      if (kind != MatrixKind::stiffness || place.gradient < 0) continue;
      for (int d = 0; d < at.mesh.dimension(); ++d) inputs.push_back({place.gradient + 3 * c + d, c, d});
    }
    value_taken = value_taken || value >= 0;
  }
  if (by_properties && !value_taken) inputs.push_back({-1, 0, -1});
  return inputs;
}

} // namespace

void add_residual(const Evaluation& at, const Integral& integral, std::vector<double>& residual) {
  const int components = at.fields[at_index(integral.test_field)].components;
  const int all_components = integral.integrand->test_components();
  const auto compute = [&](VectorWork& work, const ElementBatch& batch) {
    ElementEvaluator& e = work.evaluator;
    e.gather(batch);
    work.local.assign(at_index(e.nodes() * components), Batch(0.0));
    std::array<Batch, maximum_outputs> outputs;
    for (int q = 0; q < e.points(); ++q) {
      e.evaluate_point(q, false, false);
      const PointBasis basis = e.basis(integral.test_field);
      integral.integrand->evaluate(e.slots.data(), outputs.data());
      for (int c = 0; c < components; ++c) {
        const Batch source = e.weight * outputs[at_index(c)];
        Vector3<Batch> flux;
        for (int d = 0; d < 3; ++d) flux[d] = e.weight * outputs[at_index(all_components + 3 * c + d)];
        for (int i = 0; i < basis.nodes; ++i) {
          work.local[at_index(i * components + c)] += basis.test(i, source, &flux[0]);
        }
      }
    }
  };
  const auto scatter = [&](const VectorWork& work, const ElementBatch& batch, int) {
    for (int lane = 0; lane < batch.count; ++lane) {
      bool finite = true;
      for (int i = 0; i < work.evaluator.nodes(); ++i) {
        for (int c = 0; c < components; ++c) {
          const double value = work.local[at_index(i * components + c)][lane];
          finite = finite && std::isfinite(value);
          residual[at_index(work.evaluator.node(i, lane) * components + c)] += value;
        }
      }
      if (!finite) throw_not_finite(work.evaluator, batch, lane);
    }
  };
  for_each_batch(
      *integral.domain,
      [&] {
        return VectorWork{ElementEvaluator(at, integral), {}};
      },
      compute, scatter);
}

double evaluate_functional(const Evaluation& at, const Integral& integral) {
  struct Work {
    ElementEvaluator evaluator;
    Batch sum;
  };
  std::vector<double> sums(at_index(integral.domain->parts() + 1), 0.0);
  for_each_batch(
      *integral.domain,
      [&] {
        return Work{ElementEvaluator(at, integral), {}};
      },
      [&](Work& work, const ElementBatch& batch) {
        work.evaluator.gather(batch);
        work.sum = 0.0;
        Batch output;
        for (int q = 0; q < work.evaluator.points(); ++q) {
          work.evaluator.evaluate_point(q, false, false);
          integral.integrand->evaluate(work.evaluator.slots.data(), &output);
          work.sum += work.evaluator.weight * output;
        }
      },
      [&](const Work& work, const ElementBatch& batch, int part) {
        for (int lane = 0; lane < batch.count; ++lane) {
          if (!std::isfinite(work.sum[lane])) throw_not_finite(work.evaluator, batch, lane);
        }
        sums[at_index(part)] += sum_lanes(work.sum);
      });
  double total = 0.0;
  for (const double sum : sums) total += sum;
  return total;
}

void add_matrix(const Evaluation& at, const Integral& integral, int trial_field, MatrixKind kind,
                const ScatterPlan& plan, SparseMatrix& matrix) {
  const std::vector<TrialInput> inputs = trial_inputs(at, integral, trial_field, kind);
  if (inputs.empty()) return;
  const Integrand& integrand = *integral.integrand;
  const int test_components = at.fields[at_index(integral.test_field)].components;
  const int trial_components = at.fields[at_index(trial_field)].components;
  const int all_components = integrand.test_components(), outputs = integrand.outputs();
  const int directions = static_cast<int>(inputs.size());
  const bool by_properties =
      kind == MatrixKind::stiffness && trial_field == integral.temperature_field && reads_temperature(integral);

  struct Work {
    ElementEvaluator evaluator;
    std::vector<Batch> local, seeds, tangents;
  };
  const auto compute = [&](Work& work, const ElementBatch& batch) {
    ElementEvaluator& e = work.evaluator;
    e.gather(batch);
    work.local.assign(at_index(e.nodes() * trial_components * e.nodes() * test_components), Batch(0.0));
    std::array<Batch, maximum_outputs> values;
    for (int q = 0; q < e.points(); ++q) {
      e.evaluate_point(q, by_properties, false);
      work.seeds.assign(at_index(integrand.slots() * directions), Batch(0.0));
      for (int k = 0; k < directions; ++k) {
        const TrialInput& input = inputs[at_index(k)];
        if (input.slot >= 0) work.seeds[at_index(input.slot * directions + k)] = 1.0;
        if (!by_properties || input.direction >= 0) continue;
        for (int p = 0; p < integrand.properties(); ++p) {
          work.seeds[at_index((integrand.property_slot() + p) * directions + k)] =
              e.property_derivatives[at_index(p)].temperature;
        }
      }
      integrand.differentiate(e.slots.data(), directions, work.seeds.data(), values.data(), work.tangents.data());

      const PointBasis test = e.basis(integral.test_field), trial = e.basis(trial_field);
      for (int b = 0; b < trial.nodes; ++b) {
        for (int cb = 0; cb < trial_components; ++cb) {
          std::array<Batch, maximum_outputs> column;
          for (int k = 0; k < directions; ++k) {
            const TrialInput& input = inputs[at_index(k)];
            if (input.component != cb) continue;
            const Batch basis =
                e.weight * (input.direction < 0 ? Batch(trial.shape[b]) : trial.gradient[3 * b + input.direction]);
            for (int o = 0; o < outputs; ++o)
              column[at_index(o)] += work.tangents[at_index(o * directions + k)] * basis;
          }
          Batch* local =
              work.local.data() + static_cast<std::ptrdiff_t>(b * trial_components + cb) * e.nodes() * test_components;
          for (int a = 0; a < test.nodes; ++a) {
            for (int ca = 0; ca < test_components; ++ca) {
              *local++ += test.test(a, column[at_index(ca)], column.data() + all_components + 3 * ca);
            }
          }
        }
      }
    }
  };
  std::vector<std::vector<double>> shared(at_index(integral.domain->parts() + 1), plan.zero_shared());
  for_each_batch(
      *integral.domain,
      [&] {
        return Work{ElementEvaluator(at, integral), {}, {}, std::vector<Batch>(at_index(outputs * directions))};
      },
      compute,
      [&](const Work& work, const ElementBatch& batch, int part) {
        for (int lane = 0; lane < batch.count; ++lane) {
          plan.add(batch.element[at_index(lane)], lane, work.local.data(), matrix.value, shared[at_index(part)]);
        }
      });
  for (const std::vector<double>& part : shared) plan.add_shared(part, matrix.value);
}

} // namespace adjoule
