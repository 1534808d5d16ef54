// Newton's method on small systems with known solutions.
#include "adjoule/solvers/newton.hpp"

#include "adjoule/core/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

/// r(q) = 0 from two callables; a dense matrix; one "physics".
class SmallProblem final : public NewtonProblem {
 public:
  using Residual = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;
  using Tangent = std::function<Eigen::MatrixXd(const Eigen::VectorXd&)>;
  SmallProblem(Residual residual, Tangent tangent) : residual_(std::move(residual)), tangent_(std::move(tangent)) {}

  ResidualMeasure residual(const Eigen::VectorXd& q, Eigen::VectorXd& r) override {
    ++residuals;
    q_ = q;
    r = residual_(q);
    if (!r.allFinite()) throw AnalysisError("not finite");
    return {{r.norm()}, {scale}, {0.0}};
  }
  const SparseMatrix& tangent(const Eigen::VectorXd& q) override {
    const Eigen::MatrixXd dense = tangent_(q);
    const auto size = static_cast<Index>(q.size());
    std::vector<Index> start{0}, row;
    for (Index j = 0; j < size; ++j) {
      for (Index i = 0; i < size; ++i) row.push_back(i);
      start.push_back(static_cast<Index>(row.size()));
    }
    matrix_ = SparseMatrix(std::make_shared<const SparsePattern>(size, std::move(start), std::move(row)),
                           std::vector<double>(dense.data(), dense.data() + dense.size()));
    return matrix_;
  }
  double relative_update(const Eigen::VectorXd& update, const ResidualMeasure&) const override {
    return update.norm() / std::max(1e-300, q_.norm());
  }
  bool is_admissible(const Eigen::VectorXd& q) const override { return !admissible || admissible(q); }
  std::string describe(Index unknown) const override { return "unknown number " + std::to_string(unknown); }

  int residuals = 0;
  double scale = 1.0;
  std::function<bool(const Eigen::VectorXd&)> admissible;

 private:
  Residual residual_;
  Tangent tangent_;
  Eigen::VectorXd q_;
  SparseMatrix matrix_;
};

/// The circle x^2 + y^2 = 4 and the curve exp(x) + y = 1 meet near (-1.816, 0.837).
SmallProblem circle_and_exponential() {
  return {[](const Eigen::VectorXd& q) {
            return Eigen::VectorXd{{q[0] * q[0] + q[1] * q[1] - 4.0, std::exp(q[0]) + q[1] - 1.0}};
          },
          [](const Eigen::VectorXd& q) {
            return Eigen::MatrixXd{{2.0 * q[0], 2.0 * q[1]}, {std::exp(q[0]), 1.0}};
          }};
}
SmallProblem arctangent() {
  return {[](const Eigen::VectorXd& q) { return Eigen::VectorXd{{std::atan(q[0])}}; },
          [](const Eigen::VectorXd& q) { return Eigen::MatrixXd{{1.0 / (1.0 + q[0] * q[0])}}; }};
}

NewtonReport solve(SmallProblem& problem, Eigen::VectorXd& q, const NewtonOptions& options = {}) {
  SystemSolver solver;
  return solve_newton(problem, solver, q, options);
}

TEST(Newton, ConvergesQuadratically) {
  SmallProblem problem = circle_and_exponential();
  Eigen::VectorXd q{{-1.0, 1.0}};
  const NewtonReport report = solve(problem, q, {.tolerance = 1e-14, .update_tolerance = 1e-12, .on_iteration = {}});
  ASSERT_TRUE(report.converged);
  EXPECT_NEAR(q[0], -1.81626407, 1e-7);
  EXPECT_NEAR(q[1], 0.83736780, 1e-7);
  // e_{k+1} ~ C e_k^2: the order from three residuals in a row, above rounding.
  std::vector<double> orders;
  for (std::size_t k = 1; k + 1 < report.history.size(); ++k) {
    const double a = report.history[k - 1], b = report.history[k], c = report.history[k + 1];
    if (c > 1e-14 && b < 0.1) orders.push_back(std::log(c / b) / std::log(b / a));
  }
  ASSERT_FALSE(orders.empty());
  EXPECT_NEAR(orders.back(), 2.0, 0.25);
}

TEST(Newton, LinearProblemTakesOneIterationAndAConvergedStartNone) {
  SmallProblem problem([](const Eigen::VectorXd& q) { return Eigen::VectorXd{{3.0 * q[0] - 6.0}}; },
                       [](const Eigen::VectorXd&) { return Eigen::MatrixXd{{3.0}}; });
  Eigen::VectorXd q{{0.0}};
  EXPECT_EQ(solve(problem, q).iterations, 1);
  EXPECT_DOUBLE_EQ(q[0], 2.0);
  const NewtonReport again = solve(problem, q);
  EXPECT_TRUE(again.converged);
  EXPECT_EQ(again.iterations, 0);
}

