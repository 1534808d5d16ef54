// Measured displacements and quantities as residuals: derivatives, and the motion of the camera taken out.
#include "adjoule/core/error.hpp"
#include "adjoule/inverse/field_measurement.hpp"
#include "adjoule/inverse/misfit.hpp"
#include "adjoule/inverse/quantity_measurement.hpp"
#include "inverse/quantity_model.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace adjoule {
namespace {

using test::make_quantity_model;
using test::Numbers;
using test::random_state;

std::unique_ptr<MultiphysicsSystem> make_model(ElementType type = ElementType::tetrahedron10) {
  return make_quantity_model({.box = {.type = type, .cells = {2, 1, 1}, .distortion = 0.02}});
}

/// Points in all elements, with random data, in the second of two steps; one point in the first.
FieldMeasurementOptions random_data(const MultiphysicsSystem& model, std::vector<int> components, bool rigid_motion) {
  Numbers numbers(9);
  FieldMeasurementOptions options{.name = "front", .components = std::move(components), .times = {0.5, 1.0}};
  options.rigid_motion = rigid_motion;
  std::vector<std::array<double, 3>> positions;
  for (Index element = 0; element < model.mesh().element_count(); ++element)
    positions.push_back(model.mesh().centroid(element));
  const std::vector<PointPlace> places = place_points(model.mesh(), positions, 0.1);
  options.steps.resize(2);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    MeasuredPoint point{
        .position = positions[i], .standard_deviation = 1e-3 * (1.5 + numbers.next()), .place = places[i]};
    for (double& u : point.displacement) u = 0.02 * numbers.next();
    options.steps[1].push_back(point);
  }
  return options;
}

/// dual . jvp = vjp . direction, and jvp against differences.
void expect_derivatives(const MultiphysicsSystem& model, const Measurement& measurement, int step,
                        std::span<const double> nuisance) {
  const FieldValues state = random_state(model, 4);
  const Evaluation at = model.evaluation(state);
  Numbers numbers(6);
  Direction direction;
  for (const auto& values : state.values) direction.fields.values.push_back(numbers.vector(values.size(), 1e-2));
  direction.parameters = model.parameters().zeros();
  for (double& value : direction.parameters.scalars) value = 1e-2 * numbers.next();
  for (double& value : direction.parameters.entries) value = 1e-2 * numbers.next();
  const Eigen::VectorXd change = measurement.jvp(step, at, direction);
  ASSERT_EQ(change.size(), measurement.count(step));

  const std::vector<double> random = numbers.vector(static_cast<std::size_t>(change.size()));
  const Eigen::VectorXd dual = Eigen::Map<const Eigen::VectorXd>(random.data(), change.size());
  Sensitivities sensitivities = make_sensitivities(model.mesh(), model.space().fields(), model.parameters(), false);
  measurement.add_vjp(step, at, dual, sensitivities);
  double sum = 0.0;
  for (std::size_t f = 0; f < state.values.size(); ++f)
    for (std::size_t i = 0; i < state.values[f].size(); ++i)
      sum += sensitivities.fields.values[f][i] * direction.fields.values[f][i];
  for (std::size_t i = 0; i < direction.parameters.scalars.size(); ++i)
    sum += sensitivities.parameters.scalars[i] * direction.parameters.scalars[i];
  for (std::size_t i = 0; i < direction.parameters.entries.size(); ++i)
    sum += sensitivities.parameters.entries[i] * direction.parameters.entries[i];
  EXPECT_NEAR(dual.dot(change), sum, 1e-10 * (1.0 + std::abs(sum)));

  const auto moved = [&](double h) {
    FieldValues other = state;
    ParameterVector parameters = model.parameters().all();
    for (std::size_t f = 0; f < other.values.size(); ++f)
      for (std::size_t i = 0; i < other.values[f].size(); ++i) other.values[f][i] += h * direction.fields.values[f][i];
    for (std::size_t i = 0; i < parameters.scalars.size(); ++i)
      parameters.scalars[i] += h * direction.parameters.scalars[i];
    for (std::size_t i = 0; i < parameters.entries.size(); ++i)
      parameters.entries[i] += h * direction.parameters.entries[i];
    return measurement.residual(step, {model.mesh(), model.space().fields(), other, parameters}, nuisance);
  };
  constexpr double h = 1e-4;
  const Eigen::VectorXd difference = (moved(h) - moved(-h)) / (2 * h);
  EXPECT_LE((difference - change).norm(), 1e-6 * (1.0 + change.norm()));
}

