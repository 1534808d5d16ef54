// history.csv: what each load step or each pseudo-time gave.
#pragma once

#include "adjoule/app/model_builder.hpp"

#include <filesystem>
#include <vector>

namespace adjoule {

/// The accepted load steps of mechanics at finite strain or, of a sequence, its times, in their order.
class History {
 public:
  /// Adds a step with the model's quantities at its load. Steps of other systems are left out.
  void add(const Model& model, const LoadStep& step);
  /// Adds a pseudo-time, s, and its state.
  void add(const Model& model, double time, const State& state);
  bool empty() const { return iterations_.empty(); }
  /// Columns load_factor (of a sequence t, s, and load_steps, how many it took from the time before),
  /// newton_iterations, the resultant (N) of each prescribed displacement component as
  /// "reaction.GROUP.x", and one a quantity; blank where one could not be computed. Throws InputError if the file
  /// cannot be made.
  void write(const Model& model, const std::filesystem::path& file) const;

 private:
  void add_values(const Model& model, const FieldValues& fields);
  void add_reactions(const MultiphysicsSystem& system, const FieldValues& fields);

  std::vector<double> factors_;            ///< of load steps
  std::vector<double> times_, load_steps_; ///< of a sequence
  std::vector<double> iterations_;
  std::vector<std::vector<double>> reactions_;  ///< by prescribed component, then by step
  std::vector<std::vector<double>> quantities_; ///< by quantity, then by step
};

} // namespace adjoule
