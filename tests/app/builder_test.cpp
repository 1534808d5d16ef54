// From the file's numbers to the model's parameters.
#include "adjoule/app/balance.hpp"
#include "adjoule/app/gradient_task.hpp"
#include "adjoule/app/model_builder.hpp"
#include "adjoule/core/log.hpp"
#include "support/bar_case.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using namespace support;
using adjoule::CaseFile;
using adjoule::Model;

Model build(const std::string& text) {
  return adjoule::build_model(CaseFile::parse(text, "bar.toml"));
}

std::vector<std::string> used_paths(const std::string& text) {
  const CaseFile file = CaseFile::parse(text, "bar.toml");
  const Model model = adjoule::build_model(file);
  std::vector<std::string> paths;
  for (const adjoule::Parameter parameter : adjoule::plan_gradient(file, model).wrt) {
    paths.push_back(model.system->parameters().path(parameter));
  }
  return paths;
}

std::vector<double> values(const std::string& text) {
  Model model = build(text);
  const adjoule::State state = model.system->solve_steady_state(model.options);
  std::vector<double> result;
  for (const adjoule::ModelQuantity& quantity : model.quantities) {
    result.push_back(quantity.objective->value(model.system->evaluation(state.fields)));
  }
  return result;
}

TEST(Builder, EveryDifferentiableNumberIsAParameterUnderItsPathWithUnitAndRange) {
  const CaseFile file = CaseFile::parse(bar_case(), "bar.toml");
  const Model model = adjoule::build_model(file);
  const adjoule::Parameters& parameters = model.system->parameters();
  for (const adjoule::DifferentiableNumber& number : file.differentiable_numbers()) {
    ASSERT_TRUE(parameters.contains(number.path)) << number.path;
    EXPECT_EQ(parameters.value(parameters.find(number.path)), number.value) << number.path;
    EXPECT_EQ(parameters.unit(parameters.find(number.path)), number.unit) << number.path;
  }
  EXPECT_THROW(model.system->parameters().set(parameters.find("thermal.temperature.left"), -1.0), adjoule::InputError);
}

TEST(Builder, AllMeansEveryNumberThatSomethingUses) {
  const std::string text = bar_case() + "[constants]\nspare = 1.0\n[mechanical.force]\nright = [1.0, 0.0, 0.0]\n"
                                        "[thermal.convection.y0]\nambient = 300.0\n"
                                        "coefficient = { temperature = [300.0, 400.0], value = [1.0, 2.0] }\n";
  const std::vector<std::string> used = used_paths(text);
  const auto has = [&](const std::string& path) { return std::find(used.begin(), used.end(), path) != used.end(); };
  for (const char* path : {"mechanical.force.right.1", "thermal.convection.y0.coefficient.temperature.0",
                           "thermal.convection.y0.coefficient.value.1", "thermal.convection.y0.ambient",
                           "mechanical.displacement.left.2", "materials.silicon.reference_temperature"}) {
    EXPECT_TRUE(has(path)) << path;
  }
  EXPECT_FALSE(has("constants.spare"));
  // Neither the area that a force is spread over nor a change per element is a number of the file.
  const CaseFile file = CaseFile::parse(text, "bar.toml");
  for (const std::string& path : used) EXPECT_TRUE(file.has(path)) << path;
}

TEST(Builder, TheFirstListedGroupWinsWhereTwoMeet) {
  adjoule::clear_warnings();
  const std::string base = bar_materials() + "[thermal.temperature]\n";
  const std::string corner = "[quantities.corner]\nkind = \"point\"\nfield = \"temperature\"\nat = [0.0, 0.0, 0.0]\n";
  EXPECT_NEAR(values(base + "left = 300.0\ny0 = 400.0\n" + corner)[0], 300.0, 1e-9);
  EXPECT_NEAR(values(base + "y0 = 400.0\nleft = 300.0\n" + corner)[0], 400.0, 1e-9);
  EXPECT_FALSE(adjoule::warnings().empty());
  adjoule::clear_warnings();
}

TEST(Builder, JouleHeatingIsOnByDefaultAndCanBeTurnedOff) {
  EXPECT_GT(values(bar_case())[1], 400.0);
  EXPECT_NEAR(
      values(with(bar_case(), "[thermal.temperature]", "[thermal]\njoule_heating = false\n[thermal.temperature]"))[1],
      298.0, 1e-9);
}

