#include "objectives.hpp"

#include "to_size.hpp"

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

class NodalObjective final : public NamedObjective {
 public:
  NodalObjective(const std::string& name, int field, int component, std::vector<Index> nodes, NodalReduction reduction)
      : NamedObjective(name), field_(field), component_(component), nodes_(std::move(nodes)), reduction_(reduction) {}

  double value(const Evaluation& at) const override {
    double sum = 0.0;
    const std::vector<Index> nodes = chosen(at);
    for (const Index node : nodes) sum += nodal_value(at, node);
    return sum / static_cast<double>(nodes.size());
  }

  double add_gradient(const Evaluation& at, Sensitivities& sensitivities) const override {
    std::vector<double>& dual = sensitivities.fields.values[to_size(field_)];
    for_each_derivative(at, [&](std::size_t place, double derivative) { dual[place] += derivative; });
    return value(at);
  }

  double jvp(const Evaluation& at, const Direction& direction) const override {
    double sum = 0.0;
    if (direction.fields.values.empty() || direction.fields.values[to_size(field_)].empty()) return sum;
    const std::vector<double>& change = direction.fields.values[to_size(field_)];
    for_each_derivative(at, [&](std::size_t place, double derivative) { sum += change[place] * derivative; });
    return sum;
  }

  std::vector<int> fields() const override { return {field_}; }
  std::vector<Parameter> parameters() const override { return {}; }

  std::string remark(const Evaluation& at, bool check_failed) const override {
    if (reduction_ == NodalReduction::mean) return {};
    const double extreme = value(at);
    const auto ties =
        std::count_if(nodes_.begin(), nodes_.end(), [&](Index node) { return is_tie(nodal_value(at, node), extreme); });
    return extreme_remark(reduction_ == NodalReduction::maximum, static_cast<int>(ties), "nodes", check_failed);
  }

 private:
  int components(const Evaluation& at) const { return at.fields[to_size(field_)].components; }
  std::size_t place(const Evaluation& at, Index node, int component) const {
    return to_size(node) * to_size(components(at)) + to_size(component);
  }

  double nodal_value(const Evaluation& at, Index node) const {
    const std::vector<double>& values = at.state.values[to_size(field_)];
    if (component_ == QuantityField::none) return values[place(at, node, 0)];
    if (component_ < QuantityField::magnitude) {
      return component_ < components(at) ? values[place(at, node, component_)] : 0.0;
    }
    double square = 0.0;
    for (int c = 0; c < components(at); ++c) square += std::pow(values[place(at, node, c)], 2);
    return std::sqrt(square);
  }

  // The nodes that the value is the mean of: of equal extremes the first.
  std::vector<Index> chosen(const Evaluation& at) const {
    if (reduction_ == NodalReduction::mean) return nodes_;
    const double sign = reduction_ == NodalReduction::maximum ? 1.0 : -1.0;
    Index best = nodes_.front();
    for (const Index node : nodes_) {
      if (sign * nodal_value(at, node) > sign * nodal_value(at, best)) best = node;
    }
    return {best};
  }

  template <class Add>
  void for_each_derivative(const Evaluation& at, Add add) const {
    const std::vector<double>& values = at.state.values[to_size(field_)];
    const std::vector<Index> nodes = chosen(at);
    for (const Index node : nodes) {
      const double share = 1.0 / static_cast<double>(nodes.size());
      if (component_ == QuantityField::none) {
        add(place(at, node, 0), share);
      } else if (component_ < QuantityField::magnitude) {
        if (component_ < components(at)) add(place(at, node, component_), share);
      } else if (const double length = nodal_value(at, node); length > 0.0) {
        for (int c = 0; c < components(at); ++c) add(place(at, node, c), share * values[place(at, node, c)] / length);
      }
    }
  }

  int field_, component_;
  std::vector<Index> nodes_; // ascending
  NodalReduction reduction_;
};

} // namespace

std::unique_ptr<Objective> make_nodal_objective(const std::string& name, int field, int component,
                                                std::vector<Index> nodes, NodalReduction reduction) {
  return std::make_unique<NodalObjective>(name, field, component, std::move(nodes), reduction);
}

} // namespace adjoule
