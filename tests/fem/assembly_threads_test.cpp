// Sums that are the same bits for any number of threads, on a mesh large enough for parts and separators.
#include "adjoule/fem/assembly.hpp"
#include "support/small_meshes.hpp"

#include "adjoule/core/error.hpp"

#include <gtest/gtest.h>
#include <omp.h>

namespace adjoule::test {
namespace {

struct Reaction {
  static constexpr std::array fields{FieldUse{.components = 1, .value = true, .gradient = true}};
  static constexpr int properties = 3;
  static constexpr int test_components = 1;
  template <class S, class P>
  static void evaluate(const PointInputs<Reaction, S, P>& at, PointResponse<Reaction, S>& response) {
    const S u = at.value(0);
    response.add_source(at.property(0) * u * u);
    response.add_flux((at.property(1) + at.property(2) * u) * at.gradient_vector(0));
  }
};
struct Energy {
  static constexpr std::array fields{FieldUse{.components = 1, .value = true}};
  static constexpr int properties = 1;
  static constexpr int test_components = 0;
  template <class S, class P>
  static void evaluate(const PointInputs<Energy, S, P>& at, PointResponse<Energy, S>& response) {
    response.add_source(at.property(0) * at.value(0) * at.value(0));
  }
};

struct LargeModel {
  Mesh mesh = make_box({.type = ElementType::tetrahedron4, .cells = {12, 10, 8}, .distortion = 0.01});
  Partition partition = make_partition(mesh);
  Parameters parameters;
  std::vector<Field> fields{{"temperature", "K", 1}};
  FieldValues state;
  Integral residual, functional;

  LargeModel() {
    Numbers numbers(2);
    const auto nodes = static_cast<std::size_t>(mesh.node_count());
    state.values = {numbers.vector(nodes, 1.0, 2.0)};
    const CoefficientPointer scalar = constant_coefficient(parameters, parameters.register_parameter("scalar", 1.3));
    // Regions are scattered over all parts.
    std::vector<Index> region(static_cast<std::size_t>(mesh.element_count()));
    for (std::size_t e = 0; e < region.size(); ++e) region[e] = static_cast<Index>(e % 3);
    const CoefficientPointer regions = region_coefficient(
        parameters, parameters.register_field("regions", {1.0, 2.0, 3.0}, ParameterKind::per_region), region);
    const CoefficientPointer nodal = nodal_coefficient(
        parameters, parameters.register_field("nodal", numbers.vector(nodes, 0.3, 1.0), ParameterKind::per_node));
    residual.name = "reaction";
    residual.integrand = make_integrand<Reaction>();
    residual.test_field = 0;
    residual.fields = {0};
    residual.properties = {scalar, regions, nodal};
    residual.domain = Domain::volume(mesh, partition, mesh.group("body").elements, {2, false});
    functional = residual;
    functional.integrand = make_integrand<Energy>();
    functional.test_field = -1;
    functional.properties = {regions};
  }
  Evaluation at() const { return {mesh, fields, state, parameters.all()}; }
};

/// Everything that assembly can compute, in one row of numbers.
std::vector<double> all_sums(const LargeModel& model, int threads) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  const auto nodes = static_cast<std::size_t>(model.mesh.node_count());
  std::vector<double> sums(nodes, 0.0);
  add_residual(model.at(), model.residual, sums);
  sums.push_back(evaluate_functional(model.at(), model.functional));

  Constraints free(model.mesh, model.fields[0]);
  free.number_unknowns();
  const BlockPattern pattern(model.mesh, {&free}, {1}, {{true}});
  SparseMatrix matrix = pattern.zero_matrix();
  add_matrix(model.at(), model.residual, 0, MatrixKind::stiffness, pattern.plan(0, 0), matrix);
  sums.insert(sums.end(), matrix.value.begin(), matrix.value.end());

