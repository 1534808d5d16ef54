#include "adjoule/app/case_writer.hpp"

#include "support/bar_command.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using namespace adjoule;
using namespace support;

constexpr const char* layout = R"toml(# A bar with every way to write a number.
title = "µ-bar"   # letters of two bytes before the values
[mesh]
file = "meshes/bar.msh"
unit = "mm"
[constants]
tcr = 1
[materials.zinc]   # the hot one
regions = "right half"
electrical_conductivity = "5e4 / (1 + tcr * (T - 293))"
thermal_conductivity = { temperature = [300, 600], value = [34, # at room
  22.5] }  # W/(m K)
elasticity.model = "ogden"
elasticity.mu = [
  0.63e6,   # first
  1.2e3
]
elasticity.alpha = [1.3, 5.0]
elasticity.bulk = 1e8
elasticity.volumetric = "quadratic"
elasticity.convention = "ogden"
[materials.aluminium]
regions = ["left half"]
electrical_conductivity = { elements = "data/sigma.csv" }
thermal_conductivity = { elements = "k.vtu", array = "k" }
[electrical.potential]
zero = 0
"side µ" = 1.25e-3   # volts
"anchor.hot" = 5.0
[mechanical.displacement]
base = { z = 0.0 }
)toml";

CaseFile read(const std::vector<std::string>& overrides = {}) {
  return CaseFile::parse(layout, "cases/bar.toml", overrides);
}

/// The text with values replaced, for the folder of the case itself.
std::string replaced(const std::vector<CaseReplacement>& replacements, const std::vector<std::string>& overrides = {}) {
  return case_text_with(read(overrides), replacements, "cases");
}

