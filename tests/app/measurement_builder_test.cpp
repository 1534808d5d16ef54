// Measured data as they are met: files, units, holes, points outside, times.
#include "adjoule/app/measurement_builder.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/inverse/field_measurement.hpp"
#include "adjoule/inverse/quantity_measurement.hpp"
#include "adjoule/io/point_cloud.hpp"
#include "support/command.hpp"
#include "support/rubber_case.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <clocale>

namespace {

using namespace adjoule;
using support::expect_words;

/// A unit cube of rubber, with data in its folder.
class MeasuredData : public testing::Test {
 protected:
  MeasuredData() {
    support::write_rubber_mesh(folder_);
    clear_warnings();
  }

  void write(const std::string& name, const std::string& text) { folder_.write(name, text); }

  BuiltMeasurement read(const std::string& keys, const std::vector<double>& times = {}) const {
    const CaseFile file = CaseFile::parse(support::rubber_case(support::rubber_of_neo_hooke) +
                                              "[identify.data.front]\nfile = \"front.csv\"\n" + keys,
                                          folder_ / "cube.toml");
    const Model model = build_model(file);
    return build_measurement(file, model, "front", times);
  }
  BuiltMeasurement read_field(const std::string& keys, const std::vector<double>& times = {}) const {
    return read("field = \"displacement\"\n" + keys, times);
  }

