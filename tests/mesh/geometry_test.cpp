#include "mesh_test_support.hpp"

#include <algorithm>
#include <cmath>
#include <gmsh.h>

namespace adjoule::test {
namespace {

const char* const plate = R"(
SetFactory("OpenCASCADE");
// DefineConstant[ ignored = 1 ];
DefineConstant[ width = {2, Name "Parameters/width"}, height = 1 ];
depth = DefineNumber[ 3, Name "Parameters/depth" ];
Mesh.ScalingFactor = 1e-3;
Printf("must not reach standard output");
Rectangle(1) = {0, 0, 0, width, height * depth};
Physical Surface("sheet") = {1};
Physical Curve("bottom") = {1};
Physical Point("corner") = {1};
)";

double mean_edge(const Mesh& mesh) {
  double sum = 0.0;
  int count = 0;
  for (Index element = 0; element < mesh.element_count(); ++element) {
    const auto nodes = mesh.element_nodes(element);
    const auto corners = static_cast<std::size_t>(topology(mesh.element_type(element)).corners);
    for (std::size_t i = 0; i < corners; ++i) {
      for (std::size_t j = 0; j < i; ++j, ++count) {
        const auto &a = mesh.coordinates()[static_cast<std::size_t>(nodes[i])],
                   &b = mesh.coordinates()[static_cast<std::size_t>(nodes[j])];
        sum += std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
      }
    }
  }
  return sum / count;
}

TEST(Geometry, IsMeshedInTheUnitOfTheCoordinatesAsDrawn) {
  const TemporaryFolder folder;
  MeshOptions options;
  options.unit = 1e-6;
  const Mesh mesh = Mesh::read(folder.write("plate.geo", plate), options);
  EXPECT_EQ(mesh.dimension(), 2);
  EXPECT_EQ(mesh.order(), 1);
  EXPECT_NEAR(mesh.bounding_box().second[0], 2e-6, 1e-20);
  EXPECT_NEAR(mesh.bounding_box().second[1], 3e-6, 1e-20);
  EXPECT_NEAR(group_measure(mesh, "sheet"), 6e-12, 1e-24);
  EXPECT_NEAR(group_measure(mesh, "bottom"), 2e-6, 1e-18);
  EXPECT_EQ(mesh.group("corner").nodes.size(), 1u);
  EXPECT_EQ(mesh.group("corner").dimension, 0);
}

TEST(Geometry, TakesParametersByVariableOrOnelabNameAndForgetsThemAfterwards) {
  const TemporaryFolder folder;
  const auto file = folder.write("plate.geo", plate);
  MeshOptions options;
  options.parameters = {{"width", 4.5}, {"height", 0.1}, {"depth", 7.0}};
  EXPECT_NEAR(group_measure(Mesh::read(file, options), "sheet"), 4.5 * 0.1 * 7.0, 1e-12);
  options.parameters = {{"Parameters/width", 5.0}, {"Parameters/depth", 2.0}};
  EXPECT_NEAR(group_measure(Mesh::read(file, options), "sheet"), 5.0 * 2.0, 1e-12);
  EXPECT_NEAR(group_measure(Mesh::read(file, {}), "sheet"), 6.0, 1e-12);
}

TEST(Geometry, RefusesAParameterThatItDoesNotDeclare) {
  const TemporaryFolder folder;
  MeshOptions options;
  options.parameters = {{"widht", 4.5}};
  expect_words(message_of([&] { (void)Mesh::read(folder.write("plate.geo", plate), options); }),
               {"'widht'", "did you mean 'width'", "width, height, depth", "DefineConstant"});
  options.parameters = {{"ignored", 4.5}};
  expect_words(message_of([&] { (void)Mesh::read(folder.write("plate.geo", plate), options); }), {"'ignored'"});
}

TEST(Geometry, FindsParametersOfIncludedFiles) {
  const TemporaryFolder folder;
  folder.write("sizes.geo", "DefineConstant[ length = 1 ];\n");
  const auto file = folder.write(
      "main.geo", "Include \"sizes.geo\";\nSetFactory(\"OpenCASCADE\");\nBox(1) = {0, 0, 0, length, 1, 1};\n"
                  "Physical Volume(\"box\") = {1};\n");
  MeshOptions options;
  options.parameters = {{"length", 3.0}};
  EXPECT_NEAR(group_measure(Mesh::read(file, options), "box"), 3.0, 1e-12);
}

TEST(Geometry, MeetsTheTargetSizeWhateverTheFileAsksFor) {
  const TemporaryFolder folder;
  const auto file =
      folder.write("box.geo", "SetFactory(\"OpenCASCADE\");\nBox(1) = {0, 0, 0, 1, 1, 1};\nMeshSize{:} = 0.05;\n"
                              "Mesh.MeshSizeMax = 0.1;\nPhysical Volume(\"box\") = {1};\n");
  for (const double size : {0.25, 0.5}) {
    MeshOptions options;
    options.size = size;
    EXPECT_NEAR(mean_edge(Mesh::read(file, options)), size, 0.25 * size);
  }
}

TEST(Geometry, PutsTheNodesOfOrder2AndOfRefinementOnTheCurvedBoundary) {
  const TemporaryFolder folder;
  const auto file =
      folder.write("disk.geo", "SetFactory(\"OpenCASCADE\");\nDisk(1) = {0, 0, 0, 1};\nMesh.MeshSizeMax = 0.4;\n"
                               "Physical Surface(\"disk\") = {1};\nPhysical Curve(\"rim\") = {1};\n");
  MeshOptions options;
  const Mesh linear = Mesh::read(file, options);
  options.order = 2;
  const Mesh quadratic = Mesh::read(file, options);
  options.refine = 1;
  const Mesh fine = Mesh::read(file, options);
  EXPECT_EQ(quadratic.order(), 2);
  EXPECT_EQ(quadratic.element_count(), linear.element_count());
  EXPECT_EQ(fine.order(), 2);
  EXPECT_EQ(fine.element_count(), 4 * linear.element_count());
  for (const Mesh* mesh : {&linear, &quadratic, &fine})
    for (const Index node : mesh->group("rim").nodes) {
      const auto& point = mesh->coordinates()[static_cast<std::size_t>(node)];
      EXPECT_NEAR(std::hypot(point[0], point[1]), 1.0, 1e-6);
    }
  // A disk's area: quadratic sides are of fourth order.
  const double pi = std::acos(-1.0);
  EXPECT_LT(std::abs(group_measure(quadratic, "disk") - pi), 1e-2 * std::abs(group_measure(linear, "disk") - pi));
  EXPECT_LT(std::abs(group_measure(fine, "disk") - pi), 0.1 * std::abs(group_measure(quadratic, "disk") - pi));
  EXPECT_NEAR(group_measure(fine, "rim"), 2.0 * pi, 1e-4);
}

struct Extruded {
  const char* name;
  const char* recombine; ///< of base and layers
  int order;
  int incomplete;
  ElementType type;
};

class ExtrudedMesh : public testing::TestWithParam<Extruded> {};

TEST_P(ExtrudedMesh, HasTheExpectedTypeTheExactVolumeAndOutwardNormals) {
  const TemporaryFolder folder;
  const Extruded& parameter = GetParam();
  const std::string base = std::string(parameter.recombine) == "hexahedra" ? "Recombine Surface{1};\n" : "";
  const std::string layers = std::string(parameter.recombine) == "tetrahedra" ? "" : " Recombine;";
  const auto file = folder.write(
      "extruded.geo", "Point(1) = {0, 0, 0, 0.5};\nPoint(2) = {1, 0, 0, 0.5};\nPoint(3) = {1, 1, 0, 0.5};\n"
                      "Point(4) = {0, 1, 0, 0.5};\nLine(1) = {1, 2};\nLine(2) = {2, 3};\nLine(3) = {3, 4};\n"
                      "Line(4) = {4, 1};\nCurve Loop(1) = {1:4};\nPlane Surface(1) = {1};\nTransfinite Surface{1};\n" +
                          base + "out[] = Extrude {0, 0, 2} { Surface{1}; Layers{2};" + layers +
                          " };\nPhysical Volume(\"body\") = {out[1]};\nPhysical Surface(\"bottom\") = {1};\n"
                          "Physical Surface(\"top\") = {out[0]};\nPhysical Surface(\"front\") = {out[2]};\n"
                          "Mesh.SecondOrderIncomplete = " +
                          std::to_string(parameter.incomplete) + ";\n");
  MeshOptions options;
  options.order = parameter.order;
  const Mesh mesh = Mesh::read(file, options);
  ASSERT_EQ(mesh.blocks().size(), 1u);
  EXPECT_EQ(mesh.blocks()[0].type, parameter.type);
  EXPECT_NEAR(group_measure(mesh, "body"), 2.0, 1e-12);
  EXPECT_NEAR(group_measure(mesh, "front"), 2.0, 1e-12);
  EXPECT_NEAR(group_measure(mesh, "top"), 1.0, 1e-12);
  const MeshQuality quality = check_degeneracy(mesh);
  EXPECT_GT(quality.minimum_scaled_jacobian, 0.1);
  EXPECT_NO_THROW(require_valid(mesh, quality));

  const auto closed = outer_facets(mesh);
  EXPECT_NEAR(enclosed_by(mesh, closed), 2.0, 1e-12);
  std::array<double, 3> sum{}, bottom{};
  for (const Facet& facet : closed)
    for (std::size_t d = 0; d < 3; ++d) sum[d] += vector_area(mesh, facet)[d];
  for (const Facet& facet : mesh.group("bottom").facets)
    for (std::size_t d = 0; d < 3; ++d) bottom[d] += vector_area(mesh, facet)[d];
  for (std::size_t d = 0; d < 3; ++d) {
    EXPECT_NEAR(sum[d], 0.0, 1e-12);
    EXPECT_NEAR(bottom[d], d == 2 ? -1.0 : 0.0, 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(Types, ExtrudedMesh,
                         testing::Values(Extruded{"tetrahedron4", "tetrahedra", 1, 0, ElementType::tetrahedron4},
                                         Extruded{"tetrahedron10", "tetrahedra", 2, 0, ElementType::tetrahedron10},
                                         Extruded{"prism6", "prisms", 1, 0, ElementType::prism6},
                                         Extruded{"prism15", "prisms", 2, 1, ElementType::prism15},
                                         Extruded{"prism18", "prisms", 2, 0, ElementType::prism18},
                                         Extruded{"hexahedron8", "hexahedra", 1, 0, ElementType::hexahedron8},
                                         Extruded{"hexahedron20", "hexahedra", 2, 1, ElementType::hexahedron20},
                                         Extruded{"hexahedron27", "hexahedra", 2, 0, ElementType::hexahedron27}),
                         [](const auto& instance) { return std::string(instance.param.name); });

TEST(Geometry, SerendipityElementsAreRefinedFromTheGeometryOnly) {
  const TemporaryFolder folder;
  const auto file =
      folder.write("quads.geo", "SetFactory(\"OpenCASCADE\");\nRectangle(1) = {0, 0, 0, 1, 1};\n"
                                "Transfinite Curve{:} = 3;\nTransfinite Surface{:};\nRecombine Surface{1};\n"
                                "Mesh.SecondOrderIncomplete = 1;\nMesh.ElementOrder = 2;\nMesh 2;\n");
  MeshOptions options;
  options.refine = 1;
  const Mesh fine = Mesh::read(file, options);
  EXPECT_EQ(fine.element_count(), 16);
  EXPECT_EQ(fine.blocks()[0].type, ElementType::quadrilateral8);
  EXPECT_EQ(fine.blocks().size(), 1u);
  fine.write(folder.file("quads.msh"));
  expect_words(message_of([&] { (void)Mesh::read(folder.file("quads.msh"), options); }),
               {"quadrilateral8", "refine", ".geo"});
}

TEST(Geometry, QuotesGmshWhenItCannotBeReadOrMeshed) {
  const TemporaryFolder folder;
  expect_words(message_of([&] { (void)Mesh::read(folder.write("syntax.geo", "Point(1) = {0, 0, 0;\n"), {}); }),
               {"syntax.geo", "Gmsh says", "line 1"});
  expect_words(message_of([&] { (void)Mesh::read(folder.write("own.geo", "Error(\"gap is too small\");\n"), {}); }),
               {"gap is too small"});
  expect_words(message_of([&] { (void)Mesh::read(folder.write("nothing.geo", "a = 1;\n"), {}); }),
               {"nothing.geo", "no elements", "surface or volume"});
  expect_words(message_of([&] {
                 (void)Mesh::read(folder.write("order3.geo", std::string(plate) + "Mesh.ElementOrder = 3;\n"), {});
               }),
               {"Triangle 10", "order 1 and 2"});
}

TEST(Geometry, AnExitInTheFileEndsTheProcessWithAMessageAndNotInSilence) {
  const TemporaryFolder folder;
  const auto file = folder.write("exit.geo", "Exit;\n");
  EXPECT_EXIT((void)Mesh::read(file, {}), testing::ExitedWithCode(2), "take the command Exit out");
}

TEST(Geometry, WritesNothingToStandardOutput) {
  const TemporaryFolder folder;
  const auto file = folder.write("plate.geo", std::string("General.Terminal = 1;\n") + plate);
  testing::internal::CaptureStdout();
  (void)Mesh::read(file, {});
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST(Geometry, APlaneModelOutsideThePlaneZ0IsRefused) {
  const TemporaryFolder folder;
  expect_words(message_of([&] {
                 (void)Mesh::read(
                     folder.write("shell.geo", "SetFactory(\"OpenCASCADE\");\nRectangle(1) = {0, 0, 1, 1, 1};\n"), {});
               }),
               {"z = 0", "Physical Volume"});
}

TEST(Geometry, SurfacesDrawnClockwiseAreTurned) {
  const TemporaryFolder folder;
  const auto file = folder.write(
      "two.geo", "Point(1) = {0, 0, 0, 0.5};\nPoint(2) = {1, 0, 0, 0.5};\nPoint(3) = {1, 1, 0, 0.5};\n"
                 "Point(4) = {0, 1, 0, 0.5};\nPoint(5) = {2, 0, 0, 0.5};\nPoint(6) = {2, 1, 0, 0.5};\n"
                 "Line(1) = {1, 2};\nLine(2) = {2, 3};\nLine(3) = {3, 4};\nLine(4) = {4, 1};\nLine(5) = {2, 5};\n"
                 "Line(6) = {5, 6};\nLine(7) = {6, 3};\nCurve Loop(1) = {1, 2, 3, 4};\n"
                 "Curve Loop(2) = {2, -7, -6, -5};\nPlane Surface(1) = {1};\nPlane Surface(2) = {2};\n"
                 "Physical Surface(\"a\") = {1};\nPhysical Surface(\"b\") = {2};\nPhysical Curve(\"right\") = {6};\n"
                 "Physical Curve(\"between\") = {2};\n");
  for (const int order : {1, 2}) {
    MeshOptions options;
    options.order = order;
    const Mesh mesh = Mesh::read(file, options);
    EXPECT_GT(check_degeneracy(mesh).minimum_scaled_jacobian, 0.5);
    EXPECT_NEAR(group_measure(mesh, "b"), 1.0, 1e-12);
    EXPECT_NEAR(enclosed_by(mesh, outer_facets(mesh)), 2.0, 1e-12);
    double flux = 0.0;
    for (const Facet& facet : mesh.group("right").facets) flux += vector_area(mesh, facet)[0];
    EXPECT_NEAR(flux, 1.0, 1e-12);
    // Between two elements the lower number counts.
    for (const Facet& facet : mesh.group("between").facets) {
      const auto& a = mesh.group("a").elements;
      EXPECT_TRUE(std::binary_search(a.begin(), a.end(), facet.element));
    }
  }
}

TEST(Geometry, StepVolumesAndSurfacesGetNames) {
  const TemporaryFolder folder;
  const auto file = folder.file("box.step");
  testing::internal::CaptureStdout(); // Gmsh's own STEP writer prints
  gmsh::initialize(0, nullptr, false);
  gmsh::option::setNumber("General.Terminal", 0);
  gmsh::model::occ::addBox(0, 0, 0, 2, 1, 1);
  gmsh::model::occ::synchronize();
  gmsh::write(file.string());
  gmsh::finalize();
  testing::internal::GetCapturedStdout();

  MeshOptions options;
  options.unit = 1e-3;
  options.size = 0.5;
  options.order = 2;
  testing::internal::CaptureStdout();
  const Mesh mesh = Mesh::read(file, options);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(mesh.order(), 2);
  EXPECT_NEAR(group_measure(mesh, "volume1"), 2e-9, 1e-20);
  for (int i = 1; i <= 6; ++i) EXPECT_TRUE(mesh.has_group("surface" + std::to_string(i)));
  expect_words(message_of([&] { (void)Mesh::read(folder.write("bad.step", "no step\n"), {}); }), {"bad.step"});
}

} // namespace
} // namespace adjoule::test
