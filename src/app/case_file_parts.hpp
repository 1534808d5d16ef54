/// The steps of reading a case file.
#pragma once

#include "adjoule/app/case_file.hpp"

#include <optional>

namespace adjoule {

/// Parses TOML. `source` names the text in messages. Throws InputError "source:line:column: ..." on a syntax error.
CaseValue parse_toml(std::string_view text, const std::string& source);

/// Where a value stands in a text of TOML, in bytes.
struct TomlPlace {
  enum class Kind {
    value,   ///< a plain value, an array or an inline table
    section, ///< a table under a header of its own, which is what begin and end stand for
    dotted,  ///< a table that the dotted names of its keys make, within the section around it
    implied  ///< a table that the headers of its own tables make
  };
  Kind kind = Kind::value;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Nothing where there is no value of that path. `text` is TOML.
std::optional<TomlPlace> find_in_toml(std::string_view text, const CasePath& path);

/// The value as it would be written on one line, in a form that gives the same value back.
std::string toml_text(const CaseValue& value);

/// Carries out one "PATH=VALUE". Throws InputError as override_path does, and if it addresses the inside of a plain
/// value.
void apply_override(CaseValue& root, const std::string& text);

/// The path of a "PATH=VALUE". Throws InputError if the text does not have that form.
CasePath override_path(const std::string& text);

/// Checks names, types, ranges and required keys against the schema. Throws InputError at the first fault.
void check_against_schema(const CaseValue& root);

/// Checks one value (not a section) against its key. `path` is for messages.
void check_value(const SchemaKey& key, const CaseValue& value, const std::string& path);

/// Checks that the keys of each material's elastic law fit together.
void check_elasticity(const CaseFile& case_file);

/// Checks what the sets of [identify.data] are made of.
void check_data(const CaseFile& case_file);

/// Checks names that refer to other keys: quantities, numbers and properties.
void check_references(const CaseFile& case_file);

/// Checks what the schema cannot say of one key alone: combinations of keys, and references as above.
void check_combinations(const CaseFile& case_file);

} // namespace adjoule
