/// How a model is solved, and what is told about it afterwards.
#pragma once

#include "adjoule/solvers/linear_solver.hpp"

#include <functional>
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
};

struct SolveOptions {
  Coupling coupling = Coupling::automatic;
  LinearSolverKind linear_solver = LinearSolverKind::automatic;
  double tolerance = 1e-9; ///< residual relative to the largest assembled term of each physics
  int max_iterations = 25; ///< of Newton, in each block
  int max_staggered = 200;
  double relaxation = 1.0; ///< of a staggered loop
  std::function<void(const Progress&)> on_progress{};
};

/// What one block of systems needed.
struct BlockReport {
  std::string systems;
  int newton_iterations = 0;
  double relative_residual = 0.0;
  std::string linear_solver;
};

struct SolveReport {
  bool converged = false;
  int newton_iterations = 0; ///< accepted, of all systems
  int load_steps = 1;        ///< accepted
  int rejected_steps = 0;    ///< load steps that did not converge and were cut back
  std::vector<BlockReport> blocks;
  Index unknowns = 0;
  std::string linear_solver; ///< "cholmod", "umfpack" or "cholmod, umfpack"
  double assembly_seconds = 0.0, factorization_seconds = 0.0, solve_seconds = 0.0;
};

} // namespace adjoule