TEST(Newton, NothingActingIsConvergedAtOnce) {
  SmallProblem problem([](const Eigen::VectorXd& q) { return Eigen::VectorXd(5.0 * q); },
                       [](const Eigen::VectorXd&) { return Eigen::MatrixXd{{5.0}}; });
  problem.scale = 0.0;
  Eigen::VectorXd q{{0.0}};
  const NewtonReport report = solve(problem, q);
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(report.relative_residual, 0.0);
}

TEST(Newton, LineSearchConvergesWhereFullStepsDiverge) {
  SmallProblem problem = arctangent(); // full steps diverge from |x| > 1.3917
  Eigen::VectorXd q{{3.0}};
  const NewtonReport report = solve(problem, q);
  ASSERT_TRUE(report.converged);
  EXPECT_NEAR(q[0], 0.0, 1e-6);
  for (std::size_t k = 1; k < report.history.size(); ++k) EXPECT_LT(report.history[k], report.history[k - 1]);
  SmallProblem full = arctangent();
  Eigen::VectorXd far{{3.0}};
  EXPECT_FALSE(solve(full, far, {.max_halvings = 0, .on_iteration = {}}).converged);
  EXPECT_EQ(far[0], 3.0) << "a rejected step must not be kept";
}

TEST(Newton, StepIntoARegionThatIsNotFiniteIsShortened) {
  SmallProblem problem([](const Eigen::VectorXd& q) { return Eigen::VectorXd{{std::log(q[0])}}; },
                       [](const Eigen::VectorXd& q) { return Eigen::MatrixXd{{1.0 / q[0]}}; });
  Eigen::VectorXd q{{4.0}}; // the full step ends at -1.5
  ASSERT_TRUE(solve(problem, q).converged);
  EXPECT_NEAR(q[0], 1.0, 1e-6);
}

TEST(Newton, ResidualThatIsNotFiniteAtTheStartIsAnError) {
  SmallProblem problem([](const Eigen::VectorXd& q) { return Eigen::VectorXd{{std::sqrt(q[0])}}; },
                       [](const Eigen::VectorXd&) { return Eigen::MatrixXd{{1.0}}; });
  Eigen::VectorXd q{{-1.0}};
  EXPECT_THROW(solve(problem, q), AnalysisError);
}

TEST(Newton, InadmissibleSolutionsAreNeverAccepted) {
  // x^2 = 4 has a root that may not be taken.
  SmallProblem problem([](const Eigen::VectorXd& q) { return Eigen::VectorXd{{q[0] * q[0] - 4.0}}; },
                       [](const Eigen::VectorXd& q) { return Eigen::MatrixXd{{2.0 * q[0]}}; });
  problem.admissible = [](const Eigen::VectorXd& q) { return q[0] > -1.0; };
  Eigen::VectorXd q{{-0.5}};
  const NewtonReport report = solve(problem, q);
  EXPECT_FALSE(report.converged);
  EXPECT_GT(q[0], -1.0);
  EXPECT_TRUE(std::isfinite(q[0]));
}

TEST(Newton, SingularTangentNamesTheUnknown) {
  SmallProblem problem(
      [](const Eigen::VectorXd& q) {
        return Eigen::VectorXd{{q[0] - 1.0, 1.0}};
      },
      [](const Eigen::VectorXd&) {
        return Eigen::MatrixXd{{1.0, 0.0}, {0.0, 0.0}};
      });
  Eigen::VectorXd q{{0.0, 0.0}};
  try {
    solve(problem, q);
    FAIL() << "no error";
  } catch (const AnalysisError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("unknown number 1"), std::string::npos) << message;
    EXPECT_NE(message.find("singular"), std::string::npos) << message;
  }
}

TEST(Newton, RefusesASymmetricTangentThatIsNotDefiniteWhereAskedTo) {
  // The gradient of (x^2 - 1)^2 / 4 + y^2 / 2, which is concave between the wells; `turn` makes it no gradient.
  double turn = 0.0;
  SmallProblem problem(
      [](const Eigen::VectorXd& q) {
        return Eigen::VectorXd{{q[0] * (q[0] * q[0] - 1.0), q[1]}};
      },
      [&turn](const Eigen::VectorXd& q) {
        return Eigen::MatrixXd{{3.0 * q[0] * q[0] - 1.0, turn}, {0.0, 1.0}};
      });
  const auto solve_from = [&](double x, double refuse_above) {
    SystemSolver solver;
    Eigen::VectorXd q{{x, 0.5}};
    return solve_newton(problem, solver, q, {.refuse_indefinite_above = refuse_above}).converged;
  };
  EXPECT_THROW(solve_from(0.4, 0.0), AnalysisError);
  EXPECT_TRUE(solve_from(0.4, 1e3)); // so few operations are cheap
  EXPECT_TRUE(solve_from(0.8, 0.0));
  turn = 1e-3;
  EXPECT_TRUE(solve_from(0.4, 0.0));
}

