// Checks of sections: unknown, unsupported, missing and misplaced keys.
#include "case_file_parts.hpp"

#include "adjoule/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

/// "[materials.silicon]", or "the file" at the top level.
std::string section_text(const std::string& path) {
  return path.empty() ? "the file" : fmt::format("[{}]", path);
}

/// Another place of the format that has a key of that very name.
std::string other_place(const std::string& name) {
  for (const SchemaKey& key : case_schema().keys()) {
    if (key.name() == name) return key.pattern;
  }
  return {};
}

[[noreturn]] void fail_unknown(const CaseValue& value, const std::string& name, const std::string& path,
                               const std::string& parent, const std::vector<const SchemaKey*>& known) {
  const SchemaKey* hint = nearest_key(name, known);
  const std::string elsewhere = other_place(name);
  std::vector<std::string> names;
  for (const SchemaKey* key : known) {
    if (is_supported(key->stage)) names.push_back(key->name());
  }
  std::string remedy = fmt::format("; {} has: {}", section_text(parent), join_names(names, 40));
  if (!elsewhere.empty()) remedy = fmt::format("; there is {}", elsewhere);
  const bool inside_a_path = !known.empty() && known.front()->pattern.find(".<path>.") != std::string::npos;
  if (inside_a_path && value.is_table()) {
    remedy = fmt::format("; the path of a number is one name and stands in quotes, such as "
                         "[{}.\"electrical.potential.left\"]",
                         known.front()->pattern.substr(0, known.front()->pattern.find(".<path>")));
  } else if (hint) {
    remedy = fmt::format("; did you mean '{}'?", hint->name());
  }
  throw InputError(fmt::format("{}: unknown {} '{}'{}", value.location(),
                               parent.empty() && value.is_table() ? "section" : "key", path, remedy));
}

/// The text of a choice that stands in the section, or its default.
std::string choice_of(const CaseValue& section, const std::string& name) {
  const CaseValue* value = section.find(name);
  return value ? value->text : "";
}

bool holds(const std::optional<Condition>& condition, const CaseValue& section) {
  if (!condition) return false;
  const std::string value = choice_of(section, condition->neighbour);
  return std::find(condition->values.begin(), condition->values.end(), value) != condition->values.end();
}

/// The keys that belong to the neighbour's value as it stands; empty without any.
std::string keys_that_belong(const std::string& neighbour, const CaseValue& section,
                             const std::vector<const SchemaKey*>& known) {
  std::vector<std::string> names;
  for (const SchemaKey* key : known) {
    if (key->only_with && key->only_with->neighbour == neighbour && is_supported(key->stage) &&
        holds(key->only_with, section))
      names.push_back(key->name());
  }
  if (names.empty()) return {};
  return fmt::format("; {} = \"{}\" takes: {}", neighbour, choice_of(section, neighbour), join_names(names));
}

void check_presence(const SchemaKey& key, const CaseValue& section, const std::string& parent,
                    const std::vector<const SchemaKey*>& known) {
  const CaseValue* value = section.find(key.name());
  const std::string name = key.name();
  if (!value && is_supported(key.stage) && (key.required || holds(key.required_with, section))) {
    const Condition* condition = key.required ? nullptr : &*key.required_with;
    const std::string reason = condition ? fmt::format(", which {} = \"{}\" needs", condition->neighbour,
                                                       choice_of(section, condition->neighbour))
                                         : std::string(", which is required");
    const std::string remedy =
        key.type == ValueType::section
            ? fmt::format("add a section [{}]", join_case_path(parent, name))
            : fmt::format("add {} = ... ({}{})", name, key.type_text(), key.unit.empty() ? "" : ", " + key.unit);
    throw InputError(
        fmt::format("{}: {} has no {}{}: {}", section.location(), section_text(parent), name, reason, remedy));
  }
  if (value && key.only_with && !holds(key.only_with, section)) {
    const std::string& neighbour = key.only_with->neighbour;
    const std::string choice = choice_of(section, neighbour);
    throw InputError(
        fmt::format("{}: {} means nothing {}: it belongs to {}{}", value->location(), join_case_path(parent, name),
                    choice.empty() ? "without " + neighbour : fmt::format("with {} = \"{}\"", neighbour, choice),
                    join_names(key.only_with->values), keys_that_belong(neighbour, section, known)));
  }
}

void check_section(const CaseValue& section, const std::string& path, const std::string& pattern) {
  const std::vector<const SchemaKey*> known = case_schema().children(pattern);
  for (std::size_t i = 0; i < section.names.size(); ++i) {
    const std::string& name = section.names[i];
    const CaseValue& value = section.elements[i];
    const std::string child = join_case_path(path, name);
    const auto named = std::find_if(known.begin(), known.end(), [&](const SchemaKey* key) {
      return key->is_named_by_user() || key->name() == name;
    });
    if (named == known.end()) fail_unknown(value, name, child, path, known);
    const SchemaKey& key = **named;
    if (name.empty())
      throw InputError(fmt::format("{}: {} has an entry with an empty name", value.location(), section_text(path)));
    if (!is_supported(key.stage)) {
      throw InputError(fmt::format("{}: {} is not supported yet", value.location(),
                                   key.type == ValueType::section ? section_text(child) : child));
    }
    check_value(key, value, child);
    if (key.type == ValueType::section) check_section(value, child, key.pattern);
  }
  for (const SchemaKey* key : known) check_presence(*key, section, path, known);
}

} // namespace

void check_against_schema(const CaseValue& root) {
  check_section(root, "", "");
}

} // namespace adjoule
