// Fields on the corner nodes of elements of any order.
#include "adjoule/fem/assembly.hpp"
#include "adjoule/fem/corner_basis.hpp"
#include "support/small_meshes.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

namespace adjoule::test {
namespace {

const Field pressure{"pressure", "Pa", 1, FieldBasis::corners};

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

std::vector<ElementType> body_types() {
  std::vector<ElementType> types;
  for (int number = 0; number < element_type_count; ++number) {
    if (topology(static_cast<ElementType>(number)).dimension >= 2) types.push_back(static_cast<ElementType>(number));
  }
  return types;
}

/// The square of the gradient and the value of a scalar, for functionals.
struct SizeKernel {
  static constexpr std::array fields{FieldUse{.components = 1, .value = true, .gradient = true}};
  static constexpr int properties = 0;
  static constexpr int test_components = 0;
  template <class S, class P>
  static void evaluate(const PointInputs<SizeKernel, S, P>& at, PointResponse<SizeKernel, S>& response) {
    response.add_source(at.value(0) + dot(at.gradient_vector(0), at.gradient_vector(0)));
  }
};
/// Displacement and pressure, each side of an incompressible solid: R_u = - p I : grad v, R_p = - div u q.
struct ForceSide {
  static constexpr std::array fields{FieldUse{.components = 1, .value = true}};
  static constexpr int properties = 0;
  static constexpr int test_components = 3;
  template <class S, class P>
  static void evaluate(const PointInputs<ForceSide, S, P>& at, PointResponse<ForceSide, S>& response) {
    Tensor2<S> flux;
    for (int d = 0; d < 3; ++d) flux(d, d) = -at.value(0);
    response.add_flux(flux);
  }
};
struct VolumeSide {
  static constexpr std::array fields{FieldUse{.components = 3, .gradient = true}};
  static constexpr int properties = 0;
  static constexpr int test_components = 1;
  template <class S, class P>
  static void evaluate(const PointInputs<VolumeSide, S, P>& at, PointResponse<VolumeSide, S>& response) {
    response.add_source(-trace(at.gradient_tensor(0)));
  }
};

struct CornerModel {
  Mesh mesh;
  Partition partition = make_partition(mesh);
  Parameters parameters;

