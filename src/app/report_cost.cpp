#include "adjoule/core/instruction_set.hpp"
#include "adjoule/core/memory.hpp"
#include "summary.hpp"
#include "text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace adjoule {
namespace {

/// The parts that can be seen in the total.
std::string seconds_text(const RunSeconds& seconds) {
  const std::array<std::pair<const char*, double>, 8> parts{{{"mesh", seconds.mesh},
                                                             {"model", seconds.model},
                                                             {"assembly", seconds.assembly},
                                                             {"factorisation", seconds.factorization},
                                                             {"solve", seconds.solve},
                                                             {"adjoint", seconds.adjoint},
                                                             {"output", seconds.output},
                                                             {"other", seconds.other()}}};
  std::string text = fmt::format("{:.2f} s", seconds.total);
  const char* separator = ": ";
  for (const auto& [name, value] : parts) {
    if (value < 0.005 * seconds.total) continue;
    text += fmt::format("{}{} {:.2f}", separator, name, value);
    separator = ", ";
  }
  return text;
}

std::string counted(int count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

} // namespace

double RunSeconds::other() const {
  return std::max(0.0, total - mesh - model - assembly - factorization - solve - adjoint - output);
}

Index unknown_count(const Model& model) {
  Index unknowns = 0;
  for (const PhysicsSystem* system : model.system->systems()) unknowns += system->constraints().unknown_count();
  return unknowns;
}

std::string cost_report(const RunSummary& summary) {
  const SolveReport& report = summary.report;
  std::vector<TextRow> rows{{"time", seconds_text(summary.seconds)}};
  const std::size_t peak = peak_memory();
  std::string memory = bytes_text(static_cast<double>(peak));
  const Index unknowns = summary.model ? unknown_count(*summary.model) : 0;
  if (unknowns > 0)
    memory +=
        fmt::format(" at most, {} an unknown", bytes_text(static_cast<double>(peak) / static_cast<double>(unknowns)));
  if (report.factor_bytes > 0)
    memory += fmt::format("; factors {}", bytes_text(static_cast<double>(report.factor_bytes)));
  rows.push_back({"memory", memory});
  if (report.factorizations > 0) {
    std::string solver = counted(report.factorizations, "factorisation", "factorisations");
    if (report.linear_iterations > 0)
      solver += ", " + counted(report.linear_iterations, "linear iteration", "linear iterations");
    rows.push_back({"linear solver", solver});
  }
  rows.push_back(
      {"processor", fmt::format("{}, {}", counted(summary.threads, "thread", "threads"), name_of(instruction_set()))});
  return "\ncost\n" + text_table(rows, 2);
}

} // namespace adjoule
