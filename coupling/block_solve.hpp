// Systems that are solved together: one node of the graph of solves.
#pragma once

#include "adjoule/coupling/multiphysics_system.hpp"
#include "adjoule/solvers/newton.hpp"
#include "fingerprint.hpp"

#include <optional>

namespace adjoule {

/// Value, transposed product and tangent of r(q) = T^T R(T q + g) - loads = 0 for the fields of some systems, those of
/// others given.
class BlockSolve final : public NewtonProblem {
 public:
  /// `analyses`: symbolic analyses shared by the blocks of a model.
  BlockSolve(ModelSpace& space, std::vector<const PhysicsSystem*> systems, const SolveOptions& options,
             std::shared_ptr<AnalysisStore> analyses);

  const std::vector<const PhysicsSystem*>& systems() const { return systems_; }
  std::string name() const; ///< "electrical + thermal"
  Index size() const { return pattern_->size(); }
  /// 0 if the fields are wholly prescribed.
  bool has_unknowns() const { return size() > 0; }
  /// Its systems, each with those that must always be solved together with it: more than one make a loop.
  std::vector<std::vector<const PhysicsSystem*>> members() const;
  /// Whether it holds mechanics at finite strain, which is loaded step by step.
  bool takes_load_steps() const;

  /// Forgets what earlier solves left behind, so that the next one depends on what it is given alone. `goes_on`: it
  /// starts from a solution just found; factors made there to prove stability then stay, as they depend on it alone.
  void begin(bool goes_on);
  /// Solves for the block's fields, from their present values in `fields`. Throws AnalysisError without convergence.
  void solve(FieldValues& fields, const SolveOptions& options, SolveReport& report);

  /// Whether solves give up at an indefinite tangent, in place of an LU factorisation that takes many times as long,
  /// where the method is left open and stability is judged.
  void refuse_indefinite_tangents(bool refuse) { refuse_indefinite_ = refuse; }

  /// For each column of `sensitivities`: lambda from K^T lambda = dJ/dq, then d/d(everything) -= lambda^T
  /// dR/d(everything). On return the sensitivities to the block's own fields have been used up. Returns the relative
  /// size of the last correction to lambda, an estimate of its error.
  double add_adjoint(const FieldValues& fields, std::vector<Sensitivities*>& sensitivities);

  /// Fills the block's fields in each direction with their change along it (its other fields, parameters, coordinates
  /// given); all directions are right-hand sides of one factorisation. At most `passes` of refinement, the first solve
  /// included.
  void add_tangents(const FieldValues& fields, std::vector<Direction>& directions, int passes);

  /// Whether equilibrium is stable at these fields: whether the tangent there is positive definite. Nothing where that
  /// is not judged; see StabilityLoss. The factors that prove it serve what comes next at these fields: the predictor
  /// of a load step, the adjoint.
  std::optional<bool> is_stable(const FieldValues& fields);
  /// The node that moves most in the mode that the tangent at these fields resists least.
  Index softest_node(const FieldValues& fields);

  /// Bytes that the factors of its first tangent in a solve from these fields will take, with the work space. Analysis
  /// and matrix stay for that solve. `kind`: what the solver was made with. 0 where the tangent is not finite there.
  double factor_memory(FieldValues fields, LinearSolverKind kind);
  /// Throws AnalysisError unless the block's fields can have grown from one solution into the other.
  void require_reachable(const FieldValues& from, const FieldValues& to) const;

  /// All that it has cost so far.
  SolveCosts costs() const;
  std::size_t factor_bytes() const { return solver_.factor_bytes(); }

  /// Refinement of tangents with residuals by elements ends here, or where it stalls.
  static constexpr int most_tangent_passes = 6;
  /// Backward error that adjoint and tangent solves aim at, whatever tolerance the forward solve had: what good factors
  /// reach at once. The last figures come with residuals by elements.
  static constexpr double sensitivity_tolerance = 1e-13;

