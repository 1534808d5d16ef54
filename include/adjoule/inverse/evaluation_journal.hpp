/// Every evaluation of an optimisation on disk, so that an interrupted run goes on as if it had not been.
#pragma once

#include "adjoule/inverse/optimize.hpp"

#include <cstdint>
#include <filesystem>

namespace adjoule {

/// What evaluations carry from one to the next (fields to begin from).
class EvaluationMemory {
 public:
  virtual ~EvaluationMemory() = default;
  virtual std::vector<double> save() const = 0;
  /// Throws InputError for numbers of another model.
  virtual void restore(std::span<const double> memory) = 0;
};

/// What a journal is of: method, tolerances, variables with start and bounds, number of constraints, and `more`, lines
/// of text that have to stay the same ("key = value"). The limit of iterations is left out: it may be raised.
std::string problem_description(const OptimizationProblem& problem, const OptimizationOptions& options,
                                const std::vector<std::string>& names, const std::string& more = {});

/// A folder with one file an evaluation, written atomically: evaluation_000001.bin ...; the description of the problem
/// in problem.txt; and the memory after the last evaluation in memory_NNNNNN.bin. Methods are deterministic: a resumed
/// run asks for the same designs, is answered from the files, and then goes on with the optimiser's and the model's
/// memory as they were. A run killed at any moment loses the evaluation at work, no more. Numbers are in the byte order
/// of the machine.
class EvaluationJournal {
 public:
  enum class Begin {
    fresh, ///< earlier files of a journal in the folder are removed
    resume ///< InputError where there is no journal, or that of another problem
  };
  /// `memory` may be null; it has to outlive the journal.
  EvaluationJournal(std::filesystem::path folder, const std::string& problem, Begin begin,
                    EvaluationMemory* memory = nullptr);

  /// Number of evaluations on record.
  int recorded() const { return recorded_; }

  /// The evaluation, answered from the journal first and recorded after. Refers to the journal. Calls throw InputError
  /// where a file is damaged or another design is asked for than was recorded.
  EvaluateDesign recording(EvaluateDesign evaluate);

 private:
  DesignEvaluation replay(int number, std::span<const double> x);
  DesignEvaluation record(int number, std::span<const double> x, const EvaluateDesign& evaluate);
  void restore_memory() const;
  void remove_files() const;
  std::filesystem::path evaluation_file(int number) const;
  std::filesystem::path memory_file(int number) const;

  std::filesystem::path folder_;
  std::uint64_t problem_ = 0; ///< fingerprint
  EvaluationMemory* memory_ = nullptr;
  int recorded_ = 0;
  int asked_ = 0;
};

} // namespace adjoule
