#include "adjoule/app/help.hpp"

#include "adjoule/app/schema.hpp"
#include "adjoule/core/error.hpp"

#include <gtest/gtest.h>

namespace {

using adjoule::help_text;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Help, ExplainsASectionWithItsKeys) {
  const std::string text = help_text("solve");
  for (const char* key : {"[solve]", "tolerance", "load_steps", "linear_solver"})
    EXPECT_TRUE(contains(text, key)) << key;
}

TEST(Help, ExplainsAKeyWithTypeUnitRangeAndDefault) {
  EXPECT_TRUE(contains(help_text("materials.steel.thermal_conductivity"), "W/(m K); > 0"));
  EXPECT_TRUE(contains(help_text("solve.tolerance"), "Default: 1e-9."));
  EXPECT_TRUE(contains(help_text("mesh.unit"), "Required."));
  EXPECT_TRUE(contains(help_text("time.step"), "Not supported yet."));
}

TEST(Help, FindsKeysByTheEndOfTheirPath) {
  EXPECT_TRUE(contains(help_text("thermal_conductivity"), "materials.<material>.thermal_conductivity"));
  EXPECT_TRUE(contains(help_text("materials.*.young"), "materials.<material>.elasticity.young"));
  const std::string ambient = help_text("ambient");
  EXPECT_TRUE(contains(ambient, "thermal.convection.<group>.ambient"));
  EXPECT_TRUE(contains(ambient, "thermal.radiation.<group>.ambient"));
}

TEST(Help, WithoutAKeyListsTheSections) {
  for (const auto* top : adjoule::case_schema().children("")) EXPECT_TRUE(contains(help_text(""), top->name()));
}

TEST(Help, NamesTheNearestKeyWhereNoneMatches) {
  const auto message = [](const std::string& key) {
    try {
      return help_text(key);
    } catch (const adjoule::InputError& error) {
      return std::string(error.what());
    }
  };
  EXPECT_TRUE(contains(message("thermal_conductivty"), "did you mean 'materials.<material>.thermal_conductivity'"));
  EXPECT_TRUE(contains(message("solve.tolerence"), "did you mean 'solve.tolerance'"));
  EXPECT_TRUE(contains(message("poisson_ratio"), "did you mean 'materials.<material>.elasticity.poisson'"));
  EXPECT_THROW(help_text("qqqqqqqqqqqqqqqq"), adjoule::InputError);
}

TEST(Help, EveryKeyOfTheSchemaIsFoundByItsOwnPattern) {
  for (const auto& key : adjoule::case_schema().keys())
    EXPECT_TRUE(contains(help_text(key.pattern), key.help)) << key.pattern;
}

} // namespace