TEST(FieldMeasurement, HasTheDerivativesOfItsResiduals) {
  const auto model = make_model();
  model->prepare();
  for (const std::vector<int>& components : {std::vector{0, 1, 2}, {0, 2}, {1}}) {
    const FieldMeasurement measurement(*model, random_data(*model, components, components.size() > 1));
    const std::vector<double> nuisance(static_cast<std::size_t>(measurement.nuisance_count()), 0.3);
    EXPECT_EQ(measurement.count(0), 0);
    EXPECT_EQ(measurement.nuisance_count(), components.size() == 3 ? 6 : components.size() == 2 ? 3 : 0);
    EXPECT_EQ(measurement.nuisance_names().size(), nuisance.size());
    EXPECT_EQ(measurement.nuisance_scales().size(), nuisance.size());
    expect_derivatives(*model, measurement, 1, nuisance);
  }
}

TEST(FieldMeasurement, MotionsHaveTheirDerivatives) {
  const auto model = make_model(ElementType::hexahedron8);
  model->prepare();
  const FieldValues state = random_state(*model, 4);
  const Evaluation at = model->evaluation(state);
  for (const std::vector<int>& components : {std::vector{0, 1, 2}, {0, 1}, {1, 2}}) {
    const FieldMeasurement measurement(*model, random_data(*model, components, true));
    for (const double size : {0.0, 0.1, 20.0}) { // 20: an angle of about half a radian
      std::vector<double> nuisance = Numbers(8).vector(static_cast<std::size_t>(measurement.nuisance_count()), size);
      const Eigen::MatrixXd jacobian = measurement.nuisance_jacobian(1, at, nuisance);
      for (std::size_t i = 0; i < nuisance.size(); ++i) {
        constexpr double h = 1e-4;
        std::vector<double> up = nuisance, down = nuisance;
        up[i] += h;
        down[i] -= h;
        const Eigen::VectorXd difference =
            (measurement.residual(1, at, up) - measurement.residual(1, at, down)) / (2 * h);
        EXPECT_LE((difference - jacobian.col(static_cast<Eigen::Index>(i))).norm(), 1e-7 * difference.norm()) << i;
      }
    }
  }
}

/// What a camera sees that is shifted by 10 um and turned by 1 mrad about `axis` in a body of 1 m.
FieldMeasurementOptions seen_by_moved_camera(const MultiphysicsSystem& model, const FieldValues& state,
                                             const std::vector<int>& components, const Eigen::Vector3d& axis) {
  FieldMeasurementOptions options = random_data(model, components, true);
  const FieldMeasurement points(model, options);
  const auto displacement = points.model(1, model.evaluation(state));
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(1e-3, axis.normalized()).toRotationMatrix();
  for (std::size_t i = 0; i < displacement.size(); ++i) {
    Eigen::Vector3d at = Eigen::Vector3d::Zero(), position = at;
    for (int d = 0; d < 3; ++d) {
      position[d] = options.steps[1][i].position[static_cast<std::size_t>(d)];
      at[d] = position[d] + displacement[i][static_cast<std::size_t>(d)];
    }
    const Eigen::Vector3d seen = turn * at + Eigen::Vector3d::Constant(1e-5) - position;
    for (std::size_t d = 0; d < 3; ++d) options.steps[1][i].displacement[d] = seen[static_cast<Eigen::Index>(d)];
    options.steps[1][i].standard_deviation = 1e-6;
  }
  return options;
}

