/// Paths of keys in a case file: "materials.polysilicon.elasticity.mu.0", `electrical.potential."top side"`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace adjoule {

/// The segments of a path, without quotes.
using CasePath = std::vector<std::string>;

/// Splits at dots; a segment may stand in double quotes (`\"` and `\\` are escapes there) or in single quotes.
/// Throws InputError on an empty segment or a quote that does not end.
CasePath parse_case_path(std::string_view text);

/// The canonical text: a segment with characters other than letters, digits, '_' and '-' stands in double quotes, as in
/// TOML.
std::string case_path_text(const CasePath& path);

/// `parent` (a path text, may be empty) followed by the segment `name`, quoted if need be.
std::string join_case_path(std::string_view parent, std::string_view name);

} // namespace adjoule
