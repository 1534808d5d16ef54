#include "adjoule/app/output.hpp"
#include "adjoule/app/report.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/io/atomic_file.hpp"
#include "builder.hpp"
#include "commands.hpp"
#include "design_series.hpp"
#include "field_series.hpp"
#include "identification_files.hpp"
#include "identification_history.hpp"
#include "identification_report.hpp"
#include "interrupt.hpp"
#include "progress_line.hpp"
#include "result_picture.hpp"
#include "results_folder.hpp"
#include "summary.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <chrono>
#include <cmath>

namespace adjoule {
namespace {

class IdentifyRun {
 public:
  explicit IdentifyRun(const CaseOptions& options);
  int run();

 private:
  void prepare();
  FitOutcome fit();
  void evaluate_quantities();
  void write_results(const FitOutcome& outcome);
  void draw_picture();
  void write_summary();
  void record_failure(const std::string& message);
  void say(const std::string& text);

  CaseOptions options_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  ProgressLine progress_;
  ResultPicture picture_;
  CaseFile file_;
  Identification identification_;
  std::optional<FitOutcome> outcome_;
  RunSummary summary_;
};

IdentifyRun::IdentifyRun(const CaseOptions& options)
    : options_(options), progress_(!options.quiet), picture_(options.picture, options.color),
      file_(CaseFile::read(options.file, options.overrides)) {
  if (options_.output.empty()) options_.output = std::filesystem::path("results") / file_.name();
  summary_.case_name = file_.name();
  summary_.threads = omp_get_max_threads();
}

void IdentifyRun::say(const std::string& text) {
  progress_.erase();
  if (!options_.quiet && !options_.json) print(text);
}

void IdentifyRun::prepare() {
  picture_.check_file();
  identification_ = build_identification(file_, [this](const std::string& text) { progress_.show(text); });
  prepare_results_folder(options_.output, {"history.csv", "summary.json", "identified.toml"});
  const FittedCase& main = identification_.main();
  if (picture_.wanted() && !main.experiment)
    throw InputError("--picture: nothing was measured on the model of this case, so that there is no solution to draw");
  if (main.model) {
    picture_.check_field(*main.model);
    summary_.model = &*main.model;
    summary_.seconds.mesh = main.model->mesh_seconds;
    say(model_report(*main.model));
  }
  say(identification_report(identification_));
}

FitOutcome IdentifyRun::fit() {
  IdentificationHistory history(identification_.design, options_.output);
  const Interrupt interrupt;
  IdentificationOptions options = identification_.options;
  options.on_iterate = [&](const IdentificationIterate& iterate) {
    if (iterate.iteration == 0) say(iteration_header());
    say(iteration_row(iterate));
    history.add(iterate);
    return !Interrupt::requested();
  };
  options.on_sample = [&](int done, int all) {
    progress_.show(fmt::format("refit {} of {} to data with noise added", done, all));
    return !Interrupt::requested();
  };
  progress_.show("solving");
  const IdentificationProblem problem = identification_.problem();
  IdentificationResult result = at_place(file_, "identify", [&] { return identify(problem, options); });
  progress_.erase();
  history.draw();
  return gather_outcome(identification_, std::move(result));
}

/// Of the first case, at its last pseudo-time.
void IdentifyRun::evaluate_quantities() {
  const FittedCase& main = identification_.main();
  if (!main.experiment) return;
  const State& state = main.experiment->states().back();
  const Evaluation at = main.model->system->evaluation(state.fields);
  for (const ModelQuantity& quantity : main.model->quantities) {
    const double value = quantity.objective->value(at);
    if (std::isfinite(value)) summary_.quantities.emplace_back(quantity.spec.name, value);
  }
  summary_.report = state.report;
  say(quantity_report(*main.model, summary_.quantities));
}

void IdentifyRun::write_results(const FitOutcome& outcome) {
  progress_.show("writing results");
  for (std::size_t i = 0; i < identification_.cases.size(); ++i) {
    const FittedCase& fitted = *identification_.cases[i];
    const std::filesystem::path folder = folder_of_case(identification_, i, options_.output);
    if (i > 0 && fitted.terms().empty()) continue;
    std::filesystem::create_directories(folder);
    write_residuals(fitted, outcome.nuisance_of_case[i], folder);
    write_fitted_fields(identification_, fitted, outcome, folder);
    write_identified_case(identification_, fitted, folder);
    write_stress_responses(identification_, fitted, outcome, folder);
  }
  progress_.erase();
}

/// Of the first case, at its last pseudo-time.
void IdentifyRun::draw_picture() {
  if (!picture_.wanted()) return;
  progress_.show("drawing");
  const FittedCase& main = identification_.main();
  picture_.draw(file_, *main.model, main.experiment->states().back().fields,
                [&](OutputFields& fields) { add_design_fields(*main.model, identification_.design, fields); });
  progress_.erase();
}

void IdentifyRun::write_summary() {
  summary_.seconds.total = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const std::string text = summary_text(summary_);
  write_text_file(options_.output / "summary.json", text);
  if (options_.json) print(text);
}

int IdentifyRun::run() {
  try {
    prepare();
    // An earlier run's, which would pass for those of a fit that fails.
    for (const char* file : {"identified.toml", "fields.vtu"}) remove_stale(options_.output / file);
    FieldSeries::remove_earlier(options_.output);
    outcome_ = fit();
    const IdentificationResult& result = outcome_->result;
    summary_.identification = &identification_;
    summary_.fit = &*outcome_;
    summary_.converged = result.converged;
    if (!result.converged) summary_.message = result.reason;
    for (const std::string& warning : result.warnings) warn(warning);
    say(outcome_report(identification_, *outcome_));
    evaluate_quantities();
    write_results(*outcome_);
    write_summary();
    say(fmt::format("\nresults in {} ({:.2f} s)\n", options_.output.string(), summary_.seconds.total) +
        warning_report());
    draw_picture();
    if (result.converged && !(result.samples && result.samples->stopped)) return 0;
    if (result.converged) {
      fmt::print(stderr,
                 "error: stopped on request after {} of {} refits to data with noise added: the fit itself is "
                 "complete\n",
                 static_cast<int>(result.samples->loss.size()) + result.samples->failed,
                 identification_.options.samples);
      return 1;
    }
    fmt::print(stderr, "error: the fit has not converged ({}): the results are those of the best iteration; {}\n",
               result.reason,
               result.stopped ? "a run of identified.toml with its values as `initial` goes on from there"
                              : "raise identify.max_iterations, start nearer, or look at the warnings");
    return 1;
  } catch (const std::exception& error) {
    record_failure(error.what());
    throw;
  }
}

void IdentifyRun::record_failure(const std::string& message) {
  progress_.erase();
  std::error_code ignored;
  // Without a model nothing has begun; but an earlier run's results would pass for those of this one.
  if (!summary_.model && !std::filesystem::is_regular_file(options_.output / "summary.json", ignored)) return;
  summary_.message = message;
  summary_.converged = outcome_ && outcome_->result.converged; // then only the writing has failed
  try {
    write_summary();
  } catch (const std::exception& second) {
    warn(fmt::format("summary.json does not tell of this failure: {}", second.what()));
  }
}

} // namespace

int command_identify(const CaseOptions& options) {
  return IdentifyRun(options).run();
}

} // namespace adjoule
