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

// What the integrand has to say about a lane of the batch at hand.
std::string explain(ElementEvaluator& evaluator, const Integral& integral, int lane) {
  std::string reason;
  for (int q = 0; q < evaluator.points() && reason.empty(); ++q) {
    evaluator.evaluate_point(q);
    reason = integral.integrand->explain(evaluator.slots.data(), lane);
  }
  return reason.empty() ? "a property or the solution has left the range in which the model holds" : reason;
}

[[noreturn, gnu::noinline, gnu::cold]] void throw_not_finite(ElementEvaluator& evaluator, int lane) {
  const Evaluation& at = evaluator.at;
  const Integral& integral = evaluator.integral;
  const Index element = evaluator.batch->element[at_index(lane)];
  const std::array<double, 3> x = at.mesh.centroid(element);
  throw AnalysisError(fmt::format("{}: a value in element {} at ({:.4g}, {:.4g}, {:.4g}) m is not finite: {}",
                                  integral.name, at.mesh.element_tag(element), x[0], x[1], x[2],
                                  explain(evaluator, integral, lane)));
}

// Throws if a lane has summed up anything but zeros; x * 0 is not zero where x is not finite.
void require_finite(ElementEvaluator& evaluator, Batch sum_of_zeros) {
  for (int lane = 0; lane < evaluator.batch->count; ++lane) {
    if (sum_of_zeros[lane] != 0.0) throw_not_finite(evaluator, lane);
  }
}

struct VectorWork {
  ElementEvaluator evaluator;
  std::vector<Batch> local; // [node * components + component]
};

} // namespace

void add_residual(const Evaluation& at, const Integral& integral, std::vector<double>& residual) {
  const Integrand& integrand = *integral.integrand;
  const int components = at.fields[at_index(integral.test_field)].components;
  const int all_components = integrand.test_components();
  const auto compute = [&](VectorWork& work, const ElementBatch& batch) {
    ElementEvaluator& e = work.evaluator;
    e.gather(batch);
    work.local.assign(at_index(e.nodes() * components), Batch(0.0));
    std::array<Batch, maximum_outputs> outputs;
    for (int q = 0; q < e.points(); ++q) {
      e.evaluate_point(q);
      const PointBasis basis = e.basis(integral.test_field);
      integrand.evaluate(e.slots.data(), outputs.data());
      for (int c = 0; c < components; ++c) {
        Batch* local = work.local.data() + c;
        if (integrand.has_flux()) {
          Vector3<Batch> flux;
          for (int d = 0; d < 3; ++d) flux[d] = e.weight * outputs[at_index(all_components + 3 * c + d)];
          for (int i = 0; i < basis.nodes; ++i) local[i * components] += basis.test_flux(i, &flux[0]);
        }
        if (integrand.has_source()) {
          const Batch source = e.weight * outputs[at_index(c)];
          for (int i = 0; i < basis.nodes; ++i) local[i * components] += basis.shape[i] * source;
        }
      }
    }
    Batch zero = 0.0;
    for (const Batch& value : work.local) zero += 0.0 * value;
    require_finite(e, zero);
  };
  for_each_batch(
      *integral.domain,
      [&] {
        return VectorWork{ElementEvaluator(at, integral), {}};
      },
      compute,
      [&](const VectorWork& work, const ElementBatch&, int) {
        work.evaluator.scatter_nodal(work.local.data(), components, residual.data());
      });
}

double evaluate_functional(const Evaluation& at, const Integral& integral) {
  struct Work {
    ElementEvaluator evaluator;
    Batch sum;
  };
  std::vector<double> sums(at_index(integral.domain->groups()), 0.0);
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
          work.evaluator.evaluate_point(q);
          integral.integrand->evaluate(work.evaluator.slots.data(), &output);
          work.sum += work.evaluator.weight * output;
        }
        require_finite(work.evaluator, 0.0 * work.sum);
      },
      [&](const Work& work, const ElementBatch&, int group) { sums[at_index(group)] += sum_lanes(work.sum); });
  double total = 0.0;
  for (const double sum : sums) total += sum;
  return total;
}

} // namespace adjoule