std::string refusal(const std::vector<CaseReplacement>& replacements) {
  try {
    replaced(replacements);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

/// As values, whatever their place and order.
std::string content(const CaseValue& value) {
  if (!value.is_table() && !value.is_array()) return value.description();
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < value.elements.size(); ++i)
    parts.push_back((value.is_table() ? value.names[i] + "=" : "") + content(value.elements[i]));
  if (value.is_table()) std::sort(parts.begin(), parts.end());
  std::string text = "{";
  for (const std::string& part : parts) text += part + ";";
  return text + "}";
}

TEST(CaseWriter, WithoutChangesTheTextIsTheSame) {
  EXPECT_EQ(replaced({}), layout);
}

TEST(CaseWriter, ReplacesTheNumberAloneAndKeepsCommentsAndLayout) {
  const auto expect_one = [](const std::string& path, const std::string& from, const std::string& to) {
    EXPECT_EQ(replaced({{path, 0.1 + 0.2}}), with(layout, from, to)) << path;
  };
  expect_one("electrical.potential.\"side µ\"", "1.25e-3   #", "0.30000000000000004   #");
  expect_one("constants.tcr", "tcr = 1\n", "tcr = 0.30000000000000004\n");
  expect_one("materials.zinc.elasticity.mu.0", "0.63e6,", "0.30000000000000004,");
  expect_one("materials.zinc.elasticity.mu.1", "1.2e3\n", "0.30000000000000004\n");
  expect_one("materials.zinc.thermal_conductivity.value.1", "22.5]", "0.30000000000000004]");
  expect_one("electrical.potential.\"anchor.hot\"", "5.0\n", "0.30000000000000004\n");
  expect_one("mechanical.displacement.base.z", "{ z = 0.0 }", "{ z = 0.30000000000000004 }");
}

TEST(CaseWriter, DigitsGiveTheSameNumberBack) {
  for (const double value : {1.0 / 3.0, 3.0, -0.0, 1e22, 123456789012345680000.0, 5e-324, 1.7976931348623157e308}) {
    const std::string text = replaced({{"electrical.potential.zero", value}});
    const CaseFile back = CaseFile::parse(text, "cases/bar.toml");
    EXPECT_EQ(back.number("electrical.potential.zero"), value) << text;
    EXPECT_EQ(back.at("electrical.potential.zero").kind, CaseValue::Kind::number);
  }
}

TEST(CaseWriter, ReplacesSeveralValuesOneAfterTheOther) {
  const std::string text = replaced({{"materials.zinc.elasticity.mu.1", 12345.678},
                                     {"materials.zinc.elasticity.mu.0", 1.0},
                                     {"constants.tcr", 2.0},
                                     {"electrical.potential.zero", -1e-9}});
  const CaseFile back = CaseFile::parse(text, "cases/bar.toml");
  EXPECT_EQ(back.number("materials.zinc.elasticity.mu.0"), 1.0);
  EXPECT_EQ(back.number("materials.zinc.elasticity.mu.1"), 12345.678);
  EXPECT_EQ(back.number("constants.tcr"), 2.0);
  EXPECT_EQ(back.number("electrical.potential.zero"), -1e-9);
  EXPECT_NE(text.find("# first"), std::string::npos);
}

TEST(CaseWriter, PutsAFileOfElementsInThePlaceOfAProperty) {
  const std::string path = "materials.zinc.thermal_conductivity";
  const std::string text = replaced({{path, CaseElementFile{"cases/results/design.vtu", "k \"new\""}}});
  EXPECT_NE(text.find("thermal_conductivity = { elements = \"results/design.vtu\", array = \"k \\\"new\\\"\" }  # W/"),
            std::string::npos)
      << text;
  const CaseProperty back = CaseFile::parse(text, "cases/bar.toml").property(path);
  EXPECT_EQ(std::get<CaseElementFile>(back).file, "cases/results/design.vtu");
  EXPECT_EQ(std::get<CaseElementFile>(back).array, "k \"new\"");
}

TEST(CaseWriter, RelativeFileNamesAreFoundFromTheNewFolder) {
  const std::string text = case_text_with(read(), {}, "results/bar");
  const CaseFile back = CaseFile::parse(text, "results/bar/bar.toml");
  EXPECT_EQ(back.text("mesh.file"), "../../cases/meshes/bar.msh");
  EXPECT_EQ(back.resolve(back.text("mesh.file")), "cases/meshes/bar.msh");
  const auto file_of = [&](const std::string& path) { return std::get<CaseElementFile>(back.property(path)).file; };
  EXPECT_EQ(file_of("materials.aluminium.electrical_conductivity"), "cases/data/sigma.csv");
  EXPECT_EQ(file_of("materials.aluminium.thermal_conductivity"), "cases/k.vtu");
  const std::string absolute = with(layout, "meshes/bar.msh", "/meshes/bar.msh");
  EXPECT_EQ(CaseFile::parse(case_text_with(CaseFile::parse(absolute, "cases/bar.toml"), {}, "x"), "x/bar.toml")
                .text("mesh.file"),
            "/meshes/bar.msh");
}

TEST(CaseWriter, EveryKeyThatNamesAFileIsKnownAsSuch) {
  for (const SchemaKey& key : case_schema().keys()) {
    const std::string name = key.name();
    EXPECT_EQ(key.is_file, name == "file" || name == "<experiment>") << key.pattern;
  }
}

TEST(CaseWriter, OverridesAreWorkedIn) {
  const auto number = [](const std::string& override_text, const std::string& path) {
    const std::string text = replaced({}, {override_text});
    return CaseFile::parse(text, "cases/bar.toml").number(path);
  };
  EXPECT_EQ(number("electrical.potential.zero=0.5", "electrical.potential.zero"), 0.5);
  EXPECT_EQ(number("materials.zinc.elasticity.mu=[7, 8]", "materials.zinc.elasticity.mu.1"), 8.0);
  EXPECT_EQ(number("materials.zinc.elasticity.mu.1=9", "materials.zinc.elasticity.mu.1"), 9.0);
  // What the file lacks is added: to a section, an inline table, beside dotted keys, as a section, on top.
  EXPECT_EQ(number("electrical.potential.new=3", "electrical.potential.new"), 3.0);
  EXPECT_EQ(number("mechanical.displacement.base.x=1e-3", "mechanical.displacement.base.x"), 1e-3);
  EXPECT_EQ(number("mechanical.displacement.top.y=2e-3", "mechanical.displacement.top.y"), 2e-3);
  EXPECT_EQ(number("solve.tolerance=1e-7", "solve.tolerance"), 1e-7);
  EXPECT_EQ(number("materials.zinc.density=7140", "materials.zinc.density"), 7140.0);
  const std::string text = replaced({}, {"title=say \"µ\"", "output.fields=[\"temperature\"]", "solve.load_steps=4",
                                         "solve.max_iterations=7", "materials.zinc.elasticity.formulation=mixed"});
  const CaseFile back = CaseFile::parse(text, "cases/bar.toml");
  EXPECT_EQ(back.text("title"), "say \"µ\"");
  EXPECT_EQ(back.names("output.fields"), (std::vector<std::string>{"temperature"}));
  EXPECT_EQ(back.integer("solve.load_steps"), 4);
  EXPECT_EQ(back.integer("solve.max_iterations"), 7);
  EXPECT_EQ(back.text("materials.zinc.elasticity.formulation"), "mixed");
  EXPECT_EQ(back.number("materials.zinc.elasticity.mu.0"), 0.63e6);
}

TEST(CaseWriter, AnOverrideTakesTheWholeSectionThatItReplaces) {
  const auto same = [](const std::string& override_text, const std::string& section) {
    const CaseFile wanted = read({override_text});
    const std::string text = case_text_with(wanted, {}, "cases");
    EXPECT_EQ(content(CaseFile::parse(text, "cases/bar.toml").at(section)), content(wanted.at(section))) << text;
  };
  same("electrical.potential={ zero = 1.0 }", "electrical");
  same("electrical={ potential = { zero = 1.0 } }", "electrical");
  same("materials.zinc.elasticity={ model = \"linear\", young = 1e9, poisson = 0.3 }", "materials");
  same("materials.zinc={ regions = \"all\", electrical_conductivity = 1.0 }", "materials");
}

TEST(CaseWriter, AnOverrideOfAFileNameIsFoundFromTheNewFolderToo) {
  const std::string text = case_text_with(read({"mesh.file=other.msh"}), {}, "results");
  EXPECT_EQ(CaseFile::parse(text, "results/bar.toml").text("mesh.file"), "../cases/other.msh");
}

TEST(CaseWriter, AReplacementGoesOverAnOverride) {
  const std::string text = replaced({{"electrical.potential.zero", 2.0}}, {"electrical.potential.zero=1"});
  EXPECT_EQ(CaseFile::parse(text, "cases/bar.toml").number("electrical.potential.zero"), 2.0);
}

TEST(CaseWriter, RefusesWhatHasNoPlace) {
  expect_words(refusal({{"constants.none", 1.0}}), {"cases/bar.toml", "there is no constants.none"});
}

TEST(CaseWriter, KeepsAByteOrderMarkAndLineEndsOfWindows) {
  std::string text = layout;
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.replace(at, 1, "\r\n");
  text = "\xEF\xBB\xBF" + text;
  const CaseFile file = CaseFile::parse(text, "cases/bar.toml", {"solve.load_steps=2"});
  const std::string written = case_text_with(file, {{"constants.tcr", 4.5}}, "cases");
  EXPECT_TRUE(written.starts_with(with(text, "tcr = 1\r\n", "tcr = 4.5\r\n"))) << written;
  EXPECT_EQ(CaseFile::parse(written, "cases/bar.toml").integer("solve.load_steps"), 2);
}

TEST(CaseWriter, ExamplesGoToAnotherFolderAndFindTheirFiles) {
  const std::filesystem::path examples = std::string(ADJOULE_SOURCE_DIRECTORY) + "/examples";
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(examples)) {
    if (entry.path().extension() != ".toml") continue;
    ++count;
    const CaseFile file = CaseFile::read(entry.path());
    const CaseFile moved = CaseFile::parse(case_text_with(file, {}, "some/where"), "some/where/case.toml");
    EXPECT_EQ(moved.file_names(), file.file_names());
    for (const std::string& path : file.file_names()) {
      EXPECT_EQ(std::filesystem::weakly_canonical(moved.resolve(moved.at(path).text)),
                std::filesystem::weakly_canonical(file.resolve(file.at(path).text)))
          << entry.path() << " " << path;
    }
    for (const SchemaKey* section : case_schema().children("")) {
      const std::string name = section->name();
      if (!file.has(name) || name == "mesh" || name == "identify") continue;
      EXPECT_EQ(content(moved.at(name)), content(file.at(name))) << entry.path() << " " << name;
    }
  }
  EXPECT_GE(count, 3);
}

using WrittenCase = BarCommand;

TEST_F(WrittenCase, SolvesToTheSameNumbersFromAnotherFolder) {
  const std::filesystem::path case_file = folder_.write("bar.toml", bar_case());
  const std::vector<std::string> set{"electrical.potential.left=2.5"};
  const CaseFile file = CaseFile::read(case_file, set);
  const CaseReplacement hot{"thermal.temperature.left", 310.25};
  std::filesystem::create_directories(folder_ / "deep/er");
  const std::filesystem::path written =
      folder_.write("deep/er/again.toml", case_text_with(file, {hot}, folder_ / "deep/er"));
  const CommandResult first = solve(bar_case(), {"--set", set.front(), "--set", "thermal.temperature.left=310.25"});
  ASSERT_EQ(first.status, 0) << first.errors;
  const nlohmann::json wanted = summary()["quantities"];
  const CommandResult second = run_command({"solve", written.string(), "--output", (folder_ / "out").string()});
  ASSERT_EQ(second.status, 0) << second.errors;
  EXPECT_EQ(summary()["quantities"], wanted);
}

} // namespace
