#include "adjoule/app/case_file.hpp"

#include "case_file_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace adjoule {
namespace {

const SchemaKey& key_of(std::string_view path) {
  const Schema::Match match = case_schema().match(parse_case_path(path));
  if (!match.key) throw std::logic_error(fmt::format("the case file's schema has no key '{}'", path));
  return *match.key;
}

CaseNumber case_number(const CaseValue& value, std::string path) {
  return {std::move(path), value.number};
}

std::vector<CaseNumber> case_numbers(const CaseValue& array, std::string_view path) {
  std::vector<CaseNumber> numbers;
  for (std::size_t i = 0; i < array.elements.size(); ++i) {
    numbers.push_back(case_number(array.elements[i], fmt::format("{}.{}", path, i)));
  }
  return numbers;
}

/// The value of a path, or the schema's default as a value without a place.
CaseValue value_or_default(const CaseFile& case_file, std::string_view path) {
  if (const CaseValue* value = case_file.find(path)) return *value;
  const SchemaKey& key = key_of(path);
  if (key.default_value.empty()) return case_file.at(path);
  return parse_toml("value = " + key.default_value, "default").elements.front();
}

void collect_numbers(const CaseValue& value, const std::string& path, std::vector<DifferentiableNumber>& numbers) {
  if (value.is_number()) {
    if (!std::isfinite(value.number) || !case_schema().differentiable(path).exists) return;
    const Schema::Match match = case_schema().match(parse_case_path(path));
    const bool kelvin = !match.component.empty() && match.component.front() == "temperature";
    const std::string unit = kelvin ? "K" : match.key->unit;
    numbers.push_back({path, value.number, unit.empty() ? "1" : unit, kelvin ? Range::positive() : match.key->range,
                       value.location()});
  }
  for (std::size_t i = 0; i < value.elements.size(); ++i) {
    collect_numbers(value.elements[i], join_case_path(path, value.is_table() ? value.names[i] : fmt::format("{}", i)),
                    numbers);
  }
}

void collect_file_names(const CaseValue& value, const std::string& path, std::vector<std::string>& paths) {
  if (value.is_text() || value.is_array()) {
    const Schema::Match match = case_schema().match(parse_case_path(path));
    const bool element_file = match.key && match.key->per_element && match.component == CasePath{"elements"};
    const bool file = match.key && match.key->is_file && match.component.empty();
    if (file || element_file) paths.push_back(path);
  }
  for (std::size_t i = 0; i < value.names.size(); ++i)
    collect_file_names(value.elements[i], join_case_path(path, value.names[i]), paths);
}

} // namespace

CaseFile CaseFile::read(const std::filesystem::path& file, const std::vector<std::string>& overrides) {
  std::error_code fault;
  if (!std::filesystem::exists(file, fault)) {
    throw InputError(
        fmt::format("{}: there is no such file; `adjoule new NAME` writes a case to start from", file.string()));
  }
  if (!std::filesystem::is_regular_file(file, fault))
    throw InputError(fmt::format("{}: this is no regular file and cannot be read as a case", file.string()));
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) {
    throw InputError(fmt::format("{}: the file cannot be read", file.string()));
  }
  return parse(text.view(), file, overrides);
}

CaseFile CaseFile::parse(std::string_view text, const std::filesystem::path& file,
                         const std::vector<std::string>& overrides) {
  CaseValue root = parse_toml(text, file.string());
  for (const std::string& override_text : overrides) apply_override(root, override_text);
  check_against_schema(root);
  CaseFile case_file(file, std::string(text), overrides, std::move(root));
  check_combinations(case_file);
  return case_file;
}

std::filesystem::path CaseFile::resolve(const std::string& file_name) const {
  return (file_.parent_path() / file_name).lexically_normal();
}

const CaseValue* CaseFile::find(std::string_view path) const {
  const CaseValue* value = &root_;
  for (const std::string& segment : parse_case_path(path)) {
    value = value->find(segment);
    if (!value) return nullptr;
  }
  return value;
}

const CaseValue& CaseFile::at(std::string_view path) const {
  if (const CaseValue* value = find(path)) return *value;
  const std::string& needed_by = key_of(path).needed_by;
  require(path, needed_by.empty() ? "this analysis" : needed_by);
  throw std::logic_error("a required value that is there was not found");
}

std::vector<std::string> CaseFile::children(std::string_view path) const {
  const CaseValue* section = find(path);
  return section ? section->names : std::vector<std::string>{};
}

double CaseFile::number(std::string_view path) const {
  const CaseValue value = value_or_default(*this, path);
  if (!value.is_number())
    throw error(path, fmt::format("{} has to be a number here, not {}", path, value.description()));
  return value.number;
}