TEST(Builder, ASecantTableIsNotAnInstantaneousOne) {
  const std::string table =
      "thermal_expansion = { temperature = [298.0, 398.0], value = [2e-6, 4e-6] }\nexpansion_kind = ";
  const std::string rest =
      "[thermal]\nprescribed = 398.0\n[mechanical.displacement]\nleft = { x = 0.0 }\ny0 = { y = 0.0 }\n"
      "z0 = { z = 0.0 }\n[quantities.growth]\nkind = \"average\"\nfield = \"displacement.x\"\non = \"right\"\n";
  const auto growth = [&](const std::string& kind) {
    return values(with(bar_materials(), "thermal_expansion = 2.9e-6", table + kind) + rest)[0];
  };
  EXPECT_NEAR(growth("\"instantaneous\""), 3e-6 * 100.0 * 0.02, 1e-15);
  EXPECT_NEAR(growth("\"secant\""), 4e-6 * 100.0 * 0.02, 1e-15);
}

TEST(Builder, AQuadratureDegreeOfTheFileIsTaken) {
  const Model model = build(with(bar_case(), "unit = \"m\"", "unit = \"m\"\nquadrature = 2"));
  EXPECT_EQ(model.system->find_thermal()->integrals().front().domain->tabulations().front().points, 4);
}

TEST(Builder, TheUnitOfTheFileScalesTheMesh) {
  const Model model = build(with(bar_case(), "unit = \"m\"", "unit = 1e-3"));
  EXPECT_NEAR(model.system->mesh().bounding_box().second[0], 2e-5, 1e-18);
}

TEST(Builder, ElasticMaterialThatTheTemperatureDoesNotStrainIsWarnedAbout) {
  adjoule::clear_warnings();
  build(with(bar_case(), "thermal_expansion = 2.9e-6\n", ""));
  ASSERT_EQ(adjoule::warnings().size(), 1U);
  EXPECT_NE(adjoule::warnings()[0].find("no thermal_expansion"), std::string::npos);
  adjoule::clear_warnings();
}

TEST(Builder, TwoMaterialsHaveTheirOwnElements) {
  const Model model = build("[mesh]\nfile = \"" ADJOULE_TEST_DATA "/bimorph_p2.msh\"\nunit = \"m\"\n"
                            "[materials.a]\nregions = [\"layer1\"]\nthermal_conductivity = 1.0\n"
                            "[materials.b]\nregions = [\"*\"]\nthermal_conductivity = 2.0\n"
                            "[thermal.temperature]\nclamp = 300.0\n");
  ASSERT_EQ(model.materials.size(), 2U);
  EXPECT_EQ(model.materials[1].regions, std::vector<std::string>{"layer2"});
  EXPECT_EQ(model.materials[0].elements.size() + model.materials[1].elements.size(), model.material_of_element.size());
}

TEST(Balance, TheTerminalsOfThreeShareTheCurrentAndThePower) {
  Model model = build("[mesh]\nfile = \"" ADJOULE_TEST_DATA "/tsheet_p2.msh\"\nunit = \"m\"\n"
                      "[materials.a]\nregions = [\"body\"]\nelectrical_conductivity = 1e6\n"
                      "[electrical.potential]\nleft = 0.0\n[electrical.current]\nright = 1.0\nstem = 0.5\n");
  const adjoule::State state = model.system->solve_steady_state(model.options);
  const std::vector<adjoule::Terminal> terminals = adjoule::find_terminals(*model.system, state.fields);
  ASSERT_EQ(terminals.size(), 3U);
  EXPECT_NEAR(terminals[0].current, -1.5, 1e-10);
  EXPECT_NEAR(terminals[1].current, 1.0, 1e-10);
  double power = 0.0;
  for (const adjoule::Terminal& terminal : terminals) power += terminal.potential * terminal.current;
  EXPECT_NEAR(adjoule::balance_power(*model.system, state.fields).electric_power, power, 1e-10 * power);
}

TEST(Balance, ACurrentDensityBringsItsPowerIn) {
  Model model = build(bar_materials() + with(bar_loads(), "left = 1.0\n", "") +
                      "[electrical.current_density]\nleft = 2.1739e6\n");
  const adjoule::State state = model.system->solve_steady_state(model.options);
  const adjoule::PowerBalance balance = adjoule::balance_power(*model.system, state.fields);
  EXPECT_NEAR(balance.electric_power, 4.3478, 1e-8);
  EXPECT_LT(balance.relative_error, 1e-8);
}

TEST(Balance, ADeviationIsMeasuredOnTheSolution) {
  Model model = build(bar_case());
  adjoule::State state = model.system->solve_steady_state(model.options);
  for (const auto& deviation : adjoule::find_deviations(*model.system, state.fields))
    EXPECT_EQ(deviation.deviation, 0.0);
  const adjoule::Index node = model.system->mesh().group("left").nodes.front();
  state.fields
      .values[static_cast<std::size_t>(model.system->find_thermal()->field())][static_cast<std::size_t>(node)] += 3.0;
  double largest = 0.0;
  for (const auto& deviation : adjoule::find_deviations(*model.system, state.fields)) {
    if (deviation.field == "temperature" && deviation.group == "left") largest = deviation.deviation;
  }
  EXPECT_NEAR(largest, 3.0, 1e-9);
}

} // namespace
