// All data terms and regularisations of an identification as one least-squares problem in (x, nuisances).
#pragma once

#include "adjoule/inverse/identification.hpp"

namespace adjoule {

/// Evaluates at vectors of unknowns: the design's x, then the nuisances of the data terms one after the other.
/// InputErrors of values tried are AnalysisErrors here, once a first evaluation has succeeded: then they are of the
/// values, not of the problem.
class LeastSquares {
 public:
  explicit LeastSquares(const IdentificationProblem& problem);

  Index variables() const { return design_.size(); }
  Index nuisances() const { return nuisances_; }
  Index unknowns() const { return variables() + nuisances(); }
  /// Residuals of the data.
  Index data_count() const { return data_count_; }
  const Design& design() const { return design_; }

  std::vector<double> start() const;
  std::vector<double> lower() const;
  std::vector<double> upper() const;

  /// Taken off the residuals of the data; empty: nothing.
  void set_shift(Eigen::VectorXd shift) { shift_ = std::move(shift); }

  struct Linearization {
    Eigen::VectorXd residual; ///< of the data, then of the regularisations
    Eigen::MatrixXd jacobian; ///< residuals x unknowns; empty where only residuals are wanted
    double chi_squared = 0.0;
    double regularization = 0.0;
  };
  Linearization linearize(std::span<const double> unknowns, bool residual_only);

  struct Objective {
    double chi_squared = 0.0;
    double regularization = 0.0;
    std::vector<double> gradient; ///< of chi_squared / 2 + regularization
    double value() const { return 0.5 * chi_squared + regularization; }
  };
  Objective objective(std::span<const double> unknowns);

 private:
  template <class Evaluate>
  auto guarded(std::span<const double> unknowns, Evaluate evaluate);

  const IdentificationProblem& problem_;
  const Design& design_;
  Index nuisances_ = 0;
  Index data_count_ = 0;
  Eigen::VectorXd shift_;
  bool has_succeeded_ = false;
};

/// A fit that has ended.
struct FitOutcome {
  std::vector<double> unknowns;
  int iterations = 0;
  int failures = 0;
  bool converged = false;
  bool stopped = false;
  std::string reason;
};

/// Whether what is still to be gained is next to nothing: beside the objective, or as a distance of a hundredth of the
/// standard deviations (a distance of d standard deviations from the minimum is worth d^2 / 2). A rejected step
/// promises more than it keeps where residuals carry what the solves leave.
bool is_near_minimum(double promise, double objective);

/// By Ceres, with dense Jacobians.
FitOutcome fit_by_levenberg_marquardt(LeastSquares& problem, const std::vector<double>& start,
                                      const IdentificationOptions& options);
FitOutcome fit_by_lbfgs(LeastSquares& problem, const std::vector<double>& start, const IdentificationOptions& options);

} // namespace adjoule
