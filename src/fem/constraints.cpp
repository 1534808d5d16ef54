#include "adjoule/fem/constraints.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/fem/corner_basis.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

// A node as a point at which coefficients can be evaluated: it belongs to no element.
class NodePoint {
 public:
  NodePoint(const Mesh& mesh, Index node) {
    nodes_.fill(node);
    context_.element.fill(-1);
    for (int d = 0; d < 3; ++d) context_.position[d] = mesh.coordinates()[at(node)][at(d)];
    context_.shape = shape_;
    context_.nodes = nodes_;
  }
  NodePoint(const NodePoint&) = delete;
  NodePoint& operator=(const NodePoint&) = delete;
  const PointContext& context() const { return context_; }

 private:
  std::array<Batch, 1> shape_{Batch(1.0)};
  std::array<Index, Batch::lanes> nodes_{};
  PointContext context_;
};

} // namespace

double value_at_node(const Coefficient& coefficient, const Mesh& mesh, Index node, const ParameterVector& parameters) {
  return coefficient.value(NodePoint(mesh, node).context(), parameters)[0];
}

void Constraints::require_open(const std::string& name) const {
  if (unknown_.empty()) return;
  throw InputError(
      fmt::format("{}: it comes after the unknowns were numbered (prepare() or the first solve): add it before", name));
}

Constraints::Constraints(const Mesh& mesh, const Field& field) : mesh_(&mesh), components_(field.components) {
  const std::size_t count = at(mesh.node_count()) * at(components_);
  prescription_.assign(count, -1);
  tie_.assign(count, -1);
  inactive_.assign(count, 0);
  if (field.basis == FieldBasis::corners) deactivate(nodes_beyond_corners(mesh));
}

void Constraints::require_component(int component, const std::string& name) const {
  if (component >= 0 && component < components_) return;
  throw InputError(fmt::format("{}: component {} of a field that has {}", name, component, components_));
}

Index Constraints::prescribe(std::span<const Index> nodes, int component, CoefficientPointer value,
                             const std::string& name) {
  require_open(name);
  require_component(component, name);
  if (value->reads_temperature()) {
    throw InputError(fmt::format(
        "{}: a prescribed value cannot follow the temperature: give a number or a formula in x, y, z, t", name));
  }
  const int number = static_cast<int>(prescriptions_.size());
  prescriptions_.push_back({std::move(value), name, component});
  Index held_already = 0;
  for (const Index node : nodes) {
    const std::size_t i = at(node * components_ + component);
    if (tie_[i] >= 0) {
      throw InputError(
          fmt::format("{} prescribes a value at node {} that belongs to {} as well: keep a gap between the two "
                      "groups, or join them",
                      name, node, tie_names_[at(tie_[i])]));
    }
    if (prescription_[i] >= 0) {
      ++held_already;
    } else {
      prescription_[i] = number;
    }
  }
  return held_already;
}

int Constraints::tie(std::span<const Index> nodes, int component, const std::string& name) {
  require_open(name);
  require_component(component, name);
  const int number = static_cast<int>(tie_names_.size());
  tie_names_.push_back(name);
  for (const Index node : nodes) {
    const std::size_t i = at(node * components_ + component);
    if (prescription_[i] >= 0 || tie_[i] >= 0) {
      const std::string what = components_ == 1 ? "" : fmt::format(" in component {}", "xyz"[component]);
      const std::string remedy = components_ == 1 ? "" : ", or leave that component out of one of them";
      throw InputError(fmt::format("{} shares node {} with {}{}: keep a gap between the two groups, or join them{}",
                                   name, node, name_at(static_cast<Index>(i)), what, remedy));
    }
    tie_[i] = number;
  }
  return number;
}

void Constraints::deactivate(std::span<const Index> nodes) {
  for (const Index node : nodes) {
    for (int c = 0; c < components_; ++c) inactive_[at(node * components_ + c)] = 1;
  }
}

void Constraints::number_unknowns() {
  unknown_.assign(prescription_.size(), -1);
  tie_unknown_.assign(tie_names_.size(), -1);
  unknown_count_ = 0;
  for (std::size_t i = 0; i < unknown_.size(); ++i) {
    if (prescription_[i] >= 0 || inactive_[i]) continue;
    if (tie_[i] < 0) {
      unknown_[i] = unknown_count_++;
    } else {
      Index& shared = tie_unknown_[at(tie_[i])];
      if (shared < 0) shared = unknown_count_++;
      unknown_[i] = shared;
    }
  }
}

