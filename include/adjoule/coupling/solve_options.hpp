/// How a model is solved, and what is told about it afterwards.
#pragma once

#include "adjoule/fem/field_values.hpp"
#include "adjoule/solvers/system_solver.hpp"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace adjoule {

enum class Coupling {
  automatic,  ///< a chain in order, a loop monolithically
  monolithic, ///< everything in one system
  staggered   ///< loops by turns, until all residuals are met
};

/// One line of a running solve.
struct Progress {
  std::string systems; ///< "electrical + thermal"
  int iteration = 0;
  double relative_residual = 0.0;
  double load_factor = 1.0;     ///< for which it is solved
  std::optional<double> time{}; ///< s, pseudo-time for which it is solved, in a sequence
};

/// An accepted step of load stepping. During the call that reports it the model's parameters are those of the step, so
/// that quantities and reactions of `fields` are those at its load. A step in pseudo-time is one at the full load.
struct LoadStep {
  std::string systems;       ///< whose steps they are
  double factor = 0.0;       ///< part of the full load, in (0, 1]
  int iterations = 0;        ///< of Newton
  const FieldValues& fields; ///< of the whole model
};

struct SolveOptions {
  Coupling coupling = Coupling::automatic;
  LinearSolverKind linear_solver = LinearSolverKind::automatic;
  double tolerance = 1e-9; ///< residual relative to the largest assembled term of each physics
  int max_iterations = 25; ///< of Newton, in each block
  int max_staggered = 200;
  double relaxation = 1.0; ///< of a staggered loop
  /// The first load step is 1/load_steps of the load; later ones are as long as Newton's method allows.
  int load_steps = 1;
  double smallest_load_step = 1e-4; ///< part of the full load; the solve fails where a shorter step would be needed
  std::function<void(const Progress&)> on_progress{};
  std::function<void(const LoadStep&)> on_step{}; ///< after each accepted step of blocks that take load steps
};

/// What one block of systems needed.
struct BlockReport {
  std::string systems;
  int newton_iterations = 0; ///< of all accepted steps
  double relative_residual = 0.0;
  std::string linear_solver;
  std::vector<double> residual_history; ///< relative residuals of the last step, the initial one first
};

/// Equilibrium stopped being stable between two load factors, or two times of a sequence: the tangent of the mechanical
/// system is positive definite at the first and no longer at the second. Judged at the end of each accepted step (what
/// is lost and regained within one is not seen; a solve from given fields knows 0 and 1 only), where the tangent is
/// symmetric and mechanics is solved alone: unsymmetric (follower pressure) and saddle-point (mixed formulation)
/// tangents are not judged.
struct StabilityLoss {
  double from = 0.0, to = 0.0;   ///< load factors, or times, s
  bool in_time = false;          ///< which of the two
  Index node = -1;               ///< where the motion that is set free is largest
  std::array<double, 3> place{}; ///< m, that node in the reference configuration
};

/// What linear algebra and assembly took.
struct SolveCosts {
  double assembly_seconds = 0.0, factorization_seconds = 0.0, solve_seconds = 0.0;
  int factorizations = 0;    ///< numeric ones
  int linear_iterations = 0; ///< of conjugate gradients or GMRES with stale factors or a preconditioner

  SolveCosts& operator+=(const SolveCosts& other);
  SolveCosts& operator-=(const SolveCosts& other);
};

struct SolveReport : SolveCosts {
  bool converged = false;
  int newton_iterations = 0; ///< accepted, of all systems
  int load_steps = 1;        ///< accepted, of all systems; a block without load steps takes none, and a model of such 1
  int rejected_steps = 0;    ///< load steps that did not converge and were cut back
  double load_factor = 1.0;  ///< reached, by the block that failed where one did
  std::vector<StabilityLoss> stability_losses;
  bool stable = true; ///< the equilibrium found, as far as that is judged
  std::vector<BlockReport> blocks;
  Index unknowns = 0;
  std::string linear_solver;    ///< "cholmod", "umfpack" or "cholmod, umfpack"
  std::size_t factor_bytes = 0; ///< memory of the factors that the solve leaves behind
};

} // namespace adjoule
