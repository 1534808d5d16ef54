#include "adjoule/app/case_writer.hpp"

#include "case_file_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

namespace fs = std::filesystem;

CasePath parent_of(const CasePath& path, std::size_t length) {
  return CasePath(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(length));
}

std::string name_below(const CasePath& path, std::size_t length) {
  return case_path_text(CasePath(path.begin() + static_cast<std::ptrdiff_t>(length), path.end()));
}

/// Behind the byte order mark that some editors put before the text.
std::size_t start_of(const std::string& text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  return text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
}

/// A text of TOML under change. Each change starts from what the text has become.
class TomlText {
 public:
  explicit TomlText(std::string text) : text_(std::move(text)) {}
  const std::string& text() const { return text_; }

  /// Puts a value in the place of the one that is there, or adds it.
  void set(const CasePath& path, const std::string& value) {
    const std::optional<TomlPlace> place = find_in_toml(text_, path);
    if (!place) return add(path, value);
    if (place->kind != TomlPlace::Kind::value) {
      erase(path);
      return add(path, value);
    }
    text_.replace(place->begin, place->end - place->begin, value);
  }

 private:
  /// Takes a table out with all that is in it: the lines of its values, then those of its headers.
  void erase(const CasePath& path) {
    const CaseValue root = parse_toml(text_, "");
    const CaseValue* table = &root;
    for (const std::string& segment : path) table = table->find(segment);
    for (const std::string& name : table->names) {
      CasePath child = path;
      child.push_back(name);
      const TomlPlace place = *find_in_toml(text_, child);
      if (place.kind == TomlPlace::Kind::value)
        erase_lines(place);
      else
        erase(child);
    }
    const std::optional<TomlPlace> header = find_in_toml(text_, path);
    if (header && header->kind == TomlPlace::Kind::section) erase_lines(*header);
  }

  void erase_lines(const TomlPlace& place) {
    const std::size_t before = place.begin == 0 ? std::string::npos : text_.rfind('\n', place.begin - 1);
    const std::size_t begin = before == std::string::npos ? start_of(text_) : before + 1;
    const std::size_t end = text_.find('\n', place.end);
    text_.erase(begin, end == std::string::npos ? end : end + 1 - begin);
  }

  void add(const CasePath& path, const std::string& value) {
    // The innermost table around it that is written in the text.
    std::size_t length = path.size() - 1;
    while (length > 0 && !find_in_toml(text_, parent_of(path, length))) --length;
    if (length == 0) return add_to_root(path, value);
    const TomlPlace place = *find_in_toml(text_, parent_of(path, length));
    switch (place.kind) {
      case TomlPlace::Kind::value:
        return add_to_inline_table(place, name_below(path, length), value);
      case TomlPlace::Kind::section:
        return insert_line_after(place.end, fmt::format("{} = {}", name_below(path, length), value));
      case TomlPlace::Kind::dotted:
        return add_beside_dotted(path, length, value);
      case TomlPlace::Kind::implied:
        return append_section(path, value);
    }
  }

  void add_to_root(const CasePath& path, const std::string& value) {
    if (path.size() > 1) return append_section(path, value);
    text_.insert(start_of(text_), fmt::format("{} = {}\n", case_path_text(path), value));
  }

  void add_to_inline_table(const TomlPlace& place, const std::string& name, const std::string& value) {
    const std::size_t bracket = place.end - 1;
    const std::size_t last = text_.find_last_not_of(" \t", bracket - 1);
    const bool empty = last == place.begin;
    text_.insert(last + 1, fmt::format("{}{} = {}{}", empty ? " " : ", ", name, value, empty ? " " : ""));
  }

  void insert_line_after(std::size_t position, const std::string& line) {
    const std::size_t end = text_.find('\n', position);
    if (end == std::string::npos)
      text_ += "\n" + line + "\n";
    else
      text_.insert(end + 1, line + "\n");
  }

  /// Such a table may be added to in the section around it only.
  void add_beside_dotted(const CasePath& path, std::size_t length, const std::string& value) {
    std::optional<TomlPlace> place;
    do {
      --length;
      place = find_in_toml(text_, parent_of(path, length));
    } while (length > 0 && place->kind != TomlPlace::Kind::section);
    const std::string line = fmt::format("{} = {}", name_below(path, length), value);
    if (length > 0)
      insert_line_after(place->end, line);
    else
      text_.insert(start_of(text_), line + "\n");
  }

  void append_section(const CasePath& path, const std::string& value) {
    if (!text_.empty() && text_.back() != '\n') text_ += '\n';
    text_ += fmt::format("\n[{}]\n{} = {}\n", case_path_text(parent_of(path, path.size() - 1)),
                         case_path_text({path.back()}), value);
  }

  std::string text_;
};

CaseValue text_value(const std::string& text) {
  CaseValue value;
  value.kind = CaseValue::Kind::text;
  value.text = text;
  return value;
}

CaseValue number_value(double number) {
  CaseValue value;
  value.kind = CaseValue::Kind::number;
  value.number = number;
  return value;
}

/// The name by which a file is found from the folder.
std::string name_from(const fs::path& folder, const fs::path& file) {
  return fs::proximate(fs::absolute(file), fs::absolute(folder)).generic_string();
}

CaseValue replacement_value(const CaseReplacement& replacement, const fs::path& folder) {
  if (const double* number = std::get_if<double>(&replacement.value)) return number_value(*number);
  const CaseElementFile& elements = std::get<CaseElementFile>(replacement.value);
  CaseValue table;
  table.names.push_back("elements");
  table.elements.push_back(text_value(name_from(folder, elements.file)));
  if (!elements.array.empty()) {
    table.names.push_back("array");
    table.elements.push_back(text_value(elements.array));
  }
  return table;
}

} // namespace

std::string case_text_with(const CaseFile& case_file, const std::vector<CaseReplacement>& replacements,
                           const fs::path& folder) {
  TomlText text(case_file.source_text());
  for (const std::string& override_text : case_file.overrides()) {
    const CasePath path = override_path(override_text);
    const CaseValue* value = case_file.find(case_path_text(path));
    if (value) text.set(path, toml_text(*value)); // else a later one has replaced what it was part of
  }
  for (const std::string& path : case_file.file_names()) {
    CaseValue value = case_file.at(path);
    const auto rename = [&](std::string& file) {
      if (fs::path(file).is_relative()) file = name_from(folder, case_file.resolve(file));
    };
    if (value.is_text()) rename(value.text);
    for (CaseValue& element : value.elements) rename(element.text);
    text.set(parse_case_path(path), toml_text(value));
  }
  for (const CaseReplacement& replacement : replacements) {
    if (!case_file.has(replacement.path))
      throw InputError(
          fmt::format("{}: there is no {} whose value could be replaced", case_file.file().string(), replacement.path));
    text.set(parse_case_path(replacement.path), toml_text(replacement_value(replacement, folder)));
  }
  return text.text();
}

} // namespace adjoule
