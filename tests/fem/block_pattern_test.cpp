// The assembled matrix is T' K T, whatever is prescribed or tied.
#include "adjoule/fem/scatter_plan.hpp"
#include "support/small_meshes.hpp"

#include <gtest/gtest.h>

namespace adjoule::test {
namespace {

const Field scalar{"potential", "V", 1};

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

/// Element matrices of random numbers; the assembled one must be T' K T of their dense sum.
void expect_constrained_sum(const Mesh& mesh, const std::vector<Constraints>& constraints,
                            const std::vector<int>& components) {
  const int count = static_cast<int>(constraints.size());
  std::vector<const Constraints*> pointers;
  std::vector<Eigen::Index> first{0};
  for (int f = 0; f < count; ++f) {
    pointers.push_back(&constraints[at(f)]);
    first.push_back(first.back() + mesh.node_count() * components[at(f)]);
  }
  const BlockPattern pattern(mesh, pointers, components,
                             std::vector<std::vector<bool>>(at(count), std::vector<bool>(at(count), true)));
  Eigen::MatrixXd full = Eigen::MatrixXd::Zero(first.back(), first.back());
  SparseMatrix sparse = pattern.zero_matrix();
  EXPECT_NO_THROW(check_structure(sparse));
  Numbers numbers(23);
  for (int test = 0; test < count; ++test)
    for (int trial = 0; trial < count; ++trial) {
      const ScatterPlan& plan = pattern.plan(test, trial);
      std::vector<double> shared = plan.zero_shared();
      for (Index e = 0; e < mesh.element_count(); ++e) {
        const auto nodes = mesh.element_nodes(e);
        const int tc = components[at(test)], uc = components[at(trial)];
        std::vector<Batch> local;
        for (const Index b : nodes)
          for (int cb = 0; cb < uc; ++cb)
            for (const Index a : nodes)
              for (int ca = 0; ca < tc; ++ca) {
                Batch value;
                for (int lane = 0; lane < Batch::lanes; ++lane) value.set(lane, numbers.next());
                local.push_back(value);
                full(first[at(test)] + a * tc + ca, first[at(trial)] + b * uc + cb) += value[2];
              }
        plan.add(e, 2, local.data(), sparse.value, shared);
      }
      plan.add_shared(shared, sparse.value);
    }

  Eigen::MatrixXd transformation = Eigen::MatrixXd::Zero(first.back(), pattern.size());
  for (int f = 0; f < count; ++f) {
    const auto& unknown = constraints[at(f)].unknown();
    for (std::size_t i = 0; i < unknown.size(); ++i)
      if (unknown[i] >= 0)
        transformation(first[at(f)] + static_cast<Eigen::Index>(i), pattern.offset(f) + unknown[i]) = 1.0;
  }
  const Eigen::MatrixXd expected = transformation.transpose() * full * transformation;
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(pattern.size(), pattern.size()), places = dense;
  for (Index column = 0; column < sparse.size(); ++column)
    for (Index k = sparse.column_start()[at(column)]; k < sparse.column_start()[at(column) + 1]; ++k) {
      dense(sparse.row()[at(k)], column) = sparse.value[at(k)];
      places(sparse.row()[at(k)], column) = 1.0;
    }
  EXPECT_LT((dense - expected).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ((places - places.transpose()).cwiseAbs().maxCoeff(), 0.0) << "the pattern is not symmetric";
  EXPECT_EQ(places.diagonal().minCoeff(), 1.0);
}

TEST(BlockPattern, ScatteredElementMatricesSumToTheConstrainedDenseMatrix) {
  for (const ElementType type :
       {ElementType::triangle3, ElementType::quadrilateral8, ElementType::tetrahedron4, ElementType::prism6}) {
    const Mesh mesh = make_box({.type = type, .cells = {3, 1, 1}});
    Parameters parameters;
    const CoefficientPointer value = constant_coefficient(parameters, parameters.register_parameter("v", 1.0));
    const int dimension = mesh.dimension();
    std::vector<Constraints> constraints{Constraints(mesh, scalar),
                                         Constraints(mesh, {"displacement", "m", dimension})};
    constraints[0].prescribe(mesh.group("left").nodes, 0, value, "left");
    constraints[0].tie(mesh.group("right").nodes, 0, "right");
    constraints[1].prescribe(mesh.group("left").nodes, 0, value, "left");
    constraints[1].prescribe(mesh.group("right").nodes, 1, value, "right");
    constraints[1].prescribe(mesh.group("x_corner").nodes, 0, value, "corner");
    for (Constraints& c : constraints) c.number_unknowns();
    expect_constrained_sum(mesh, constraints, {1, dimension});
  }
}

/// Ties components of `group` as the bits of `mask` say; returns how many.
int tie_components(Constraints& constraints, const Mesh& mesh, const std::string& group, unsigned mask) {
  int count = 0;
  for (int c = 0; c < mesh.dimension(); ++c) {
    if ((mask >> c & 1U) == 0) continue;
    constraints.tie(mesh.group(group).nodes, c, group);
    ++count;
  }
  return count;
}

const std::array tie_types{ElementType::triangle3,     ElementType::quadrilateral8, ElementType::tetrahedron4,
                           ElementType::tetrahedron10, ElementType::prism6,         ElementType::hexahedron20};

TEST(BlockPattern, AnyComponentsOfAVectorCanBeTied) {
  for (const ElementType type : tie_types) {
    const Mesh mesh = make_box({.type = type, .cells = {2, 1, 1}});
    const int dimension = mesh.dimension();
    for (unsigned mask = 1; mask < 1U << dimension; ++mask) {
      SCOPED_TRACE(topology(type).name + ", components " + std::to_string(mask));
      std::vector<Constraints> constraints{Constraints(mesh, {"displacement", "m", dimension})};
      const int tied = tie_components(constraints[0], mesh, "right", mask);
      constraints[0].number_unknowns();
      const auto nodes = static_cast<Index>(mesh.group("right").nodes.size());
      EXPECT_EQ(constraints[0].unknown_count(), dimension * mesh.node_count() - tied * (nodes - 1));
      expect_constrained_sum(mesh, constraints, {dimension});
    }
  }
}

TEST(BlockPattern, TiesThatShareElementsAndNodesAreCoupled) {
  for (const ElementType type : tie_types) {
    const Mesh mesh = make_box({.type = type, .cells = {1, 1, 1}});
    const int dimension = mesh.dimension();
    const unsigned all = (1U << dimension) - 1U;
    for (unsigned mask = 0; mask <= all; ++mask) {
      SCOPED_TRACE(topology(type).name + ", components " + std::to_string(mask));
      // Both ends of each element, and at "back" what is left of the right end's components.
      std::vector<Constraints> opposite{Constraints(mesh, {"displacement", "m", dimension})};
      tie_components(opposite[0], mesh, "left", all);
      tie_components(opposite[0], mesh, "right", mask);
      std::vector<Constraints> crossing{Constraints(mesh, {"displacement", "m", dimension})};
      tie_components(crossing[0], mesh, "right", mask);
      tie_components(crossing[0], mesh, "back", all & ~mask);
      for (std::vector<Constraints>* constraints : {&opposite, &crossing}) {
        constraints->front().number_unknowns();
        expect_constrained_sum(mesh, *constraints, {dimension});
      }
    }
  }
}

TEST(BlockPattern, TieStandsBesidePrescribedComponents) {
  for (const ElementType type : tie_types) {
    const Mesh mesh = make_box({.type = type, .cells = {2, 1, 1}});
    const int dimension = mesh.dimension();
    Parameters parameters;
    const CoefficientPointer value = constant_coefficient(parameters, parameters.register_parameter("v", 1.0));
    for (int tied = 0; tied < dimension; ++tied) {
      for (int held = 0; held < dimension; ++held) {
        if (held == tied) continue;
        SCOPED_TRACE(topology(type).name);
        std::vector<Constraints> constraints{Constraints(mesh, {"displacement", "m", dimension})};
        constraints[0].tie(mesh.group("right").nodes, tied, "lid");
        constraints[0].prescribe(mesh.group("right").nodes, held, value, "guide");
        constraints[0].prescribe(mesh.group("left").nodes, tied, value, "floor");
        constraints[0].number_unknowns();
        expect_constrained_sum(mesh, constraints, {dimension});
      }
    }
  }
}

TEST(BlockPattern, MixedSystemsMayHaveTiesInEveryField) {
  for (const ElementType type : tie_types) {
    const Mesh mesh = make_box({.type = type, .cells = {2, 1, 1}});
    const int dimension = mesh.dimension();
    SCOPED_TRACE(topology(type).name);
    std::vector<Constraints> constraints{Constraints(mesh, scalar), Constraints(mesh, {"displacement", "m", dimension}),
                                         Constraints(mesh, {"pressure", "Pa", 1, FieldBasis::corners})};
    constraints[0].tie(mesh.group("right").nodes, 0, "terminal");
    tie_components(constraints[1], mesh, "right", 2U);
    tie_components(constraints[1], mesh, "left", 3U);
    for (Constraints& c : constraints) c.number_unknowns();
    expect_constrained_sum(mesh, constraints, {1, dimension, 1});
  }
}

TEST(BlockPattern, UncoupledFieldsShareNoEntries) {
  const Mesh mesh = make_box({.type = ElementType::triangle3});
  std::vector<Constraints> c{Constraints(mesh, scalar), Constraints(mesh, scalar)};
  for (Constraints& one : c) one.number_unknowns();
  const BlockPattern apart(mesh, {&c[0], &c[1]}, {1, 1}, {{true, false}, {false, true}});
  const BlockPattern one_way(mesh, {&c[0], &c[1]}, {1, 1}, {{true, false}, {true, true}});
  const BlockPattern single(mesh, {&c[0]}, {1}, {{true}});
  EXPECT_EQ(apart.zero_matrix().nonzeros(), 2 * single.zero_matrix().nonzeros());
  EXPECT_EQ(one_way.zero_matrix().nonzeros(), 4 * single.zero_matrix().nonzeros()); // made symmetric
}

TEST(BlockPattern, DescribesFieldsWithTheSameUnknownsOnly) {
  const Mesh mesh = make_box({.type = ElementType::tetrahedron4, .cells = {2, 1, 1}});
  Parameters parameters;
  const CoefficientPointer value = constant_coefficient(parameters, parameters.register_parameter("v", 1.0));
  const auto held = [&](const std::string& group) {
    Constraints constraints(mesh, scalar);
    constraints.prescribe(mesh.group(group).nodes, 0, value, group);
    constraints.number_unknowns();
    return constraints;
  };
  const Constraints left = held("left"), left_too = held("left"), right = held("right");
  Constraints tied(mesh, scalar);
  tied.prescribe(mesh.group("left").nodes, 0, value, "left");
  tied.tie(std::vector<Index>{mesh.group("right").nodes.front()}, 0, "terminal");
  tied.number_unknowns();
  const BlockPattern pattern(mesh, {&left}, {1}, {{true}});
  EXPECT_TRUE(pattern.describes(mesh, {&left}, {1}, {{true}}));
  EXPECT_TRUE(pattern.describes(mesh, {&left_too}, {1}, {{true}}));
  EXPECT_FALSE(pattern.describes(mesh, {&right}, {1}, {{true}}));
  EXPECT_FALSE(pattern.describes(mesh, {&tied}, {1}, {{true}})) << "a tie of one node is one all the same";
  EXPECT_FALSE(pattern.describes(Mesh(mesh), {&left}, {1}, {{true}}));
  EXPECT_FALSE(pattern.describes(mesh, {&left, &left}, {1, 1}, {{true, true}, {true, true}}));
  const BlockPattern pair(mesh, {&left, &right}, {1, 1}, {{true, false}, {true, true}});
  EXPECT_FALSE(pair.describes(mesh, {&left, &right}, {1, 1}, {{true, true}, {true, true}}));
  EXPECT_EQ(pair.zero_matrix().pattern(), pair.zero_matrix().pattern());
}

// The places are few numbers: one for each pair of an element's nodes, whatever the fields' components.
TEST(BlockPattern, MemoryOfAPlanDoesNotGrowWithTheComponents) {
  const Mesh mesh = make_box({.type = ElementType::tetrahedron4, .cells = {6, 6, 6}});
  const auto bytes_of_plan = [&](int components) {
    Constraints free(mesh, {"field", "1", components});
    free.number_unknowns();
    const BlockPattern pattern(mesh, {&free}, {components}, {{true}});
    const auto entries = static_cast<std::size_t>(pattern.pattern()->nonzeros());
    return pattern.bytes() - sizeof(Index) * (entries + static_cast<std::size_t>(pattern.size()) + 1);
  };
  const auto pairs = static_cast<std::size_t>(mesh.element_count()) * 16;
  EXPECT_EQ(bytes_of_plan(1), sizeof(Index) * pairs + 8 * static_cast<std::size_t>(mesh.node_count()));
  EXPECT_EQ(bytes_of_plan(3), bytes_of_plan(1));
}

} // namespace
} // namespace adjoule::test
