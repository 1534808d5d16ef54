#include "msh_file.hpp"

#include "gmsh_functions.hpp"

#include "adjoule/core/error.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fmt/core.h>
#include <fstream>
#include <iterator>

namespace adjoule {
namespace {

/// Whole numbers from text, one after the other.
class NumberReader {
 public:
  explicit NumberReader(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  bool next(std::int64_t& value) {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
    const auto [rest, error] = std::from_chars(at_, end_, value);
    if (error != std::errc()) return false;
    at_ = rest;
    return true;
  }
  std::int64_t count_to_line_end() {
    std::int64_t count = 0, unused = 0;
    while (next(unused)) ++count;
    return count;
  }
  void skip_line() {
    at_ = std::find(at_, end_, '\n');
    if (at_ != end_) ++at_;
  }

 private:
  const char* at_;
  const char* end_;
};

/// Binary numbers, one after the other; 0 behind the end.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  template <class Number>
  std::int64_t next() {
    Number value = 0;
    if (at_ + sizeof value <= bytes_.size()) std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return static_cast<std::int64_t>(value);
  }
  void skip(std::size_t bytes) { at_ += bytes; }
  bool at_end() const { return at_ >= bytes_.size(); }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

std::size_t nodes_of_type(std::int64_t type) {
  std::string name;
  int dimension = 0, order = 0, nodes = 0, primary_nodes = 0;
  std::vector<double> coordinates;
  gmsh_functions().mesh.getElementProperties(static_cast<int>(type), name, dimension, order, nodes, coordinates,
                                             primary_nodes);
  return static_cast<std::size_t>(nodes);
}

void add_group(PhysicalTagsOfElement& result, std::int64_t element, std::int64_t group) {
  // A negative number means the group's other orientation.
  const int tag = static_cast<int>(group < 0 ? -group : group);
  auto& tags = result[element];
  if (tag != 0 && std::find(tags.begin(), tags.end(), tag) == tags.end()) tags.push_back(tag);
}

StoredElements read_version_2_text(std::string_view text) {
  StoredElements result;
  result.physical_tags.emplace();
  NumberReader numbers(text);
  std::int64_t count = 0;
  numbers.next(count);
  numbers.skip_line();
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t element = 0, type = 0, tags = 0, group = 0;
    if (!numbers.next(element) || !numbers.next(type) || !numbers.next(tags)) break;
    if (tags > 0) numbers.next(group);
    // Gmsh crashes on a line that is too short.
    const std::int64_t expected = std::max<std::int64_t>(tags - 1, 0) + static_cast<std::int64_t>(nodes_of_type(type));
    if (numbers.count_to_line_end() != expected)
      throw InputError(
          fmt::format("element {} of the .msh is incomplete: its type {} and {} tags need {} more numbers in the line",
                      element, type, tags, expected));
    result.types.insert(static_cast<int>(type));
    add_group(*result.physical_tags, element, group);
    numbers.skip_line();
  }
  return result;
}

StoredElements read_version_2_bytes(std::string_view bytes) {
  StoredElements result;
  result.physical_tags.emplace();
  const std::size_t line_end = bytes.find('\n');
  std::int64_t count = 0;
  NumberReader(bytes.substr(0, line_end)).next(count);
  ByteReader numbers(bytes.substr(line_end + 1));
  while (count > 0 && !numbers.at_end()) {
    const std::int64_t type = numbers.next<std::int32_t>(), elements = numbers.next<std::int32_t>();
    const std::int64_t tags = numbers.next<std::int32_t>();
    const std::size_t nodes = nodes_of_type(type);
    result.types.insert(static_cast<int>(type));
    for (std::int64_t i = 0; i < elements && !numbers.at_end(); ++i, --count) {
      const std::int64_t element = numbers.next<std::int32_t>();
      std::int64_t group = 0;
      for (std::int64_t tag = 0; tag < tags; ++tag) {
        const std::int64_t value = numbers.next<std::int32_t>();
        if (tag == 0) group = value;
      }
      numbers.skip(sizeof(std::int32_t) * nodes);
      add_group(*result.physical_tags, element, group);
    }
    if (elements <= 0) break;
  }
  return result;
}

StoredElements read_version_4_text(std::string_view text) {
  StoredElements result;
  NumberReader numbers(text);
  std::int64_t blocks = 0;
  numbers.next(blocks);
  numbers.skip_line();
  for (std::int64_t block = 0; block < blocks; ++block) {
    std::int64_t dimension = 0, entity = 0, type = 0, elements = 0;
    if (!numbers.next(dimension) || !numbers.next(entity) || !numbers.next(type) || !numbers.next(elements)) break;
    result.types.insert(static_cast<int>(type));
    for (std::int64_t line = 0; line <= elements; ++line) numbers.skip_line();
  }
  return result;
}

StoredElements read_version_4_bytes(std::string_view bytes) {
  StoredElements result;
  ByteReader numbers(bytes);
  const std::int64_t blocks = numbers.next<std::uint64_t>();
  numbers.skip(3 * sizeof(std::uint64_t));
  for (std::int64_t block = 0; block < blocks && !numbers.at_end(); ++block) {
    numbers.skip(2 * sizeof(std::int32_t));
    const std::int64_t type = numbers.next<std::int32_t>(), elements = numbers.next<std::uint64_t>();
    result.types.insert(static_cast<int>(type));
    numbers.skip(static_cast<std::size_t>(elements) * (nodes_of_type(type) + 1) * sizeof(std::uint64_t));
  }
  return result;
}

} // namespace

MshFile::MshFile(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  content_.assign(std::istreambuf_iterator<char>(stream), {});
  const std::string format = section("MeshFormat");
  int kind = 0;
  const char* const end = format.data() + format.size();
  const auto [rest, error] = std::from_chars(format.data(), end, version_);
  if (error == std::errc() && rest != end) std::from_chars(rest + 1, end, kind);
  binary_ = kind == 1;
  if (error != std::errc())
    throw InputError(fmt::format(
        "{} is not a Gmsh mesh: it has no $MeshFormat section; export the mesh as MSH 4.1 or 2.2", file.string()));
  const bool known = (version_ >= 2.0 && version_ < 3.0) || (version_ > 4.05 && version_ < 4.15);
  if (!known)
    throw InputError(fmt::format(
        "{} is of MSH version {}; Adjoule reads 2.2 and 4.1: convert it with gmsh -0 {} -o new.msh -format msh41",
        file.string(), version_, file.filename().string()));
  const std::size_t one = format.find('\n') + 1;
  if (binary_ && format.compare(one, 4, std::string("\1\0\0\0", 4)) != 0)
    throw InputError(
        fmt::format("{} was written on a machine of the other byte order; write it as ASCII", file.string()));
  if (content_.find("\n$Nodes") == std::string::npos || content_.find("\n$Elements") == std::string::npos)
    throw InputError(fmt::format(
        "{} is cut off, or holds no mesh: a section $Nodes or $Elements is missing; write it again", file.string()));
  // Gmsh crashes on a dimension that does not exist.
  const std::string names = section("PhysicalNames");
  NumberReader name_lines(names);
  std::int64_t dimension = 0;
  for (name_lines.skip_line(); name_lines.next(dimension); name_lines.skip_line())
    if (dimension < 0 || dimension > 3)
      throw InputError(
          fmt::format("{}: a physical name has dimension {}; it must be 0 to 3", file.string(), dimension));
  const std::size_t last_character = content_.find_last_not_of(" \t\r\n");
  const std::size_t last_line = content_.rfind('\n', last_character) + 1;
  if (content_.compare(last_line, 4, "$End") != 0)
    throw InputError(fmt::format("{} is cut off: it does not end with the end of a section ($End...); write it again",
                                 file.string()));
}

std::string MshFile::section(const std::string& name) const {
  const std::string head = "$" + name, tail = "\n$End" + name;
  const std::size_t begin = content_.find(head);
  if (begin == std::string::npos) return "";
  const std::size_t line_end = content_.find('\n', begin);
  const std::size_t end = content_.find(tail, begin);
  if (line_end == std::string::npos || end == std::string::npos || end < line_end) return "";
  return content_.substr(line_end + 1, end - line_end - 1);
}

StoredElements MshFile::elements() const {
  const std::string elements = section("Elements");
  if (version_ < 3.0) return binary_ ? read_version_2_bytes(elements) : read_version_2_text(elements);
  return binary_ ? read_version_4_bytes(elements) : read_version_4_text(elements);
}

std::size_t MshFile::node_count() const {
  const std::string nodes = section("Nodes");
  std::int64_t count = 0;
  if (version_ < 3.0) {
    NumberReader(nodes).next(count);
  } else if (binary_) {
    ByteReader numbers(nodes);
    numbers.skip(sizeof(std::uint64_t));
    count = numbers.next<std::uint64_t>();
  } else {
    NumberReader numbers(nodes);
    numbers.next(count); // entities
    numbers.next(count);
  }
  return static_cast<std::size_t>(count);
}

} // namespace adjoule
