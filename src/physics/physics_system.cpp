#include "adjoule/physics/physics_system.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {

PhysicsSystem::PhysicsSystem(ModelSpace& space, Field field)
    : space_(space), field_(space.add_field(field)), constraints_(space.mesh(), field) {}

void PhysicsSystem::finish() {
  for (Integral& integral : integrals_) {
    integral.temperature_field = space_.find_field("temperature");
    if (reads_temperature(integral) && integral.temperature_field < 0) {
      throw InputError(
          fmt::format("{}: a property follows the temperature, and the model has none: add a [thermal] section "
                      "(thermal.prescribed gives a temperature without a heat problem)",
                      integral.name));
    }
  }
  // A node of no element of this physics takes part in nothing.
  const Mesh& mesh = space_.mesh();
  std::vector<char> used(static_cast<std::size_t>(mesh.node_count()), 0);
  for (const ElementBlock& block : mesh.blocks()) {
    for (const Index node : block.connectivity) used[static_cast<std::size_t>(node)] = 1;
  }
  std::vector<Index> idle;
  for (Index node = 0; node < mesh.node_count(); ++node) {
    if (!used[static_cast<std::size_t>(node)]) idle.push_back(node);
  }
  constraints_.deactivate(idle);
  constraints_.number_unknowns();
}

void PhysicsSystem::prescribe_group(const std::string& name, int component, const CoefficientPointer& value,
                                    const std::string& use) {
  const Group& group = space_.mesh().group(name, {}, use);
  const Index held = constraints_.prescribe(group.nodes, component, value, fmt::format("{} '{}'", use, name));
  for (const PrescribedGroup& other : prescribed_groups_) {
    if (held == 0 || other.component != component) continue;
    const std::vector<Index>& nodes = space_.mesh().group(other.group).nodes;
    std::vector<Index> common;
    std::set_intersection(nodes.begin(), nodes.end(), group.nodes.begin(), group.nodes.end(),
                          std::back_inserter(common));
    // Values that agree at the common nodes conflict with nobody.
    const auto differ = [&](Index node) {
      const ParameterVector& parameters = space_.parameters().all();
      return value_at_node(*value, space_.mesh(), node, parameters) !=
             value_at_node(*other.value, space_.mesh(), node, parameters);
    };
    const auto conflicts = std::count_if(common.begin(), common.end(), differ);
    if (conflicts > 0) {
      warn(fmt::format(
          "{}: '{}' and '{}' prescribe different values at {} common nodes; '{}' is listed first and wins there", use,
          other.group, name, conflicts, other.group));
    }
  }
  prescribed_groups_.push_back({name, component, value});
}

void PhysicsSystem::add_integral(Integral integral) {
  if (!constraints_.unknown().empty()) {
    throw InputError(fmt::format("{}: it comes after the unknowns were numbered (prepare() or the first solve): add it before", integral.name));
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

std::vector<Index> PhysicsSystem::body_of_node(const std::vector<Index>& body_of_element) const {
  const Mesh& mesh = space_.mesh();
  std::vector<Index> body(static_cast<std::size_t>(mesh.node_count()), -1);
  for (Index e = 0; e < mesh.element_count(); ++e) {
    for (const Index node : mesh.element_nodes(e)) {
      body[static_cast<std::size_t>(node)] = body_of_element[static_cast<std::size_t>(e)];
    }
  }
  return body;
}

std::vector<bool> PhysicsSystem::bodies_with(const std::vector<Index>& body_of_element, int bodies, bool prescribed,
                                             bool tied) const {
  std::vector<bool> found(static_cast<std::size_t>(bodies), false);
  const std::vector<Index> body = body_of_node(body_of_element);
  const int components = space_.fields()[static_cast<std::size_t>(field_)].components;
  for (Index node = 0; node < space_.mesh().node_count(); ++node) {
    if (body[static_cast<std::size_t>(node)] < 0) continue;
    for (int c = 0; c < components; ++c) {
      const Index value = node * components + c;
      const bool is_prescribed = constraints_.is_prescribed(value);
      const bool is_tied = !is_prescribed && !constraints_.name_at(value).empty();
      if ((prescribed && is_prescribed) || (tied && is_tied)) {
        found[static_cast<std::size_t>(body[static_cast<std::size_t>(node)])] = true;
      }
    }
  }
  return found;
}

} // namespace adjoule
