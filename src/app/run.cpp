#include "run.hpp"

#include "adjoule/app/output.hpp"
#include "adjoule/app/report.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "adjoule/io/atomic_file.hpp"
#include "adjoule/io/vtu_writer.hpp"
#include "property_checks.hpp"
#include "results_folder.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Other parameters for as long as it lives.
class ParametersForNow {
 public:
  ParametersForNow(Parameters& parameters, const ParameterVector& values)
      : parameters_(parameters), before_(parameters.all()) {
    parameters_.assign(values);
  }
  ~ParametersForNow() { parameters_.assign(before_); }
  ParametersForNow(const ParametersForNow&) = delete;
  ParametersForNow& operator=(const ParametersForNow&) = delete;

 private:
  Parameters& parameters_;
  ParameterVector before_;
};

} // namespace

Run::Run(const CaseOptions& options)
    : options_(options), start_(std::chrono::steady_clock::now()), progress_(!options.quiet),
      picture_(options.picture, options.color), file_(CaseFile::read(options.file, options.overrides)) {
  if (options_.output.empty()) options_.output = std::filesystem::path("results") / file_.name();
  summary_.case_name = file_.name();
  summary_.threads = omp_get_max_threads();
  try {
    prepare();
  } catch (const std::exception& error) {
    std::error_code ignored;
    // An earlier run's results would pass for those of this one; without them nothing is written.
    if (std::filesystem::is_regular_file(options_.output / "summary.json", ignored)) record_failure(error.what());
    throw;
  }
}

void Run::prepare() {
  picture_.check_file();
  progress_.show("building the model");
  model_ = build_model(file_);
  progress_.erase();
  fields_ = chosen_fields(file_, model_);
  picture_.check_field(model_);
  prepare_results_folder(options_.output, {"fields.vtu", "history.csv", "summary.json"});
  summary_.model = &model_;
  summary_.seconds.mesh = model_.mesh_seconds;
  summary_.seconds.model = seconds_since(start_) - model_.mesh_seconds;
  say(model_report(model_));
}

void Run::say(const std::string& text) const {
  if (!options_.quiet && !options_.json) print(text);
}

SolveOptions Run::reporting_options() {
  SolveOptions options = model_.options;
  const MechanicalSystem* mechanical = model_.system->find_mechanical();
  const bool steps = mechanical && mechanical->is_nonlinear();
  options.on_progress = [this, steps](const Progress& progress) {
    std::string load = progress.time ? fmt::format(" t = {:.4g} s,", *progress.time) : "";
    if (steps) load += fmt::format(" load factor {:.4g},", progress.load_factor);
    progress_.show(fmt::format("{}:{} iteration {}, relative residual {:.2e}", progress.systems, load,
                               progress.iteration, progress.relative_residual));
  };
  if (steps && model_.times.empty()) options.on_step = [this](const LoadStep& step) { history_.add(model_, step); };
  return options;
}

void Run::take_report(const SolveReport& report) {
  summary_.report = report;
  summary_.seconds.assembly = report.assembly_seconds;
  summary_.seconds.factorization = report.factorization_seconds;
  summary_.seconds.solve = report.solve_seconds;
}

State Run::solve_model() {
  FieldSeries::remove_earlier(options_.output);
  if (model_.times.empty()) return model_.system->solve_steady_state(reporting_options());
  return model_.system->solve_quasistatic(model_.times, reporting_options(), [this](double time, const State& state) {
    check_properties_of_solution(model_, state.fields);
    history_.add(model_, time, state);
    summary_.times.push_back(time);
    const auto start = std::chrono::steady_clock::now();
    series_.add(options_.output, time, model_.system->mesh(),
                make_output_fields(file_, model_, state.fields, fields_, !file_.has("output.fields")));
    summary_.seconds.output += seconds_since(start);
  });
}

State Run::solve() {
  progress_.show("solving");
  State state;
  try {
    state = solve_model();
  } catch (const SolveFailure& failure) {
    keep_reached(failure);
    throw;
  }
  progress_.erase();
  take_report(state.report);
  check_properties_of_solution(model_, state.fields);
  const Evaluation at = model_.system->evaluation(state.fields);
  for (const ModelQuantity& quantity : model_.quantities) {
    const double value = quantity.objective->value(at);
    if (!std::isfinite(value)) {
      throw AnalysisError(fmt::format("the quantity {} is not a finite number at the solution: check the fields it is "
                                      "made of for overflow, or lower its aggregate exponent",
                                      quantity.spec.name));
    }
    summary_.quantities.emplace_back(quantity.spec.name, value);
  }
  summary_.converged = true;
  summary_.load_steps = state.report.load_steps;
  warn_of_solution(model_, state.fields);
  writing_ = true;
  say(solution_report(model_, state) + quantity_report(model_, summary_.quantities));
  writing_ = false;
  return state;
}

