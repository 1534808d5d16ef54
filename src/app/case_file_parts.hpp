/// The steps of reading a case file.
#pragma once

#include "adjoule/app/case_file.hpp"

namespace adjoule {

/// Parses TOML. `source` names the text in messages. Throws InputError "source:line:column: ..." on a syntax error.
CaseValue parse_toml(std::string_view text, const std::string& source);

/// Carries out one "PATH=VALUE". Throws InputError if it does not have that form or addresses the inside of a plain
/// value.
void apply_override(CaseValue& root, const std::string& text);

/// Checks names, types, ranges and required keys against the schema. Throws InputError at the first fault.
void check_against_schema(const CaseValue& root);

/// Checks one value (not a section) against its key. `path` is for messages.
void check_value(const SchemaKey& key, const CaseValue& value, const std::string& path);

/// Checks that the keys of each material's elastic law fit together.
void check_elasticity(const CaseFile& case_file);

/// Checks what the schema cannot say of one key alone: combinations of keys, and names that refer to other keys.
void check_combinations(const CaseFile& case_file);

} // namespace adjoule
