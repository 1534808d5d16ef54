// What `solve` and `gradient` have in common: case, model, solution, results folder.
#pragma once

#include "adjoule/app/model_builder.hpp"
#include "adjoule/io/fields.hpp"
#include "commands.hpp"
#include "field_series.hpp"
#include "history.hpp"
#include "progress_line.hpp"
#include "result_picture.hpp"
#include "summary.hpp"

#include <chrono>
#include <functional>

namespace adjoule {

class Run {
 public:
  /// Reads the case and builds the model. Throws InputError.
  explicit Run(const CaseOptions& options);

  const CaseFile& file() const { return file_; }
  Model& model() { return model_; }
  RunSummary& summary() { return summary_; }
  /// Where the results go.
  const std::filesystem::path& folder() const { return options_.output; }
  /// The command writes history.csv itself.
  void leave_history_to_command() { writes_history_ = false; }

  /// Solves, evaluates the quantities and prints the report. Of a sequence in time the state is the last one; the
  /// fields of the others are written as they come.
  State solve();
  /// Prints unless --quiet or --json.
  void say(const std::string& text) const;
  void progress(const std::string& text) { progress_.show(text); }
  /// Writes fields.vtu (of a sequence the file of the last time), then summary.json (with --json to standard output
  /// too), then draws the picture, so that a picture that fails leaves the results; `extend` adds fields, `report` is
  /// said.
  void write_results(const State& state, const std::function<void(OutputFields&)>& extend,
                     const std::string& report = {});

  /// Does `work`; if it throws, the summary tells why before the exception goes on: with `converged: false`, unless
  /// only the writing failed.
  int guard(const std::function<int()>& work);

 private:
  /// Writes the fields and quantities that had converged when the solve failed, at the load that was reached.
  void keep_reached(const SolveFailure& failure);
  State solve_model();
  void take_report(const SolveReport& report);
  void prepare();
  void write_fields(const State& state, const std::function<void(OutputFields&)>& extend);
  void write_summary();
  void record_failure(const std::string& message);
  void write_history();
  SolveOptions reporting_options();

  CaseOptions options_;
  std::chrono::steady_clock::time_point start_;
  ProgressLine progress_;
  ResultPicture picture_;
  CaseFile file_;
  Model model_;
  std::vector<std::string> fields_;
  RunSummary summary_;
  History history_;
  FieldSeries series_;
  bool writes_history_ = true;
  bool writing_ = false;         ///< the solution is there and complete
  bool reached_written_ = false; ///< fields.vtu holds what had converged before a failure
};

} // namespace adjoule
