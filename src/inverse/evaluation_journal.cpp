#include "adjoule/inverse/evaluation_journal.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/io/atomic_file.hpp"
#include "binary_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

namespace adjoule {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view evaluation_kind = "adjoule evaluation 1";
constexpr std::string_view memory_kind = "adjoule memory 1";
constexpr std::string_view evaluation_prefix = "evaluation_", memory_prefix = "memory_", suffix = ".bin";

std::string numbered(std::string_view prefix, int number) {
  return fmt::format("{}{:06}{}", prefix, number, suffix);
}

/// The number in a journal's file name, if it is one.
std::optional<int> number_of(const fs::path& file, std::string_view prefix) {
  const std::string name = file.filename().string();
  if (!name.starts_with(prefix) || !name.ends_with(suffix)) return {};
  const char* end = name.data() + name.size() - suffix.size();
  int number = 0;
  const auto [rest, error] = std::from_chars(name.data() + prefix.size(), end, number);
  if (error != std::errc() || rest != end || name != numbered(prefix, number)) return {};
  return number;
}

std::string read_description(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    throw InputError(
        fmt::format("there is no run to resume: '{}' cannot be read; start it without --resume", file.string()));
  }
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Throws InputError that shows the first line that is not the same.
void require_same(const std::string& recorded, const std::string& now) {
  if (recorded == now) return;
  std::istringstream before(recorded), after(now);
  std::string old_line, new_line;
  while (true) {
    const bool more_before = static_cast<bool>(std::getline(before, old_line));
    const bool more_after = static_cast<bool>(std::getline(after, new_line));
    if (!more_before) old_line = "nothing";
    if (!more_after) new_line = "nothing";
    if (old_line != new_line || (!more_before && !more_after)) break;
  }
  throw InputError(
      fmt::format("the run cannot be resumed, since the problem has changed: it was '{}', and is '{}' now; "
                  "put it back, or start without --resume",
                  old_line, new_line));
}

void put(RecordWriter& file, const DesignEvaluation& evaluation) {
  file.put(evaluation.objective);
  file.put(std::span<const double>(evaluation.objective_gradient));
  file.put(std::span<const double>(evaluation.constraints));
  for (const std::vector<double>& gradient : evaluation.constraint_gradients)
    file.put(std::span<const double>(gradient));
  file.put(std::span<const double>(evaluation.values));
}

DesignEvaluation read_evaluation(RecordReader& file) {
  DesignEvaluation evaluation;
  evaluation.objective = file.real();
  evaluation.objective_gradient = file.reals();
  evaluation.constraints = file.reals();
  for (std::size_t k = 0; k < evaluation.constraints.size(); ++k)
    evaluation.constraint_gradients.push_back(file.reals());
  evaluation.values = file.reals();
  return evaluation;
}

} // namespace

std::string problem_description(const OptimizationProblem& problem, const OptimizationOptions& options,
                                const std::vector<std::string>& names, const std::string& more) {
  std::string text =
      fmt::format("method = {}\ntolerance = {}\nconstraint_tolerance = {}\nconstraints = {}\n", name_of(options.method),
                  options.tolerance, options.constraint_tolerance, problem.constraint_count);
  for (std::size_t i = 0; i < problem.start.size(); ++i) {
    text += fmt::format("{} = {} in [{}, {}]\n", names.at(i), problem.start[i], problem.lower[i], problem.upper[i]);
  }
  return text + more;
}

EvaluationJournal::EvaluationJournal(fs::path folder, const std::string& problem, Begin begin, EvaluationMemory* memory)
    : folder_(std::move(folder)), problem_(fingerprint(problem)), memory_(memory) {
  const fs::path description = folder_ / "problem.txt";
  if (begin == Begin::resume) {
    require_same(read_description(description), problem);
    std::error_code error;
    while (fs::exists(evaluation_file(recorded_ + 1), error)) ++recorded_;
    return;
  }
  remove_files();
  write_text_file(description, problem);
}

fs::path EvaluationJournal::evaluation_file(int number) const {
  return folder_ / numbered(evaluation_prefix, number);
}

fs::path EvaluationJournal::memory_file(int number) const {
  return folder_ / numbered(memory_prefix, number);
}

void EvaluationJournal::remove_files() const {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder_, error), end; !error && entry != end; entry.increment(error)) {
    if (number_of(entry->path(), evaluation_prefix) || number_of(entry->path(), memory_prefix))
      files.push_back(entry->path());
  }
  // The highest numbers first: what a kill leaves is still a journal without a gap.
  std::sort(files.rbegin(), files.rend());
  for (const fs::path& file : files) {
    if (!fs::remove(file, error) && error) {
      throw InputError(fmt::format("an earlier run's '{}' cannot be removed ({}): choose another folder", file.string(),
                                   error.message()));
    }
  }
}

EvaluateDesign EvaluationJournal::recording(EvaluateDesign evaluate) {
  return [this, evaluate = std::move(evaluate)](std::span<const double> x) {
    const int number = ++asked_;
    return number <= recorded_ ? replay(number, x) : record(number, x, evaluate);
  };
}

DesignEvaluation EvaluationJournal::replay(int number, std::span<const double> x) {
  const fs::path file = evaluation_file(number);
  RecordReader record(file, evaluation_kind);
  if (record.number() != problem_) {
    throw InputError(fmt::format("'{}' belongs to another problem: the run cannot be resumed; start it again without "
                                 "--resume",
                                 file.string()));
  }
  const std::vector<double> recorded_x = record.reals();
  if (!std::equal(x.begin(), x.end(), recorded_x.begin(), recorded_x.end())) {
    throw InputError(fmt::format("evaluation {} on record is of another design than is asked for now: the case, its "
                                 "mesh or the program has changed since; start again without --resume",
                                 number));
  }
  const bool failed = record.number() != 0;
  const std::string failure = record.text();
  DesignEvaluation evaluation = read_evaluation(record);
  record.finish();
  if (number == recorded_) restore_memory();
  if (failed) throw AnalysisError(failure);
  return evaluation;
}

DesignEvaluation EvaluationJournal::record(int number, std::span<const double> x, const EvaluateDesign& evaluate) {
  DesignEvaluation evaluation;
  std::optional<AnalysisError> failure;
  try {
    evaluation = evaluate(x);
  } catch (const AnalysisError& error) {
    failure = error;
  }
  // The memory after an evaluation is there before the evaluation counts, and the one before goes only then.
  if (memory_) {
    RecordWriter memory(memory_kind);
    memory.put(problem_);
    memory.put(std::span<const double>(memory_->save()));
    memory.write(memory_file(number));
  }
  RecordWriter file(evaluation_kind);
  file.put(problem_);
  file.put(x);
  file.put(std::uint64_t{failure ? 1u : 0u});
  file.put(std::string_view(failure ? failure->what() : ""));
  put(file, evaluation);
  file.write(evaluation_file(number));
  if (memory_) {
    std::error_code ignored;
    fs::remove(memory_file(number - 1), ignored);
  }
  if (failure) throw AnalysisError(failure->what());
  return evaluation;
}

void EvaluationJournal::restore_memory() const {
  if (!memory_) return;
  RecordReader file(memory_file(recorded_), memory_kind);
  const bool same_problem = file.number() == problem_;
  const std::vector<double> memory = file.reals();
  file.finish();
  if (!same_problem) {
    throw InputError(fmt::format("'{}' belongs to another problem: the run cannot be resumed; start it again without "
                                 "--resume",
                                 memory_file(recorded_).string()));
  }
  memory_->restore(memory);
}

} // namespace adjoule
