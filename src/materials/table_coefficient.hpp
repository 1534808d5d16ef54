/// The class behind `table_coefficient`, which thermal strain integrates exactly. Private to the room.
#pragma once

#include "adjoule/materials/table.hpp"

namespace adjoule {

class TableCoefficient final : public Coefficient {
 public:
  TableCoefficient(const Parameters& parameters, std::vector<Parameter> temperatures, std::vector<Parameter> values);

  Batch value(const PointContext& at, const ParameterVector& parameters) const override;
  Batch linearize(const PointContext& at, const ParameterVector& parameters, bool want_terms,
                  CoefficientDerivative& derivative) const override;
  bool reads_temperature() const override { return true; }
  std::vector<Parameter> parameters() const override;
  std::optional<std::pair<double, double>> temperature_range(const ParameterVector& parameters) const override;

  /// Integral of the table from `from` to `to` (K), lane by lane; exact, and exactly zero for `from` == `to`.
  Batch integral(Batch from, Batch to, const ParameterVector& parameters) const;
  /// d(integral)/d(table temperatures and values), one term an entry.
  std::vector<ParameterTerm> integral_terms(Batch from, Batch to, const ParameterVector& parameters) const;

 private:
  /// Where a temperature lies: between entries `left` and `left` + 1, or outside.
  struct Place {
    std::size_t left;
    double fraction; ///< 0 at the left entry, 1 at the right one
    bool held;       ///< outside: constant
  };
  std::size_t size() const { return temperature_offsets_.size(); }
  double temperature(const ParameterVector& parameters, std::size_t entry) const;
  double entry_value(const ParameterVector& parameters, std::size_t entry) const;
  double slope(const ParameterVector& parameters, std::size_t left) const;
  Place find(double temperature, const ParameterVector& parameters) const;
  double interpolate(const Place& place, const ParameterVector& parameters) const;

  std::vector<Parameter> temperatures_, values_;
  std::vector<Index> temperature_offsets_, value_offsets_;
};

} // namespace adjoule
