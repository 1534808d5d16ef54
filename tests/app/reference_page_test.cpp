// docs/case-file.md is made from the schema. ADJOULE_UPDATE_DOCS=1 rewrites it.
#include "adjoule/app/help.hpp"
#include "adjoule/app/schema.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace {

TEST(ReferencePage, IsTheOneInTheDocumentation) {
  const std::string file = std::string(ADJOULE_SOURCE_DIRECTORY) + "/docs/case-file.md";
  if (std::getenv("ADJOULE_UPDATE_DOCS")) std::ofstream(file, std::ios::binary) << adjoule::reference_page();
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  EXPECT_TRUE(text.view() == adjoule::reference_page())
      << "run this test once with ADJOULE_UPDATE_DOCS=1 and commit the page";
}

TEST(ReferencePage, NamesEveryKeyInATableOfEightColumns) {
  const std::string page = adjoule::reference_page();
  for (const adjoule::SchemaKey& key : adjoule::case_schema().keys()) {
    const bool section = key.type == adjoule::ValueType::section;
    const std::string heading = section ? "`[" + key.pattern + "]`\n" : "\n| `" + key.name() + "` |";
    EXPECT_NE(page.find(heading), std::string::npos) << key.pattern;
  }
  std::istringstream lines(page.substr(page.find("## Top level")));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("|")) {
      EXPECT_EQ(std::count(line.begin(), line.end(), '|'), 9) << line;
    }
  }
}

} // namespace
