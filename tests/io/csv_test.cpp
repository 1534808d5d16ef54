#include "adjoule/core/error.hpp"
#include "adjoule/io/csv_reader.hpp"
#include "adjoule/io/csv_writer.hpp"
#include "sample_meshes.hpp"

#include <clocale>
#include <cmath>
#include <limits>
#include <locale>

namespace adjoule::test {
namespace {

std::vector<double> values_of(const std::string& text) {
  const TemporaryFolder folder;
  return read_csv_column(folder.file("data.csv", text), "value");
}
std::string refusal_of(const std::string& text) {
  const TemporaryFolder folder;
  const auto file = folder.file("data.csv", text);
  return message_of<InputError>([&] { read_csv_column(file, "value"); });
}
using Values = std::vector<double>;

TEST(CsvReader, reads_comma_semicolon_and_tab) {
  EXPECT_EQ(values_of("x,value\n1,2.5\n3,-4e-3\n"), (Values{2.5, -4e-3}));
  EXPECT_EQ(values_of("x;value\n1;2.5\n3;-4e-3\n"), (Values{2.5, -4e-3}));
  EXPECT_EQ(values_of("x\tvalue\n1\t2.5\n3\t-4e-3\n"), (Values{2.5, -4e-3}));
}

TEST(CsvReader, reads_crlf_quotes_signs_byte_order_mark_and_a_last_line_without_end) {
  EXPECT_EQ(values_of("\xEF\xBB\xBF\"name, long\",\"value\"\r\n\"a \"\"b\"\", c\",\"1.5\"\r\nd, +2"),
            (Values{1.5, 2.0}));
}

TEST(CsvReader, skips_comments_blank_lines_and_lines_without_any_field) {
  EXPECT_EQ(values_of("# made by hand\n\nx,value\n# first\n0,1\n\n  \n0,2\n,\n"), (Values{1, 2}));
}

// What a testing machine exports: semicolons, seventeen lines above the data, a blank column, a degree sign, a negative
// start.
TEST(CsvReader, finds_the_header_below_a_machines_preamble) {
  std::string text;
  for (int i = 0; i < 16; ++i) text += "Parameter " + std::to_string(i) + ";12,5;mm\r\n";
  text += "temperature [\xC2\xB0\x43];;value;note\r\n23.1;;-0.002;\r\n23.2;;0.5;x\r\n";
  EXPECT_EQ(values_of(text), (Values{-0.002, 0.5}));
}

TEST(CsvReader, ignores_the_processs_locale) {
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Comma));
  std::setlocale(LC_NUMERIC, "de_DE.UTF-8"); // where it is installed
  const TemporaryFolder folder;
  const Values expected{1234.5678, 1e-9 / 3.0};
  write_csv(folder / "data.csv", {{"value", expected}});
  const Values values = read_csv_column(folder / "data.csv", "value");
  std::setlocale(LC_NUMERIC, "C");
  std::locale::global(before);
  EXPECT_EQ(values, expected);
}

TEST(CsvReader, refuses_a_decimal_comma_with_file_and_line) {
  const auto semicolon = refusal_of("x;value\n1;2.5\n1;2,5\n");
  EXPECT_TRUE(contains(semicolon, "data.csv:3") && contains(semicolon, "decimal point")) << semicolon;
  const auto alone = refusal_of("value\n2,5\n");
  EXPECT_TRUE(contains(alone, "data.csv:2") && contains(alone, "decimal point")) << alone;
  const auto comma = refusal_of("x,value\n1,2,5\n");
  EXPECT_TRUE(contains(comma, "data.csv:2") && contains(comma, "3 fields where the header has 2")) << comma;
}

TEST(CsvReader, names_file_and_line_of_whatever_is_no_finite_number) {
  for (const std::string bad : {"", "abc", "1.5 mm", "nan", "inf", "1e999", "--1", "+-1", "0x10"}) {
    const auto message = refusal_of("x,value\n1,1\n2," + bad + "\n");
    EXPECT_TRUE(contains(message, "data.csv:3")) << bad << ": " << message;
    EXPECT_TRUE(contains(message, "value")) << bad << ": " << message;
  }
}

TEST(CsvReader, says_what_is_wrong_with_the_header) {
  EXPECT_TRUE(contains(refusal_of("1\n2\n"), "data.csv:1: no header with a column named value"));
  EXPECT_TRUE(contains(refusal_of("Value\n2\n"), "case matters"));
  EXPECT_TRUE(contains(refusal_of("# x,value\n1,2\n"), "data.csv:1: the header is commented out"));
  EXPECT_TRUE(contains(refusal_of("value,value\n1,2\n"), "several columns 'value'"));
  EXPECT_TRUE(contains(refusal_of("value\n"), "no data below its header"));
  EXPECT_TRUE(contains(refusal_of(""), "is empty"));
}

TEST(CsvReader, refuses_open_quotes_foreign_encodings_and_missing_files) {
  EXPECT_TRUE(contains(refusal_of("value\n\"1\n"), "data.csv:2: a quote is left open"));
  EXPECT_TRUE(contains(refusal_of(std::string("v\0a\0", 4)), "UTF-16"));
  const TemporaryFolder folder;
  const auto missing = message_of<InputError>([&] { read_csv_column(folder / "none.csv", "value"); });
  EXPECT_TRUE(contains(missing, "none.csv")) << missing;
  const auto directory = message_of<InputError>([&] { read_csv_column(folder / "", "value"); });
  EXPECT_TRUE(contains(directory, "is a folder")) << directory;
}

TEST(CsvTable, tells_blank_fields_from_numbers) {
  const TemporaryFolder folder;
  const CsvTable table = read_csv(folder.file("dic.csv", "x,y,ux\n0,1,\n2,3,nan\n4,5,6\n"), {"x", "ux"});
  const std::size_t ux = table.column("ux");
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_FALSE(table.number(table.rows[0], ux).has_value());
  EXPECT_TRUE(std::isnan(*table.number(table.rows[1], ux)));
  EXPECT_EQ(table.number(table.rows[2], ux), 6.0);
  EXPECT_EQ(table.rows[2].line, 4);
  const auto message = message_of<InputError>([&] { table.column("uz"); });
  EXPECT_TRUE(contains(message, "its columns: x, y, ux")) << message;
}

TEST(CsvWriter, writes_numbers_that_read_back_to_the_same_doubles_and_nan_as_blank) {
  const TemporaryFolder folder;
  const double tiny = std::numeric_limits<double>::denorm_min();
  write_csv(folder / "made/history.csv", {{"t", {0.1, 1.0 / 3.0, tiny}}, {"tip, \"x\"", {1e300, std::nan(""), -2}}});
  EXPECT_TRUE(
      contains(content(folder / "made/history.csv"), "t,\"tip, \"\"x\"\"\"\n0.1,1e+300\n0.3333333333333333,\n"));
  EXPECT_EQ(read_csv_column(folder / "made/history.csv", "t"), (Values{0.1, 1.0 / 3.0, tiny}));
  EXPECT_EQ(read_csv(folder / "made/history.csv", {"tip, \"x\""}).rows.size(), 3u);
}

TEST(CsvWriter, refuses_columns_of_different_length) {
  const TemporaryFolder folder;
  const auto message = message_of<InputError>([&] { write_csv(folder / "a.csv", {{"t", {1, 2}}, {"u", {1}}}); });
  EXPECT_TRUE(contains(message, "column 'u' has 1 values, column 't' has 2")) << message;
}

} // namespace
} // namespace adjoule::test
