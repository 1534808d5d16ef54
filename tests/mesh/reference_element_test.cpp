#include "adjoule/mesh/reference_element.hpp"

#include "adjoule/core/error.hpp"

#include <cmath>
#include <functional>
#include <gmsh.h>
#include <gtest/gtest.h>
#include <set>

namespace adjoule {
namespace {

using Point = std::array<double, 3>;

/// Gmsh's global state, for one test.
class GmshSession {
 public:
  GmshSession() {
    gmsh::initialize();
    gmsh::option::setNumber("General.Terminal", 0);
  }
  ~GmshSession() { gmsh::finalize(); }
};

/// Points inside (and not on symmetry lines of) a reference shape.
std::vector<Point> sample_points(const ElementTopology& element) {
  std::vector<Point> points = {{0.13, 0.29, 0.37}, {0.41, 0.07, 0.11}, {0.21, 0.33, 0.17}};
  for (Point& point : points)
    for (int d = element.dimension; d < 3; ++d) point[static_cast<std::size_t>(d)] = 0.0;
  return points;
}

double monomial(const Point& x, int i, int j, int k) {
  return std::pow(x[0], i) * std::pow(x[1], j) * std::pow(x[2], k);
}

Point node(const ElementTopology& element, int number) {
  return element.node_coordinates[static_cast<std::size_t>(number)];
}

Point minus(const Point& a, const Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
double dot(const Point& a, const Point& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Point centre_of_corners(const ElementTopology& element, const std::vector<int>& corners) {
  Point sum{};
  for (const int corner : corners)
    for (std::size_t d = 0; d < 3; ++d) sum[d] += node(element, corner)[d] / static_cast<double>(corners.size());
  return sum;
}

class EveryElement : public testing::TestWithParam<int> {
 protected:
  ElementType type() const { return static_cast<ElementType>(GetParam()); }
  const ElementTopology& element() const { return topology(type()); }
  const ReferenceElement& reference() const { return ReferenceElement::get(type()); }

  /// The geometry of a side: position in the element's reference space from the side's own reference coordinates.
  Point on_face(const LocalFace& face, const Point& eta) const {
    const Eigen::VectorXd shape = ReferenceElement::get(face.type).shape(eta);
    Point position{};
    for (std::size_t i = 0; i < face.nodes.size(); ++i)
      for (std::size_t d = 0; d < 3; ++d)
        position[d] += shape(static_cast<Eigen::Index>(i)) * node(element(), face.nodes[i])[d];
    return position;
  }
};

INSTANTIATE_TEST_SUITE_P(Types, EveryElement, testing::Range(0, element_type_count),
                         [](const auto& instance) { return topology(static_cast<ElementType>(instance.param)).name; });

TEST_P(EveryElement, HasTheNodesOfItsGmshTypeInTheirOrder) {
  const GmshSession session;
  std::string name;
  int dimension = 0, order = 0, nodes = 0, corners = 0;
  std::vector<double> coordinates;
  gmsh::model::mesh::getElementProperties(element().gmsh_type, name, dimension, order, nodes, coordinates, corners);
  EXPECT_EQ(element().dimension, dimension);
  EXPECT_EQ(element().order, order);
  ASSERT_EQ(element().nodes, nodes);
  ASSERT_EQ(element().node_coordinates.size(), static_cast<std::size_t>(nodes));
  EXPECT_EQ(element().corners, corners);
  for (int i = 0; i < nodes; ++i)
    for (int d = 0; d < dimension; ++d)
      EXPECT_EQ(node(element(), i)[static_cast<std::size_t>(d)],
                coordinates[static_cast<std::size_t>(i * dimension + d)])
          << name << " node " << i;
  EXPECT_EQ(element_type_from_gmsh(element().gmsh_type), type());
}

TEST_P(EveryElement, HasTheShapeFunctionsOfGmsh) {
  const GmshSession session;
  for (const Point& point : sample_points(element())) {
    int components = 0, orientations = 0;
    std::vector<double> values;
    gmsh::model::mesh::getBasisFunctions(element().gmsh_type, {point[0], point[1], point[2]}, "Lagrange", components,
                                         values, orientations);
    const Eigen::VectorXd shape = reference().shape(point);
    ASSERT_EQ(values.size(), static_cast<std::size_t>(shape.size()));
    for (Eigen::Index i = 0; i < shape.size(); ++i)
      EXPECT_NEAR(shape(i), values[static_cast<std::size_t>(i)], 1e-14) << "node " << i;
  }
}

TEST_P(EveryElement, ShapeFunctionsAreOneAtTheirNodeAndZeroAtTheOthers) {
  for (int j = 0; j < element().nodes; ++j) {
    const Eigen::VectorXd shape = reference().shape(node(element(), j));
    for (int i = 0; i < element().nodes; ++i) EXPECT_EQ(shape(i), i == j ? 1.0 : 0.0) << i << " at node " << j;
  }
}

TEST_P(EveryElement, ShapeFunctionsSumToOneAndTheirGradientsToZero) {
  for (const Point& point : sample_points(element())) {
    EXPECT_NEAR(reference().shape(point).sum(), 1.0, 1e-15);
    const Eigen::MatrixXd gradient = reference().gradient(point);
    ASSERT_EQ(gradient.rows(), element().nodes);
    ASSERT_EQ(gradient.cols(), element().dimension);
    for (Eigen::Index d = 0; d < gradient.cols(); ++d) EXPECT_NEAR(gradient.col(d).sum(), 0.0, 1e-14);
  }
}

TEST_P(EveryElement, GradientsMatchDifferences) {
  // Shape functions are at most quadratic in each coordinate: central differences are exact but for rounding.
  const double step = 0.0078125;
  for (const Point& point : sample_points(element())) {
    const Eigen::MatrixXd gradient = reference().gradient(point);
    for (int d = 0; d < element().dimension; ++d) {
      Point ahead = point, behind = point;
      ahead[static_cast<std::size_t>(d)] += step;
      behind[static_cast<std::size_t>(d)] -= step;
      const Eigen::VectorXd difference = (reference().shape(ahead) - reference().shape(behind)) / (2.0 * step);
      EXPECT_LT((gradient.col(d) - difference).cwiseAbs().maxCoeff(), 1e-12);
    }
  }
}

TEST_P(EveryElement, ReproducesEveryPolynomialOfItsOrder) {
  const int dimension = element().dimension;
  for (int i = 0; i <= element().order; ++i)
    for (int j = 0; i + j <= element().order; ++j)
      for (int k = 0; i + j + k <= element().order; ++k) {
        if ((j > 0 && dimension < 2) || (k > 0 && dimension < 3)) continue;
        Eigen::VectorXd nodal(element().nodes);
        for (int n = 0; n < element().nodes; ++n) nodal(n) = monomial(node(element(), n), i, j, k);
        for (const Point& point : sample_points(element())) {
          EXPECT_NEAR(reference().shape(point).dot(nodal), monomial(point, i, j, k), 1e-14) << i << j << k;
          if (dimension > 0 && i > 0) {
            EXPECT_NEAR(reference().gradient(point).col(0).dot(nodal), i * monomial(point, i - 1, j, k), 1e-14);
          }
        }
      }
}

TEST_P(EveryElement, SidesAreElementsInTheirOwnGmshOrder) {
  if (element().dimension == 0) {
    EXPECT_TRUE(element().faces.empty());
    return;
  }
  for (const LocalFace& face : element().faces) {
    const ElementTopology& side = topology(face.type);
    EXPECT_EQ(side.dimension, element().dimension - 1);
    if (side.dimension > 0) {
      EXPECT_EQ(side.order, element().order);
    }
    ASSERT_EQ(face.nodes.size(), static_cast<std::size_t>(side.nodes));
    // A flat, straight side: the map from its corners alone must take all its reference nodes to the listed nodes.
    const auto linear = [&] {
      switch (side.shape) {
        case ElementShape::point:
          return ElementType::point1;
        case ElementShape::line:
          return ElementType::line2;
        case ElementShape::triangle:
          return ElementType::triangle3;
        default:
          return ElementType::quadrilateral4;
      }
    }();
    const LocalFace corners{linear, {face.nodes.begin(), face.nodes.begin() + topology(linear).nodes}};
    for (int i = 0; i < side.nodes; ++i) {
      const Point expected = on_face(corners, node(side, i));
      const Point found = node(element(), face.nodes[static_cast<std::size_t>(i)]);
      for (std::size_t d = 0; d < 3; ++d) EXPECT_EQ(found[d], expected[d]) << "side node " << i;
    }
  }
}

TEST_P(EveryElement, SidesHoldExactlyTheNodesOfTheirPlane) {
  if (element().dimension < 2) return;
  for (const LocalFace& face : element().faces) {
    const Point origin = node(element(), face.nodes[0]);
    const Point along = minus(node(element(), face.nodes[1]), origin);
    const Point normal = element().dimension == 2 ? Point{along[1], -along[0], 0.0}
                                                  : cross(along, minus(node(element(), face.nodes[2]), origin));
    std::set<int> in_plane;
    for (int n = 0; n < element().nodes; ++n)
      if (std::abs(dot(normal, minus(node(element(), n), origin))) < 1e-14) in_plane.insert(n);
    EXPECT_EQ(std::set<int>(face.nodes.begin(), face.nodes.end()), in_plane);
  }
}

TEST_P(EveryElement, SidesTurnOutward) {
  if (element().dimension < 2) return;
  std::vector<int> all(static_cast<std::size_t>(element().corners));
  for (int i = 0; i < element().corners; ++i) all[static_cast<std::size_t>(i)] = i;
  const Point middle = centre_of_corners(element(), all);
  for (const LocalFace& face : element().faces) {
    const std::vector<int> corners(face.nodes.begin(), face.nodes.begin() + topology(face.type).corners);
    const Point outward = minus(centre_of_corners(element(), corners), middle);
    const Eigen::MatrixXd gradient = ReferenceElement::get(face.type).gradient({0.2, 0.3, 0.0});
    std::array<Point, 2> tangent{};
    for (std::size_t i = 0; i < face.nodes.size(); ++i)
      for (Eigen::Index t = 0; t < gradient.cols(); ++t)
        for (std::size_t d = 0; d < 3; ++d)
          tangent[static_cast<std::size_t>(t)][d] +=
              gradient(static_cast<Eigen::Index>(i), t) * node(element(), face.nodes[i])[d];
    const Point normal =
        element().dimension == 2 ? Point{tangent[0][1], -tangent[0][0], 0.0} : cross(tangent[0], tangent[1]);
    EXPECT_GT(dot(normal, outward), 0.1);
  }
}

TEST_P(EveryElement, SidesCloseTheElement) {
  // Every edge of a closed surface is run through once in each direction (in 2-D: every corner is left and reached
  // once).
  if (element().dimension < 2) return;
  std::multiset<std::pair<int, int>> runs;
  for (const LocalFace& face : element().faces) {
    const int corners = topology(face.type).corners;
    for (int i = 0; i < corners; ++i) {
      const int from = face.nodes[static_cast<std::size_t>(i)];
      const int to = face.nodes[static_cast<std::size_t>((i + 1) % corners)];
      if (element().dimension == 3)
        runs.insert({from, to});
      else if (i == 0)
        runs.insert({from, to});
    }
  }
  if (element().dimension == 3) {
    for (const auto& [from, to] : runs) {
      EXPECT_EQ(runs.count({from, to}), 1U);
      EXPECT_EQ(runs.count({to, from}), 1U);
    }
  } else {
    std::multiset<int> left, reached;
    for (const auto& [from, to] : runs) {
      left.insert(from);
      reached.insert(to);
    }
    EXPECT_EQ(left.size(), static_cast<std::size_t>(element().corners));
    EXPECT_EQ(left, reached);
  }
}

TEST(ElementTypes, ForeignGmshElementsAreRefusedByName) {
  try {
    element_type_from_gmsh(7);
    FAIL() << "a pyramid was accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("pyramid with 5 nodes"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("tetrahedra"), std::string::npos) << error.what();
  }
  try {
    element_type_from_gmsh(29);
    FAIL() << "a cubic tetrahedron was accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("order 3"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("Mesh.ElementOrder"), std::string::npos) << error.what();
  }
  EXPECT_THROW(element_type_from_gmsh(0), InputError);
  EXPECT_THROW(element_type_from_gmsh(-3), InputError);
}

} // namespace
} // namespace adjoule
