#include "rubber_experiment.hpp"

#include <gtest/gtest.h>

#include <omp.h>

namespace adjoule::test {
namespace {

std::vector<double> shifted(std::vector<double> x, Index i, double step) {
  x[static_cast<std::size_t>(i)] += step;
  return x;
}

/// Columns against central differences of the residuals, and the adjoint's gradient against J^T (r - shift).
void expect_consistent_derivatives(DataTerm& term, const Design& design, const std::vector<double>& x,
                                   const std::vector<double>& nuisance, double tolerance) {
  const DataTerm::Linearization at = term.linearize(design, x, nuisance, false);
  const double step = 1e-4;
  for (Index i = 0; i < design.size(); ++i) {
    const Eigen::VectorXd difference = (term.linearize(design, shifted(x, i, step), nuisance, true).residual -
                                        term.linearize(design, shifted(x, i, -step), nuisance, true).residual) /
                                       (2.0 * step);
    EXPECT_GT(difference.norm(), 0.0) << design.names()[static_cast<std::size_t>(i)];
    EXPECT_LT((at.design.col(i) - difference).norm(), tolerance * difference.norm())
        << design.names()[static_cast<std::size_t>(i)];
  }
  for (Index i = 0; i < term.nuisance_count(); ++i) {
    const Eigen::VectorXd difference = (term.linearize(design, x, shifted(nuisance, i, step), true).residual -
                                        term.linearize(design, x, shifted(nuisance, i, -step), true).residual) /
                                       (2.0 * step);
    EXPECT_LT((at.nuisance.col(i) - difference).norm(), 1e-6 * difference.norm()) << "nuisance " << i;
  }
  const Eigen::VectorXd shift = Eigen::VectorXd::LinSpaced(term.residual_count(), -1.0, 2.0);
  for (const Eigen::VectorXd& taken : {Eigen::VectorXd(), shift}) {
    const DataTerm::HalfSquare half = term.half_square(design, x, nuisance, taken);
    const Eigen::VectorXd residual = taken.size() > 0 ? Eigen::VectorXd(at.residual - taken) : at.residual;
    EXPECT_NEAR(half.value, 0.5 * residual.squaredNorm(), 1e-10 * half.value);
    const Eigen::VectorXd design_dual = at.design.transpose() * residual;
    const Eigen::VectorXd nuisance_dual = at.nuisance.transpose() * residual;
    for (Index i = 0; i < design.size(); ++i) {
      EXPECT_NEAR(half.design[static_cast<std::size_t>(i)], design_dual[i],
                  1e-10 * at.design.col(i).norm() * residual.norm());
    }
    for (Index i = 0; i < term.nuisance_count(); ++i) {
      EXPECT_NEAR(half.nuisance[static_cast<std::size_t>(i)], nuisance_dual[i],
                  1e-10 * at.nuisance.col(i).norm() * residual.norm());
    }
  }
}

TEST(Experiment, HasConsistentDerivativesOverSeveralStepsWithAMovingCamera) {
  RubberExperiment rubber;
  const Design design = rubber.design();
  ASSERT_EQ(rubber.experiment->residual_count(), 4 + 4 * 15 * 2);
  ASSERT_EQ(rubber.experiment->nuisance_count(), 12);
  std::vector<double> nuisance;
  for (int i = 0; i < 12; ++i) nuisance.push_back(0.05 * std::sin(1.0 + i));
  expect_consistent_derivatives(*rubber.experiment, design, {0.05, 0.9}, nuisance, 1e-6);
}

/// Every way of a parameter into a coupled model: properties, boundary values, totals, the thickness that measures
/// carry.
TEST(Experiment, HasConsistentDerivativesOfACoupledModel) {
  const auto model =
      make_quantity_model({{.type = ElementType::triangle6, .cells = {3, 2, 1}}, SectionKind::plane_strain});
  std::vector<std::unique_ptr<Objective>> objectives;
  std::vector<std::unique_ptr<QuantityMeasurement>> measurements;
  std::vector<const Measurement*> all;
  for (const QuantitySpec& what :
       {spec(QuantityKind::reaction, "potential", {"left"}), spec(QuantityKind::average, "temperature", {"right"}),
        spec(QuantityKind::energy, ""), spec(QuantityKind::average, "potential", {"right"})}) {
    objectives.push_back(make_quantity(*model, what));
    measurements.push_back(std::make_unique<QuantityMeasurement>(
        what.field, *objectives.back(), false, std::vector<std::vector<MeasuredValue>>{{{0.5, 0.1}}}));
    all.push_back(measurements.back().get());
  }
  Experiment experiment("coupled", *model, {}, all, {});
  Parameters& parameters = model->parameters();
  Design design;
  for (const char* path : {"sigma0", "beta", "I", "T_left", "h", "E", "thickness"}) {
    design.add(make_scalar_variable(parameters, path, {.scaling = VariableScaling::logarithmic}));
  }
  FieldVariable field{.name = "k", .parameter = "k_far"};
  for (Index e = 0; e < model->mesh().element_count(); ++e) field.variable_of_entry.push_back(e % 2);
  field.measure = {0.5, 0.5};
  design.add(make_field_variable(parameters, field, {.scaling = VariableScaling::logarithmic}));
  expect_consistent_derivatives(experiment, design, design.start(), {}, 1e-5);
}

TEST(Experiment, LeavesVariablesOfOtherModelsAlone) {
  RubberExperiment rubber;
  Parameters other;
  other.register_parameter("elsewhere", 2.0);
  Design design = rubber.design();
  design.add(make_scalar_variable(other, "elsewhere"));
  const DataTerm::Linearization at =
      rubber.experiment->linearize(design, design.start(), std::vector<double>(12, 0.0), false);
  EXPECT_EQ(at.design.cols(), 3);
  EXPECT_TRUE(at.design.col(2).isZero(0.0));
  EXPECT_FALSE(at.design.col(0).isZero(0.0));
}

TEST(Experiment, DoesNotDependOnWhatWasEvaluatedBefore) {
  RubberExperiment first, second;
  const Design design = first.design();
  const std::vector<double> nuisance(12, 0.0), x = design.start();
  second.experiment->linearize(design, std::vector<double>{0.5, 1.4}, nuisance, true);
  const Eigen::VectorXd a = first.experiment->linearize(design, x, nuisance, true).residual;
  const Eigen::VectorXd b = second.experiment->linearize(design, x, nuisance, true).residual;
  EXPECT_LT((a - b).norm(), 1e-6 * a.norm());
}

TEST(Experiment, FindsTheMaterialOfItsOwnData) {
  for (const IdentificationMethod method : {IdentificationMethod::levenberg_marquardt, IdentificationMethod::lbfgs}) {
    RubberExperiment rubber;
    Design design = rubber.design();
    const IdentificationResult result = identify({&design, {rubber.experiment.get()}, {}},
                                                 {.method = method, .max_iterations = 100, .tolerance = 1e-12});
    EXPECT_TRUE(result.converged) << result.reason;
    EXPECT_NEAR(result.values[0] / RubberExperiment::mu, 1.0, 1e-6);
    EXPECT_NEAR(result.values[1] / RubberExperiment::alpha, 1.0, 1e-6);
  }
}

TEST(Experiment, FindsTheMaterialWhereTheCameraHasMoved) {
  RubberExperiment rubber({.shift = 1e-2, .angle = 1e-2});
  Design design = rubber.design();
  const IdentificationResult result = identify({&design, {rubber.experiment.get()}, {}}, {.tolerance = 1e-12});
  EXPECT_TRUE(result.converged) << result.reason;
  EXPECT_NEAR(result.values[0] / RubberExperiment::mu, 1.0, 1e-6);
  EXPECT_NEAR(result.values[1] / RubberExperiment::alpha, 1.0, 1e-6);
  EXPECT_EQ(result.degrees_of_freedom, 124 - 14);
}

TEST(Experiment, SaysThatDisplacementsAloneGiveRatiosOnly) {
  RubberExperiment rubber({.with_force = false});
  Design design;
  for (const char* path : {"mu", "bulk"}) {
    design.add(make_scalar_variable(rubber.model->parameters(), path, {.scaling = VariableScaling::logarithmic}));
  }
  const IdentificationResult result = identify({&design, {rubber.experiment.get()}, {}}, {});
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_NE(result.warnings[0].find("only their ratios can be found"), std::string::npos) << result.warnings[0];
  ASSERT_EQ(result.weak_directions.size(), 1U);
  EXPECT_NEAR(result.weak_directions[0].direction[0], result.weak_directions[0].direction[1], 1e-4);
  EXPECT_NEAR(result.values[1] / result.values[0], RubberExperiment::bulk / RubberExperiment::mu, 1e-4);
}

TEST(Experiment, KeepsItsStatesWhereASolveFails) {
  RubberExperiment rubber;
  Design design;
  design.add(make_scalar_variable(rubber.model->parameters(), "alpha", {.scaling = VariableScaling::linear}));
  const std::vector<double> nuisance(12, 0.0), x = design.start();
  const Eigen::VectorXd before = rubber.experiment->linearize(design, x, nuisance, true).residual;
  EXPECT_THROW(rubber.experiment->linearize(design, std::vector<double>{1e5}, nuisance, true), AnalysisError);
  EXPECT_EQ(rubber.experiment->states().size(), 4U);
  EXPECT_EQ(rubber.experiment->linearize(design, x, nuisance, true).residual, before);
}

TEST(Experiment, SamplesAreTheSameForAnyNumberOfThreads) {
  std::vector<std::vector<double>> values[2];
  const int before = omp_get_max_threads();
  for (const int threads : {1, 2}) {
    omp_set_num_threads(threads);
    RubberExperiment rubber({.with_displacement = false});
    Design design = rubber.design();
    values[threads - 1] =
        identify({&design, {rubber.experiment.get()}, {}}, {.samples = 3, .seed = 11}).samples->values;
  }
  omp_set_num_threads(before);
  EXPECT_EQ(values[0].size(), 3U);
  EXPECT_EQ(values[0], values[1]);
}

TEST(Experiment, RefusesToFitNothing) {
  RubberExperiment rubber;
  EXPECT_NE(message_of([&] { Experiment("empty", *rubber.model, {}, {}, {}); }).find("no measurements"),
            std::string::npos);
}

} // namespace
} // namespace adjoule::test
