#include "adjoule/app/schema.hpp"

#include "adjoule/app/case_file.hpp"

#include <gtest/gtest.h>

#include <set>

namespace {

using adjoule::case_schema;
using adjoule::SchemaKey;
using adjoule::ValueType;

std::string parent_of(const std::string& pattern) {
  const std::size_t dot = pattern.rfind('.');
  return dot == std::string::npos ? "" : pattern.substr(0, dot);
}

TEST(Schema, EveryKeyIsExplainedUniqueAndBelowASectionThatStandsBeforeIt) {
  std::set<std::string> sections{""};
  std::set<std::string> seen;
  for (const SchemaKey& key : case_schema().keys()) {
    EXPECT_TRUE(seen.insert(key.pattern).second) << key.pattern;
    EXPECT_FALSE(key.help.empty()) << key.pattern;
    EXPECT_EQ(key.help.back(), '.') << key.pattern;
    EXPECT_TRUE(sections.count(parent_of(key.pattern))) << key.pattern;
    if (key.type == ValueType::section) sections.insert(key.pattern);
  }
}

TEST(Schema, KeysBelowAnUnsupportedSectionAreUnsupported) {
  for (const SchemaKey& key : case_schema().keys()) {
    const SchemaKey* parent = key.pattern.find('.') == std::string::npos
                                  ? nullptr
                                  : case_schema().find(adjoule::parse_case_path(parent_of(key.pattern)));
    if (parent && !is_supported(parent->stage)) {
      EXPECT_FALSE(is_supported(key.stage)) << key.pattern;
    }
  }
}

TEST(Schema, NoPhysicalNumberHasADefaultButTheThicknessOfASection) {
  for (const SchemaKey& key : case_schema().keys()) {
    if (key.differentiable && key.pattern != "model.thickness") {
      EXPECT_TRUE(key.default_value.empty()) << key.pattern;
    }
  }
}

TEST(Schema, EveryNumberHasAUnitOrIsPure) {
  const std::set<std::string> pure{"emissivity", "poisson", "alpha", "jm", "locking_stretch", "<constant>"};
  for (const SchemaKey& key : case_schema().keys()) {
    if (key.differentiable) {
      EXPECT_EQ(key.unit.empty(), pure.count(key.name()) == 1) << key.pattern;
    }
  }
}

TEST(Schema, DefaultsAreWithinTheirOwnRules) {
  const std::string text = "[mesh]\nfile = 'a.msh'\nunit = 'm'\n[materials.a]\nregions = '*'\ndensity = 1.0\n"
                           "[quantities.q]\nkind = 'energy'\n"
                           "[optimize]\nminimize = 'q'\n[optimize.variables.'materials.a.density']\nlower = 0.5\n";
  for (const SchemaKey& key : case_schema().keys()) {
    if (key.default_value.empty() || !is_supported(key.stage) || key.pattern.find('<') != std::string::npos) continue;
    std::vector<std::string> overrides{key.pattern + "=" + key.default_value};
    if (key.only_with) {
      overrides.push_back(parent_of(key.pattern) + "." + key.only_with->neighbour + "=" +
                          key.only_with->values.front());
    }
    EXPECT_NO_THROW(adjoule::CaseFile::parse(text, "a.toml", overrides)) << key.pattern;
  }
}

TEST(Schema, EveryUnsupportedKeyIsRefusedNotIgnored) {
  for (const SchemaKey& key : case_schema().keys()) {
    if (is_supported(key.stage) || key.type == ValueType::section) continue;
    std::string path = key.pattern;
    for (char& c : path) c = c == '<' || c == '>' ? '_' : c;
    try {
      adjoule::CaseFile::parse("[mesh]\nfile='a.msh'\nunit='m'\n[materials._material_]\nregions='*'\n", "a.toml",
                               {path + "=1"});
      ADD_FAILURE() << path;
    } catch (const adjoule::InputError& error) {
      EXPECT_NE(std::string(error.what()).find("not supported yet"), std::string::npos) << error.what();
    }
  }
}

TEST(Schema, FindsAKeyByAPathWithNames) {
  const SchemaKey* key = case_schema().find({"materials", "a.b", "elasticity", "young"});
  ASSERT_TRUE(key);
  EXPECT_EQ(key->unit, "Pa");
  EXPECT_FALSE(case_schema().find({"materials", "a", "youngs"}));
  EXPECT_EQ(case_schema().match({"mechanical", "traction", "tip", "1"}).component, adjoule::CasePath{"1"});
}

TEST(Schema, SaysWhyANumberHasNoDerivative) {
  const auto reason = [](const std::string& path) { return case_schema().differentiable(path).reason; };
  EXPECT_EQ(reason("solve.tolerance"), "solve.tolerance is a numerical setting: no derivative exists");
  EXPECT_EQ(reason("mesh.order"), "mesh.order shapes the mesh, and the mesh is made once: no derivative exists");
  EXPECT_EQ(reason("time.step"), "time.step is not supported yet");
  EXPECT_EQ(reason("materials.a.thickness"), "materials.a.thickness is not a key of the case file");
  EXPECT_NE(reason("mechanical.traction.tip").find("name one entry"), std::string::npos);
  EXPECT_NE(reason("mechanical.traction.tip.3").find("name one entry"), std::string::npos);
  EXPECT_NE(reason("electrical").find("section"), std::string::npos);
  EXPECT_NE(reason("electrical.potential.a.0").find("no parts"), std::string::npos);
}

TEST(Schema, HasADerivativeForEveryKindOfPhysicalNumber) {
  for (const char* path :
       {"electrical.potential.a", "electrical.current.a", "thermal.prescribed", "thermal.convection.a.ambient",
        "thermal.convection.a.coefficient.value.3", "thermal.radiation.a.emissivity", "mechanical.displacement.a.x",
        "mechanical.displacement.a.2", "mechanical.body_force.a.0", "materials.a.reference_temperature",
        "materials.a.elasticity.poisson", "constants.c"}) {
    EXPECT_TRUE(case_schema().differentiable(path).exists) << path;
  }
}

TEST(SchemaPath, TextAndSegmentsAreInverse) {
  for (const adjoule::CasePath& path : std::vector<adjoule::CasePath>{{"a"},
                                                                      {"a", "b-c", "0"},
                                                                      {"a.b", "c"},
                                                                      {"a", "with space", "quote\"s"},
                                                                      {"back\\slash"},
                                                                      {"a", "\xc3\xa4u\xc3\x9f"}}) {
    EXPECT_EQ(adjoule::parse_case_path(adjoule::case_path_text(path)), path);
  }
  EXPECT_EQ(adjoule::case_path_text({"a", "b.c"}), "a.\"b.c\"");
  EXPECT_EQ(adjoule::parse_case_path("a.'b.c'.d"), (adjoule::CasePath{"a", "b.c", "d"}));
}

TEST(SchemaPath, MalformedPathsAreRefused) {
  for (const char* path : {"", ".", "a.", ".a", "a..b", "a.\"b", "a.\"b\"c"}) {
    EXPECT_THROW(adjoule::parse_case_path(path), adjoule::InputError) << path;
  }
}

} // namespace
