// The case file with a design filled in.
#pragma once

#include "adjoule/app/model_builder.hpp"
#include "adjoule/inverse/design.hpp"

#include <filesystem>
#include <string>

namespace adjoule {

/// Writes the case with the values that the design's numbers now have among the parameters, so that `adjoule solve`
/// finds the same solution. A property that varies in space becomes a file beside it, one value an element; that is
/// not possible for one term of several of a list, which a warning says. `element_fields` are those of the model.
void write_design_case(const CaseFile& file, const Parameters& parameters,
                       const std::vector<ElementField>& element_fields, const Design& design,
                       const std::filesystem::path& target);

} // namespace adjoule