 private:
  /// Whether `is_stable` may have an answer.
  bool judges_stability() const { return takes_load_steps() && systems_.size() == 1 && solver_.is_direct(); }

  // Newton's view of it
  ResidualMeasure residual(const Eigen::VectorXd& q, Eigen::VectorXd& r) override;
  const SparseMatrix& tangent(const Eigen::VectorXd& q) override;
  bool tangent_is_factorized() const override;
  double relative_update(const Eigen::VectorXd& update, const ResidualMeasure& measure) const override;
  bool is_admissible(const Eigen::VectorXd& q) const override;
  std::string describe(Index unknown) const override;
  std::string causes_of_singularity() const override;
  /// Size of what an update of one system's field changes in the residual, before terms cancel, relative to the scales:
  /// the judge of a field that is zero, or next to it.
  double relative_effect(const Eigen::VectorXd& update, std::size_t i, const ResidualMeasure& measure) const;

  Evaluation evaluation(const FieldValues& fields) const;
  void expand(const Eigen::VectorXd& q, FieldValues& fields) const;
  void restrict_fields(const FieldValues& fields, Eigen::VectorXd& q) const;
  /// Brings the matrix to these fields and the present parameters, unless it is there.
  void assemble_tangent(const FieldValues& fields);
  Fingerprint fingerprint_of_tangent(const FieldValues& fields) const;
  std::vector<double> rounding_noise(const Eigen::VectorXd& q) const;
  std::span<const double> part(const Eigen::VectorXd& q, std::size_t i) const;
  std::span<double> part(Eigen::VectorXd& q, std::size_t i) const;
  /// Solves with the tangent at hand; stale factors serve as long as iterations get there with them.
  Eigen::MatrixXd solve_with_tangent(const Eigen::MatrixXd& right_hand_sides, bool transposed,
                                     double tolerance = sensitivity_tolerance);
  /// T^T times the sensitivities to the block's own fields, a column each.
  Eigen::MatrixXd reduced_duals(const std::vector<Sensitivities*>& sensitivities) const;
  /// sensitivity -= d(lambda . r)/d(everything)
  void subtract_product(const FieldValues& fields, const Eigen::VectorXd& lambda, Sensitivities& sensitivity) const;
  /// dr along a direction of fields, parameters and coordinates.
  Eigen::VectorXd residual_change(const Evaluation& at, const Direction& direction) const;
  /// The block's fields in a direction += T change.
  void add_to_fields(const Eigen::VectorXd& change, Direction& direction) const;
  /// Whether what rounding leaves of a solve tells its error. Norms of all unknowns together mean something only where
  /// they are of one field; what iterations leave is no noise.
  bool knows_amplification() const {
    return systems_.size() == 1 && amplification_ > 0.0 && solver_.is_direct() && tangent_is_factorized();
  }
  int local_field(int field) const;
  /// Field (place among the systems) and node of an unknown.
  std::pair<std::size_t, Index> place_of(Index unknown) const;
  [[noreturn]] void fail(const NewtonReport& result, const SolveOptions& options) const;

  ModelSpace& space_;
  std::vector<const PhysicsSystem*> systems_;
  std::shared_ptr<const BlockPattern> pattern_;
  SparseMatrix matrix_;
  SystemSolver solver_;
  FieldValues* fields_ = nullptr;   // during a solve
  bool is_linear_ = false;          // the tangent does not depend on the block's own field
  std::vector<int> tangent_fields_; // that the tangent depends on
  std::vector<Parameter> tangent_parameters_;
  std::optional<Fingerprint> assembled_; // what matrix_ was assembled from
  int factorizations_before_ = 0;        // its assembly
  bool factors_prove_stability_ = false;
  bool refuse_indefinite_ = false;
  bool tangent_at_hand_ = false; // of this solve, in matrix_
  double amplification_ = 0.0;   // of rounding errors, as the last solve found it; 0: not known
  double assembly_seconds_ = 0.0;
};

} // namespace adjoule