double Constraints::prescribed_value(Index value, const ParameterVector& parameters) const {
  const Prescription& prescription = prescriptions_[at(prescription_[at(value)])];
  return value_at_node(*prescription.value, *mesh_, value / components_, parameters);
}

const std::string& Constraints::name_at(Index value) const {
  static const std::string none;
  if (prescription_[at(value)] >= 0) return prescriptions_[at(prescription_[at(value)])].name;
  if (tie_[at(value)] >= 0) return tie_names_[at(tie_[at(value)])];
  return none;
}

// Visits (nodal value, node, g, derivatives) of every prescribed value, one node at a time.
template <class Visit>
void Constraints::for_each_prescribed(const ParameterVector& parameters, bool derivatives, Visit visit) const {
  CoefficientDerivative derivative;
  for (std::size_t i = 0; i < prescription_.size(); ++i) {
    if (prescription_[i] < 0) continue;
    const Prescription& prescription = prescriptions_[at(prescription_[i])];
    const auto node = static_cast<Index>(i) / components_;
    const NodePoint point(*mesh_, node);
    const Batch g = derivatives ? prescription.value->linearize(point.context(), parameters, true, derivative)
                                : prescription.value->value(point.context(), parameters);
    visit(i, node, g[0], derivative);
  }
}

void Constraints::expand(std::span<const double> q, const ParameterVector& parameters, std::vector<double>& u) const {
  expand_homogeneous(q, u);
  for_each_prescribed(parameters, false,
                      [&u](std::size_t i, Index, double g, const CoefficientDerivative&) { u[i] = g; });
}

void Constraints::expand_homogeneous(std::span<const double> q, std::vector<double>& u) const {
  u.resize(unknown_.size());
  for (std::size_t i = 0; i < u.size(); ++i) u[i] = unknown_[i] >= 0 ? q[at(unknown_[i])] : 0.0;
}

void Constraints::reduce(std::span<const double> full, std::span<double> reduced) const {
  std::fill(reduced.begin(), reduced.end(), 0.0);
  for (std::size_t i = 0; i < full.size(); ++i) {
    if (unknown_[i] >= 0) reduced[at(unknown_[i])] += full[i];
  }
}

void Constraints::restrict_values(std::span<const double> u, std::span<double> q) const {
  for (std::size_t i = u.size(); i-- > 0;) {
    if (unknown_[i] >= 0) q[at(unknown_[i])] = u[i];
  }
}

void Constraints::add_vjp(std::span<const double> dual, const ParameterVector& parameters, ParameterVector& sensitivity,
                          std::vector<double>* coordinates) const {
  for_each_prescribed(parameters, true,
                      [&](std::size_t i, Index node, double, const CoefficientDerivative& derivative) {
                        add_terms_vjp(derivative.terms, 0, dual[i], sensitivity);
                        if (coordinates) {
                          for (int d = 0; d < 3; ++d)
                            (*coordinates)[at(3 * node + d)] += dual[i] * derivative.position[d][0];
                        }
                      });
}

void Constraints::add_jvp(const ParameterVector& parameters, const ParameterVector& parameter_direction,
                          std::span<const double> coordinate_direction, std::vector<double>& u) const {
  for_each_prescribed(parameters, true,
                      [&](std::size_t i, Index node, double, const CoefficientDerivative& derivative) {
                        u[i] += terms_jvp(derivative.terms, 0, parameter_direction);
                        if (!coordinate_direction.empty()) {
                          for (int d = 0; d < 3; ++d)
                            u[i] += derivative.position[d][0] * coordinate_direction[at(3 * node + d)];
                        }
                      });
}

std::vector<Parameter> Constraints::parameters() const {
  std::vector<Parameter> all;
  for (const Prescription& prescription : prescriptions_) {
    for (const Parameter parameter : prescription.value->parameters()) {
      if (std::find(all.begin(), all.end(), parameter) == all.end()) all.push_back(parameter);
    }
  }
  return all;
}

} // namespace adjoule
