// Systems that are solved together: one node of the graph of solves.
#pragma once

#include "adjoule/coupling/multiphysics_system.hpp"
#include "adjoule/solvers/newton.hpp"

#include <optional>

namespace adjoule {

/// Value, transposed product and tangent of r(q) = T^T R(T q + g) - loads = 0 for the fields of some systems, those of
/// others given.
class BlockSolve final : public NewtonProblem {
 public:
  BlockSolve(ModelSpace& space, std::vector<const PhysicsSystem*> systems, const SolveOptions& options);

  const std::vector<const PhysicsSystem*>& systems() const { return systems_; }
  std::string name() const; ///< "electrical + thermal"
  Index size() const { return pattern_->size(); }
  /// 0 if the fields are wholly prescribed.
  bool has_unknowns() const { return size() > 0; }
  /// Its systems, each with those that must always be solved together with it: more than one make a loop.
  std::vector<std::vector<const PhysicsSystem*>> members() const;
  /// Whether it holds mechanics at finite strain, which is loaded step by step.
  bool takes_load_steps() const;

  /// Solves for the block's fields, from their present values in `fields`. Throws AnalysisError without convergence;
  /// the times that it took are then reported all the same.
  void solve(FieldValues& fields, const SolveOptions& options, SolveReport& report);

  /// For each column of `sensitivities`: lambda from K^T lambda = dJ/dq, then d/d(everything) -= lambda^T
  /// dR/d(everything). On return the sensitivities to the block's own fields have been used up. Returns the relative
  /// size of the last correction to lambda, an estimate of its error.
  double add_adjoint(const FieldValues& fields, std::vector<Sensitivities*>& sensitivities);

  /// Fills the block's fields in each direction with their change along it (its other fields, parameters, coordinates
  /// given); all directions are right-hand sides of one factorisation. At most `passes` of refinement, the first solve
  /// included.
  void add_tangents(const FieldValues& fields, std::vector<Direction>& directions, int passes);

  /// Whether equilibrium is stable at the fields that the last solve has found: whether the tangent is positive
  /// definite. Nothing where that is not judged; see StabilityLoss.
  std::optional<bool> is_stable(const FieldValues& fields);
  /// The node that moves most in the mode that the tangent at these fields resists least.
  Index softest_node(const FieldValues& fields);

  double assembly_seconds() const { return assembly_seconds_; }

  /// Refinement of tangents with residuals by elements ends here, or where it stalls.
  static constexpr int most_tangent_passes = 6;

 private:
  // Newton's view of it
  ResidualMeasure residual(const Eigen::VectorXd& q, Eigen::VectorXd& r) override;
  const SparseMatrix& tangent(const Eigen::VectorXd& q) override;
  double relative_update(const Eigen::VectorXd& update, const ResidualMeasure& measure) const override;
  bool is_admissible(const Eigen::VectorXd& q) const override;
  std::string describe(Index unknown) const override;
  /// Size of what an update of one system's field changes in the residual, before terms cancel, relative to the scales:
  /// the judge of a field that is zero, or next to it.
  double relative_effect(const Eigen::VectorXd& update, std::size_t i, const ResidualMeasure& measure) const;

  Evaluation evaluation(const FieldValues& fields) const;
  void expand(const Eigen::VectorXd& q, FieldValues& fields) const;
  void restrict_fields(const FieldValues& fields, Eigen::VectorXd& q) const;
  void assemble_tangent(const FieldValues& fields);
  std::vector<double> rounding_noise(const Eigen::VectorXd& q) const;
  std::span<const double> part(const Eigen::VectorXd& q, std::size_t i) const;
  std::span<double> part(Eigen::VectorXd& q, std::size_t i) const;
  /// Solves with the tangent at hand; a stale factorisation serves as long as refinement gets there with it.
  Eigen::MatrixXd solve_with_tangent(const Eigen::MatrixXd& right_hand_sides, bool transposed);
  /// T^T times the sensitivities to the block's own fields, a column each.
  Eigen::MatrixXd reduced_duals(const std::vector<Sensitivities*>& sensitivities) const;
  /// sensitivity -= d(lambda . r)/d(everything)
  void subtract_product(const FieldValues& fields, const Eigen::VectorXd& lambda, Sensitivities& sensitivity) const;
  /// dr along a direction of fields, parameters and coordinates.
  Eigen::VectorXd residual_change(const Evaluation& at, const Direction& direction) const;
  /// The block's fields in a direction += T change.
  void add_to_fields(const Eigen::VectorXd& change, Direction& direction) const;
  int local_field(int field) const;
  /// Field (place among the systems) and node of an unknown.
  std::pair<std::size_t, Index> place_of(Index unknown) const;
  [[noreturn]] void fail(const NewtonReport& result, const SolveOptions& options) const;

  ModelSpace& space_;
  std::vector<const PhysicsSystem*> systems_;
  std::shared_ptr<const BlockPattern> pattern_;
  SparseMatrix matrix_;
  SystemSolver solver_;
  FieldValues* fields_ = nullptr; // during a solve
  bool tangent_at_hand_ = false;  // of this solve, in matrix_
  double assembly_seconds_ = 0.0;
};

} // namespace adjoule
