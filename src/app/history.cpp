#include "history.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/io/csv_writer.hpp"

#include <fmt/format.h>

#include <limits>

namespace adjoule {

void History::add(const Model& model, const LoadStep& step) {
  if (step.systems.find("mechanical") == std::string::npos) return;
  factors_.push_back(step.factor);
  iterations_.push_back(step.iterations);
  add_values(model, step.fields);
}

void History::add(const Model& model, double time, const State& state) {
  times_.push_back(time);
  load_steps_.push_back(state.report.load_steps);
  iterations_.push_back(state.report.newton_iterations);
  add_values(model, state.fields);
}

void History::add_values(const Model& model, const FieldValues& fields) {
  quantities_.resize(model.quantities.size());
  if (model.system->find_mechanical()) add_reactions(*model.system, fields);
  const Evaluation at = model.system->evaluation(fields);
  for (std::size_t q = 0; q < quantities_.size(); ++q) {
    double value = std::numeric_limits<double>::quiet_NaN();
    try {
      value = model.quantities[q].objective->value(at);
    } catch (const AnalysisError&) {
      // An aggregate of a field that has the wrong sign at this load has no value there.
    }
    quantities_[q].push_back(value);
  }
}

void History::add_reactions(const MultiphysicsSystem& system, const FieldValues& fields) {
  const MechanicalSystem& mechanical = *system.find_mechanical();
  const std::vector<PrescribedGroup>& groups = mechanical.prescribed_groups();
  reactions_.resize(groups.size());
  const std::vector<double> forces = system.reactions(mechanical, fields);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    double sum = 0.0;
    for (const Index node : system.mesh().group(groups[g].group).nodes)
      sum += forces[static_cast<std::size_t>(node * mechanical.components() + groups[g].component)];
    reactions_[g].push_back(sum);
  }
}

void History::write(const Model& model, const std::filesystem::path& file) const {
  std::vector<CsvColumn> columns;
  if (times_.empty())
    columns = {{"load_factor", factors_}, {"newton_iterations", iterations_}};
  else
    columns = {{"t", times_}, {"load_steps", load_steps_}, {"newton_iterations", iterations_}};
  for (std::size_t g = 0; g < reactions_.size(); ++g) {
    const std::vector<PrescribedGroup>& groups = model.system->find_mechanical()->prescribed_groups();
    columns.push_back({fmt::format("reaction.{}.{}", groups[g].group, "xyz"[groups[g].component]), reactions_[g]});
  }
  for (std::size_t q = 0; q < quantities_.size(); ++q)
    columns.push_back({model.quantities[q].spec.name, quantities_[q]});
  write_csv(file, columns);
}

} // namespace adjoule
