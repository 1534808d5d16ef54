#include "adjoule/app/balance.hpp"
#include "adjoule/app/report.hpp"
#include "adjoule/inverse/cell_fields.hpp"
#include "text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

std::string convergence(const SolveReport& report) {
  std::vector<TextRow> rows;
  for (const BlockReport& block : report.blocks) {
    rows.push_back(
        {block.systems, fmt::format("{} Newton iteration{}, relative residual {:.2e}{}", block.newton_iterations,
                                    block.newton_iterations == 1 ? "" : "s", block.relative_residual,
                                    block.linear_solver.empty() ? ", all values given" : ", " + block.linear_solver)});
  }
  rows.push_back({"unknowns", std::to_string(report.unknowns)});
  if (report.load_steps > 1 || report.rejected_steps > 0)
    rows.push_back({"load steps", fmt::format("{}, and {} refused", report.load_steps, report.rejected_steps)});
  return "\nsolution\n" + text_table(rows, 2);
}

std::string terminal_table(const std::vector<Terminal>& terminals) {
  std::vector<TextRow> rows{{"terminal", "potential (V)", "current in (A)", "power in (W)"}};
  for (const Terminal& t : terminals) {
    rows.push_back(
        {t.group, short_number(t.potential), short_number(t.current), short_number(t.potential * t.current)});
  }
  std::vector<TextRow> pairs;
  for (std::size_t i = 0; i < terminals.size(); ++i) {
    for (std::size_t j = i + 1; j < terminals.size(); ++j) {
      const double voltage = terminals[i].potential - terminals[j].potential;
      std::string text = fmt::format("{:.6g} V", voltage);
      // Between two terminals there is one current, and so a resistance.
      if (terminals.size() == 2) {
        const double current = 0.5 * (terminals[0].current - terminals[1].current);
        const std::string resistance = current == 0.0 ? "no current" : fmt::format("{:.6g} ohm", voltage / current);
        text += fmt::format(", {:.6g} A, {}, {:.6g} W", current, resistance, voltage * current);
      }
      pairs.push_back({terminals[i].group + " to " + terminals[j].group, text});
    }
  }
  return "\nterminals\n" + text_table(rows) + (pairs.empty() ? "" : text_table(pairs, 2));
}

std::string power_table(const MultiphysicsSystem& system, const FieldValues& fields) {
  const PowerBalance balance = balance_power(system, fields);
  std::vector<TextRow> rows;
  if (system.find_electrical()) rows.push_back({"electric power in", short_number(balance.electric_power), "W"});
  for (const PowerTerm& term : balance.heat) {
    rows.push_back({term.name, short_number(term.power), term.power < 0.0 ? "W (out)" : "W"});
  }
  if (!balance.heat.empty()) {
    rows.push_back({"heat out in all", short_number(balance.heat_out), "W"});
    const char* what = balance.heats ? "electric power and heat in, against heat out" : "heat in against heat out";
    rows.push_back({what, fmt::format("{:.1e}", balance.relative_error), "relative"});
  }
  return rows.empty() ? "" : "\npower\n" + text_table(rows);
}

std::string deviation_table(const MultiphysicsSystem& system, const FieldValues& fields) {
  std::vector<TextRow> rows;
  for (const PrescribedDeviation& deviation : find_deviations(system, fields)) {
    rows.push_back(
        {deviation.field, "on " + deviation.group, fmt::format("{:.1e} {}", deviation.deviation, deviation.unit)});
  }
  return rows.empty() ? "" : "\nlargest deviation from prescribed values\n" + text_table(rows, 2);
}

void add_temperature(const MultiphysicsSystem& system, const FieldValues& fields, std::vector<TextRow>& rows) {
  const ThermalSystem* thermal = system.find_thermal();
  if (!thermal) return;
  const std::vector<double>& values = fields.values[static_cast<std::size_t>(thermal->field())];
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  for (const auto& [name, place] : {std::pair{"lowest temperature", low}, {"highest temperature", high}}) {
    const auto node = static_cast<std::size_t>(place - values.begin());
    rows.push_back({name, short_number(*place) + " K", "at " + place_text(system.mesh().coordinates()[node].data())});
  }
}

void add_deformation(const MultiphysicsSystem& system, const FieldValues& fields, std::vector<TextRow>& rows) {
  const MechanicalSystem* mechanical = system.find_mechanical();
  if (!mechanical) return;
  const std::vector<double>& values = fields.values[static_cast<std::size_t>(mechanical->field())];
  const auto components = static_cast<std::size_t>(mechanical->components());
  double largest = -1.0;
  std::size_t place = 0;
  for (std::size_t node = 0; node * components < values.size(); ++node) {
    double square = 0.0;
    for (std::size_t c = 0; c < components; ++c)
      square += values[node * components + c] * values[node * components + c];
    if (square > largest) {
      largest = square;
      place = node;
    }
  }
  rows.push_back({"largest displacement", short_number(std::sqrt(largest)) + " m",
                  "at " + place_text(system.mesh().coordinates()[place].data())});
  const std::vector<double> strain = cell_means(system, fields, "strain");
  const auto by_size = [](double a, double b) { return std::abs(a) < std::abs(b); };
  const auto at = static_cast<std::size_t>(std::max_element(strain.begin(), strain.end(), by_size) - strain.begin());
  constexpr std::array names{"xx", "yy", "zz", "xy", "yz", "xz"};
  const char* measure = mechanical->is_nonlinear() ? "Green-Lagrange strain" : "strain";
  rows.push_back({fmt::format("largest {} ({}, element mean)", measure, names[at % 6]), short_number(strain[at]),
                  "at " + place_text(system.mesh().centroid(static_cast<Index>(at / 6)).data())});
}

} // namespace

std::string solution_report(const Model& model, const State& state) {
  const MultiphysicsSystem& system = *model.system;
  std::string text = convergence(state.report);
  const std::vector<Terminal> terminals = find_terminals(system, state.fields);
  if (!terminals.empty()) text += terminal_table(terminals);
  text += power_table(system, state.fields);
  text += deviation_table(system, state.fields);
  std::vector<TextRow> extremes;
  add_temperature(system, state.fields, extremes);
  add_deformation(system, state.fields, extremes);
  if (!extremes.empty()) text += "\nextremes\n" + text_table(extremes, 1);
  return text;
}

std::string quantity_report(const Model& model, const std::vector<std::pair<std::string, double>>& values) {
  std::vector<TextRow> rows;
  for (const auto& [name, value] : values)
    rows.push_back({name, fmt::format("{:.9g}", value), model.quantity(name).unit});
  return rows.empty() ? "" : "\nquantities\n" + text_table(rows);
}

} // namespace adjoule
