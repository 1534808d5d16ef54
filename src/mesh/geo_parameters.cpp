#include "geo_parameters.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/nearest_name.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/core.h>
#include <fstream>
#include <iterator>
#include <set>

namespace adjoule {
namespace {

std::string read_text(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw InputError(fmt::format("{} cannot be opened: it may not be readable by you", file.string()));
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// End of the string literal that opens at `begin`, one past its closing quote.
std::size_t end_of_string(const std::string& text, std::size_t begin) {
  const std::size_t end = text.find(text[begin], begin + 1);
  return end == std::string::npos ? text.size() : end + 1;
}

bool opens_string(char c) {
  return c == '"' || c == '\'';
}

std::string without_comments(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size());
    } else if (text.compare(i, 2, "/*") == 0) {
      const std::size_t end = text.find("*/", i + 2);
      i = end == std::string::npos ? text.size() : end + 2;
      result += ' ';
    } else if (opens_string(text[i])) {
      const std::size_t end = end_of_string(text, i);
      result.append(text, i, end - i);
      i = end;
    } else {
      result += text[i++];
    }
  }
  return result;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

/// The text between the bracket at or after `begin` and its partner, split at the commas of the outermost level.
std::vector<std::string> bracketed_items(const std::string& text, std::size_t begin) {
  std::vector<std::string> items(1);
  int depth = 0;
  for (std::size_t i = text.find_first_of("[(", begin); i < text.size(); ++i) {
    const char c = text[i];
    if (opens_string(c)) {
      const std::size_t end = end_of_string(text, i);
      items.back().append(text, i, end - i);
      i = end - 1;
      continue;
    }
    const bool closes = c == ']' || c == ')' || c == '}';
    if (closes && --depth == 0) break;
    if (c == ',' && depth == 1) {
      items.emplace_back();
    } else if (depth > 0) {
      items.back() += c;
    }
    if (c == '[' || c == '(' || c == '{') ++depth;
  }
  return items;
}

/// The string of the attribute Name in a declaration's text.
std::string name_attribute(const std::string& text) {
  for (std::size_t at = text.find("Name"); at != std::string::npos; at = text.find("Name", at + 1)) {
    const std::size_t quote = text.find_first_not_of(" \t\r\n", at + 4);
    if ((at > 0 && is_word(text[at - 1])) || quote == std::string::npos || !opens_string(text[quote])) continue;
    return text.substr(quote + 1, end_of_string(text, quote) - quote - 2);
  }
  return "";
}

/// The word that ends before `end`, which stands behind "word = ".
std::string assigned_variable(const std::string& text, std::size_t end) {
  const std::string before = trimmed(text.substr(0, end));
  if (before.empty() || before.back() != '=') return "";
  const std::string left = trimmed(before.substr(0, before.size() - 1));
  std::size_t begin = left.size();
  while (begin > 0 && is_word(left[begin - 1])) --begin;
  return left.substr(begin);
}

void collect(const std::filesystem::path& geo, std::set<std::filesystem::path>& seen,
             std::vector<GeoParameter>& parameters) {
  if (!seen.insert(std::filesystem::absolute(geo).lexically_normal()).second) return;
  const std::string text = without_comments(read_text(geo));
  for (std::size_t i = 0; i < text.size();) {
    if (opens_string(text[i])) {
      i = end_of_string(text, i);
      continue;
    }
    if (!is_word(text[i])) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < text.size() && is_word(text[i])) ++i;
    const std::string word = text.substr(begin, i - begin);
    if (word == "DefineConstant") {
      for (const std::string& item : bracketed_items(text, i)) {
        const std::string variable = trimmed(item.substr(0, item.find('=')));
        if (!variable.empty()) parameters.push_back({variable, name_attribute(item), false});
      }
    } else if (word == "DefineNumber") {
      std::string attributes;
      for (const std::string& item : bracketed_items(text, i)) attributes += item + ",";
      const std::string variable = assigned_variable(text, begin), name = name_attribute(attributes);
      if (!variable.empty() && !name.empty()) parameters.push_back({variable, name, true});
    } else if (word == "Include" || word == "Merge") {
      const std::size_t quote = text.find_first_not_of(" \t\r\n", i);
      if (quote == std::string::npos || !opens_string(text[quote])) continue;
      const std::filesystem::path other = text.substr(quote + 1, end_of_string(text, quote) - quote - 2);
      if (word == "Include" && !std::filesystem::exists(geo.parent_path() / other))
        throw InputError(fmt::format("{} includes {}, which does not exist (looked for {})", geo.string(),
                                     other.string(), (geo.parent_path() / other).string()));
      const bool is_geo = word == "Include" || other.extension() == ".geo";
      if (is_geo && std::filesystem::is_regular_file(geo.parent_path() / other))
        collect(geo.parent_path() / other, seen, parameters);
    }
  }
}

} // namespace

std::vector<GeoParameter> declared_parameters(const std::filesystem::path& geo) {
  std::set<std::filesystem::path> seen;
  std::vector<GeoParameter> parameters;
  collect(geo, seen, parameters);
  return parameters;
}

GeoOverrides override_parameters(const std::filesystem::path& geo, const std::map<std::string, double>& values) {
  GeoOverrides overrides;
  if (values.empty()) return overrides;
  const std::vector<GeoParameter> declared = declared_parameters(geo);
  std::vector<std::string> variables;
  for (const GeoParameter& parameter : declared) variables.push_back(parameter.variable);

  for (const auto& [name, value] : values) {
    if (!std::isfinite(value)) throw InputError(fmt::format("mesh parameter '{}' is not a finite number", name));
    const auto found = std::find_if(declared.begin(), declared.end(), [&](const GeoParameter& parameter) {
      return parameter.variable == name || parameter.onelab_name == name;
    });
    if (found == declared.end()) {
      const std::string nearest = nearest_name(name, variables);
      throw InputError(fmt::format(
          "{} declares no parameter '{}'{}. Those it declares with DefineConstant or DefineNumber: {}. To make a "
          "number settable, write DefineConstant[ {} = <default> ]; in the .geo",
          geo.string(), name, nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest),
          join_names(variables), name));
    }
    if (found->define_number) {
      overrides.onelab[found->onelab_name] = value;
    } else {
      overrides.assignments += fmt::format("{} = {:.17g};\n", found->variable, value);
    }
  }
  return overrides;
}

} // namespace adjoule
