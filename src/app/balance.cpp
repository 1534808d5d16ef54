#include "adjoule/app/balance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace adjoule {
namespace {

std::size_t to_size(Index index) {
  return static_cast<std::size_t>(index);
}

const std::vector<double>& values_of(const PhysicsSystem& system, const FieldValues& fields) {
  return fields.values[static_cast<std::size_t>(system.field())];
}

std::vector<double> residual_of(const MultiphysicsSystem& model, const Integral& integral, const FieldValues& fields) {
  std::vector<double> residual(values_of(model.system_of_field(integral.test_field), fields).size(), 0.0);
  add_residual(model.evaluation(fields), integral, residual);
  return residual;
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Whether a support or a terminal acts at a nodal value.
bool is_held(const PhysicsSystem& system, std::size_t value) {
  return !system.constraints().name_at(static_cast<Index>(value)).empty();
}

double electric_power(const MultiphysicsSystem& model, const FieldValues& fields) {
  const ElectricalSystem& electrical = *model.find_electrical();
  const std::vector<double>& potential = values_of(electrical, fields);
  const std::vector<double> reactions = model.reactions(electrical, fields);
  double power = 0.0;
  for (std::size_t n = 0; n < potential.size(); ++n) {
    if (is_held(electrical, n)) power += potential[n] * reactions[n];
  }
  for (const Integral& integral : electrical.integrals()) {
    if (!integral.fields.empty()) continue; // what reads no field is a load
    const std::vector<double> load = residual_of(model, integral, fields);
    for (std::size_t n = 0; n < potential.size(); ++n) power -= potential[n] * load[n];
  }
  return power;
}

} // namespace

std::vector<Terminal> find_terminals(const MultiphysicsSystem& model, const FieldValues& fields) {
  std::vector<Terminal> terminals;
  const ElectricalSystem* electrical = model.find_electrical();
  if (!electrical) return terminals;
  const std::vector<double>& potential = values_of(*electrical, fields);
  const std::vector<double> reactions = model.reactions(*electrical, fields);
  const auto add = [&](const std::string& group) {
    Terminal terminal{.group = group};
    const std::vector<Index>& nodes = model.mesh().group(group).nodes;
    for (const Index node : nodes) {
      terminal.potential += potential[to_size(node)] / static_cast<double>(nodes.size());
      terminal.current += reactions[to_size(node)];
    }
    terminals.push_back(terminal);
  };
  for (const PrescribedGroup& group : electrical->prescribed_groups()) add(group.group);
  for (const TotalLoad& load : electrical->total_loads()) add(load.group);
  return terminals;
}

PowerBalance balance_power(const MultiphysicsSystem& model, const FieldValues& fields) {
  PowerBalance balance;
  const ElectricalSystem* electrical = model.find_electrical();
  if (electrical) balance.electric_power = electric_power(model, fields);
  const ThermalSystem* thermal = model.find_thermal();
  if (!thermal || thermal->is_given()) return balance;

  double net = 0.0, largest = 0.0;
  for (const Integral& integral : thermal->integrals()) {
    const bool conducts =
        integral.fields == std::vector<int>{thermal->field()} && integral.integrand->uses()[0].gradient;
    if (integral.storage || conducts) continue;
    const PowerTerm term{integral.name, -sum(residual_of(model, integral, fields))};
    balance.heat.push_back(term);
    const bool joule = electrical && integral.fields == std::vector<int>{electrical->field()};
    balance.heats = balance.heats || joule;
    if (!joule) net += term.power;
    largest = std::max(largest, std::abs(term.power));
    if (term.power < 0.0) balance.heat_out -= term.power;
  }
  if (balance.heats) {
    net += balance.electric_power;
    largest = std::max(largest, std::abs(balance.electric_power));
  }
  const std::vector<double> reactions = model.reactions(*thermal, fields);
  PowerTerm fixed{.name = "fixed temperatures"};
  for (std::size_t n = 0; n < reactions.size(); ++n) {
    if (is_held(*thermal, n)) fixed.power += reactions[n];
  }
  if (!thermal->prescribed_groups().empty()) balance.heat.push_back(fixed);
  if (fixed.power < 0.0) balance.heat_out -= fixed.power;
  largest = std::max(largest, std::abs(fixed.power));
  net += fixed.power;
  balance.relative_error = largest > 0.0 ? std::abs(net) / largest : 0.0;
  return balance;
}

std::vector<PrescribedDeviation> find_deviations(const MultiphysicsSystem& model, const FieldValues& fields) {
  std::vector<PrescribedDeviation> deviations;
  for (const PhysicsSystem* system : model.systems()) {
    const Field& field = model.space().fields()[static_cast<std::size_t>(system->field())];
    const std::vector<double>& values = values_of(*system, fields);
    for (const PrescribedGroup& group : system->prescribed_groups()) {
      const std::string component = field.components > 1 ? std::string(".") + "xyz"[group.component] : "";
      PrescribedDeviation deviation{field.name + component, group.group, field.unit, 0.0};
      for (const Index node : model.mesh().group(group.group).nodes) {
        PointContext at;
        for (std::size_t d = 0; d < 3; ++d)
          at.position[static_cast<int>(d)] = model.mesh().coordinates()[to_size(node)][d];
        const double wanted = group.value->value(at, model.parameters().all())[0];
        const double found = values[to_size(node * field.components + group.component)];
        deviation.deviation = std::max(deviation.deviation, std::abs(found - wanted));
      }
      deviations.push_back(deviation);
    }
  }
  return deviations;
}

} // namespace adjoule