TEST(Newton, StopsAtTheIterationLimitWithTheBestIterate) {
  SmallProblem problem = circle_and_exponential();
  Eigen::VectorXd q{{-1.0, 1.0}};
  const double before = 2.0;
  const NewtonReport report = solve(problem, q, {.tolerance = 1e-14, .max_iterations = 2, .on_iteration = {}});
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.iterations, 2);
  EXPECT_EQ(report.history.size(), 3u);
  EXPECT_LT(report.relative_residual, before);
  EXPECT_EQ(report.relative_residual, report.history.back());
}

TEST(Newton, SmallResidualWithALargeUpdateIsNotConvergence) {
  // The residual is within tolerance at once; the solution is far away.
  SmallProblem problem([](const Eigen::VectorXd& q) { return Eigen::VectorXd{{1e-8 * (std::pow(q[0], 3) - 1.0)}}; },
                       [](const Eigen::VectorXd& q) { return Eigen::MatrixXd{{3e-8 * q[0] * q[0]}}; });
  Eigen::VectorXd q{{5.0}};
  const NewtonReport report = solve(problem, q, {.tolerance = 5e-7, .on_iteration = {}});
  ASSERT_TRUE(report.converged);
  EXPECT_NEAR(q[0], 1.0, 1e-6);
}

TEST(ResidualMeasure, OverflowIsNotConvergence) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ((ResidualMeasure{{infinity}, {infinity}, {0.0}}).relative(), infinity);
  EXPECT_EQ((ResidualMeasure{{infinity}, {1.0}, {infinity}}).relative(), infinity);
  EXPECT_EQ((ResidualMeasure{{std::nan("")}, {1.0}, {0.0}}).relative(), infinity);
  EXPECT_EQ((ResidualMeasure{{0.0, 2.0}, {0.0, 4.0}, {0.0, 0.0}}).relative(), 0.5);
  EXPECT_TRUE((ResidualMeasure{{1e-9}, {1e-9}, {1e-8}}).is_met(1e-12));
  EXPECT_FALSE((ResidualMeasure{{1e-9}, {1e-9}, {1e-10}}).is_met(1e-12));
}

TEST(Newton, FullStepIsTakenWhereTheResidualGrowsButTheCorrectionShrinks) {
  // A long thin valley, as a slender body that turns has it: x^2 + y = 1 is stiff, x = 1 is soft.
  SmallProblem problem(
      [](const Eigen::VectorXd& q) {
        return Eigen::VectorXd{{1e6 * (q[0] * q[0] + q[1] - 1.0), q[0] - 1.0}};
      },
      [](const Eigen::VectorXd& q) {
        return Eigen::MatrixXd{{2e6 * q[0], 1e6}, {1.0, 0.0}};
      });
  Eigen::VectorXd q{{0.0, 1.0}};
  const NewtonReport report = solve(problem, q);
  ASSERT_TRUE(report.converged);
  EXPECT_LE(report.iterations, 4);
  EXPECT_NEAR(q[0], 1.0, 1e-9);
  EXPECT_GT(*std::max_element(report.history.begin(), report.history.end()), 1e3 * report.history.front());
}

TEST(Newton, GivesUpWhereItsPatienceEnds) {
  // x^2 + 1 has no root: the residual cannot fall below 1.
  SmallProblem problem([](const Eigen::VectorXd& q) { return Eigen::VectorXd{{q[0] * q[0] + 1.0}}; },
                       [](const Eigen::VectorXd& q) { return Eigen::MatrixXd{{2.0 * q[0]}}; });
  Eigen::VectorXd q{{1.0}};
  const NewtonReport report = solve(problem, q, {.max_iterations = 50, .patience = 3, .on_iteration = {}});
  EXPECT_FALSE(report.converged);
  EXPECT_TRUE(report.stalled || report.line_search_failed);
  EXPECT_LT(report.iterations, 10);
}

TEST(Newton, ReportsWhyALongerStepWasRefused) {
  SmallProblem problem([](const Eigen::VectorXd& q) { return Eigen::VectorXd{{std::log(q[0])}}; },
                       [](const Eigen::VectorXd& q) { return Eigen::MatrixXd{{1.0 / q[0]}}; });
  Eigen::VectorXd q{{4.0}};
  EXPECT_EQ(solve(problem, q).last_refusal, "not finite");
}

TEST(Newton, ReportsEveryIteration) {
  SmallProblem problem = circle_and_exponential();
  Eigen::VectorXd q{{-1.0, 1.0}};
  std::vector<int> numbers;
  std::vector<double> residuals;
  const NewtonReport report = solve(problem, q, {.on_iteration = [&](int iteration, double residual) {
                                      numbers.push_back(iteration);
                                      residuals.push_back(residual);
                                    }});
  ASSERT_EQ(numbers.size(), report.history.size());
  for (std::size_t k = 0; k < numbers.size(); ++k) EXPECT_EQ(numbers[k], static_cast<int>(k));
  EXPECT_EQ(residuals, report.history);
}

} // namespace
} // namespace adjoule
