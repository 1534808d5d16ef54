#include "adjoule/core/units.hpp"

#include "adjoule/core/error.hpp"

#include <fmt/format.h>
#include <locale.h>
#include <udunits2.h>

#include <cmath>
#include <memory>
#include <mutex>

namespace adjoule {
namespace {

/// Numbers of units and of the units' database have a decimal point, whatever the process's locale.
class PlainLocale {
 public:
  PlainLocale() : plain_(newlocale(LC_ALL_MASK, "C", nullptr)), before_(uselocale(plain_)) {}
  ~PlainLocale() {
    uselocale(before_);
    freelocale(plain_);
  }
  PlainLocale(const PlainLocale&) = delete;
  PlainLocale& operator=(const PlainLocale&) = delete;

 private:
  locale_t plain_, before_;
};

using Unit = std::unique_ptr<ut_unit, void (*)(ut_unit*)>;

ut_system* unit_system() {
  static ut_system* const system = [] {
    ut_set_error_message_handler(ut_ignore);
    return ut_read_xml(nullptr);
  }();
  if (!system)
    throw AnalysisError("the database of units of UDUNITS-2 cannot be read: install it (package libudunits2-data), or "
                        "name its file udunits2.xml in the environment variable UDUNITS2_XML_PATH");
  return system;
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

Unit parse(const std::string& text) {
  Unit unit(ut_parse(unit_system(), text.c_str(), UT_UTF8), ut_free);
  if (unit) return unit;
  throw InputError(fmt::format("'{}' is no unit: write it like \"mm\", \"kgf/cm^2\", \"W/(m*K)\" or \"degC\"", text));
}

} // namespace

UnitConversion convert_unit(const std::string& unit, const std::string& si_unit) {
  static std::mutex turn; // UDUNITS-2 keeps its state in global variables
  const std::lock_guard lock(turn);
  const PlainLocale plain;
  const std::string text = trimmed(unit);
  if (text.empty()) throw InputError("a unit is empty: write \"1\" for a pure number");
  const Unit from = parse(text), to = parse(si_unit);
  const std::unique_ptr<cv_converter, void (*)(cv_converter*)> converter(ut_get_converter(from.get(), to.get()),
                                                                         cv_free);
  if (!converter) {
    throw InputError(fmt::format("the unit '{}' does not fit: a unit of the dimension of {} is needed", text,
                                 si_unit == "1" ? "a pure number" : "'" + si_unit + "'"));
  }
  // From far values, which keep the digits of the factor beside those of the offset.
  constexpr double far = 1048576.0;
  const double offset = cv_convert_double(converter.get(), 0.0);
  const double factor = offset == 0.0 ? cv_convert_double(converter.get(), 1.0)
                                      : (cv_convert_double(converter.get(), far) - offset) / far;
  const double middle = cv_convert_double(converter.get(), 0.5 * far);
  if (!std::isfinite(offset) || !(std::abs(middle - 0.5 * far * factor - offset) <= 1e-9 * std::abs(middle))) {
    throw InputError(fmt::format("the unit '{}' is no multiple of '{}': convert the values beforehand", text, si_unit));
  }
  return {factor, offset};
}

} // namespace adjoule
