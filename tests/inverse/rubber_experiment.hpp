// A block of rubber that is pulled in four steps and held at its ends: a model, data of its own, and the experiment.
#pragma once

#include "quantity_model.hpp"

#include "adjoule/inverse/experiment.hpp"
#include "adjoule/inverse/field_measurement.hpp"
#include "adjoule/inverse/quantity_measurement.hpp"
#include "adjoule/materials/hyperelastic_energies.hpp"

namespace adjoule::test {

struct RubberRecipe {
  double force_noise = 50.0;        ///< N, of about 2e5
  double displacement_noise = 1e-4; ///< m
  bool with_force = true;
  bool with_displacement = true;
  /// Of the camera, in the last step: shift (m) and angle (radians) about z.
  double shift = 0.0, angle = 0.0;
};

class RubberExperiment {
 public:
  static constexpr double mu = 4e5, alpha = 3.0, bulk = 4e6;

  explicit RubberExperiment(const RubberRecipe& recipe = {}) {
    model = std::make_unique<MultiphysicsSystem>(make_box({.type = ElementType::hexahedron8, .cells = {2, 1, 1}}));
    Parameters& parameters = model->parameters();
    MechanicalSystem& mechanical = model->mechanical();
    mechanical.set_material(
        HyperelasticMaterial{.regions = {"body"},
                             .energy = ogden_energy(1, OgdenConvention::ogden, VolumetricLaw::quadratic),
                             .properties = {model->number("mu", mu, "Pa"), model->number("alpha", alpha),
                                            model->number("bulk", bulk, "Pa")}});
    const CoefficientPointer zero = model->number("zero", 0.0, "m");
    for (const char* side : {"left", "right"}) {
      for (const int c : {1, 2}) mechanical.prescribe_displacement(side, c, zero);
    }
    mechanical.prescribe_displacement("left", 0, zero);
    mechanical.prescribe_displacement(
        "right", 0, product_coefficient(parameters, model->number("pull", 0.6, "m"), model->space().time()));
    pull = make_quantity(*model, spec(QuantityKind::reaction, "displacement.x", {"right"}));

    std::vector<std::vector<MeasuredValue>> forces;
    FieldMeasurementOptions camera{.name = "camera", .components = {0, 1}, .times = times, .rigid_motion = true};
    std::vector<std::array<double, 3>> positions;
    for (const double x : {0.2, 0.4, 0.5, 0.7, 0.9}) {
      for (const double y : {0.0, 0.3, 0.8}) positions.push_back({x, y, 1.0});
    }
    const std::vector<PointPlace> places = place_points(model->mesh(), positions, 0.1);
    const PointInterpolation interpolation(model->mesh(), places);
    SolveOptions tight;
    tight.tolerance = 1e-12;
    State state;
    for (const double t : times) {
      model->space().set_time(t);
      state = model->solve_steady_state(tight, state.fields.values.empty() ? nullptr : &state.fields);
      forces.push_back({{pull->value(model->evaluation(state.fields)), recipe.force_noise}});
      camera.steps.emplace_back();
      for (std::size_t i = 0; i < positions.size(); ++i) {
        MeasuredPoint point{
            .position = positions[i], .standard_deviation = recipe.displacement_noise, .place = places[i]};
        for (int c = 0; c < 3; ++c) {
          point.displacement[static_cast<std::size_t>(c)] =
              interpolation.value(state.fields.values[0], 3, c, static_cast<Index>(i));
        }
        if (t == times.back()) move(recipe, point);
        camera.steps.back().push_back(point);
      }
    }
    force = std::make_unique<QuantityMeasurement>("force", *pull, true, forces);
    displacement = std::make_unique<FieldMeasurement>(*model, camera);
    std::vector<const Measurement*> measurements;
    if (recipe.with_force) measurements.push_back(force.get());
    if (recipe.with_displacement) measurements.push_back(displacement.get());
    experiment = std::make_unique<Experiment>("pull", *model, times, measurements, SolveOptions{});
  }

  /// mu and alpha, begun elsewhere.
  Design design() const {
    Design unknowns;
    unknowns.add(
        make_scalar_variable(model->parameters(), "mu", {.initial = 3e5, .scaling = VariableScaling::logarithmic}));
    unknowns.add(make_scalar_variable(model->parameters(), "alpha", {.initial = 2.0, .lower = 1.0, .upper = 8.0}));
    return unknowns;
  }

  const std::vector<double> times{0.25, 0.5, 0.75, 1.0};
  std::unique_ptr<MultiphysicsSystem> model;
  std::unique_ptr<Objective> pull;
  std::unique_ptr<QuantityMeasurement> force;
  std::unique_ptr<FieldMeasurement> displacement;
  std::unique_ptr<Experiment> experiment;

 private:
  static void move(const RubberRecipe& recipe, MeasuredPoint& point) {
    const double x = point.position[0] + point.displacement[0], y = point.position[1] + point.displacement[1];
    const double c = std::cos(recipe.angle), s = std::sin(recipe.angle);
    point.displacement[0] = c * x - s * y + recipe.shift - point.position[0];
    point.displacement[1] = s * x + c * y - point.position[1];
  }
};

} // namespace adjoule::test
