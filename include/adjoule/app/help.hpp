/// Help on the keys of the case file, made from the schema.
#pragma once

#include <string>

namespace adjoule {

/// Text for `adjoule help KEY`. The key may be a section ("solve"), a path with names or "*" in it
/// ("materials.*.young", "electrical.potential.anchor") or the end of one ("thermal_conductivity"): all that match are
/// shown. An empty key lists the sections. Throws InputError with the nearest key if nothing matches.
std::string help_text(const std::string& key);

/// The Markdown page docs/case-file.md.
std::string reference_page();

} // namespace adjoule
