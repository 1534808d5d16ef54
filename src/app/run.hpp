// What `solve` and `gradient` have in common: case, model, solution, results folder.
#pragma once

#include "adjoule/app/model_builder.hpp"
#include "adjoule/io/fields.hpp"
#include "commands.hpp"
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
  /// Writes fields.vtu and the picture; `extend` adds fields.
  void write_fields(const State& state, const std::function<void(OutputFields&)>& extend);
  /// Writes summary.json and, with --json, prints it.
  void write_summary();

  /// Does `work`; if it throws, the summary is written with `converged: false` before the exception goes on.
  int guard(const std::function<int()>& work);

 private:
  void check_picture() const;
  std::string picture_field() const;

  CaseOptions options_;
  std::chrono::steady_clock::time_point start_;
  ProgressLine progress_;
  CaseFile file_;
  Model model_;
  std::vector<std::string> fields_;
  RunSummary summary_;
};

} // namespace adjoule
