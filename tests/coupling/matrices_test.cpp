#include "adjoule/core/error.hpp"
#include "coupled_models.hpp"

#include <gtest/gtest.h>

namespace adjoule::test {
namespace {

class EveryType : public ::testing::TestWithParam<ElementType> {};

TEST_P(EveryType, MassAndCapacitySumToTheTotalsAndLumpedOnesArePositive) {
  ActuatorRecipe recipe;
  recipe.box.type = GetParam();
  recipe.box.distortion = 0.0;
  Actuator model(recipe);
  model.system.prepare();
  const double volume = 2.0 * 1.0 * 0.5;
  for (const bool lumped : {false, true}) {
    const Eigen::SparseMatrix<double> mass = model.system.assemble_mass(lumped),
                                      capacity = model.system.assemble_capacity(lumped);
    EXPECT_NEAR(mass.sum(), 3.0 * 3.0 * volume, 1e-12) << "density in three directions";
    EXPECT_NEAR(capacity.sum(), 3.0 * 0.5 * volume, 1e-12);
    EXPECT_GT(mass.diagonal().minCoeff(), 0.0);
    EXPECT_GT(capacity.diagonal().minCoeff(), 0.0);
    if (lumped) {
      EXPECT_EQ(mass.nonZeros(), mass.rows());
      EXPECT_EQ(capacity.nonZeros(), capacity.rows());
    } else {
      EXPECT_LT(Eigen::MatrixXd(mass - Eigen::SparseMatrix<double>(mass.transpose())).cwiseAbs().maxCoeff(), 1e-15);
      // Kinetic energy of a linear velocity u_x = 1 + 2 x: integral of rho (1 + 2 x)^2 over 0..2.
      Eigen::VectorXd velocity = Eigen::VectorXd::Zero(mass.rows());
      for (Index n = 0; n < model.system.mesh().node_count(); ++n)
        velocity[3 * n] = 1.0 + 2.0 * model.system.mesh().coordinates()[static_cast<std::size_t>(n)][0];
      EXPECT_NEAR(velocity.dot(mass * velocity), 3.0 * 0.5 * (125.0 - 1.0) / 6.0, 1e-10);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, EveryType,
                         ::testing::Values(ElementType::tetrahedron4, ElementType::tetrahedron10,
                                           ElementType::hexahedron8, ElementType::hexahedron20,
                                           ElementType::hexahedron27, ElementType::prism15),
                         [](const auto& one) { return topology(one.param).name; });

TEST(Matrices, StiffnessAndCouplingBlocksMatchDifferencesOfTheReactions) {
  Actuator model;
  const State state = model.system.solve_steady_state();
  Numbers numbers(31);
  for (const PhysicsSystem* test : model.system.systems()) {
    for (const PhysicsSystem* trial : model.system.systems()) {
      const auto field = static_cast<std::size_t>(trial->field());
      const std::vector<double> v = numbers.vector(state.fields.values[field].size());
      const Eigen::SparseMatrix<double> block =
          model.system.assemble_stiffness(test->field(), trial->field(), state.fields);
      ASSERT_EQ(block.rows(),
                static_cast<Eigen::Index>(state.fields.values[static_cast<std::size_t>(test->field())].size()));
      ASSERT_EQ(block.cols(), static_cast<Eigen::Index>(v.size()));
      const Eigen::VectorXd product =
          block * Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
      const auto shifted = [&](double h) {
        FieldValues fields = state.fields;
        for (std::size_t i = 0; i < v.size(); ++i) fields.values[field][i] += h * v[i];
        const std::vector<double> r = model.system.reactions(*test, fields);
        return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(r.data(), static_cast<Eigen::Index>(r.size())));
      };
      const double h = 1e-3;
      const Eigen::VectorXd numerical = (shifted(h) - shifted(-h)) / (2.0 * h);
      EXPECT_LT((product - numerical).norm(), 1e-6 * numerical.norm() + 1e-9 * shifted(0.0).norm())
          << test->name() << " by " << trial->name();
    }
  }
}

TEST(Matrices, MatrixOfAMissingPhysicsIsRefused) {
  MultiphysicsSystem system(make_box({}));
  system.electrical();
  EXPECT_THROW(system.assemble_mass(false), InputError);
  EXPECT_THROW(system.assemble_capacity(true), InputError);
}

} // namespace
} // namespace adjoule::test
