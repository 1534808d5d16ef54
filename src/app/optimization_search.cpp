#include "optimization_search.hpp"

#include "adjoule/core/log.hpp"
#include "case_file_parts.hpp"
#include "interrupt.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

ModelGoal goal_of(const OptimizationTask& task) {
  ModelGoal goal{.objective = task.objective->objective.get(), .maximize = task.maximize};
  for (const QuantityBounds& bounds : task.constraints) {
    goal.constraints.push_back(
        {.objective = bounds.quantity->objective.get(), .lower = bounds.lower, .upper = bounds.upper});
  }
  return goal;
}

void describe(const CaseValue& value, const std::string& path, std::string& text) {
  if (!value.is_table()) {
    text += fmt::format("{} = {}\n", path, toml_text(value));
    return;
  }
  for (std::size_t i = 0; i < value.elements.size(); ++i)
    describe(value.elements[i], join_case_path(path, value.names[i]), text);
}

/// All of the case that evaluations depend on: the file but for what becomes of the results, and the mesh.
std::string description_of(const CaseFile& file, const Model& model, const OptimizationTask& task) {
  std::string text = fmt::format("{} = {}\n", task.maximize ? "maximize" : "minimize", task.objective->spec.name);
  for (const QuantityBounds& bounds : task.constraints) {
    if (bounds.lower) text += fmt::format("{} >= {}\n", bounds.quantity->spec.name, *bounds.lower);
    if (bounds.upper) text += fmt::format("{} <= {}\n", bounds.quantity->spec.name, *bounds.upper);
  }
  const std::vector<std::string> elsewhere{"title", "optimize", "identify", "gradient", "output"};
  for (const SchemaKey* section : case_schema().children("")) {
    if (std::find(elsewhere.begin(), elsewhere.end(), section->name()) != elsewhere.end()) continue;
    if (const CaseValue* value = file.find(section->name())) describe(*value, section->name(), text);
  }
  const Mesh& mesh = model.system->mesh();
  return text + fmt::format("nodes = {}\nelements = {}\n", mesh.node_count(), mesh.element_count());
}

EvaluationJournal::Begin begin_of(const std::filesystem::path& folder, bool resume) {
  if (resume) return EvaluationJournal::Begin::resume;
  if (std::filesystem::exists(folder / "problem.txt")) {
    note(fmt::format("{}: the record of an earlier optimisation is replaced (--resume would have gone on with it)",
                     folder.string()));
  }
  return EvaluationJournal::Begin::fresh;
}

const char* const record_folder = "optimizer";

} // namespace

OptimizationSearch::OptimizationSearch(const CaseFile& file, Model& model, const OptimizationTask& task,
                                       const Design& design, const std::filesystem::path& folder, bool resume)
    : task_(task), design_(design), folder_(folder), resume_(resume),
      optimization_(*model.system, design, goal_of(task), model.options, model.times),
      problem_(optimization_.problem()),
      journal_(folder / record_folder,
               problem_description(problem_, task.options, design.names(), description_of(file, model, task)),
               begin_of(folder / record_folder, resume), &optimization_),
      replayed_(journal_.recorded()), history_(task, design, folder), series_(file, model, design, folder, resume) {}

std::vector<std::string> OptimizationSearch::diagnosis() {
  try {
    return optimization_.diagnose();
  } catch (const AnalysisError& error) {
    throw AnalysisError(
        fmt::format("the design to start from cannot be evaluated: {}: choose another `initial`", error.what()));
  }
}

OptimizationResult OptimizationSearch::run(const Say& say) {
  const Interrupt interrupt;
  if (!resume_) {
    for (const std::string& fault : diagnosis()) warn(fault);
  } else {
    note(fmt::format("{} evaluations are on record in {}", replayed_, (folder_ / record_folder).string()));
  }
  say(fmt::format("\n  {:>10}  {:>15}  {:>10}  {:>10}  {:>10}\n", "evaluation", task_.objective->spec.name, "violation",
                  "gradient", "step"));
  OptimizationProblem problem = problem_;
  problem.evaluate = journal_.recording(problem_.evaluate);
  OptimizationOptions options = task_.options;
  options.on_iterate = [&](const OptimizationIterate& iterate) {
    take(iterate, say);
    return !Interrupt::requested();
  };
  const OptimizationResult result = optimize(problem, options);
  history_.draw();
  return result;
}

void OptimizationSearch::take(const OptimizationIterate& iterate, const Say& say) {
  OptimizationRecord record{.number = iterate.number,
                            .failed = iterate.failed,
                            .violation = iterate.violation,
                            .gradient_norm = iterate.gradient_norm,
                            .step = iterate.step,
                            .values = design_.values(iterate.x)};
  if (!iterate.failed) {
    const std::vector<double>& values = iterate.evaluation->values;
    record.objective = values[0];
    record.constraints.assign(values.begin() + 1,
                              values.begin() + 1 + static_cast<std::ptrdiff_t>(task_.constraints.size()));
    if (iterate.number <= replayed_) {
      series_.add_earlier(iterate.number);
    } else {
      series_.add(iterate.number, optimization_.states().back().fields);
    }
  }
  say_row(record, iterate.failure, say);
  history_.add(std::move(record));
}

void OptimizationSearch::say_row(const OptimizationRecord& record, const std::string& failure, const Say& say) const {
  if (record.failed) return say(fmt::format("  {:>10}  failed: {}\n", record.number, failure));
  say(fmt::format("  {:>10}  {:>15.9g}  {:>10.2e}  {:>10.2e}  {:>10.2e}\n", record.number, record.objective,
                  record.violation, record.gradient_norm, record.step));
}

} // namespace adjoule
