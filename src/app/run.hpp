// What `solve` and `gradient` have in common: case, model, solution, results folder.
#pragma once

#include "adjoule/app/model_builder.hpp"
#include "adjoule/io/fields.hpp"
#include "commands.hpp"
#include "history.hpp"
#include "progress_line.hpp"
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

  /// Solves, evaluates the quantities and prints the report.
  State solve();
  /// Prints unless --quiet or --json.
  void say(const std::string& text) const;
  void progress(const std::string& text) { progress_.show(text); }
  /// Writes fields.vtu, then summary.json (with --json to standard output too), then draws the picture, so that a
  /// picture that fails leaves the results; `extend` adds fields, `report`
  /// is said.
  void write_results(const State& state, const std::function<void(OutputFields&)>& extend,
                     const std::string& report = {});

  /// Does `work`; if it throws, the summary tells why before the exception goes on: with `converged: false`, unless
  /// only the writing failed.
  int guard(const std::function<int()>& work);

 private:
  /// Writes the fields and quantities that had converged when the solve failed, at the load that was reached.
  void keep_reached(const SolveFailure& failure);
  void take_report(const SolveReport& report);
  void prepare();
  void check_picture() const;
  void write_fields(const State& state, const std::function<void(OutputFields&)>& extend);
  void write_summary();
  void draw_picture(const State& state, const std::function<void(OutputFields&)>& extend);
  void record_failure(const std::string& message);
  void write_history();
  SolveOptions reporting_options();
  std::string picture_field() const;

  CaseOptions options_;
  std::chrono::steady_clock::time_point start_;
  ProgressLine progress_;
  CaseFile file_;
  Model model_;
  std::vector<std::string> fields_;
  RunSummary summary_;
  History history_;
  bool writing_ = false;         ///< the solution is there and complete
  bool reached_written_ = false; ///< fields.vtu holds what had converged before a failure
};

} // namespace adjoule
