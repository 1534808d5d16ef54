/// Several physics on one mesh, solved in the order in which they need each other, and differentiated in the reverse
/// order.
#pragma once

#include "adjoule/core/error.hpp"
#include "adjoule/coupling/solve_options.hpp"
#include "adjoule/fem/assembly.hpp"
#include "adjoule/mesh/quality.hpp"
#include "adjoule/physics/electrical_system.hpp"
#include "adjoule/physics/mechanical_system.hpp"
#include "adjoule/physics/thermal_system.hpp"

#include <Eigen/SparseCore>

#include <memory>
#include <span>

namespace adjoule {

class BlockSolve;
struct TimeStep;

/// Nodal values of all fields and how they were found.
struct State {
  FieldValues fields;
  SolveReport report;
  ParameterVector parameters;                     ///< for which it was solved
  std::vector<std::array<double, 3>> coordinates; ///< likewise
};

/// A solve that failed, with what had converged before it did.
class SolveFailure : public AnalysisError {
 public:
  SolveFailure(const std::string& message, State state, std::vector<int> fields)
      : AnalysisError(message), reached(std::move(state)), converged_fields(std::move(fields)) {}

  /// Fields of the blocks solved before the one that failed, and those of that block at the largest load or drive that
  /// it reached; the others are as they were at the start. Its parameters are those of the load reached. The report
  /// counts what was accepted and rejected.
  State reached;
  std::vector<int> converged_fields; ///< ascending
};

/// A number computed from a state: value and derivatives. See inverse/quantity.hpp for those of the case file.
class Objective {
 public:
  virtual ~Objective() = default;
  virtual const std::string& name() const = 0;
  virtual double value(const Evaluation& at) const = 0;
  /// Adds the derivatives at fixed state and parameters, each dependence in its own slot of `sensitivities`; returns
  /// the value.
  virtual double add_gradient(const Evaluation& at, Sensitivities& sensitivities) const = 0;
  /// Derivative in a direction (state, parameters, coordinates).
  virtual double jvp(const Evaluation& at, const Direction& direction) const = 0;
  /// Fields whose values matter, ascending.
  virtual std::vector<int> fields() const = 0;
  /// Parameters that enter directly.
  virtual std::vector<Parameter> parameters() const = 0;
};

/// Derivatives of one objective to every parameter value and, where asked for, to node coordinates.
struct Gradient {
  std::string objective;
  double value = 0.0;
  ParameterVector parameters;
  CoordinateDuals coordinates; ///< [3 n + d], empty unless asked for
  std::vector<bool> reaches;   ///< of each parameter id: whether a change of it can reach the objective
  double adjoint_error = 0.0;  ///< estimate of the relative error of the adjoint solutions
};

/// Memory, bytes.
struct MemoryDemand {
  double factors = 0.0; ///< of all blocks, with the work space of the factorisations
  double vectors = 0.0; ///< of Newton's method, iterations and adjoint
  double total() const { return factors + vectors; }
};

class MultiphysicsSystem {
 public:
  explicit MultiphysicsSystem(Mesh mesh, SectionKind section = SectionKind::solid, int quadrature_degree = 0);
  ~MultiphysicsSystem();

  ModelSpace& space() { return space_; }
  const ModelSpace& space() const { return space_; }
  const Mesh& mesh() const { return space_.mesh(); }
  Parameters& parameters() { return space_.parameters(); }
  const Parameters& parameters() const { return space_.parameters(); }

  /// A number that is the same everywhere, registered under `path`.
  CoefficientPointer number(const std::string& path, double value, const std::string& unit = "1");

  /// Each physics is created by its first call.
  ElectricalSystem& electrical();
  ThermalSystem& thermal();
  MechanicalSystem& mechanical();
  /// Null where the model does not have it.
  const ElectricalSystem* find_electrical() const { return electrical_.get(); }
  const ThermalSystem* find_thermal() const { return thermal_.get(); }
  const MechanicalSystem* find_mechanical() const { return mechanical_.get(); }
  /// Those present.
  std::vector<const PhysicsSystem*> systems() const;
  /// The one that solves for a field.
  const PhysicsSystem& system_of_field(int field) const;

  /// Checks supports and numbers unknowns; the first solve calls it. Physics, loads and supports come before it. Throws
  /// InputError.
  void prepare();
  bool is_prepared() const { return prepared_; }

  /// What a solve, and the adjoint after it, will take beyond what the process has by then: mesh, patterns, matrices
  /// and symbolic analyses are there after the call and are kept for the solve. Where a tangent turns out not to be
  /// symmetric positive definite, it is more.
  MemoryDemand memory_demand(const SolveOptions& options = {}, bool adjoint = false);

  /// Solves for the present parameters and mesh. `start`: fields to begin from. Throws AnalysisError before
  /// anything is solved where the solve will not fit into the memory that is left, SolveFailure where it fails.
  State solve_steady_state(const SolveOptions& options = {}, const FieldValues* start = nullptr);