int CaseFile::integer(std::string_view path) const {
  return static_cast<int>(value_or_default(*this, path).integer);
}

bool CaseFile::boolean(std::string_view path) const {
  return value_or_default(*this, path).boolean;
}

std::string CaseFile::text(std::string_view path) const {
  return value_or_default(*this, path).text;
}

std::vector<std::string> CaseFile::names(std::string_view path) const {
  const CaseValue value = value_or_default(*this, path);
  if (value.is_text()) return {value.text};
  std::vector<std::string> names;
  for (const CaseValue& element : value.elements) names.push_back(element.text);
  return names;
}

std::vector<CaseNumber> CaseFile::numbers(std::string_view path) const {
  return case_numbers(at(path), path);
}

std::array<CaseNumber, 3> CaseFile::vector(std::string_view path) const {
  const std::vector<CaseNumber> entries = numbers(path);
  if (entries.size() != 3) throw error(path, fmt::format("{} has to be a list of 3 numbers", path));
  return {entries[0], entries[1], entries[2]};
}

CaseProperty CaseFile::property(std::string_view path) const {
  const CaseValue& value = at(path);
  if (value.is_text()) return CaseExpression{value.text};
  if (!value.is_table()) return case_number(value, std::string(path));
  if (const CaseValue* elements = value.find("elements")) {
    const CaseValue* array = value.find("array");
    return CaseElementFile{resolve(elements->text), array ? array->text : ""};
  }
  return CaseTable{case_numbers(*value.find("temperature"), fmt::format("{}.temperature", path)),
                   case_numbers(*value.find("value"), fmt::format("{}.value", path))};
}

std::vector<std::string> CaseFile::terms(std::string_view path) const {
  const CaseValue& value = at(path);
  if (!value.is_array()) return {std::string(path)};
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < value.elements.size(); ++i) paths.push_back(fmt::format("{}.{}", path, i));
  return paths;
}

std::vector<CaseComponent> CaseFile::displacement(std::string_view path) const {
  const CaseValue& value = at(path);
  std::vector<CaseComponent> components;
  for (std::size_t i = 0; i < value.elements.size(); ++i) {
    const std::string name = value.is_table() ? value.names[i] : fmt::format("{}", i);
    const int axis = value.is_table() ? name.front() - 'x' : static_cast<int>(i);
    components.push_back({axis, join_case_path(path, name)});
  }
  return components;
}

bool CaseFile::is_zero(std::string_view path) const {
  const CaseValue* value = find(path);
  return value && value->is_number() && value->number == 0.0;
}

void CaseFile::require(std::string_view path, const std::string& who) const {
  if (has(path)) return;
  const SchemaKey& key = key_of(path);
  CasePath segments = parse_case_path(path);
  const std::string name = case_path_text({segments.back()});
  segments.pop_back();
  const std::string parent = case_path_text(segments);
  const std::string facts = key.type == ValueType::choice ? key.type_text() : key.unit;
  const std::string unit = facts.empty() ? "" : fmt::format(" ({})", facts);
  const std::string remedy = key.type == ValueType::section ? fmt::format("add a section [{}]", path)
                             : parent.empty() || has(parent)
                                 ? fmt::format("add {} = ...{}", name, unit)
                                 : fmt::format("add [{}] with {} = ...{}", parent, name, unit);
  throw error(path, fmt::format("{} has no {}, which {} needs: {}",
                                parent.empty() ? "the file" : fmt::format("[{}]", parent), name, who, remedy));
}

InputError CaseFile::error(std::string_view path, const std::string& message) const {
  const CaseValue* nearest = &root_;
  for (const std::string& segment : parse_case_path(path)) {
    const CaseValue* next = nearest->find(segment);
    if (!next) break;
    nearest = next;
  }
  return InputError(fmt::format("{}: {}", nearest->location(), message));
}

std::vector<DifferentiableNumber> CaseFile::differentiable_numbers() const {
  std::vector<DifferentiableNumber> numbers;
  collect_numbers(root_, "", numbers);
  return numbers;
}

std::vector<std::string> CaseFile::file_names() const {
  std::vector<std::string> paths;
  collect_file_names(root_, "", paths);
  return paths;
}

bool is_mesh_free(const CaseFile& case_file) {
  for (const char* section : {"mesh", "electrical", "thermal", "mechanical"})
    if (case_file.has(section)) return false;
  const std::vector<std::string> data = case_file.children("identify.data");
  return !data.empty() && std::all_of(data.begin(), data.end(), [&](const std::string& name) {
    return case_file.has(join_case_path("identify.data", name) + ".test");
  });
}

} // namespace adjoule
