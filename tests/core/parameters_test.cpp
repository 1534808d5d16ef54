#include "adjoule/core/parameters.hpp"

#include "adjoule/core/error.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace adjoule {
namespace {

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no InputError was thrown";
  return "";
}

void expect_words(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words) EXPECT_NE(text.find(word), std::string::npos) << word << " is not in: " << text;
}

struct Registry {
  Parameters p;
  Parameter young = p.register_parameter("materials.si.young", 169e9, {.unit = "Pa", .lower = 0.0});
  Parameter field = p.register_field("design.field", {1.0, 2.0, 3.0}, ParameterKind::per_element,
                                     {.unit = "1", .lower = 0.0, .upper = 5.0});
  Parameter drive = p.register_parameter("drive", 5.0, {.unit = "V"});
  Parameter nodes = p.register_field("nodes", {7.0, 8.0}, ParameterKind::per_node);
};

TEST(Parameters, KeepWhatWasRegistered) {
  const Registry r;
  EXPECT_EQ(r.p.size(), 4);
  EXPECT_EQ(r.p.path(r.young), "materials.si.young");
  EXPECT_EQ(r.p.unit(r.young), "Pa");
  EXPECT_EQ(r.p.kind(r.field), ParameterKind::per_element);
  EXPECT_EQ(r.p.lower(r.young), 0.0);
  EXPECT_EQ(r.p.upper(r.field), 5.0);
  EXPECT_TRUE(std::isinf(r.p.upper(r.young)));
  EXPECT_EQ(r.p.count(r.field), 3);
  EXPECT_EQ(r.p.value(r.drive), 5.0);
  EXPECT_EQ(r.p.find("drive"), r.drive);
  EXPECT_TRUE(r.p.contains("nodes"));
  EXPECT_FALSE(r.p.contains("node"));
}

TEST(Parameters, ScalarsAndEntriesAreNumberedApart) {
  const Registry r;
  EXPECT_EQ(r.p.offset(r.young), 0);
  EXPECT_EQ(r.p.offset(r.drive), 1);
  EXPECT_EQ(r.p.offset(r.field), 0);
  EXPECT_EQ(r.p.offset(r.nodes), 3);
  EXPECT_EQ(r.p.all().scalars, (std::vector<double>{169e9, 5.0}));
  EXPECT_EQ(r.p.all().entries, (std::vector<double>{1.0, 2.0, 3.0, 7.0, 8.0}));
}

TEST(Parameters, PartOfAVectorOfTheSameLayoutIsThatParametersOwn) {
  const Registry r;
  ParameterVector gradient = r.p.zeros();
  EXPECT_EQ(gradient.scalars, std::vector<double>(2, 0.0));
  EXPECT_EQ(gradient.entries, std::vector<double>(5, 0.0));
  r.p.part(gradient, r.nodes)[1] = 4.0;
  r.p.part(gradient, r.drive)[0] = 6.0;
  EXPECT_EQ(gradient.entries[4], 4.0);
  EXPECT_EQ(gradient.scalars[1], 6.0);
  EXPECT_EQ(r.p.part(std::as_const(gradient), r.field).size(), 3u);
}

TEST(Parameters, PathTwiceIsRefusedByName) {
  Registry r;
  expect_words(message_of([&] { r.p.register_parameter("drive", 1.0); }), {"drive", "already"});
  EXPECT_EQ(r.p.size(), 4);
  EXPECT_EQ(r.p.value(r.drive), 5.0);
}

TEST(Parameters, ValueOutOfRangeOrNotFiniteIsRefusedAndNothingChanges) {
  Registry r;
  expect_words(message_of([&] { r.p.set(r.young, -1.0); }), {"materials.si.young", "-1", "Pa", "[0, inf]"});
  expect_words(message_of([&] { r.p.set(r.young, std::nan("")); }), {"materials.si.young", "not a finite number"});
  expect_words(message_of([&] { r.p.register_parameter("x", INFINITY); }), {"x", "not a finite number"});
  expect_words(message_of([&] { r.p.register_parameter("x", 3.0, {.unit = "m", .lower = 0.0, .upper = 2.0}); }),
               {"x", "3 m", "[0, 2]"});
  const std::vector<double> bad{1.0, 6.0, 2.0};
  expect_words(message_of([&] { r.p.set(r.field, bad); }), {"design.field (value 1)", "6"});
  EXPECT_FALSE(r.p.contains("x"));
  EXPECT_EQ(r.p.values(r.field)[0], 1.0);
  EXPECT_EQ(r.p.value(r.young), 169e9);
  const std::vector<double> ends{0.0, 5.0, 5.0}; // the range includes its ends
  r.p.set(r.field, ends);
  EXPECT_EQ(r.p.values(r.field)[1], 5.0);
}

TEST(Parameters, WrongCountOrForeignHandleIsRefused) {
  Registry r;
  expect_words(message_of([&] { r.p.set(r.field, 1.0); }), {"design.field", "1 values given", "3"});
  expect_words(message_of([&] { static_cast<void>(r.p.value(r.field)); }), {"design.field", "values()"});
  expect_words(message_of([&] { static_cast<void>(r.p.value({17})); }), {"did not issue"});
  expect_words(message_of([&] { static_cast<void>(r.p.value({})); }), {"did not issue"});
  expect_words(message_of([&] { r.p.register_field("f", {1.0}, ParameterKind::scalar); }), {"f", "scalar"});
}

TEST(Parameters, UnknownPathNamesTheNearest) {
  const Registry r;
  expect_words(message_of([&] { r.p.find("materials.si.yuong"); }),
               {"materials.si.yuong", "did you mean 'materials.si.young'"});
  const std::string far = message_of([&] { r.p.find("completely.different.thing"); });
  EXPECT_EQ(far.find("did you mean"), std::string::npos) << far;
}

TEST(Parameters, WatchersHearOfTheirOwnParameterOnly) {
  Registry r;
  std::vector<std::string> heard;
  std::vector<double> last;
  r.p.watch_parameter("design.field", [&](const std::string& path, std::span<const double> values) {
    heard.push_back(path);
    last.assign(values.begin(), values.end());
  });
  r.p.set(r.drive, 6.0);
  EXPECT_TRUE(heard.empty());
  const std::vector<double> values{4.0, 3.0, 2.0};
  r.p.set(r.field, values);
  EXPECT_EQ(heard, std::vector<std::string>{"design.field"});
  EXPECT_EQ(last, values);
  const std::vector<double> bad{9.0, 9.0, 9.0};
  EXPECT_THROW(r.p.set(r.field, bad), InputError);
  EXPECT_EQ(heard.size(), 1u);
  expect_words(message_of([&] { r.p.watch_parameter("design.fiel", {}); }), {"design.field"});
}

TEST(Parameters, AssignReplacesEverythingAndWatchersStaySilent) {
  Registry r;
  int calls = 0;
  r.p.watch_parameter("drive", [&](const std::string&, std::span<const double>) { ++calls; });
  ParameterVector all = r.p.all();
  all.scalars[1] = -3.0;
  all.entries[4] = 99.0;
  r.p.assign(all);
  EXPECT_EQ(r.p.value(r.drive), -3.0);
  EXPECT_EQ(r.p.values(r.nodes)[1], 99.0);
  EXPECT_EQ(calls, 0);
}

} // namespace
} // namespace adjoule
