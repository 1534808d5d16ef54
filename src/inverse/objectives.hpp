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
  // What a person should know about its derivative at this point, for the Taylor test's note; may be empty.
  virtual std::string remark(const Evaluation&, [[maybe_unused]] bool check_failed) const { return {}; }

 private:
  std::string name_;
};

// Of the remark of a maximum or minimum: `count` of the `places` ("nodes") share the extreme value.
std::string extreme_remark(bool largest, int count, const char* places, bool check_failed);
// Whether two values are the same extreme, as far as rounding lets them be.
bool is_tie(double value, double extreme);

// Throws AnalysisError where a field is NaN or infinite.
void require_finite(const std::string& where, const std::string& field, double value, const Mesh& mesh, Index element);

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