TEST(FieldMeasurement, MotionOfTheCameraIsRemovedExactly) {
  const auto model = make_model(ElementType::hexahedron8);
  model->prepare();
  const FieldValues state = random_state(*model, 4);
  const Evaluation at = model->evaluation(state);
  const auto misfit_of = [&](FieldMeasurementOptions options) {
    return make_misfit("misfit", std::make_unique<FieldMeasurement>(*model, std::move(options)), 1)->value(at);
  };
  FieldMeasurementOptions solid = seen_by_moved_camera(*model, state, {0, 1, 2}, {1.0, -2.0, 0.5});
  EXPECT_LT(misfit_of(solid), 1e-16);
  FieldMeasurementOptions plane = seen_by_moved_camera(*model, state, {0, 2}, {0.0, 1.0, 0.0});
  EXPECT_LT(misfit_of(plane), 1e-16);
  solid.rigid_motion = false;
  EXPECT_GT(misfit_of(solid), 100.0); // 10 um and 1 mrad against 1 um
}

TEST(FieldMeasurement, RefusesWhatItCannotMeasure) {
  const auto model = make_model(ElementType::hexahedron8);
  model->prepare();
  EXPECT_THROW(FieldMeasurement(*model, random_data(*model, {1}, true)), InputError);
  EXPECT_THROW(FieldMeasurement(*model, random_data(*model, {}, false)), InputError);
  FieldMeasurementOptions options = random_data(*model, {0, 1}, false);
  options.steps[1][0].standard_deviation = 0.0;
  EXPECT_THROW(FieldMeasurement(*model, options), InputError);

  const FieldMeasurement measurement(*model, random_data(*model, {0, 1}, false));
  const FieldValues state = random_state(*model, 4);
  std::vector<std::array<double, 3>> moved = model->mesh().coordinates();
  moved[0][0] -= 1e-3;
  model->space().set_coordinates(moved);
  EXPECT_THROW(measurement.residual(1, model->evaluation(state), {}), InputError);
}

TEST(QuantityMeasurement, HasTheDerivativesOfItsResiduals) {
  const auto model = make_model();
  model->prepare();
  const std::unique_ptr<Objective> energy = make_quantity(*model, {.name = "stored", .kind = QuantityKind::energy});
  const QuantityMeasurement measurement("cell", *energy, true, {{}, {{0.5, 0.1}, {0.6, 0.2}}});
  EXPECT_TRUE(measurement.sees_force());
  EXPECT_EQ(measurement.count(0), 0);
  const FieldValues state = random_state(*model, 4);
  const Evaluation at = model->evaluation(state);
  const Eigen::VectorXd residual = measurement.residual(1, at, {});
  EXPECT_NEAR(residual[0], (energy->value(at) - 0.5) / 0.1, 1e-12);
  EXPECT_NEAR(residual[1], (energy->value(at) - 0.6) / 0.2, 1e-12);
  expect_derivatives(*model, measurement, 1, {});
  EXPECT_THROW(QuantityMeasurement("cell", *energy, true, {{{0.5, 0.0}}}), InputError);
}

TEST(Misfit, IsHalfTheSumOfSquares) {
  const auto model = make_model();
  model->prepare();
  const FieldMeasurement measurement(*model, random_data(*model, {0, 1, 2}, false));
  const auto misfit =
      make_misfit("fit", std::make_unique<FieldMeasurement>(*model, random_data(*model, {0, 1, 2}, false)), 1);
  const FieldValues state = random_state(*model, 4);
  const Evaluation at = model->evaluation(state);
  EXPECT_NEAR(misfit->value(at), 0.5 * measurement.residual(1, at, {}).squaredNorm(), 1e-9);
}

} // namespace
} // namespace adjoule
