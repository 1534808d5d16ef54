// The kinds of quantity as objectives. Each keeps references to the model it was made for.
#pragma once

#include "adjoule/inverse/quantity.hpp"
#include "field_integrals.hpp"

namespace adjoule {

// What the kinds have in common.
class NamedObjective : public Objective {
 public:
  explicit NamedObjective(std::string name) : name_(std::move(name)) {}
  const std::string& name() const override { return name_; }
  std::string where() const { return "quantity '" + name_ + "'"; }

 private:
  std::string name_;
};

// Fields and parameters that integrals read, without repetition.
std::vector<int> fields_of(const std::vector<const Integral*>& integrals);
std::vector<Parameter> parameters_of(const std::vector<const Integral*>& integrals);

// Integral of the field; its mean where `mean`; with an exponent p the mean (integral |f|^p / integral 1)^(1/p).
std::unique_ptr<Objective> make_integral_objective(const std::string& name, FieldIntegrals integrals);
std::unique_ptr<Objective> make_average_objective(const std::string& name, FieldIntegrals integrals);
std::unique_ptr<Objective> make_power_mean_objective(const std::string& name, FieldIntegrals integrals,
                                                     double exponent);

enum class NodalReduction { mean, maximum, minimum };
// Of a nodal field, over nodes.
std::unique_ptr<Objective> make_nodal_objective(const std::string& name, int field, int component,
                                                std::vector<Index> nodes, NodalReduction reduction);

// Largest or smallest value at the quadrature points of the integrals.
std::unique_ptr<Objective> make_extreme_objective(const std::string& name, const MultiphysicsSystem& model,
                                                  const QuantityField& field, FieldIntegrals integrals, bool largest);

// At a point of space.
std::unique_ptr<Objective> make_point_objective(const std::string& name, const MultiphysicsSystem& model,
                                                const QuantityField& field, const std::array<double, 3>& point);

// Resultant of the residual of a system's component over nodes.
std::unique_ptr<Objective> make_reaction_objective(const std::string& name, const PhysicsSystem& system, int component,
                                                   std::vector<Index> nodes);

} // namespace adjoule
