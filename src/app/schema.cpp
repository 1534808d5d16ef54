#include "adjoule/app/schema.hpp"

#include "schema_sections.hpp"

#include "adjoule/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

CasePath split_pattern(const std::string& pattern) {
  CasePath segments(1);
  for (const char c : pattern) {
    if (c == '.') {
      segments.emplace_back();
    } else {
      segments.back() += c;
    }
  }
  return segments;
}

bool segment_matches(const std::string& pattern, const std::string& segment) {
  return pattern == segment || pattern.front() == '<' || segment == "*";
}

bool is_index(const std::string& segment) {
  return !segment.empty() && segment.size() < 10 &&
         std::all_of(segment.begin(), segment.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_axis(const std::string& segment) {
  return segment == "x" || segment == "y" || segment == "z";
}

/// Whether one number stands at that place inside a value of that type.
bool is_number_place(ValueType type, const CasePath& component) {
  switch (type) {
    case ValueType::number:
    case ValueType::integer:
    case ValueType::choice_or_number:
    case ValueType::number_or_expression:
      return component.empty();
    case ValueType::vector:
    case ValueType::load_vector:
      return component.size() == 1 && is_index(component[0]) && component[0] <= "2" && component[0].size() == 1;
    case ValueType::number_array:
      return component.size() == 1 && is_index(component[0]);
    case ValueType::displacement:
      return component.size() == 1 && (is_axis(component[0]) || is_number_place(ValueType::vector, component));
    case ValueType::properties:
      return is_number_place(ValueType::number_array, component) || is_number_place(ValueType::property, component);
    case ValueType::property:
      return component.empty() ||
             (component.size() == 2 && (component[0] == "temperature" || component[0] == "value") &&
              is_index(component[1]));
    default:
      return false;
  }
}

std::string place_hint(ValueType type) {
  switch (type) {
    case ValueType::vector:
    case ValueType::load_vector:
    case ValueType::number_array:
    case ValueType::properties:
      return "name one entry: .0, .1, ...";
    case ValueType::displacement:
      return "name one component: .0, .1, .2 of a list, .x, .y, .z of a table";
    case ValueType::property:
      return "a number has no parts; a table has .temperature.0 and .value.0, ...";
    default:
      return "the value has no parts";
  }
}

} // namespace

Schema::Schema(std::vector<SchemaKey> keys) : keys_(std::move(keys)) {
  for (const SchemaKey& key : keys_) patterns_.push_back(split_pattern(key.pattern));
}

const SchemaKey* Schema::find(const CasePath& path) const {
  const SchemaKey* found = nullptr;
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    const CasePath& pattern = patterns_[i];
    if (!std::equal(pattern.begin(), pattern.end(), path.begin(), path.end(), segment_matches)) continue;
    // A key of that very name takes precedence over a name that the user chooses.
    if (pattern.back() == path.back()) return &keys_[i];
    if (!found) found = &keys_[i];
  }
  return found;
}

std::vector<const SchemaKey*> Schema::children(const std::string& pattern) const {
  const CasePath parent = pattern.empty() ? CasePath{} : split_pattern(pattern);
  std::vector<const SchemaKey*> found;
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    if (patterns_[i].size() == parent.size() + 1 && std::equal(parent.begin(), parent.end(), patterns_[i].begin())) {
      found.push_back(&keys_[i]);
    }
  }
  return found;
}

Schema::Match Schema::match(const CasePath& path) const {
  for (std::size_t length = path.size(); length > 0; --length) {
    const auto split = path.begin() + static_cast<std::ptrdiff_t>(length);
    const SchemaKey* key = find(CasePath(path.begin(), split));
    if (!key) continue;
    if (key->type == ValueType::section && length < path.size()) return {};
    return {key, CasePath(split, path.end())};
  }
  return {};
}

Schema::Differentiability Schema::differentiable(const std::string& path) const {
  const Match found = match(parse_case_path(path));
  if (!found.key) return {false, fmt::format("{} is not a key of the case file", path)};
  const SchemaKey& key = *found.key;
  if (!is_supported(key.stage)) return {false, fmt::format("{} is not supported yet", path)};
  if (key.type == ValueType::section)
    return {false, fmt::format("{} is a section, not a number: name one of its keys", path)};
  if (!key.differentiable) {
    const std::string& reason = key.no_derivative.empty() ? "is a numerical setting" : key.no_derivative;
    return {false, fmt::format("{} {}: no derivative exists", path, reason)};
  }
  if (!is_number_place(key.type, found.component)) {
    return {false, fmt::format("{} is not one number: {}", path, place_hint(key.type))};
  }
  return {true, {}};
}

const SchemaKey* nearest_key(const std::string& name, const std::vector<const SchemaKey*>& keys) {
  constexpr std::size_t shortest_to_compare = 4; // almost any short name is near to an alias such as "k"
  std::vector<std::string> candidates;
  std::vector<const SchemaKey*> owners;
  for (const SchemaKey* key : keys) {
    candidates.push_back(key->name());
    owners.push_back(key);
  }
  for (const SchemaKey* key : keys) {
    for (const std::string& alias : key->aliases) {
      if (alias == name) return key;
      if (alias.size() < shortest_to_compare) continue;
      candidates.push_back(alias);
      owners.push_back(key);
    }
  }
  const std::string found = nearest_name(name, candidates);
  const auto at = std::find(candidates.begin(), candidates.end(), found);
  return at == candidates.end() ? nullptr : owners[static_cast<std::size_t>(at - candidates.begin())];
}

const Schema& case_schema() {
  static const Schema schema([] {
    std::vector<SchemaKey> keys;
    for (const auto& part :
         {mesh_keys, material_keys, electrical_keys, thermal_keys, mechanical_keys, solver_keys, time_keys, result_keys,
          identify_keys, identify_data_keys, identify_test_keys, optimize_keys}) {
      std::vector<SchemaKey> section = part();
      keys.insert(keys.end(), std::make_move_iterator(section.begin()), std::make_move_iterator(section.end()));
    }
    return keys;
  }());
  return schema;
}

} // namespace adjoule
