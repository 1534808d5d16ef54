#include "adjoule/fem/point_sweep.hpp"

#include "element_evaluator.hpp"

namespace adjoule {

std::array<double, 3> SweptPoint::xi() const {
  const ElementTopology& reference = topology(tabulation->type);
  std::array<double, 3> xi{};
  for (int i = 0; i < tabulation->nodes; ++i) {
    const double shape = tabulation->shape[static_cast<std::size_t>(point * tabulation->nodes + i)];
    for (std::size_t d = 0; d < 3; ++d) xi[d] += shape * reference.node_coordinates[static_cast<std::size_t>(i)][d];
  }
  return xi;
}

void sweep_points(const Evaluation& at, const Integral& integral, const std::vector<IntegrandPointer>& integrands,
                  const std::function<void(const SweptPoint&)>& visit) {
  ElementEvaluator evaluator(at, integral);
  std::vector<Batch> outputs(integrands.size());
  std::vector<double> lane_outputs(integrands.size());
  for (int group = 0; group < integral.domain->groups(); ++group) {
    for (const ElementBatch& batch : integral.domain->batches(group)) {
      evaluator.gather(batch);
      for (int q = 0; q < evaluator.points(); ++q) {
        evaluator.evaluate_point(q);
        for (std::size_t i = 0; i < integrands.size(); ++i)
          integrands[i]->evaluate(evaluator.slots.data(), &outputs[i]);
        for (int lane = 0; lane < batch.count; ++lane) {
          for (std::size_t i = 0; i < integrands.size(); ++i) lane_outputs[i] = outputs[i][lane];
          visit({batch.element[static_cast<std::size_t>(lane)], evaluator.tabulation, q, evaluator.weight[lane],
                 lane_outputs.data()});
        }
      }
    }
  }
}

} // namespace adjoule
