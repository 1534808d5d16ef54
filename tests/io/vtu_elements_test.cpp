// Every element type, read back by VTK and judged by VTK's own shape functions.
#include "adjoule/io/vtu_writer.hpp"
#include "sample_meshes.hpp"

#include <vtkCell.h>
#include <vtkDataArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridReader.h>

namespace adjoule::test {
namespace {

vtkSmartPointer<vtkUnstructuredGrid> read_back(const std::filesystem::path& path) {
  vtkNew<vtkXMLUnstructuredGridReader> reader;
  reader->SetFileName(path.c_str());
  reader->Update();
  return reader->GetOutput();
}

/// VTK's reference elements reach from 0 to 1 along every axis.
std::array<double, 3> to_gmsh(ElementShape shape, const double* p) {
  switch (shape) {
    case ElementShape::quadrilateral:
      return {2 * p[0] - 1, 2 * p[1] - 1, 0};
    case ElementShape::hexahedron:
      return {2 * p[0] - 1, 2 * p[1] - 1, 2 * p[2] - 1};
    case ElementShape::prism:
      return {p[0], p[1], 2 * p[2] - 1};
    default:
      return {p[0], p[1], p[2]};
  }
}

std::vector<std::array<double, 3>> sample_points(int dimension) {
  std::vector<std::array<double, 3>> points{{0.25, 0.25, 0.25}, {0.6, 0.1, 0.2}, {0.1, 0.5, 0.3}, {0.2, 0.15, 0.55}};
  for (auto& point : points)
    for (int i = dimension; i < 3; ++i) point[static_cast<std::size_t>(i)] = 0.0;
  return points;
}

class EveryElement : public testing::TestWithParam<int> {
 protected:
  const ElementType type = static_cast<ElementType>(GetParam());
  const ElementTopology& element = topology(type);
  TemporaryFolder folder;

  vtkSmartPointer<vtkUnstructuredGrid> written_and_read() {
    const Mesh mesh = one_element_mesh(type);
    FieldArray squares{"squares", 1, {}};
    for (const auto& x : mesh.coordinates()) squares.values.push_back(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    write_vtu(folder / "one.vtu", mesh, {{squares}, {}, {}});
    return read_back(folder / "one.vtu");
  }
};

constexpr double close = 1e-16; // of coordinates of some 1e-4

TEST_P(EveryElement, has_its_nodes_where_vtk_expects_them) {
  const auto grid = written_and_read();
  vtkCell* const cell = grid->GetCell(0);
  ASSERT_EQ(cell->GetNumberOfPoints(), element.nodes);
  ASSERT_EQ(cell->GetCellDimension(), element.dimension);
  ASSERT_EQ(cell->IsLinear() != 0, element.order == 1);
  for (int i = 0; i < element.nodes; ++i) {
    const auto expected = to_place(to_gmsh(element.shape, cell->GetParametricCoords() + 3 * i), element.dimension);
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(cell->GetPoints()->GetPoint(i)[k], expected[static_cast<std::size_t>(k)], close) << "node " << i;
  }
}

TEST_P(EveryElement, is_mapped_by_vtk_to_the_place_it_fills_with_positive_volume) {
  const auto grid = written_and_read();
  vtkCell* const cell = grid->GetCell(0);
  std::vector<double> weights(static_cast<std::size_t>(element.nodes));
  int subcell = 0;
  const auto locate = [&](const std::array<double, 3>& p) {
    std::array<double, 3> x{};
    cell->EvaluateLocation(subcell, p.data(), x.data(), weights.data());
    return x;
  };
  for (const auto& p : sample_points(element.dimension)) {
    const auto expected = to_place(to_gmsh(element.shape, p.data()), element.dimension);
    const auto x = locate(p);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(x[k], expected[k], close);

    std::array<std::array<double, 3>, 3> columns{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(element.dimension); ++axis) {
      auto ahead = p;
      auto behind = p;
      ahead[axis] += 0.05;
      behind[axis] -= 0.05;
      const auto a = locate(ahead);
      const auto b = locate(behind);
      for (std::size_t k = 0; k < 3; ++k) columns[axis][k] = (a[k] - b[k]) / 0.1;
    }
    const auto& [a, b, c] = columns;
    EXPECT_GT(a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
                  a[2] * (b[0] * c[1] - b[1] * c[0]),
              0);
  }
}

TEST_P(EveryElement, carries_a_quadratic_field_to_the_right_nodes) {
  const auto grid = written_and_read();
  vtkDataArray* const squares = grid->GetPointData()->GetArray("squares");
  ASSERT_NE(squares, nullptr);
  const auto square = [](const double* x) { return x[0] * x[0] + x[1] * x[1] + x[2] * x[2]; };
  for (vtkIdType i = 0; i < element.nodes; ++i) EXPECT_EQ(squares->GetTuple1(i), square(grid->GetPoint(i)));
  if (element.order != 2) return;
  vtkCell* const cell = grid->GetCell(0);
  std::vector<double> weights(static_cast<std::size_t>(element.nodes));
  int subcell = 0;
  for (const auto& p : sample_points(element.dimension)) {
    std::array<double, 3> x{};
    cell->EvaluateLocation(subcell, p.data(), x.data(), weights.data());
    double interpolated = 0.0;
    for (int i = 0; i < element.nodes; ++i)
      interpolated += weights[static_cast<std::size_t>(i)] * squares->GetTuple1(cell->GetPointId(i));
    EXPECT_NEAR(interpolated, square(x.data()), 1e-13 * square(x.data()));
  }
}

/// Those that a mesh may consist of.
std::vector<int> types_of_bodies() {
  std::vector<int> types;
  for (int i = 0; i < element_type_count; ++i)
    if (topology(static_cast<ElementType>(i)).dimension >= 2) types.push_back(i);
  return types;
}

INSTANTIATE_TEST_SUITE_P(AllTypes, EveryElement, testing::ValuesIn(types_of_bodies()),
                         [](const auto& type) { return topology(static_cast<ElementType>(type.param)).name; });

} // namespace
} // namespace adjoule::test
