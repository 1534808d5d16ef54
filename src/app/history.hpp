// history.csv: what each load step gave.
#pragma once

#include "adjoule/app/model_builder.hpp"

#include <filesystem>
#include <vector>

namespace adjoule {

/// The accepted load steps of mechanics at finite strain, in their order.
class History {
 public:
  /// Adds a step with the model's quantities at its load. Steps of other systems are left out.
  void add(const Model& model, const LoadStep& step);
  bool empty() const { return factors_.empty(); }
  /// Columns load_factor, newton_iterations, the resultant (N) of each prescribed displacement component as
  /// "reaction.GROUP.x", and one a quantity; blank where one could not be computed. Throws InputError if the file
  /// cannot be made.
  void write(const Model& model, const std::filesystem::path& file) const;

 private:
  void add_reactions(const MultiphysicsSystem& system, const FieldValues& fields);

  std::vector<double> factors_, iterations_;
  std::vector<std::vector<double>> reactions_;  ///< by prescribed component, then by step
  std::vector<std::vector<double>> quantities_; ///< by quantity, then by step
};

} // namespace adjoule
