#include "adjoule/core/log.hpp"
#include "adjoule/core/nearest_name.hpp"

#include <gtest/gtest.h>

namespace adjoule {
namespace {

const std::vector<std::string> names{"young", "poisson", "thermal_conductivity", "density", "Left"};

TEST(NearestName, FindsSubstitutionsInsertionsDeletionsAndSwaps) {
  EXPECT_EQ(nearest_name("yuong", names), "young");
  EXPECT_EQ(nearest_name("poison", names), "poisson");
  EXPECT_EQ(nearest_name("dennsity", names), "density");
  EXPECT_EQ(nearest_name("denxity", names), "density");
  EXPECT_EQ(nearest_name("conductivity_thermal", names), "");
  EXPECT_EQ(nearest_name("thermal_conduct", names), "thermal_conductivity");
}

TEST(NearestName, IgnoresCaseAndPrefersTheSmallestDistance) {
  EXPECT_EQ(nearest_name("left", names), "Left");
  EXPECT_EQ(nearest_name("abcd", {"abcx", "abcd"}), "abcd");
  EXPECT_EQ(nearest_name("ab", {"ba", "ac"}), "ba"); // of equals the first
}

TEST(NearestName, NothingNearGivesNothing) {
  EXPECT_EQ(nearest_name("magnetisation", names), "");
  EXPECT_EQ(nearest_name("x", {}), "");
  EXPECT_EQ(nearest_name("", {"long_name"}), "");
}

TEST(NearestName, JoinedNamesAreCutWithACount) {
  EXPECT_EQ(join_names({}), "none");
  EXPECT_EQ(join_names({"a"}), "a");
  EXPECT_EQ(join_names({"a", "b", "c"}), "a, b, c");
  EXPECT_EQ(join_names({"a", "b", "c"}, 2), "a, b, ... (3 in all)");
}

class Log : public testing::Test {
 protected:
  void SetUp() override {
    clear_warnings();
    set_quiet(false);
  }
  void TearDown() override {
    clear_warnings();
    set_quiet(false);
  }
  static std::string printed(const std::function<void()>& call) {
    testing::internal::CaptureStderr();
    call();
    return testing::internal::GetCapturedStderr();
  }
};

TEST_F(Log, SameWarningIsSaidOnceUntilCleared) {
  EXPECT_NE(printed([] { warn("hot"); }).find("warning: hot"), std::string::npos);
  EXPECT_EQ(printed([] { warn("hot"); }), "");
  warn("cold");
  EXPECT_EQ(warnings(), (std::vector<std::string>{"hot", "cold"}));
  clear_warnings();
  EXPECT_TRUE(warnings().empty());
  EXPECT_NE(printed([] { warn("hot"); }), "");
}

TEST_F(Log, QuietSilencesNotesButNotWarnings) {
  EXPECT_NE(printed([] { note("step 1"); }).find("step 1"), std::string::npos);
  set_quiet(true);
  EXPECT_TRUE(is_quiet());
  EXPECT_EQ(printed([] { note("step 2"); }), "");
  EXPECT_NE(printed([] { warn("still said"); }).find("still said"), std::string::npos);
  EXPECT_TRUE(warnings().size() == 1);
}

TEST_F(Log, BracesInMessagesAreText) {
  EXPECT_NE(printed([] { warn("{ elements = \"{}\" }"); }).find("{ elements = \"{}\" }"), std::string::npos);
  EXPECT_NE(printed([] { note("{0}"); }).find("{0}"), std::string::npos);
}

} // namespace
} // namespace adjoule
