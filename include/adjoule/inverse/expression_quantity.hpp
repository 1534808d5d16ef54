/// Quantities that are formulae of other quantities.
#pragma once

#include "adjoule/coupling/multiphysics_system.hpp"

#include <map>
#include <memory>

namespace adjoule {

/// A formula such as "volts / amps" in the names of quantities and of constants; the operations are those of
/// expressions of properties.
struct ExpressionQuantity {
  std::string name{};
  std::string text{};
  std::map<std::string, const Objective*> quantities{}; ///< those that may occur
  std::map<std::string, Parameter> constants{};         ///< scalars that may occur
};

/// Which of the names occur in the formula. Throws InputError for a formula that cannot be read, a name that is none of
/// them, and for position, temperature and time, which a quantity has not.
std::vector<std::string> names_in_expression(const std::string& text, const std::vector<std::string>& names);

/// Keeps references to the quantities that occur. Its value throws AnalysisError where the formula has no finite value.
/// Throws InputError as above, and where a quantity and a constant of one name occur.
std::unique_ptr<Objective> make_expression_quantity(const Parameters& parameters, const ExpressionQuantity& spec);

} // namespace adjoule
