/// Design variables of a case file.
#pragma once

#include "adjoule/app/model_builder.hpp"
#include "adjoule/inverse/design.hpp"

#include <memory>
#include <string>

namespace adjoule {

/// The variables of a property that varies in space: one an element, or one a region.
FieldVariable field_variable(const Model& model, const ElementField& field, bool per_region);

/// One design variable, or a field of them, of the section "optimize.variables" or "identify.unknowns" that `file`
/// has; `name` is its key there, the path of a number of `model`. Throws InputError with place, cause and remedy for a
/// number that nothing in the model uses, bounds that leave nothing, a start out of bounds.
std::unique_ptr<DesignMap> build_variable(const CaseFile& file, const std::string& section, const std::string& name,
                                          const Model& model);

/// The same in a case without a model, whose registry has the numbers: a number, no field.
std::unique_ptr<DesignMap> build_variable(const CaseFile& file, const std::string& section, const std::string& name,
                                          const Parameters& parameters);

/// All variables of the section, in file order. A variable's `initial` takes the place of the number in the file.
/// Throws as above, and if there are none.
Design build_design(const CaseFile& file, const Model& model, const std::string& section);

} // namespace adjoule
