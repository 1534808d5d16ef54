// The optimisation of a case, from the start to the best design, with everything on disk on the way.
#pragma once

#include "adjoule/app/optimization_task.hpp"
#include "adjoule/inverse/evaluation_journal.hpp"
#include "adjoule/inverse/model_optimization.hpp"
#include "design_series.hpp"
#include "optimization_history.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace adjoule {

class OptimizationSearch {
 public:
  using Say = std::function<void(const std::string&)>;

  /// Finds the journal in "optimizer" of the folder, or begins one. Keeps references. Throws InputError where there is
  /// nothing to resume, or the record is of another case.
  OptimizationSearch(const CaseFile& file, Model& model, const OptimizationTask& task, const Design& design,
                     const std::filesystem::path& folder, bool resume);

  /// Runs to the end, or to the first Ctrl-C; `say` gets the running table. The model's numbers are left somewhere on
  /// the way.
  OptimizationResult run(const Say& say);
  const OptimizationHistory& history() const { return history_; }

 private:
  /// What is wrong with the gradient at the start, in words.
  std::vector<std::string> diagnosis();
  void take(const OptimizationIterate& iterate, const Say& say);
  void say_row(const OptimizationRecord& record, const std::string& failure, const Say& say) const;

  const OptimizationTask& task_;
  const Design& design_;
  std::filesystem::path folder_;
  bool resume_;
  ModelOptimization optimization_;
  OptimizationProblem problem_;
  EvaluationJournal journal_;
  int replayed_; ///< evaluations that the journal answers
  OptimizationHistory history_;
  DesignSeries series_;
};

} // namespace adjoule
