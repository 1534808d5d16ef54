// What goes to fields.vtu.
#include "adjoule/app/output.hpp"
#include "support/bar_case.hpp"
#include "support/command.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace {

using namespace support;

struct Solved {
  explicit Solved(const std::string& text)
      : file(adjoule::CaseFile::parse(text, "bar.toml")), model(adjoule::build_model(file)),
        state(model.system->solve_steady_state(model.options)),
        output(adjoule::make_output_fields(file, model, state.fields, adjoule::chosen_fields(file, model),
                                           !file.has("output.fields"))) {}
  static const adjoule::FieldArray* find(const std::vector<adjoule::FieldArray>& list, const std::string& name) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& field) { return field.name == name; });
    return found == list.end() ? nullptr : &*found;
  }
  const adjoule::FieldArray& point(const std::string& name) const { return *find(output.point, name); }
  const adjoule::FieldArray& cell(const std::string& name) const { return *find(output.cell, name); }

  adjoule::CaseFile file;
  adjoule::Model model;
  adjoule::State state;
  adjoule::OutputFields output;
};

TEST(Output, HasAllThatThePhysicsHas) {
  const Solved solved(bar_case());
  for (const char* name :
       {"potential", "temperature", "displacement", "current_reaction", "heat_reaction", "force_reaction"}) {
    EXPECT_TRUE(Solved::find(solved.output.point, name)) << name;
  }
  for (const char* name : {"current_density", "joule_heat", "heat_flux", "von_mises", "stress", "strain", "material"}) {
    EXPECT_TRUE(Solved::find(solved.output.cell, name)) << name;
  }
  EXPECT_EQ(solved.point("displacement").components, 3);
  EXPECT_EQ(solved.cell("stress").components, 6);
  EXPECT_NO_THROW(adjoule::check_fields(solved.model.system->mesh(), solved.output));
  for (std::size_t e = 0; e < 30; ++e) EXPECT_NEAR(solved.cell("current_density").values[3 * e], 4.3478e4 / 0.02, 1e-3);
}

TEST(Output, ReactionsAreWhatSupportsExertAndNothingElsewhere) {
  const Solved solved(bar_case());
  const std::vector<double>& current = solved.point("current_reaction").values;
  EXPECT_NEAR(std::accumulate(current.begin(), current.end(), 0.0), 0.0, 1e-9);
  double left = 0.0;
  const std::vector<adjoule::Index>& nodes = solved.model.system->mesh().group("left").nodes;
  for (const adjoule::Index node : nodes) left += current[static_cast<std::size_t>(node)];
  EXPECT_NEAR(left, 4.3478, 1e-9);
  EXPECT_EQ(std::count_if(current.begin(), current.end(), [](double value) { return value != 0.0; }), 18);
}

TEST(Output, OnlyTheChosenFieldsAndTheMaterialAreWritten) {
  const Solved solved(bar_case() + "[output]\nfields = [\"temperature\", \"stress\"]\n");
  EXPECT_EQ(solved.output.point.size(), 1U);
  EXPECT_EQ(solved.output.cell.size(), 2U);
  EXPECT_TRUE(Solved::find(solved.output.cell, "stress"));
}

TEST(Output, AGivenTemperatureHasNeitherFluxNorReaction) {
  const Solved solved(bar_materials() +
                      "[thermal]\nprescribed = 398.0\n[mechanical.displacement]\nleft = [0.0, 0.0, 0.0]\n");
  EXPECT_TRUE(Solved::find(solved.output.point, "temperature"));
  EXPECT_FALSE(Solved::find(solved.output.point, "heat_reaction"));
  EXPECT_FALSE(Solved::find(solved.output.cell, "heat_flux"));
}

TEST(Output, TwoDimensionalVectorsHaveAThirdComponentOfZero) {
  const TemporaryFolder folder;
  const std::string geo =
      folder
          .write(
              "plate.geo",
              "Point(1) = {0,0,0,1}; Point(2) = {2,0,0,1}; Point(3) = {2,1,0,1}; Point(4) = {0,1,0,1};\n"
              "Line(1) = {1,2}; Line(2) = {2,3}; Line(3) = {3,4}; Line(4) = {4,1};\n"
              "Curve Loop(1) = {1,2,3,4}; Plane Surface(1) = {1};\n"
              "Physical Surface(\"plate\") = {1}; Physical Curve(\"left\") = {4}; Physical Curve(\"right\") = {2};\n")
          .string();
  const Solved solved(
      "[mesh]\nfile = \"" + geo +
      "\"\nunit = \"m\"\n[model]\nsection = \"plane_stress\"\nthickness = 0.5\n"
      "[materials.m]\nregions = [\"plate\"]\nelasticity = { model = \"linear\", young = 1e9, poisson = 0.3 }\n"
      "[mechanical.displacement]\nleft = { x = 0.0, y = 0.0 }\n[mechanical.force]\nright = [1e3, 0.0, 0.0]\n"
      "[quantities.pull]\nkind = \"reaction\"\nfield = \"displacement.x\"\non = \"left\"\n");
  const adjoule::FieldArray& displacement = solved.point("displacement");
  EXPECT_EQ(displacement.components, 3);
  for (std::size_t i = 2; i < displacement.values.size(); i += 3) EXPECT_EQ(displacement.values[i], 0.0);
  EXPECT_NEAR(solved.model.quantities[0].objective->value(solved.model.system->evaluation(solved.state.fields)), -1e3,
              1e-6);
}

} // namespace
