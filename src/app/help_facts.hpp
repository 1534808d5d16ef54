/// What the help and the reference page say of a key besides its name and explanation.
#pragma once

#include "adjoule/app/schema_key.hpp"

#include <string>

namespace adjoule {

/// The default as text: "1e-9", "by element and physics", "required", ...; empty if there is nothing to say.
std::string default_text(const SchemaKey& key);

/// "required with kind = point"; "only with model = ogden"; "the heat problem needs it". Empty if unconditional.
std::string condition_text(const SchemaKey& key);

} // namespace adjoule
