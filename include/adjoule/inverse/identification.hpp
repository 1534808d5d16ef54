/// Least-squares identification of design variables from several sources of data.
#pragma once

#include "adjoule/inverse/design.hpp"

#include <Eigen/Core>

#include <functional>

namespace adjoule {

/// A source of data: residuals r = (model - data) / standard deviation as a function of the design and of nuisance
/// unknowns of its own (of order one, start 0).
class DataTerm {
 public:
  virtual ~DataTerm() = default;
  virtual const std::string& name() const = 0;
  virtual Index residual_count() const = 0;
  virtual int nuisance_count() const { return 0; }
  /// One a nuisance, with unit, and how many of that unit a change by one is.
  virtual std::vector<std::string> nuisance_names() const { return {}; }
  virtual std::vector<double> nuisance_scales() const { return {}; }
  /// Whether it holds a force, a stress or an energy.
  virtual bool sees_force() const = 0;

  struct Linearization {
    Eigen::VectorXd residual;
    Eigen::MatrixXd design;   ///< d(residual)/d(x), residual_count() x design size
    Eigen::MatrixXd nuisance; ///< residual_count() x nuisance_count()
  };
  /// Residuals, and by forward sensitivities their Jacobian unless `residual_only`. Throws AnalysisError where the
  /// model cannot be solved.
  virtual Linearization linearize(const Design& design, std::span<const double> x, std::span<const double> nuisance,
                                  bool residual_only) = 0;

  struct HalfSquare {
    double value = 0.0; ///< |r - shift|^2 / 2
    std::vector<double> design;
    std::vector<double> nuisance;
  };
  /// Half the sum of squares of r - shift (empty: r) and its gradient through the adjoint. Throws as above.
  virtual HalfSquare half_square(const Design& design, std::span<const double> x, std::span<const double> nuisance,
                                 const Eigen::VectorXd& shift) = 0;
};

/// A term of the objective that favours smooth fields or values near the start; of the design alone.
class Regularization {
 public:
  virtual ~Regularization() = default;
  virtual const std::string& name() const = 0;
  /// Value, added to half the sum of squares; adds its gradient to `gradient` (design size).
  virtual double value(const Design& design, std::span<const double> x, std::span<double> gradient) const = 0;
  /// The residuals whose half sum of squares is the value, and their Jacobian; empty where there are none (total
  /// variation), which then needs L-BFGS.
  virtual bool is_least_squares() const = 0;
  virtual void residual(const Design& design, std::span<const double> x, Eigen::VectorXd& residual,
                        Eigen::MatrixXd& jacobian) const = 0;
};

enum class IdentificationMethod { levenberg_marquardt, lbfgs };

/// A step of the Levenberg-Marquardt method (one that was rejected repeats the numbers before it, with step 0), an
/// evaluation of L-BFGS.
struct IdentificationIterate {
  int iteration = 0;        ///< from 0: the start
  double chi_squared = 0.0; ///< sum of squares of the residuals
  double regularization = 0.0;
  double gradient_norm = 0.0; ///< largest entry, projected on the bounds
  double step = 0.0;          ///< Euclidean length in x
  int failures = 0;           ///< trial points so far at which a solve failed
  std::span<const double> x;  ///< without nuisances
};

struct IdentificationOptions {
  IdentificationMethod method = IdentificationMethod::levenberg_marquardt;
  int max_iterations = 50;
  double tolerance = 1e-10; ///< relative change of the objective, and of x, that ends it
  int samples = 0;          ///< of the Monte Carlo estimate of the uncertainty; 0: none
  std::uint64_t seed = 1;
  std::function<bool(const IdentificationIterate&)> on_iterate{}; ///< false stops
  std::function<bool(int done, int all)> on_sample{};             ///< after each refit; false stops
};

struct IdentificationProblem {
  Design* design = nullptr;
  std::vector<DataTerm*> data;
  std::vector<const Regularization*> regularization;
};

/// The spread of refits to data with noise added, one sample after another from a seeded generator.
struct SampleStatistics {
  std::vector<std::vector<double>> values;      ///< [sample][variable], SI; failed refits are left out
  std::vector<double> loss;                     ///< sum of squares of each refit
  std::vector<double> mean, standard_deviation; ///< of each variable, SI; empty where fewer than two refits ended well
  double loss_mean = 0.0, loss_standard_deviation = 0.0;
  int failed = 0;
  bool stopped = false; ///< before all were done
};

/// A direction in the scaled variables that the data (with the regularisation) leave uncertain by more than 50 %, or do
/// not fix at all.
struct WeakDirection {
  double singular_value = 0.0;       ///< of the Jacobian
  std::vector<double> direction;     ///< unit vector in x
  double relative_uncertainty = 0.0; ///< largest standard deviation of a value along it, over that value
};

struct IdentificationResult {
  std::vector<double> x;        ///< scaled variables
  std::vector<double> nuisance; ///< of all data terms, one after the other
  std::vector<double> values;   ///< SI
  double chi_squared = 0.0;
  double regularization = 0.0;
  Index residual_count = 0;
  /// Residuals less unknowns, nuisances included; where there is a regularisation (Levenberg-Marquardt), each unknown
  /// counts as far as the data fix it.
  Index degrees_of_freedom = 0;
  int iterations = 0; ///< steps tried; evaluations with L-BFGS
  int failures = 0;
  bool converged = false;
  bool stopped = false;
  std::string reason;
  std::vector<bool> at_bound; ///< of each variable

  // Statistics, empty with L-BFGS. A regularisation counts as knowledge: as data of its residuals.

  /// Gauss-Newton covariance of x with the noise given, nuisances projected out; empty where the Jacobian has not full
  /// rank.
  Eigen::MatrixXd covariance;
  Eigen::MatrixXd correlation;
  std::vector<double> standard_deviation; ///< SI; infinite where a part of it is not identifiable
  /// SI; symmetric in the scaled variable (on a logarithmic scale in the logarithm), and cut at the bounds.
  std::vector<std::pair<double, double>> interval_95;
  std::vector<double> singular_values; ///< of the Jacobian to x, largest first
  std::vector<WeakDirection> weak_directions;

  std::vector<std::string> warnings; ///< in words: trade-offs, no force among the data, values at bounds, chi^2
  std::optional<SampleStatistics> samples;
};

/// Fits. The models are left at the result. Throws InputError for more unknowns than residuals without regularisation,
/// a method that does not fit; AnalysisError where the start cannot be solved.
IdentificationResult identify(const IdentificationProblem& problem, const IdentificationOptions& options);

} // namespace adjoule