  /// Solves at each of some pseudo-times, s, ascending: the first as above, each other from the state before. Where
  /// Newton's method does not get from one time to the next, the time is walked between them; where that stops, the
  /// load is raised from rest at the time itself. `on_state` is given each time and its state, and finds the model's
  /// time and parameters so. Returns the last state, with the report of the whole sequence; the model's time stays
  /// there. Throws InputError for times that do not ascend, SolveFailure naming the time that was not reached.
  State solve_quasistatic(std::span<const double> times, const SolveOptions& options = {},
                          const std::function<void(double time, const State&)>& on_state = {},
                          const FieldValues* start = nullptr);

  /// The point of evaluation that belongs to a state and the present parameters.
  Evaluation evaluation(const FieldValues& fields) const;

  /// Derivatives of several objectives at a converged state of the present parameters and mesh (InputError otherwise),
  /// by one transposed solve a block for all of them together.
  std::vector<Gradient> gradient(const State& state, const std::vector<const Objective*>& objectives,
                                 bool want_coordinates = false);
  /// Change of the fields along each of several changes of parameters at a converged state: forward sensitivities, by
  /// one factorisation a block for all of them together.
  std::vector<FieldValues> tangents(const State& state, const std::vector<ParameterVector>& changes);
  /// The same along one change of parameters and node positions.
  FieldValues tangent(const State& state, const ParameterVector& parameters, std::span<const double> coordinates = {});
  /// Derivative of an objective along such a change.
  double tangent(const State& state, const Objective& objective, const ParameterVector& parameters,
                 std::span<const double> coordinates = {});

  /// Parameters that something reads.
  std::vector<Parameter> used_parameters() const;
  /// Whether a change of parameter can reach these fields or parameters of an objective, by who reads whom.
  bool reaches(Parameter parameter, const Objective& objective) const;

  /// The nodal residual of a system without constraints: what supports and terminals exert, [node * components +
  /// component].
  std::vector<double> reactions(const PhysicsSystem& system, const FieldValues& fields) const;

  /// Mass matrix (mechanics, kg) and capacity matrix (heat, J/K) over all nodal values, constraints left out; `lumped`
  /// ones are diagonal and positive: the consistent diagonal, scaled region by region to the region's total (Hinton,
  /// Rock & Zienkiewicz 1976).
  Eigen::SparseMatrix<double> assemble_mass(bool lumped) const;
  Eigen::SparseMatrix<double> assemble_capacity(bool lumped) const;
  /// dR_test/du_trial at a state over all nodal values, constraints left out: rows are the test field's.
  Eigen::SparseMatrix<double> assemble_stiffness(int test_field, int trial_field, const FieldValues& fields) const;

 private:
  std::vector<std::vector<bool>> dependencies() const;
  void build_blocks(const SolveOptions& options);
  /// AnalysisError, with figures and remedy, where the solve will not fit into the memory that is left.
  void require_memory(const SolveOptions& options);
  /// Solves for the present parameters; `step`: a step in time from the fields in `start`, and nothing else is tried.
  State solve(const SolveOptions& options, const FieldValues* start, const TimeStep* step);
  void solve_block(BlockSolve& block, FieldValues& fields, const SolveOptions& options, bool fresh_start,
                   const TimeStep* step, SolveReport& report);
  /// The state at `to` from that at `from`, between two times of a sequence.
  State walk_in_time(const State& before, double from, double to, const SolveOptions& options);
  /// The fields of a state, plus their change with time by the tangent.
  FieldValues predict_in_time(const State& state, double change);
  void solve_loop(BlockSolve& loop, FieldValues& fields, const SolveOptions& options, bool fresh_start,
                  SolveReport& report);
  void solve_staggered(BlockSolve& loop, FieldValues& fields, const SolveOptions& options, SolveReport& report);
  BlockSolve& member(const std::vector<const PhysicsSystem*>& systems, const SolveOptions& options);
  Eigen::SparseMatrix<double> assemble(const PhysicsSystem& test, const PhysicsSystem& trial, MatrixKind kind,
                                       bool lumped, const FieldValues& fields) const;
  FieldValues initial_fields() const;
  /// Of all blocks so far.
  SolveCosts costs() const;
  /// Fills the fields of each direction with their change along it.
  void add_tangents(const State& state, std::vector<Direction>& directions, int passes);
  void require_current(const State& state) const;

  ModelSpace space_;
  std::unique_ptr<ElectricalSystem> electrical_;
  std::unique_ptr<ThermalSystem> thermal_;
  std::unique_ptr<MechanicalSystem> mechanical_;
  std::vector<std::unique_ptr<BlockSolve>> blocks_;  ///< in the order of solution
  std::vector<std::unique_ptr<BlockSolve>> members_; ///< systems with their companions, for staggered loops
  std::shared_ptr<AnalysisStore> analyses_ = make_analysis_store();
  SolveOptions built_for_;
  bool prepared_ = false;
  bool fits_ = false; ///< whether the memory for the factors of `blocks_` has been looked at
};

} // namespace adjoule