  Numbers numbers(9);
  const std::vector<double> lambda = numbers.vector(nodes);
  for (const bool functional : {false, true}) {
    Sensitivities s = make_sensitivities(model.mesh, model.fields, model.parameters, true);
    add_vjp(model.at(), functional ? model.functional : model.residual,
            functional ? std::span<const double>{} : std::span<const double>(lambda), 1.0, s);
    sums.insert(sums.end(), s.fields.values[0].begin(), s.fields.values[0].end());
    sums.insert(sums.end(), s.coordinates.begin(), s.coordinates.end());
    sums.insert(sums.end(), s.parameters.scalars.begin(), s.parameters.scalars.end());
    sums.insert(sums.end(), s.parameters.entries.begin(), s.parameters.entries.end());
  }
  Direction direction;
  direction.fields.values = {numbers.vector(nodes)};
  direction.coordinates = numbers.vector(3 * nodes);
  direction.parameters = model.parameters.zeros();
  direction.parameters.scalars[0] = 0.3;
  direction.parameters.entries[1] = -0.2;
  std::vector<double> product(nodes, 0.0);
  add_jvp(model.at(), model.residual, direction, product);
  sums.insert(sums.end(), product.begin(), product.end());
  sums.push_back(functional_jvp(model.at(), model.functional, direction));
  omp_set_num_threads(before);
  return sums;
}

TEST(Assembly, EverySumIsTheSameBitsForOneTwoAndThreeThreads) {
  const LargeModel model;
  ASSERT_GT(model.mesh.element_count(), 4096);
  ASSERT_GT(model.partition.parts, 1);
  for (int group = 0; group < model.partition.groups(); ++group)
    ASSERT_FALSE(model.residual.domain->batches(group).empty()) << "group " << group;
  const std::vector<double> one = all_sums(model, 1);
  for (const int threads : {2, 3, 2, 3}) {
    const std::vector<double> more = all_sums(model, threads);
    ASSERT_EQ(more.size(), one.size());
    std::size_t different = 0;
    for (std::size_t i = 0; i < one.size(); ++i) different += one[i] != more[i] ? 1U : 0U;
    EXPECT_EQ(different, 0U) << threads << " threads";
  }
}

TEST(Assembly, PartsAndSeparatorsGiveWhatOnePartGives) {
  LargeModel model;
  const std::vector<double> parts = all_sums(model, 2);
  model.partition = {1, std::vector<int>(static_cast<std::size_t>(model.mesh.element_count()), 0)};
  for (Integral* integral : {&model.residual, &model.functional})
    integral->domain = Domain::volume(model.mesh, model.partition, model.mesh.group("body").elements, {2, false});
  const std::vector<double> whole = all_sums(model, 1);
  ASSERT_EQ(parts.size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i)
    ASSERT_NEAR(parts[i], whole[i], 1e-11 * (1.0 + std::abs(whole[i]))) << i;
}

TEST(Assembly, ElementsOfDifferentGroupsOfALevelShareNoNode) {
  const LargeModel model;
  const Partition& partition = model.partition;
  ASSERT_EQ(partition.first_group(partition.levels()), partition.groups());
  std::vector<std::size_t> members(static_cast<std::size_t>(partition.groups()), 0);
  for (int level = 0; level < partition.levels(); ++level) {
    ASSERT_EQ(partition.first_group(level + 1) - partition.first_group(level), partition.parts >> level);
    std::vector<int> owner(static_cast<std::size_t>(model.mesh.node_count()), -1);
    for (Index e = 0; e < model.mesh.element_count(); ++e) {
      const int group = partition.group_of_element[static_cast<std::size_t>(e)];
      if (group < partition.first_group(level) || group >= partition.first_group(level + 1)) continue;
      ++members[static_cast<std::size_t>(group)];
      for (const Index node : model.mesh.element_nodes(e)) {
        int& of = owner[static_cast<std::size_t>(node)];
        if (of < 0) of = group;
        ASSERT_EQ(of, group) << "node " << node;
      }
    }
  }
  std::size_t elements = 0;
  for (const std::size_t count : members) {
    EXPECT_GT(count, 0U);
    elements += count;
  }
  EXPECT_EQ(elements, static_cast<std::size_t>(model.mesh.element_count()));
}

TEST(Assembly, DomainListsEveryElementOnceOverItsGroups) {
  const LargeModel model;
  std::vector<int> seen(static_cast<std::size_t>(model.mesh.element_count()), 0);
  ASSERT_EQ(model.residual.domain->groups(), model.partition.groups());
  ASSERT_EQ(model.residual.domain->levels(), model.partition.levels());
  for (int group = 0; group < model.partition.groups(); ++group)
    for (const ElementBatch& batch : model.residual.domain->batches(group))
      for (int lane = 0; lane < batch.count; ++lane) {
        const Index e = batch.element[static_cast<std::size_t>(lane)];
        EXPECT_EQ(model.partition.group_of_element[static_cast<std::size_t>(e)], group);
        ++seen[static_cast<std::size_t>(e)];
      }
  for (const int count : seen) ASSERT_EQ(count, 1);
  EXPECT_EQ(model.residual.domain->size(), model.mesh.element_count());
}

TEST(Assembly, SmallMeshIsOnePart) {
  const Mesh mesh = make_box({.type = ElementType::tetrahedron4});
  EXPECT_EQ(make_partition(mesh).parts, 1);
}

/// The message of the AnalysisError that a call must throw.
template <class Call>
std::string failure_of(Call call) {
  try {
    call();
  } catch (const AnalysisError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no AnalysisError was thrown";
  return "";
}

TEST(Assembly, ValueThatIsNotFiniteIsReportedWithItsElementAndIntegral) {
  LargeModel model;
  std::vector<double> values(static_cast<std::size_t>(model.mesh.element_count()), 1.0);
  std::vector<Index> number(values.size());
  for (std::size_t e = 0; e < number.size(); ++e) number[e] = static_cast<Index>(e);
  const Parameter field = model.parameters.register_field("elements", values, ParameterKind::per_element);
  const CoefficientPointer property = element_coefficient(model.parameters, field, number);
  model.residual.properties[0] = property;
  model.functional.properties[0] = property;
  for (const Index element : {0, 1234, 1235, 1237, 5759}) {
    ParameterVector broken = model.parameters.all();
    model.parameters.part(broken, field)[static_cast<std::size_t>(element)] = std::nan("");
    const Evaluation at{model.mesh, model.fields, model.state, broken};
    const std::string place = "element " + std::to_string(model.mesh.element_tag(element)) + " ";
    std::vector<double> r(model.state.values[0].size(), 0.0);
    for (const std::string& message : {failure_of([&] { add_residual(at, model.residual, r); }),
                                       failure_of([&] { evaluate_functional(at, model.functional); })}) {
      EXPECT_NE(message.find(place), std::string::npos) << message << " for " << place;
      EXPECT_NE(message.find("reaction"), std::string::npos) << message;
    }
  }
}

} // namespace
} // namespace adjoule::test
