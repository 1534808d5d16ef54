/// Half the sum of the squares of all nodal displacements, m^2: what a fit to full-field data minimises.
#pragma once

#include "adjoule/coupling/multiphysics_system.hpp"

#include <numeric>

namespace adjoule::benchmarks {

class SquaredDisplacements final : public Objective {
 public:
  explicit SquaredDisplacements(int displacement_field) : field_(displacement_field) {}

  const std::string& name() const override { return name_; }

  double value(const Evaluation& at) const override {
    const std::vector<double>& u = displacements(at.state);
    return 0.5 * std::inner_product(u.begin(), u.end(), u.begin(), 0.0);
  }

  double add_gradient(const Evaluation& at, Sensitivities& sensitivities) const override {
    const std::vector<double>& u = displacements(at.state);
    std::vector<double>& dual = sensitivities.fields.values[static_cast<std::size_t>(field_)];
    for (std::size_t i = 0; i < u.size(); ++i) dual[i] += u[i];
    return value(at);
  }

  double jvp(const Evaluation& at, const Direction& direction) const override {
    const std::vector<double>& u = displacements(at.state);
    if (direction.fields.values.empty() || displacements(direction.fields).empty()) return 0.0;
    return std::inner_product(u.begin(), u.end(), displacements(direction.fields).begin(), 0.0);
  }

  std::vector<int> fields() const override { return {field_}; }
  std::vector<Parameter> parameters() const override { return {}; }

 private:
  const std::vector<double>& displacements(const FieldValues& fields) const {
    return fields.values[static_cast<std::size_t>(field_)];
  }

  std::string name_ = "half the sum of squared displacements";
  int field_;
};

} // namespace adjoule::benchmarks
