#include "colour_field.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/nearest_name.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <vtkColorTransferFunction.h>
#include <vtkNew.h>

namespace adjoule {
namespace {

constexpr int magnitude = -1;
struct Suffix {
  std::string_view name;
  int component;
};
constexpr std::array<Suffix, 4> vector_suffixes{{{"x", 0}, {"y", 1}, {"z", 2}, {"magnitude", magnitude}}};
constexpr std::array<Suffix, 6> symmetric_suffixes{{{"xx", 0}, {"yy", 1}, {"zz", 2}, {"xy", 3}, {"yz", 4}, {"xz", 5}}};
constexpr std::array<Suffix, 9> tensor_suffixes{
    {{"xx", 0}, {"xy", 1}, {"xz", 2}, {"yx", 3}, {"yy", 4}, {"yz", 5}, {"zx", 6}, {"zy", 7}, {"zz", 8}}};

std::vector<double> take(const FieldArray& field, int component) {
  const auto components = static_cast<std::size_t>(field.components);
  std::vector<double> values(field.values.size() / components);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double* const entry = field.values.data() + i * components;
    values[i] = component == magnitude ? std::hypot(entry[0], entry[1], entry[2]) : entry[component];
  }
  return values;
}

/// The names by which a field can be asked for, with the component that each means.
std::vector<std::pair<std::string, int>> choices(const FieldArray& field) {
  if (field.components == 1) return {{field.name, 0}};
  std::vector<std::pair<std::string, int>> result;
  if (field.components == 3) result.emplace_back(field.name, magnitude);
  const auto add = [&](const auto& suffixes) {
    for (const Suffix& suffix : suffixes)
      result.emplace_back(fmt::format("{}.{}", field.name, suffix.name), suffix.component);
  };
  if (field.components == 3) add(vector_suffixes);
  if (field.components == 6) add(symmetric_suffixes);
  if (field.components == 9) add(tensor_suffixes);
  return result;
}

} // namespace

ColourField find_colour_field(const OutputFields& fields, const std::string& color_by) {
  std::vector<std::string> names;
  for (const bool on_nodes : {true, false})
    for (const FieldArray& field : on_nodes ? fields.point : fields.cell)
      for (const auto& [name, component] : choices(field)) {
        names.push_back(name);
        if (name != color_by) continue;
        ColourField result{on_nodes, take(field, component), 0.0, 0.0};
        const auto [lower, upper] = std::ranges::minmax_element(result.values);
        result.lower = *lower;
        result.upper = *upper;
        return result;
      }
  const std::string nearest = nearest_name(color_by, names);
  throw InputError(fmt::format("there is no field '{}' to colour the picture by; there are: {}{}", color_by,
                               join_names(names, 40), nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
}

vtkSmartPointer<vtkLookupTable> make_lookup_table(const ColourField& field) {
  vtkNew<vtkColorTransferFunction> function;
  function->SetColorSpaceToLab();
  function->AddRGBPoint(0.00, 0.16, 0.09, 0.42);
  function->AddRGBPoint(0.20, 0.42, 0.07, 0.60);
  function->AddRGBPoint(0.40, 0.69, 0.17, 0.53);
  function->AddRGBPoint(0.60, 0.88, 0.36, 0.36);
  function->AddRGBPoint(0.80, 0.97, 0.61, 0.24);
  function->AddRGBPoint(1.00, 0.97, 0.92, 0.42);
  auto table = vtkSmartPointer<vtkLookupTable>::New();
  constexpr int colours = 256;
  table->SetNumberOfTableValues(colours);
  for (int i = 0; i < colours; ++i) {
    std::array<double, 3> rgb{};
    function->GetColor(i / (colours - 1.0), rgb.data());
    table->SetTableValue(i, rgb[0], rgb[1], rgb[2]);
  }
  const double size = std::max(std::abs(field.lower), std::abs(field.upper));
  // Rounding noise on a constant field would otherwise be painted in all colours.
  const bool constant = field.upper - field.lower <= 1e-12 * size;
  const double half = size > 0.0 ? 0.01 * size : 1.0;
  if (constant)
    table->SetTableRange(field.lower - half, field.lower + half);
  else
    table->SetTableRange(field.lower, field.upper);
  return table;
}

int common_exponent(const ColourField& field) {
  const double size = std::max(std::abs(field.lower), std::abs(field.upper));
  if (size == 0.0 || (size >= 0.1 && size < 1e5)) return 0;
  return 3 * static_cast<int>(std::floor(std::log10(size) / 3.0));
}

int tick_decimals(double lower, double upper, int ticks) {
  const double step = (upper - lower) / (ticks - 1);
  const double leading = std::floor(std::log10(std::max(std::abs(lower), std::abs(upper))));
  constexpr double share = 0.05; // of a step, the largest rounding error that reads right
  const double decimals = std::max(std::ceil(-std::log10(2.0 * share * step)), 2.0 - leading);
  return static_cast<int>(std::clamp(decimals, 0.0, 15.0));
}

} // namespace adjoule