  CornerModel(ElementType type, double distortion)
      : mesh(make_box({.type = type, .cells = {2, 2, 1}, .distortion = distortion, .size = {2.0, 1.5, 0.5}})) {}
  std::shared_ptr<const Domain> body() const {
    return Domain::volume(mesh, partition, mesh.group("body").elements, {7, false});
  }
  /// Integral of SizeKernel.
  double size(const Field& field, const std::vector<double>& values) const {
    Integral integral;
    integral.integrand = make_integrand<SizeKernel>();
    integral.fields = {0};
    integral.domain = body();
    const std::vector<Field> fields{field};
    const FieldValues state{.values = {values}, .rates = {}, .accelerations = {}};
    return evaluate_functional({mesh, fields, state, parameters.all()}, integral);
  }
};

TEST(CornerBasis, SumsToOneIsZeroBeyondTheCornersAndIsTheElementsOwnAtFirstOrder) {
  for (const ElementType type : body_types()) {
    SCOPED_TRACE(topology(type).name);
    const CornerModel model(type, 0.05);
    const auto facets = Domain::boundary(model.mesh, model.partition, model.mesh.group("outer").facets, {4, false});
    for (const auto& domain : {model.body(), facets}) {
      for (const Tabulation& t : domain->tabulations()) {
        ASSERT_EQ(t.corner_shape.size(), t.shape.size());
        ASSERT_EQ(t.corner_gradient.size(), t.gradient.size());
        for (int q = 0; q < t.points; ++q) {
          double sum = 0.0;
          std::array<double, 3> slope{};
          for (int i = 0; i < t.nodes; ++i) {
            const std::size_t k = at(q * t.nodes + i);
            sum += t.corner_shape[k];
            for (std::size_t d = 0; d < 3; ++d) slope[d] += t.corner_gradient[3 * k + d];
            if (i < t.corners) continue;
            EXPECT_EQ(t.corner_shape[k], 0.0);
            for (std::size_t d = 0; d < 3; ++d) EXPECT_EQ(t.corner_gradient[3 * k + d], 0.0);
          }
          EXPECT_NEAR(sum, 1.0, 1e-14);
          for (const double s : slope) EXPECT_NEAR(s, 0.0, 1e-14);
        }
        if (topology(type).order == 1) {
          EXPECT_EQ(t.corner_shape, t.shape);
          EXPECT_EQ(t.corner_gradient, t.gradient);
        }
      }
    }
  }
}

TEST(CornerBasis, LinearFieldIsIntegratedExactlyWhateverStandsBeyondTheCorners) {
  for (const ElementType type : body_types()) {
    SCOPED_TRACE(topology(type).name);
    const CornerModel model(type, 0.0);
    std::vector<double> values;
    for (const auto& x : model.mesh.coordinates()) values.push_back(3.0 + 2.0 * x[0] - x[1] + 4.0 * x[2]);
    for (const Index node : nodes_beyond_corners(model.mesh))
      values[at(node)] = std::numeric_limits<double>::quiet_NaN();
    const bool solid = model.mesh.dimension() == 3;
    // Mean value at the middle of the box, plus |grad p|^2.
    const double mean = 3.0 + 2.0 * 1.0 - 0.75 + (solid ? 4.0 * 0.25 : 0.0), slope = 4.0 + 1.0 + (solid ? 16.0 : 0.0);
    const double volume = 2.0 * 1.5 * (solid ? 0.5 : 1.0);
    EXPECT_NEAR(model.size(pressure, values), volume * (mean + slope), 1e-12 * volume * (mean + slope));
  }
}

TEST(CornerBasis, FilledFieldIsTheSameFieldInTheElementsOwnBasis) {
  for (const ElementType type : body_types()) {
    SCOPED_TRACE(topology(type).name);
    const CornerModel model(type, 0.05); // curved
    Numbers numbers(8);
    const std::vector<double> values = numbers.vector(at(model.mesh.node_count()));
    std::vector<double> filled = values;
    fill_beyond_corners(model.mesh, pressure, filled);
    const double expected = model.size(pressure, values);
    EXPECT_NEAR(model.size({"pressure", "Pa", 1}, filled), expected, 1e-12 * std::abs(expected));
    std::vector<double> again = filled;
    fill_beyond_corners(model.mesh, pressure, again);
    EXPECT_EQ(again, filled) << "corner values were changed";
  }
}

TEST(CornerBasis, FillTakesEachComponentAndLeavesFieldsOfTheGeometryAlone) {
  const CornerModel model(ElementType::prism15, 0.05);
  Numbers numbers(8);
  const std::vector<double> values = numbers.vector(at(2 * model.mesh.node_count()));
  std::vector<double> pair = values, first, second, untouched = values;
  fill_beyond_corners(model.mesh, {"pair", "1", 2, FieldBasis::corners}, pair);
  for (std::size_t i = 0; i < values.size(); i += 2) {
    first.push_back(values[i]);
    second.push_back(values[i + 1]);
  }
  fill_beyond_corners(model.mesh, pressure, first);
  fill_beyond_corners(model.mesh, pressure, second);
  for (std::size_t n = 0; n < first.size(); ++n) {
    EXPECT_EQ(pair[2 * n], first[n]);
    EXPECT_EQ(pair[2 * n + 1], second[n]);
  }
  fill_beyond_corners(model.mesh, {"pair", "1", 2}, untouched);
  EXPECT_EQ(untouched, values);
}

TEST(CornerBasis, OnlyCornersHaveUnknowns) {
  for (const ElementType type : body_types()) {
    SCOPED_TRACE(topology(type).name);
    const CornerModel model(type, 0.0);
    const std::vector<Index> beyond = nodes_beyond_corners(model.mesh);
    // 2 x 2 (x 1) cells have 9 (18) corners, whatever the elements are.
    const Index corners = model.mesh.dimension() == 2 ? 9 : 18;
    ASSERT_EQ(model.mesh.node_count() - static_cast<Index>(beyond.size()), corners);
    for (const int components : {1, 2}) {
      Constraints constraints(model.mesh, {"pressure", "Pa", components, FieldBasis::corners});
      constraints.number_unknowns();
      EXPECT_EQ(constraints.unknown_count(), components * corners);
      for (const Index node : beyond) {
        for (int c = 0; c < components; ++c) EXPECT_EQ(constraints.unknown()[at(node * components + c)], -1);
      }
    }
  }
}

TEST(CornerBasis, CouplingBlocksOfASaddlePointAreTransposes) {
  for (const ElementType type : body_types()) {
    SCOPED_TRACE(topology(type).name);
    const CornerModel model(type, 0.05);
    const std::vector<Field> fields{{"displacement", "m", model.mesh.dimension()}, pressure};
    std::vector<Constraints> constraints{Constraints(model.mesh, fields[0]), Constraints(model.mesh, fields[1])};
    for (Constraints& c : constraints) c.number_unknowns();
    const BlockPattern pattern(model.mesh, {&constraints[0], &constraints[1]}, {fields[0].components, 1},
                               {{true, true}, {true, true}});
    FieldValues state;
    for (const Field& field : fields) state.values.emplace_back(at(model.mesh.node_count() * field.components), 0.0);
    const Evaluation here{model.mesh, fields, state, model.parameters.all()};
    Integral force, volume;
    force.integrand = make_integrand<ForceSide>();
    force.test_field = 0;
    force.fields = {1};
    volume.integrand = make_integrand<VolumeSide>();
    volume.test_field = 1;
    volume.fields = {0};
    force.domain = volume.domain = model.body();
    SparseMatrix matrix = pattern.zero_matrix();
    add_matrix(here, force, 1, MatrixKind::stiffness, pattern.plan(0, 1), matrix);
    const SparseMatrix upper = matrix;
    add_matrix(here, volume, 0, MatrixKind::stiffness, pattern.plan(1, 0), matrix);
    EXPECT_FALSE(is_symmetric(upper));
    Numbers numbers(3);
    const std::vector<double> x = numbers.vector(at(matrix.size())), one = multiply(matrix, x),
                              other = multiply_transposed(matrix, x);
    double size = 0.0;
    for (const double y : one) size = std::max(size, std::abs(y));
    ASSERT_GT(size, 0.0);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(one[i], other[i], 1e-14 * size);
  }
}

} // namespace
} // namespace adjoule::test