void Run::keep_reached(const SolveFailure& failure) {
  take_report(failure.reached.report);
  summary_.load_steps = failure.reached.report.load_steps;
  const std::vector<int>& converged = failure.converged_fields;
  const auto is_converged = [&](int field) { return std::binary_search(converged.begin(), converged.end(), field); };
  if (converged.empty()) return;
  // Quantities, stresses and reactions are those at the load that was reached.
  const ParametersForNow at_the_load(model_.system->parameters(), failure.reached.parameters);
  const FieldValues& fields = failure.reached.fields;
  const Evaluation at = model_.system->evaluation(fields);
  for (const ModelQuantity& quantity : model_.quantities) {
    const std::vector<int> needed = quantity.objective->fields();
    if (!std::all_of(needed.begin(), needed.end(), is_converged)) continue;
    try {
      const double value = quantity.objective->value(at);
      if (std::isfinite(value)) summary_.quantities.emplace_back(quantity.spec.name, value);
    } catch (const std::exception& error) {
      warn(fmt::format("{} cannot be computed from what had converged: {}", quantity.spec.name, error.what()));
    }
  }
  const bool all = converged.size() == model_.system->space().fields().size();
  std::vector<std::string> names;
  for (const int field : converged)
    names.push_back(model_.system->space().fields()[static_cast<std::size_t>(field)].name);
  const OutputFields output =
      make_output_fields(file_, model_, fields, all ? fields_ : names, all && !file_.has("output.fields"));
  write_vtu(options_.output / "fields.vtu", model_.system->mesh(), output);
  reached_written_ = true;
  warn(fmt::format("what had converged before the failure is in {}: {}", (options_.output / "fields.vtu").string(),
                   join_names(names)));
}

void Run::write_history() {
  if (!writes_history_) return;
  const std::filesystem::path file = options_.output / "history.csv";
  if (history_.empty()) return remove_stale(file);
  history_.write(model_, file);
}

void Run::write_fields(const State& state, const std::function<void(OutputFields&)>& extend) {
  progress_.show("writing results");
  const auto start = std::chrono::steady_clock::now();
  const Mesh& mesh = model_.system->mesh();
  OutputFields output = make_output_fields(file_, model_, state.fields, fields_, !file_.has("output.fields"));
  if (extend) extend(output);
  if (series_.empty()) {
    write_vtu(options_.output / "fields.vtu", mesh, output);
  } else {
    series_.replace_last(options_.output, mesh, output);
    remove_stale(options_.output / "fields.vtu");
  }
  summary_.seconds.output += seconds_since(start);
  progress_.erase();
}

void Run::write_results(const State& state, const std::function<void(OutputFields&)>& extend,
                        const std::string& report) {
  writing_ = true;
  write_fields(state, extend);
  write_history();
  say(report);
  write_summary();
  if (picture_.wanted()) progress_.show("drawing");
  picture_.draw(file_, model_, state.fields, extend);
  progress_.erase();
}

void Run::write_summary() {
  summary_.seconds.total = seconds_since(start_);
  const std::string text = summary_text(summary_);
  write_text_file(options_.output / "summary.json", text);
  if (options_.json) {
    print(text);
  } else {
    say(cost_report(summary_) + fmt::format("\nresults in {}\n", options_.output.string()) + warning_report());
  }
}

int Run::guard(const std::function<int()>& work) {
  try {
    return work();
  } catch (const std::exception& error) {
    record_failure(error.what());
    throw;
  }
}

void Run::record_failure(const std::string& message) {
  progress_.erase();
  summary_.message = message;
  if (!writing_) {
    summary_.converged = false;
    summary_.gradient = nullptr;
    if (!reached_written_) remove_stale(options_.output / "fields.vtu"); // beside this summary it would deceive
  }
  summary_.seconds.total = seconds_since(start_);
  try {
    if (!writing_) write_history();
    const std::string text = summary_text(summary_);
    write_text_file(options_.output / "summary.json", text);
    if (options_.json && !writing_ && summary_.model) print(text); // with nothing of the model, the message says it all
  } catch (const std::exception& second) {
    warn(fmt::format("summary.json does not tell of this failure: {}", second.what()));
  }
}

} // namespace adjoule
