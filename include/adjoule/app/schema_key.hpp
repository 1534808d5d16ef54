/// What the case file knows about one key.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace adjoule {

/// When a part of the format becomes available. Keys of later stages are known, explained and refused.
enum class Stage { first, second, third };
constexpr bool is_supported(Stage stage) {
  return stage == Stage::first;
}

enum class ValueType {
  section,              ///< a table with keys of its own
  number,               ///< finite, SI
  integer,              ///< a whole number
  boolean,              ///< true or false
  text,                 ///< not empty
  choice,               ///< one of `choices`
  choice_or_number,     ///< one of `choices`, or a number
  vector,               ///< three numbers
  load_vector,          ///< three numbers or expressions
  number_array,         ///< one number or more
  property,             ///< number, table over temperature, or expression; a per-element file where `per_element`
  properties,           ///< a list of numbers, or one property
  number_or_expression, ///< number or expression
  displacement,         ///< three numbers or expressions, or a table with some of x, y, z
  names                 ///< a text or a list of texts; each one of `choices` where there are any
};

/// Allowed values of a number.
struct Range {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  bool lower_open = false; ///< the bound itself is not allowed
  bool upper_open = false;

  bool contains(double value) const;
  bool is_bounded() const;
  /// "> 0", "0 to 1", "-1 < value < 0.5"; empty if unbounded.
  std::string text() const;

  static Range positive() { return {.lower = 0.0, .lower_open = true}; }
  static Range at_least(double bound) { return {.lower = bound}; }
};

struct Choice {
  std::string name;
  Stage stage = Stage::first;
};

/// The value of a neighbouring key of the same section.
struct Condition {
  std::string neighbour;
  std::vector<std::string> values;
};

struct SchemaKey {
  std::string pattern; ///< "materials.<material>.density"; a segment in angle brackets stands for any name
  ValueType type = ValueType::section;
  std::string unit = {}; ///< SI unit; empty for pure numbers and everything else
  Range range = {};
  std::vector<Choice> choices = {};
  bool per_element = false;                    ///< a property that may come from a file with one value an element
  bool is_file = false;                        ///< a text, or a list, that names files relative to the case file
  bool may_be_infinite = false;                ///< a number that may be inf, which has no derivative
  std::string default_value = {};              ///< as it would be written in the file
  std::string default_note = {};               ///< what happens without the key, where that is no fixed value
  bool required = false;                       ///< wherever its section stands
  std::optional<Condition> required_with = {}; ///< required where a neighbour has one of these values
  std::optional<Condition> only_with = {};     ///< refused unless a neighbour has one of these values
  std::string needed_by = {};                  ///< what needs it, where only the analysis can tell
  bool differentiable = false;
  std::string no_derivative = {}; ///< why a number is not differentiable; "is a numerical setting" if empty
  Stage stage = Stage::first;
  std::vector<std::string> aliases = {}; ///< names that people try instead
  std::string help = {};

  /// Last segment of the pattern.
  std::string name() const;
  /// True if the last segment stands for a name that the user chooses.
  bool is_named_by_user() const;
  /// "number, table or expression", "one of: a, b", ...
  std::string type_text() const;
};

} // namespace adjoule