  std::string fault_of(const std::string& keys, const std::vector<double>& times = {}) const {
    try {
      read(keys, times);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  }
  std::string fault_of_field(const std::string& keys, const std::vector<double>& times = {}) const {
    return fault_of("field = \"displacement\"\n" + keys, times);
  }

  support::TemporaryFolder folder_;
};

const FieldMeasurement& field(const BuiltMeasurement& built) {
  return dynamic_cast<const FieldMeasurement&>(*built.measurement);
}

/// Semicolons, lines above the header, a blank column, units in brackets, CRLF, holes and flags.
std::string instrument_file() {
  std::string text;
  for (int line = 1; line <= 17; ++line)
    text += fmt::format("Instrument line {}; calibration {}\r\n", line, 0.1 * line);
  text += "No;X [mm];Y [mm];Z [mm];;U [um];V [um];sigma [um]\r\n";
  for (int i = 0; i < 100; ++i) {
    const std::string u = i < 5 ? "NaN" : i < 7 ? "" : fmt::format("{}", -2.5 + i);
    text += fmt::format("{};{};500;1000;;{};+1.25;{}\r\n", i, 5 * i + 1, u, i >= 97 ? -1.0 : 0.5);
  }
  return text;
}
const std::string instrument_keys = "columns = { x = \"X [mm]\", y = \"Y [mm]\", z = \"Z [mm]\", ux = \"U [um]\", uy = "
                                    "\"V [um]\", noise = \"sigma [um]\" }\n"
                                    "units = { position = \"mm\", displacement = \"um\" }\n";

TEST_F(MeasuredData, FilesOfInstrumentsAreReadAsTheyAre) {
  write("front.csv", instrument_file());
  const std::string locale = std::setlocale(LC_NUMERIC, nullptr);
  std::setlocale(LC_NUMERIC, "de_DE.UTF-8"); // where the system has it
  const BuiltMeasurement built = read_field(instrument_keys);
  std::setlocale(LC_NUMERIC, locale.c_str());
  EXPECT_EQ(built.record.rows, 100);
  EXPECT_EQ(built.record.used, 90);
  EXPECT_EQ(data_report(built.record),
            "front: displacement, 90 of 100 points used: 7 without a number, 3 without a positive standard deviation "
            "(front.csv, separated by semicolon)\n");
  const FieldMeasurement& measured = field(built);
  EXPECT_EQ(measured.components(), (std::vector{0, 1}));
  EXPECT_EQ(measured.count(0), 180);
  const MeasuredPoint& first = measured.points(0).front(); // row 7
  EXPECT_DOUBLE_EQ(first.position[0], 0.036);
  EXPECT_DOUBLE_EQ(first.position[2], 1.0);
  EXPECT_DOUBLE_EQ(first.displacement[0], 4.5e-6);
  EXPECT_DOUBLE_EQ(first.displacement[1], 1.25e-6);
  EXPECT_DOUBLE_EQ(first.standard_deviation, 0.5e-6);
  EXPECT_TRUE(warnings().empty());
}

TEST_F(MeasuredData, UnitsOfHeadersAreNeitherTrustedNorPassedOver) {
  write("front.csv", "x,y,z,U [mm]\n0.5,0.5,0.5,1\n");
  const std::string column = "noise = 1e-3\ncolumns.ux = \"U [mm]\"\n";
  expect_words(fault_of_field(column), {"cube.toml:", "'U [mm]' carries another unit than m", "displacement = \"mm\""});
  EXPECT_DOUBLE_EQ(field(read_field(column + "units.displacement = \"mm\"\n")).points(0)[0].displacement[0], 1e-3);
  EXPECT_TRUE(warnings().empty());
  read_field(column + "units.displacement = \"um\"\n");
  ASSERT_EQ(warnings().size(), 1U);
  expect_words(warnings()[0], {"'U [mm]' carries another unit", "\"um\", which is used"});

  write("front.csv", "x [px],y,z,ux (m)\n0.5,0.5,0.5,1\n");
  expect_words(fault_of_field("noise = 1e-3\ncolumns = { x = \"x [px]\", ux = \"ux (m)\" }\n"),
               {"'x [px]'", "position"});
  EXPECT_EQ(fault_of_field("noise = 1e-3\ncolumns = { x = \"x [px]\", ux = \"ux (m)\" }\nunits.position = \"m\"\n"),
            "accepted");
  expect_words(fault_of_field("noise = 1e-3\ncolumns.x = \"x [px]\"\nunits.position = \"mN\"\n"),
               {"'mN' does not fit", "'m'"});
}

TEST_F(MeasuredData, FlaggedRowsAreLeftOut) {
  write("front.csv", "x,y,z,ux,ok\n.1,.5,.5,1,1\n.2,.5,.5,1,0.2\n.3,.5,.5,1,-1\n.4,.5,.5,1,nan\n.5,.5,.5,1,\n");
  const std::string keys = "noise = 1e-3\ncolumns.flag = \"ok\"\n";
  EXPECT_EQ(read_field(keys).record.used, 2);
  const DataRecord strict = read_field(keys + "flag_below = 0.5\n").record;
  EXPECT_EQ(strict.used, 1);
  EXPECT_EQ(strict.skipped, (std::vector<std::pair<std::string, Index>>{{"flagged", 4}}));
}

TEST_F(MeasuredData, PointsOutsideAreProjectedOrListed) {
  std::string text = "x,y,z,uz\n";
  for (int i = 0; i < 10; ++i) text += fmt::format("{},0.3,{},0.1\n", 0.05 + 0.1 * i, 1.0 + 1e-9);
  for (int i = 0; i < 10; ++i) text += fmt::format("{},0.3,-0.05,0.2\n", 0.05 + 0.1 * i);
  write("front.csv", text);
  const BuiltMeasurement near = read_field("noise = 1e-3\n");
  EXPECT_EQ(near.record.used, 20);
  EXPECT_EQ(near.record.projected, 10);
  EXPECT_NEAR(near.record.largest_projection, 0.05, 1e-12);

  const std::string strict = "noise = 1e-3\nprojection_tolerance = 0.01\n";
  expect_words(fault_of_field(strict), {"10 of 20 points lie outside the mesh", "largest_share_outside = 0.05",
                                        "front.csv:12 at (0.05, 0.3, -0.05) m, 0.05 m away", "reaches from (0, 0, 0)"});
  const DataRecord rest = read_field(strict + "largest_share_outside = 0.5\n").record;
  EXPECT_EQ(rest.used, 10);
  EXPECT_EQ(rest.outside, 10);
  EXPECT_EQ(rest.outside_list.size(), 10U);
  ASSERT_EQ(warnings().size(), 1U);
  expect_words(warnings()[0], {"10 of 20 points lie outside the mesh and are left out", "front.csv:21"});
}

TEST_F(MeasuredData, TimesChooseTheStep) {
  write("front.csv", "x,y,z,ux,t\n.1,.5,.5,1,0.5\n.2,.5,.5,2,1\n.3,.5,.5,3,0.5000000000001\n.4,.5,.5,4,\n");
  const BuiltMeasurement built = read_field("noise = 1e-3\n", {0.25, 0.5, 1.0});
  EXPECT_EQ(built.record.used_of_step, (std::vector<Index>{0, 2, 1}));
  EXPECT_EQ(built.record.used, 3);
  EXPECT_EQ(built.measurement->count(1), 2);
  EXPECT_DOUBLE_EQ(field(built).points(2)[0].displacement[0], 2.0);
  expect_words(fault_of_field("noise = 1e-3\n", {0.25, 1.0}),
               {"cube.toml:", "front.csv:2: t = 0.5 s is none of time.quasistatic_times, which are 0.25, 1 s"});
  expect_words(fault_of_field("noise = 1e-3\n"), {"column of times", "no [time]"});
  EXPECT_DOUBLE_EQ(field(read_field("noise = 1e-3\nunits.t = \"ms\"\n", {5e-4, 1e-3})).points(1)[0].displacement[0],
                   2.0);

  write("front.csv", "x,y,z,ux\n.1,.5,.5,1\n");
  expect_words(fault_of_field("noise = 1e-3\n", {0.25, 1.0}), {"no header with columns", "t"});
  EXPECT_EQ(read_field("noise = 1e-3\n", {0.25}).record.used, 1);
}

TEST_F(MeasuredData, ListsHaveOneFileAStep) {
  write("first.csv", "x\ty\tz\tux\n.1\t.5\t.5\t1\n");
  write("second.csv", "x\ty\tz\tux\n.1\t.5\t.5\t2\n.2\t.5\t.5\t3\n");
  const auto list = [&](const std::vector<double>& times) {
    const CaseFile file = CaseFile::parse(support::rubber_case(support::rubber_of_neo_hooke) +
                                              "[identify.data.front]\nfile = [\"first.csv\", \"second.csv\"]\n"
                                              "field = \"displacement\"\nnoise = 1e-3\n",
                                          folder_ / "cube.toml");
    const Model model = build_model(file);
    return build_measurement(file, model, "front", times).record;
  };
  const DataRecord record = list({0.5, 1.0});
  EXPECT_EQ(record.used_of_step, (std::vector<Index>{1, 2}));
  EXPECT_EQ(record.delimiters, (std::vector<std::string>{"tab", "tab"}));
  EXPECT_THROW(list({0.5}), InputError);
}

TEST_F(MeasuredData, ArraysOfPointsAreRead) {
  PointCloud cloud;
  cloud.points = {{100.0, 500.0, 500.0}, {200.0, 500.0, 500.0}};
  cloud.fields = {{"motion", 3, {1, 2, 3, 4, 5, 6}}};
  write_point_cloud(folder_ / "cloud.vtu", cloud);
  const auto read_cloud = [&](const std::string& keys) {
    const CaseFile file = CaseFile::parse(support::rubber_case(support::rubber_of_neo_hooke) +
                                              "[identify.data.front]\nfile = \"cloud.vtu\"\nfield = \"displacement\"\n"
                                              "noise = 1e-3\n" +
                                              keys,
                                          folder_ / "cube.toml");
    const Model model = build_model(file);
    return build_measurement(file, model, "front", {});
  };
  const BuiltMeasurement built = read_cloud(
      "array = \"motion\"\nunits = { position = \"mm\", displacement = \"um\" }\ncomponents = [\"z\", \"x\"]\n");
  EXPECT_EQ(field(built).components(), (std::vector{0, 2}));
  EXPECT_DOUBLE_EQ(field(built).points(0)[1].position[0], 0.2);
  EXPECT_DOUBLE_EQ(field(built).points(0)[1].displacement[2], 6e-6);
  EXPECT_EQ(data_report(built.record), "front: displacement, 2 of 2 points used (cloud.vtu)\n");
  EXPECT_THROW(read_cloud(""), InputError);                    // no array "displacement"
  EXPECT_THROW(read_cloud("columns.x = \"X\"\n"), InputError); // of CSV files
}

TEST_F(MeasuredData, ComponentsAreChosen) {
  write("front.csv", "x,y,z,ux,uy,uz\n.1,.5,.5,1,2,3\n.2,.5,.5,1,2,lost\n");
  expect_words(fault_of_field("noise = 1e-3\n"), {"front.csv:3", "'lost' is not a number"});
  const BuiltMeasurement built = read_field("noise = 1e-3\ncomponents = \"y\"\n");
  EXPECT_EQ(built.record.used, 2);
  EXPECT_EQ(field(built).components(), std::vector{1});
  write("front.csv", "x,y,z,ux\n.1,.5,.5,1\n");
  expect_words(fault_of_field("noise = 1e-3\ncomponents = [\"x\", \"z\"]\n"), {"columns named", "uz"});
}

TEST_F(MeasuredData, ValuesOfQuantitiesAreRead) {
  write("front.csv", "t;F [kN]\n0.5;1.5\n1;2.5\n1;2.75\n0.25;\n");
  const std::string keys = "quantity = \"pull\"\ncolumns.value = \"F [kN]\"\nunits.value = \"kN\"\nnoise = 20.0\n";
  const BuiltMeasurement built = read(keys, {0.25, 0.5, 1.0});
  EXPECT_TRUE(built.measurement->sees_force());
  const auto& series = dynamic_cast<const QuantityMeasurement&>(*built.measurement);
  ASSERT_EQ(series.values(2).size(), 2U);
  EXPECT_DOUBLE_EQ(series.values(2)[1].value, 2750.0);
  EXPECT_DOUBLE_EQ(series.values(2)[1].standard_deviation, 20.0);
  EXPECT_EQ(built.record.used_of_step, (std::vector<Index>{0, 1, 2}));
  expect_words(fault_of("quantity = \"pul\"\nnoise = 1.0\n"), {"no quantity \"pul\"", "did you mean \"pull\"?"});
  expect_words(fault_of("quantity = \"pull\"\nnoise = 1.0\n", {0.25, 0.5, 1.0}), {"no header with columns", "value"});
}

TEST_F(MeasuredData, WrongCasesAreExplained) {
  write("front.csv", "x,y,z,ux\n.1,.5,.5,1\n");
  expect_words(fault_of("noise = 1.0\n"), {"[identify.data.front] has no kind of data", "field", "quantity", "test"});
  expect_words(fault_of_field("quantity = \"pull\"\nnoise = 1.0\n"), {"both field and quantity"});
  expect_words(fault_of_field(""), {"[identify.data.front] has no standard deviation", "noise = ..."});
  expect_words(fault_of_field("noise = 1.0\ncolumns.noise = \"s\"\n"), {"both noise and columns.noise"});
  expect_words(fault_of_field("noise = -1.0\n"), {"noise = -1", "> 0"});
  expect_words(fault_of_field("noise = 1.0\ncolumns.value = \"F\"\n"),
               {"columns.value does not belong to data with field"});
  expect_words(fault_of("quantity = \"pull\"\nnoise = 1.0\nrigid_motion = true\n"), {"rigid_motion", "without field"});
  expect_words(fault_of_field("noise = 1.0\nrigid_motion = true\n"), {"cube.toml:", "one component"});
  write("front.csv", "x,y,z\n.1,.5,.5\n");
  expect_words(fault_of_field("noise = 1.0\n"), {"has no displacement", "ux, uy or uz", "columns"});
  write("front.csv", "x,y,z,ux\n.1,.5,.5,nan\n");
  expect_words(fault_of_field("noise = 1.0\n"), {"none of 1 rows can be used: 1 without a number"});
  write("front.csv", "x,y,z,ux\n");
  expect_words(fault_of_field("noise = 1.0\n"), {"cube.toml:", "below its header there is no row"});
  write("front.csv", "value\nnan\n\n");
  expect_words(fault_of("quantity = \"pull\"\nnoise = 1.0\n"), {"cube.toml:", "none of 1 rows", "1 without a number"});
  const std::string unit = fault_of_field("noise = 1.0\nunits = { displacement = \"MPa\" }\n");
  expect_words(unit, {"'MPa'", "'m'"});
  EXPECT_EQ(unit.find("cube.toml:"), unit.rfind("cube.toml:")) << unit; // one place, that of the unit
}

} // namespace
