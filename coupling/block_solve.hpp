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
  Index size() const { return pattern_.size(); }
  /// 0 if the fields are wholly prescribed.
  bool has_unknowns() const { return size() > 0; }

  /// Solves for the block's fields, from their present values in `fields`. Throws AnalysisError without convergence.
  void solve(FieldValues& fields, const SolveOptions& options, SolveReport& report);

  /// For each column of `sensitivities`: lambda from K^T lambda = dJ/dq, then d/d(everything) -= lambda^T
  /// dR/d(everything). On return the sensitivities to the block's own fields have been used up. Returns the relative
  /// size of the last correction to lambda, an estimate of its error.
  double add_adjoint(const FieldValues& fields, std::vector<Sensitivities*>& sensitivities);

  /// Fills the block's fields in `direction` with their change along it (its other fields, parameters, coordinates
  /// given).
  void add_tangent(const FieldValues& fields, Direction& direction);

  double assembly_seconds() const { return assembly_seconds_; }

 private:
  // Newton's view of it
  ResidualMeasure residual(const Eigen::VectorXd& q, Eigen::VectorXd& r) override;
  const SparseMatrix& tangent(const Eigen::VectorXd& q) override;
  double relative_update(const Eigen::VectorXd& update, const ResidualMeasure& measure) const override;
  bool is_admissible(const Eigen::VectorXd& q) const override;
  std::string describe(Index unknown) const override;

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
  int local_field(int field) const;

  ModelSpace& space_;
  std::vector<const PhysicsSystem*> systems_;
  BlockPattern pattern_;
  SparseMatrix matrix_;
  DirectSolver solver_;
  FieldValues* fields_ = nullptr; // during a solve
  bool tangent_at_hand_ = false;  // of this solve, in matrix_
  double assembly_seconds_ = 0.0;
};

} // namespace adjoule
