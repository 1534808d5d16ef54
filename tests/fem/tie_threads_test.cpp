// Ties that reach over several parts of the mesh: elements that share no node add to the same entries of the matrix.
#include "adjoule/fem/assembly.hpp"
#include "support/small_meshes.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <set>

namespace adjoule::test {
namespace {

/// No symmetry, and all components coupled.
struct Stirring {
  static constexpr std::array fields{FieldUse{.components = 3, .value = true, .gradient = true}};
  static constexpr int properties = 0;
  static constexpr int test_components = 3;
  template <class S, class P>
  static void evaluate(const PointInputs<Stirring, S, P>& at, PointResponse<Stirring, S>& response) {
    const Vector3<S> u = at.value_vector(0);
    const Tensor2<S> g = at.gradient_tensor(0);
    response.add_source((dot(u, u) + trace(g)) * u);
    response.add_flux((S(1.0) + u[0] * u[1]) * g);
  }
};

struct TiedModel {
  Mesh mesh = make_box({.type = ElementType::tetrahedron4, .cells = {12, 10, 8}, .distortion = 0.01});
  Partition partition = make_partition(mesh);
  Parameters parameters;
  std::vector<Field> fields{{"displacement", "m", 3}};
  FieldValues state;
  Integral integral;
  Constraints tied{mesh, fields[0]}, free{mesh, fields[0]};

  TiedModel() {
    Numbers numbers(4);
    state.values = {numbers.vector(static_cast<std::size_t>(3 * mesh.node_count()))};
    integral.name = "stirring";
    integral.integrand = make_integrand<Stirring>();
    integral.test_field = 0;
    integral.fields = {0};
    integral.domain = Domain::volume(mesh, partition, mesh.group("body").elements, {2, false});
    for (const int component : {0, 2}) tied.tie(mesh.group("bottom").nodes, component, "bottom");
    tied.tie(mesh.group("top").nodes, 1, "top");
    tied.number_unknowns();
    free.number_unknowns();
  }
  SparseMatrix matrix(const Constraints& constraints, int threads) const {
    const int before = omp_get_max_threads();
    omp_set_num_threads(threads);
    const BlockPattern pattern(mesh, {&constraints}, {3}, {{true}});
    SparseMatrix sum = pattern.zero_matrix();
    add_matrix({mesh, fields, state, parameters.all()}, integral, 0, MatrixKind::stiffness, pattern.plan(0, 0), sum);
    omp_set_num_threads(before);
    return sum;
  }
  /// How many parts have elements at a group's nodes, separators apart.
  std::size_t parts_at(const std::string& group) const {
    const std::set<Index> nodes(mesh.group(group).nodes.begin(), mesh.group(group).nodes.end());
    std::set<int> parts;
    for (Index e = 0; e < mesh.element_count(); ++e) {
      for (const Index node : mesh.element_nodes(e))
        if (nodes.contains(node)) parts.insert(partition.group_of_element[static_cast<std::size_t>(e)]);
    }
    parts.erase(parts.lower_bound(partition.parts), parts.end());
    return parts.size();
  }
};

TEST(Ties, MatrixIsTheSameBitsForAnyNumberOfThreads) {
  const TiedModel model;
  ASSERT_GT(model.parts_at("bottom"), 1U);
  ASSERT_GT(model.parts_at("top"), 1U);
  const SparseMatrix one = model.matrix(model.tied, 1);
  for (const int threads : {2, 3, 2, 3}) EXPECT_EQ(model.matrix(model.tied, threads).value, one.value);
}

TEST(Ties, ProductWithTheMatrixIsThatOfTheFreeMatrixBetweenExpansionAndReduction) {
  const TiedModel model;
  Numbers numbers(6);
  const std::vector<double> q = numbers.vector(static_cast<std::size_t>(model.tied.unknown_count()));
  std::vector<double> u, expected(q.size());
  model.tied.expand_homogeneous(q, u);
  model.tied.reduce(multiply(model.matrix(model.free, 2), u), expected);
  const std::vector<double> product = multiply(model.matrix(model.tied, 2), q);
  double size = 0.0;
  for (const double value : expected) size = std::max(size, std::abs(value));
  for (std::size_t i = 0; i < q.size(); ++i) EXPECT_NEAR(product[i], expected[i], 1e-13 * size) << i;
}

} // namespace
} // namespace adjoule::test
