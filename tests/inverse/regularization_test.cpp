#include "quantity_model.hpp"

#include "adjoule/inverse/experiment.hpp"
#include "adjoule/inverse/field_measurement.hpp"
#include "adjoule/inverse/quantity_measurement.hpp"
#include "adjoule/inverse/regularization.hpp"
#include "support/structured_mesh.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <numeric>

namespace adjoule::test {
namespace {

/// Of hexahedra that are boxes, of quadrilaterals that are parallelograms, of triangles.
double measure_of(const Mesh& mesh, Index element) {
  const auto nodes = mesh.element_nodes(element);
  const auto edge = [&](std::size_t a, std::size_t b) {
    const Point& from = mesh.coordinates()[static_cast<std::size_t>(nodes[a])];
    const Point& to = mesh.coordinates()[static_cast<std::size_t>(nodes[b])];
    return Eigen::Vector3d(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  };
  if (mesh.dimension() == 3) return edge(0, 1).cross(edge(0, 3)).dot(edge(0, 4));
  return nodes.size() == 3 ? 0.5 * edge(0, 1).cross(edge(0, 2)).norm() : edge(0, 1).cross(edge(0, 3)).norm();
}

/// A field on a mesh, one variable an element, on a linear scale with start and size 1.
struct MeshField {
  explicit MeshField(Mesh mesh_, SectionKind section = SectionKind::solid) : mesh(std::move(mesh_)) {
    const auto count = static_cast<std::size_t>(mesh.element_count());
    std::vector<Index> elements(count);
    std::iota(elements.begin(), elements.end(), Index{0});
    FieldVariable field{.name = "m", .parameter = "m", .variable_of_entry = elements};
    for (const Index element : elements) field.measure.push_back(measure_of(mesh, element));
    parameters.register_field("m", std::vector<double>(count, 1.0), ParameterKind::per_element);
    design.add(make_field_variable(parameters, field, {.scaling = VariableScaling::linear}));
    adjacency = field_adjacency(mesh, section, elements, field);
    if (section == SectionKind::axisymmetric) return;
    EXPECT_NEAR(adjacency.volume, check_degeneracy(mesh).volume, 1e-12);
  }

  template <class Function>
  std::vector<double> x_of(Function function) const {
    std::vector<double> x;
    for (Index e = 0; e < mesh.element_count(); ++e) {
      x.push_back(function(mesh.centroid(e)) * std::sqrt(adjacency.share[static_cast<std::size_t>(e)]));
    }
    return x;
  }

  Mesh mesh;
  Parameters parameters;
  Design design;
  FieldAdjacency adjacency;
};

double value_of(const Regularization& term, const MeshField& field, const std::vector<double>& x) {
  std::vector<double> gradient(x.size());
  return term.value(field.design, x, gradient);
}

Mesh bar(int cells, bool graded) {
  return make_grid_mesh({.type = ElementType::quadrilateral4,
                         .cells = {cells, 2, 1},
                         .size = {1.0, 0.1, 0.0},
                         .map = [graded](const Point& at) {
                           return graded ? Point{at[0] * (0.4 + 0.6 * at[0]), at[1], at[2]} : at;
                         }});
}

TEST(Regularization, MeasuresFieldsWhateverTheMeshsRefinementAndGrading) {
  const double length_squared = 1.0 + 0.01;
  for (const int cells : {40, 160}) {
    for (const bool graded : {false, true}) {
      const MeshField field(bar(cells, graded));
      const auto wave = [](const Point& at) { return std::sin(3.0 * at[0]); };
      const auto jump = [](const Point& at) { return at[0] < 0.5 ? 1.0 : 3.0; };
      const auto one_plus = [&](const Point& at) { return 1.0 + wave(at); };
      // integral of sin^2(3 x), of 9 cos^2(3 x), of |3 cos(3 x)| over the unit length
      const double squares = 0.5 - std::sin(6.0) / 12.0, slopes = 4.5 + 0.75 * std::sin(6.0);
      const double variation = 2.0 - std::sin(3.0);
      const double length = std::sqrt(length_squared), cell = 1.0 / cells; // half of one is missing at each end
      EXPECT_NEAR(value_of(*make_tikhonov("", 0, 2.0), field, field.x_of(one_plus)), squares, cell * cell);
      EXPECT_NEAR(value_of(*make_smoothness("", 0, 2.0, field.adjacency), field, field.x_of(wave)),
                  length_squared * slopes, 9.5 * cell);
      EXPECT_NEAR(value_of(*make_total_variation("", 0, 2.0, field.adjacency), field, field.x_of(wave)),
                  2.0 * length * variation, 0.02 + 7.0 * cell);
      EXPECT_NEAR(value_of(*make_total_variation("", 0, 2.0, field.adjacency), field, field.x_of(jump)),
                  2.0 * length * 2.0, 0.03);
    }
  }
}

TEST(Regularization, MeasuresBlocksOfHexahedraAndRings) {
  const auto slope = [](const Point& at) { return at[1]; };
  const MeshField block(
      make_grid_mesh({.type = ElementType::hexahedron8, .cells = {2, 20, 3}, .size = {2.0, 1.0, 3.0}}));
  EXPECT_NEAR(value_of(*make_smoothness("", 0, 2.0, block.adjacency), block, block.x_of(slope)), 14.0 * 19.0 / 20.0,
              1e-10);

  // A ring of radii 2 to 3 and height 1, measured over its circumference.
  const MeshField ring(make_grid_mesh({.type = ElementType::quadrilateral4,
                                       .cells = {4, 20, 1},
                                       .map =
                                           [](const Point& at) {
                                             return Point{2.0 + at[0], at[1], 0.0};
                                           }}),
                       SectionKind::axisymmetric);
  EXPECT_NEAR(ring.adjacency.volume, std::numbers::pi * 5.0, 1e-10);
  EXPECT_NEAR(value_of(*make_smoothness("", 0, 2.0, ring.adjacency), ring, ring.x_of(slope)), 2.0 * 19.0 / 20.0, 1e-10);
}

TEST(Regularization, HasTheGradientOfItsValueAndTheResidualsBehindIt) {
  const MeshField field(make_grid_mesh({.type = ElementType::triangle3, .cells = {3, 2, 1}, .map = [](const Point& at) {
                                          return distorted(at, false);
                                        }}));
  Numbers numbers(4);
  std::vector<double> x = numbers.vector(static_cast<std::size_t>(field.design.size()), 0.3, 0.2);
  std::vector<std::unique_ptr<Regularization>> terms;
  terms.push_back(make_tikhonov("t", 0, 0.7));
  terms.push_back(make_smoothness("s", 0, 0.7, field.adjacency));
  terms.push_back(make_total_variation("v", 0, 0.7, field.adjacency));
  for (const auto& term : terms) {
    std::vector<double> gradient(x.size(), 1.0); // added to
    const double value = term->value(field.design, x, gradient);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double step = 1e-6, at = x[i];
      x[i] = at + step;
      const double above = value_of(*term, field, x);
      x[i] = at - step;
      const double below = value_of(*term, field, x);
      x[i] = at;
      EXPECT_NEAR(gradient[i] - 1.0, (above - below) / (2.0 * step), 1e-7 * (1.0 + std::abs(gradient[i])))
          << term->name() << i;
    }
    if (!term->is_least_squares()) continue;
    Eigen::VectorXd residual;
    Eigen::MatrixXd jacobian;
    term->residual(field.design, x, residual, jacobian);
    EXPECT_NEAR(0.5 * residual.squaredNorm(), value, 1e-12);
    const Eigen::VectorXd dual = jacobian.transpose() * residual;
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_NEAR(dual[static_cast<Eigen::Index>(i)], gradient[i] - 1.0, 1e-10);
    }
  }
}

TEST(Regularization, RefusesWeightsAndFieldsThatDoNotFit) {
  EXPECT_NE(message_of([] { make_tikhonov("prior", 0, 0.0); }).find("'prior' has to be a positive number"),
            std::string::npos);
  const MeshField field(bar(3, false));
  const std::vector<Index> one{0};
  EXPECT_NE(message_of([&] {
              field_adjacency(field.mesh, SectionKind::solid, one, {.name = "m", .variable_of_entry = {0, 1}});
            }).find("2 entries, and 1 elements"),
            std::string::npos);
}

/// Young's modulus along a bar, from displacements at 25 points and the force.
struct Profile {
  std::vector<double> middle, young;
  int iterations = 0;
};

double true_young(double x) {
  return 1e9 * (1.0 + 0.5 * std::sin(5.0 * x));
}

Profile identify_profile(bool graded, IdentificationMethod method) {
  MultiphysicsSystem model(bar(30, graded), SectionKind::plane_stress);
  Parameters& parameters = model.parameters();
  const auto count = static_cast<std::size_t>(model.mesh().element_count());
  std::vector<Index> elements(count);
  std::iota(elements.begin(), elements.end(), Index{0});
  const Parameter young = parameters.register_field("young", std::vector<double>(count, 1e9),
                                                    ParameterKind::per_element, {.unit = "Pa", .lower = 0.0});
  model.mechanical().set_material(
      ElasticMaterial{{"body"}, element_coefficient(parameters, young, elements), model.number("nu", 0.0), nullptr});
  const CoefficientPointer zero = model.number("zero", 0.0, "m");
  model.mechanical().prescribe_displacement("x0", 0, zero);
  model.mechanical().prescribe_displacement("y0", 1, zero);
  model.mechanical().prescribe_displacement("x1", 0, model.number("pull", 1e-3, "m"));

  // The exact bar by quadrature: u' is proportional to 1 / E.
  const int cuts = 20000;
  std::vector<double> compliance{0.0};
  for (int i = 0; i < cuts; ++i) compliance.push_back(compliance.back() + 1.0 / (cuts * true_young((i + 0.5) / cuts)));
  const double force = 1e-3 / compliance.back() * 0.1;
  FieldMeasurementOptions camera{.name = "camera", .components = {0}, .steps = {{}}};
  std::vector<Point> positions;
  for (int i = 1; i <= 25; ++i) positions.push_back({i / 26.0, 0.03, 0.0});
  const std::vector<PointPlace> places = place_points(model.mesh(), positions, 0.1);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const double u =
        1e-3 * compliance[static_cast<std::size_t>(std::lround(positions[i][0] * cuts))] / compliance.back();
    camera.steps[0].push_back(
        {.position = positions[i], .displacement = {u, 0.0, 0.0}, .standard_deviation = 2e-6, .place = places[i]});
  }
  const FieldMeasurement displacement(model, camera);
  const auto pull = make_quantity(model, spec(QuantityKind::reaction, "displacement.x", {"x1"}));
  const QuantityMeasurement cell("cell", *pull, true, {{{force, 0.01 * force}}});
  Experiment experiment("bar", model, {}, {&displacement, &cell}, {});

