#include "adjoule/physics/physics_system.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace adjoule {

PhysicsSystem::PhysicsSystem(ModelSpace& space, Field field)
    : space_(space), field_(space.add_field(field)), constraints_(space.mesh(), field) {}

void PhysicsSystem::finish() {
  complete();
  for (Integral& integral : integrals_) {
    integral.temperature_field = space_.find_field("temperature");
    if (reads_temperature(integral) && integral.temperature_field < 0) {
      throw InputError(
          fmt::format("{}: a property follows the temperature, and the model has none: add a [thermal] section "
                      "(thermal.prescribed gives a temperature without a heat problem)",
                      integral.name));
    }
  }
  for (Integral& integral : scale_integrals_) integral.temperature_field = space_.find_field("temperature");
  // A node of no element of this physics takes part in nothing.
  const Mesh& mesh = space_.mesh();
  const std::vector<Index> body = body_of_node(bodies());
  std::vector<Index> idle;
  for (Index node = 0; node < mesh.node_count(); ++node) {
    if (body[static_cast<std::size_t>(node)] < 0) idle.push_back(node);
  }
  constraints_.deactivate(idle);
  constraints_.number_unknowns();
}

bool PhysicsSystem::is_nonlinear() const {
  return std::any_of(integrals_.begin(), integrals_.end(), [this](const Integral& integral) {
    return reads_temperature(integral) && integral.temperature_field == field_;
  });
}

void PhysicsSystem::prescribe_group(const std::string& name, int component, const CoefficientPointer& value,
                                    const std::string& use) {
  const Mesh& mesh = space_.mesh();
  const Group& group = mesh.group(name, {}, use);
  const int components = space_.fields()[static_cast<std::size_t>(field_)].components;
  // Values that agree at a common node conflict with nobody.
  std::map<std::string, int> conflicts;
  for (const Index node : group.nodes) {
    const Index place = node * components + component;
    if (component >= components || !constraints_.is_prescribed(place)) continue;
    const ParameterVector& parameters = space_.parameters().all();
    if (constraints_.prescribed_value(place, parameters) != value_at_node(*value, mesh, node, parameters)) {
      ++conflicts[constraints_.name_at(place)];
    }
  }
  for (const auto& [holder, count] : conflicts) {
    const std::string winner = holder.starts_with(use + " ") ? holder.substr(use.size() + 1) : holder;
    warn(fmt::format("{}: {} and '{}' prescribe different values at {} common nodes; {} is listed first and wins there",
                     use, winner, name, count, winner));
  }
  constraints_.prescribe(group.nodes, component, value, fmt::format("{} '{}'", use, name));
  prescribed_groups_.push_back({name, component, value});
}

void PhysicsSystem::add_integral(Integral integral) {
  if (!constraints_.unknown().empty()) {
    throw InputError(fmt::format(
        "{}: it comes after the unknowns were numbered (prepare() or the first solve): add it before", integral.name));
  }
  integrals_.push_back(std::move(integral));
}

Integral PhysicsSystem::make_integral(std::string name, IntegrandPointer integrand,
                                      std::shared_ptr<const Domain> domain, std::vector<int> fields,
                                      std::vector<CoefficientPointer> properties) const {
  Integral integral;
  integral.name = std::move(name);
  integral.integrand = std::move(integrand);
  integral.domain = std::move(domain);
  integral.test_field = field_;
  integral.fields = std::move(fields);
  integral.properties = std::move(properties);
  integral.section = space_.section();
  return integral;
}

ConnectedBodies PhysicsSystem::bodies() const {
  std::vector<char> active(static_cast<std::size_t>(space_.mesh().element_count()), 0);
  for (const Integral& integral : integrals_) {
    const bool acts = std::find(integral.fields.begin(), integral.fields.end(), field_) != integral.fields.end();
    if (!acts || integral.storage || integral.domain->kind() != DomainKind::volume) continue;
    for (int group = 0; group < integral.domain->groups(); ++group) {
      for (const ElementBatch& batch : integral.domain->batches(group)) {
        for (const Index element : batch.element) active[static_cast<std::size_t>(element)] = 1;
      }
    }
  }
  return connected_bodies(space_.mesh(), active);
}

std::vector<Index> PhysicsSystem::body_of_node(const ConnectedBodies& bodies) const {
  const Mesh& mesh = space_.mesh();
  std::vector<Index> body(static_cast<std::size_t>(mesh.node_count()), -1);
  for (Index e = 0; e < mesh.element_count(); ++e) {
    const Index number = bodies.of_element[static_cast<std::size_t>(e)];
    if (number < 0) continue;
    for (const Index node : mesh.element_nodes(e)) body[static_cast<std::size_t>(node)] = number;
  }
  return body;
}

std::vector<bool> PhysicsSystem::bodies_with_prescribed(const ConnectedBodies& bodies) const {
  std::vector<bool> found(static_cast<std::size_t>(bodies.count), false);
  const std::vector<Index> body = body_of_node(bodies);
  const int components = space_.fields()[static_cast<std::size_t>(field_)].components;
  for (Index node = 0; node < space_.mesh().node_count(); ++node) {
    if (body[static_cast<std::size_t>(node)] < 0) continue;
    for (int c = 0; c < components; ++c) {
      if (constraints_.is_prescribed(node * components + c))
        found[static_cast<std::size_t>(body[static_cast<std::size_t>(node)])] = true;
    }
  }
  return found;
}

} // namespace adjoule
