/// A case file, read and checked against the schema. Names of groups and of the mesh are not checked here.
#pragma once

#include "adjoule/app/schema.hpp"
#include "adjoule/core/error.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace adjoule {

/// A value of the file with the place it was read from.
struct CaseValue {
  enum class Kind { boolean, integer, number, text, array, table };
  Kind kind = Kind::table;
  bool boolean = false;
  std::int64_t integer = 0;
  double number = 0.0; ///< set for integers too
  std::string text;
  std::vector<std::string> names;  ///< of a table's elements
  std::vector<CaseValue> elements; ///< of an array or table; a table's in file order
  std::string source;              ///< the file as it was named, or "--set PATH=VALUE"
  int line = 0;                    ///< from 1; 0 where the source has no lines

  bool is_number() const { return kind == Kind::number || kind == Kind::integer; }
  bool is_table() const { return kind == Kind::table; }
  bool is_array() const { return kind == Kind::array; }
  bool is_text() const { return kind == Kind::text; }
  /// Element of that name of a table, or of that index (from 0) of an array; null if there is none.
  const CaseValue* find(std::string_view name) const;
  CaseValue* find(std::string_view name);
  /// "microactuator.toml:12" or "--set solve.tolerance=1e-9".
  std::string location() const;
  /// For messages: the integer 3, the text "two", a list of 2 values.
  std::string description() const;
};

/// One number of a property and its path.
struct CaseNumber {
  std::string path;
  double value = 0.0;
};
/// A property tabulated over temperature: as many temperatures (K, ascending) as values, at least two.
struct CaseTable {
  std::vector<CaseNumber> temperatures;
  std::vector<CaseNumber> values;
};
struct CaseExpression {
  std::string text;
};
/// One value an element from a CSV file (column "value") or from the cell array `array` of a .vtu file.
struct CaseElementFile {
  std::filesystem::path file; ///< resolved beside the case file
  std::string array;          ///< empty for CSV
};
using CaseProperty = std::variant<CaseNumber, CaseTable, CaseExpression, CaseElementFile>;

/// A prescribed component of a displacement: a number or an expression.
struct CaseComponent {
  int axis = 0; ///< 0, 1, 2 for x, y, z
  std::string path;
};

/// A number of the file that results can be differentiated to.
struct DifferentiableNumber {
  std::string path;
  double value = 0.0;
  std::string unit; ///< SI; "1" for pure numbers
  Range range;
  std::string location;
};

class CaseFile {
 public:
  /// Reads and checks a file. `overrides` are texts PATH=VALUE that replace or add values before the check; a value is
  /// read as TOML and, if it is none, as bare text. Throws InputError with file, line, key and remedy.
  static CaseFile read(const std::filesystem::path& file, const std::vector<std::string>& overrides = {});
  /// The same from a text; `file` names it in messages and resolves relative file names.
  static CaseFile parse(std::string_view text, const std::filesystem::path& file,
                        const std::vector<std::string>& overrides = {});

  const std::filesystem::path& file() const { return file_; }
  /// The text that was read.
  const std::string& source_text() const { return text_; }
  const std::vector<std::string>& overrides() const { return overrides_; }
  /// The file's name without folder and extension.
  std::string name() const { return file_.stem().string(); }
  /// A file name of the case, resolved beside the case file.
  std::filesystem::path resolve(const std::string& file_name) const;

  // Paths are those of schema_path.hpp; build one with a name chosen by the user by join_case_path.
  bool has(std::string_view path) const { return find(path) != nullptr; }
  const CaseValue* find(std::string_view path) const;
  /// Throws InputError as `require` if it is missing.
  const CaseValue& at(std::string_view path) const;
  /// Names below a section in file order; empty if the section is absent.
  std::vector<std::string> children(std::string_view path) const;

  // Typed access. A missing value gives the schema's default; without one, InputError.
  double number(std::string_view path) const;
  int integer(std::string_view path) const;
  bool boolean(std::string_view path) const;
  std::string text(std::string_view path) const;
  /// A list of texts; a single text is a list of one.
  std::vector<std::string> names(std::string_view path) const;
  std::vector<CaseNumber> numbers(std::string_view path) const;
  std::array<CaseNumber, 3> vector(std::string_view path) const;
  /// Properties, prescribed temperatures and plain numbers; an entry of a list by its own path.
  CaseProperty property(std::string_view path) const;
  /// Paths of the properties that a list, or one value in its place, gives: one a term.
  std::vector<std::string> terms(std::string_view path) const;
  std::vector<CaseComponent> displacement(std::string_view path) const;
  /// Whether the number 0 stands there, and not an expression.
  bool is_zero(std::string_view path) const;

  /// Throws InputError unless the path is there: "case.toml:7: [materials.silicon] has no thermal_conductivity, which
  /// the heat problem needs: add thermal_conductivity = ... (W/(m K))". `who` is "the heat problem".
  void require(std::string_view path, const std::string& who) const;

  /// "case.toml:12: message" with the line of the path, or of the nearest section around it. For the caller to throw.
  InputError error(std::string_view path, const std::string& message) const;

  /// Every number in the file that has a derivative, in file order; none that is infinite.
  std::vector<DifferentiableNumber> differentiable_numbers() const;
  /// Paths of the texts that name files, relative to the case file.
  std::vector<std::string> file_names() const;

 private:
  CaseFile(std::filesystem::path file, std::string text, std::vector<std::string> overrides, CaseValue root)
      : file_(std::move(file)), text_(std::move(text)), overrides_(std::move(overrides)), root_(std::move(root)) {}

  std::filesystem::path file_;
  std::string text_;
  std::vector<std::string> overrides_;
  CaseValue root_;
};

/// Whether the case needs no mesh: it has none and no physics, and its data are homogeneous tests alone.
bool is_mesh_free(const CaseFile& case_file);

} // namespace adjoule
