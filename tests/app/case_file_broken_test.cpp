// Each broken case file gives one sentence that says where, what and what to do.
#include "adjoule/app/case_file.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

struct BrokenCase {
  std::string file; ///< in tests/data/broken_cases, without extension
  int line;         ///< that the message has to name; 0 for none
  std::vector<std::string> words;
};

std::ostream& operator<<(std::ostream& stream, const BrokenCase& broken) {
  return stream << broken.file;
}

class BrokenCaseFile : public testing::TestWithParam<BrokenCase> {};

TEST_P(BrokenCaseFile, IsRefusedWithPlaceCauseAndRemedy) {
  const BrokenCase& broken = GetParam();
  const std::string file = std::string(ADJOULE_TEST_DATA) + "/broken_cases/" + broken.file + ".toml";
  try {
    adjoule::CaseFile::read(file);
    FAIL() << "accepted";
  } catch (const adjoule::InputError& error) {
    const std::string message = error.what();
    const std::string place = file + (broken.line ? ":" + std::to_string(broken.line) : "") + ":";
    EXPECT_EQ(message.compare(0, place.size(), place), 0) << message;
    for (const std::string& word : broken.words)
      EXPECT_NE(message.find(word), std::string::npos) << word << "\n" << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, BrokenCaseFile,
    testing::Values(
        BrokenCase{
            "unknown_key", 12, {"unknown key 'materials.silicon.elasticity.poisson_ratoi'", "did you mean 'poisson'"}},
        BrokenCase{"unknown_section", 10, {"unknown section 'electrcal'", "did you mean 'electrical'"}},
        BrokenCase{"misplaced_key", 2, {"unknown key 'mesh.tolerance'", "solve.tolerance"}},
        BrokenCase{"wrong_type", 3, {"mesh.order has to be an integer", "the text \"two\""}},
        BrokenCase{"out_of_range", 12, {"elasticity.poisson = 0.7", "-1 < value < 0.5"}},
        BrokenCase{"not_supported_section", 10, {"[electrical.contact] is not supported yet"}},
        BrokenCase{"ogden_terms", 12, {"2 values of mu and 3 of alpha"}},
        BrokenCase{"ogden_without_convention", 9, {"no convention", "model = \"ogden\" needs", "ogden, abaqus"}},
        BrokenCase{"mixed_without_volume", 13, {"formulation = \"mixed\" needs", "st_venant_kirchhoff"}},
        BrokenCase{"infinite_bulk", 12, {"bulk = inf needs formulation = \"mixed\""}},
        BrokenCase{"syntax_error", 7, {":7:31: ", "not TOML"}},
        BrokenCase{"malformed_header", 5, {":5:2: ", "not TOML"}},
        BrokenCase{"no_unit", 1, {"[mesh] has no unit", "required", "add unit = ...", "mm"}},
        BrokenCase{"no_mesh", 0, {"the file has no mesh", "add a section [mesh]"}},
        BrokenCase{"wrong_choice",
                   11,
                   {"solve.coupling = \"monolitic\"", "auto, monolithic, staggered", "did you mean \"monolithic\""}},
        BrokenCase{"unit_string", 11, {"electrical.potential.left = \"5[V]\"", "not supported yet", "SI units (V)"}},
        BrokenCase{"load_expression",
                   11,
                   {"thermal.radiation.left.emissivity", "expression is not supported here yet", "write a number"}},
        BrokenCase{"not_a_number", 8, {"thermal_conductivity = nan", "not a finite number"}},
        BrokenCase{"infinite", 8, {"thermal_conductivity = inf", "not a finite number"}},
        BrokenCase{"below_zero_kelvin", 11, {"thermal.temperature.left = -20 K", "> 0", "kelvin", "293.15"}},
        BrokenCase{"short_vector",
                   11,
                   {"mechanical.traction.right", "list of 3 numbers or expressions (Pa)", "a list of 2 values"}},
        BrokenCase{"descending_table", 8, {"thermal_conductivity.temperature.2 = 500", "does not ascend", "600"}},
        BrokenCase{
            "missing_young", 9, {"[materials.silicon.elasticity] has no young", "model = \"linear\" needs", "Pa"}},
        BrokenCase{"no_reference_temperature",
                   5,
                   {"[materials.silicon] has no reference_temperature", "thermal_expansion needs", "(K)"}},
        BrokenCase{"no_expansion_kind", 9, {"no expansion_kind", "instantaneous", "secant"}},
        BrokenCase{"point_on_group", 14, {"quantities.middle.on means nothing with kind = \"point\""}},
        BrokenCase{"tolerance_in_gradient",
                   21,
                   {"gradient.wrt", "solve.tolerance is a numerical setting", "no derivative exists"}},
        BrokenCase{"unknown_quantity_in_gradient", 15, {"no quantity \"hotest\"", "did you mean \"hottest\""}},
        BrokenCase{"prescribed_and_convection", 12, {"thermal.convection", "thermal.prescribed", "remove one"}},
        BrokenCase{"region_twice", 11, {"materials.gold.regions", "\"body\"", "silicon"}},
        BrokenCase{"constant_named_as_variable", 11, {"constants.T", "choose another name"}},
        BrokenCase{"vector_quantity", 12, {"is a vector", "displacement.magnitude"}},
        BrokenCase{"reaction_of_stress", 12, {"\"von_mises\"", "displacement.x"}},
        BrokenCase{"joule_heating_alone", 11, {"thermal.joule_heating", "without [electrical]"}},
        BrokenCase{"nameless_regions", 6, {"materials.silicon.regions", "empty list"}},
        BrokenCase{"dotted_group_without_quotes", 11, {"electrical.potential.left", "a table", "stands in quotes"}}),
    [](const auto& broken) { return broken.param.file; });

} // namespace
