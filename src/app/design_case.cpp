#include "design_case.hpp"

#include "adjoule/app/case_writer.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/io/atomic_file.hpp"
#include "adjoule/io/csv_writer.hpp"
#include "file_names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

/// The key that a file with one value an element can stand at: that of the property, of a list with one term the list;
/// empty for a longer list.
std::string place_of_elements(const CaseFile& file, const std::string& property) {
  CasePath path = parse_case_path(property);
  path.pop_back();
  const std::string above = case_path_text(path);
  const CaseValue* list = file.find(above);
  if (!list || !list->is_array()) return property;
  return list->elements.size() == 1 ? above : "";
}

} // namespace

void write_design_case(const CaseFile& file, const Parameters& parameters,
                       const std::vector<ElementField>& element_fields, const Design& design,
                       const std::filesystem::path& target) {
  std::vector<CaseReplacement> replacements;
  for (int m = 0; m < design.map_count(); ++m) {
    const std::string& name = design.map(m).name();
    if (!design.map(m).acts_on(parameters)) continue;
    const auto field = std::find_if(element_fields.begin(), element_fields.end(), [&](const ElementField& candidate) {
      return candidate.in_design && candidate.path == name;
    });
    if (field == element_fields.end()) {
      replacements.push_back({name, parameters.value(parameters.find(name))});
      continue;
    }
    CsvColumn column{"value", {}};
    for (const double entry : parameters.values(field->parameter)) column.values.push_back(entry + field->offset);
    const std::filesystem::path values = target.parent_path() / (file_name_of(name) + ".csv");
    write_csv(values, {column});
    const std::string place = place_of_elements(file, name);
    if (place.empty()) {
      warn(fmt::format("{} has the old {}: one term of a list cannot be given per element; its values are in {}",
                       target.string(), name, values.string()));
      continue;
    }
    replacements.push_back({place, CaseElementFile{values, ""}});
  }
  write_text_file(target, case_text_with(file, replacements, target.parent_path()));
}

} // namespace adjoule