  FieldVariable field{.name = "young", .parameter = "young", .variable_of_entry = elements};
  for (const Index e : elements) field.measure.push_back(measure_of(model.mesh(), e));
  Design design;
  design.add(make_field_variable(parameters, field));
  const auto smooth =
      make_smoothness("smooth", 0, 0.5, field_adjacency(model.mesh(), SectionKind::plane_stress, elements, field));
  const IdentificationResult result =
      identify({&design, {&experiment}, {smooth.get()}}, {.method = method, .max_iterations = 200, .tolerance = 1e-6});
  EXPECT_TRUE(result.converged) << result.reason;
  Profile profile;
  profile.iterations = result.iterations;
  for (Index e = 0; e < model.mesh().element_count(); ++e) {
    profile.middle.push_back(model.mesh().centroid(e)[0]);
    profile.young.push_back(result.values[static_cast<std::size_t>(e)]);
  }
  return profile;
}

TEST(Regularization, FindsTheSameFieldOnAUniformAndAGradedMesh) {
  for (const IdentificationMethod method : {IdentificationMethod::levenberg_marquardt, IdentificationMethod::lbfgs}) {
    const Profile uniform = identify_profile(false, method), graded = identify_profile(true, method);
    EXPECT_NEAR(graded.iterations, uniform.iterations, std::max(1.0, 0.2 * uniform.iterations));
    for (std::size_t i = 0; i < graded.middle.size(); ++i) {
      std::size_t nearest = 0;
      for (std::size_t j = 0; j < uniform.middle.size(); ++j) {
        const auto distance = [&](std::size_t k) { return std::abs(uniform.middle[k] - graded.middle[i]); };
        if (distance(j) < distance(nearest)) nearest = j;
      }
      EXPECT_NEAR(graded.young[i] / uniform.young[nearest], 1.0, 0.04) << graded.middle[i];
      if (graded.middle[i] > 0.05 && graded.middle[i] < 0.95) {
        EXPECT_NEAR(graded.young[i] / true_young(graded.middle[i]), 1.0, 0.1) << graded.middle[i];
      }
    }
  }
}

} // namespace
} // namespace adjoule::test
