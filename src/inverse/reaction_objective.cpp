#include "objectives.hpp"

#include "to_size.hpp"

namespace adjoule {
namespace {

// w . R with w = 1 at the component of the nodes: what the constraint exerts on the body.
class ReactionObjective final : public NamedObjective {
 public:
  ReactionObjective(const std::string& name, const PhysicsSystem& system, int component, std::vector<Index> nodes)
      : NamedObjective(name), system_(system), component_(component), nodes_(std::move(nodes)) {}

  double value(const Evaluation& at) const override {
    std::vector<double> residual(value_count(at), 0.0);
    for (const Integral& integral : steady_integrals()) add_residual(at, integral, residual);
    return sum_at_nodes(at, residual);
  }

  double add_gradient(const Evaluation& at, Sensitivities& sensitivities) const override {
    std::vector<double> weights(value_count(at), 0.0);
    for (const Index node : nodes_) weights[place(at, node)] = 1.0;
    for (const Integral& integral : steady_integrals()) add_vjp(at, integral, weights, 1.0, sensitivities);
    return value(at);
  }

  double jvp(const Evaluation& at, const Direction& direction) const override {
    std::vector<double> change(value_count(at), 0.0);
    for (const Integral& integral : steady_integrals()) add_jvp(at, integral, direction, change);
    return sum_at_nodes(at, change);
  }

  std::vector<int> fields() const override { return fields_of(pointers(steady_integrals())); }
  std::vector<Parameter> parameters() const override { return parameters_of(pointers(steady_integrals())); }

 private:
  // Complete also before the model is prepared, which is when the system's own integrals learn of the temperature.
  std::vector<Integral> steady_integrals() const {
    std::vector<Integral> list;
    for (const Integral& integral : system_.integrals()) {
      if (integral.storage) continue;
      list.push_back(integral);
      list.back().temperature_field = system_.space().find_field("temperature");
    }
    return list;
  }
  static std::vector<const Integral*> pointers(const std::vector<Integral>& integrals) {
    std::vector<const Integral*> list;
    for (const Integral& integral : integrals) list.push_back(&integral);
    return list;
  }
  std::size_t components(const Evaluation& at) const { return to_size(at.fields[to_size(system_.field())].components); }
  std::size_t value_count(const Evaluation& at) const { return to_size(at.mesh.node_count()) * components(at); }
  std::size_t place(const Evaluation& at, Index node) const {
    return to_size(node) * components(at) + to_size(component_);
  }
  double sum_at_nodes(const Evaluation& at, const std::vector<double>& values) const {
    double sum = 0.0;
    for (const Index node : nodes_) sum += values[place(at, node)];
    return sum;
  }

  const PhysicsSystem& system_;
  int component_;
  std::vector<Index> nodes_;
};

} // namespace

std::unique_ptr<Objective> make_reaction_objective(const std::string& name, const PhysicsSystem& system, int component,
                                                   std::vector<Index> nodes) {
  return std::make_unique<ReactionObjective>(name, system, component, std::move(nodes));
}

} // namespace adjoule
