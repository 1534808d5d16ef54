#include "structure/checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <regex>

namespace structure {
namespace {

namespace fs = std::filesystem;

const std::map<std::string, int> floors = {{"core", 1},    {"mesh", 2},    {"fem", 3},     {"materials", 4},
                                           {"io", 4},      {"physics", 5}, {"solvers", 5}, {"coupling", 6},
                                           {"inverse", 7}, {"app", 8}};

struct SourceFile {
  fs::path path; ///< relative to the root
  std::string room;
  fs::path room_directory;
};

/// The room that a relative path stands in: include/adjoule/<room>/, src/<room>/, solvers/ or coupling/.
SourceFile locate(const fs::path& relative) {
  std::vector<std::string> parts;
  for (const fs::path& part : relative.parent_path()) parts.push_back(part.string());
  const std::size_t depth = parts[0] == "include" ? 2 : parts[0] == "src" ? 1 : 0;
  if (parts.size() <= depth) return {relative, "", relative.parent_path()};
  fs::path directory;
  for (std::size_t i = 0; i <= depth; ++i) directory /= parts[i];
  return {relative, parts[depth], directory};
}

std::vector<SourceFile> source_files(const fs::path& root) {
  std::vector<SourceFile> files;
  for (const char* top : {"include/adjoule", "src", "solvers", "coupling"}) {
    if (!fs::exists(root / top)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string extension = entry.path().extension().string();
      if (entry.is_regular_file() && (extension == ".hpp" || extension == ".cpp")) {
        files.push_back(locate(fs::relative(entry.path(), root)));
      }
    }
  }
  std::sort(files.begin(), files.end(), [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

bool stands_in(const fs::path& path, const fs::path& directory) {
  return std::mismatch(directory.begin(), directory.end(), path.begin(), path.end()).first == directory.end();
}

/// What is wrong with including `target` from `file`; nothing if all is well.
std::optional<std::string> fault_of_include(const fs::path& root, const SourceFile& file, const std::string& target,
                                            bool quoted) {
  static const std::regex public_header(R"(adjoule/([^/]+)/.+)");
  std::smatch match;
  if (std::regex_match(target, match, public_header)) {
    const std::string room = match[1];
    const auto floor = floors.find(room);
    if (floor == floors.end()) return fmt::format("includes {}: there is no room '{}'", target, room);
    if (!fs::exists(root / "include" / target)) return fmt::format("includes {}, which does not exist", target);
    const int own_floor = floors.at(file.room);
    if (room != file.room && floor->second >= own_floor) {
      return fmt::format("{} (floor {}) includes {} (floor {}): includes point down only", file.room, own_floor, target,
                         floor->second);
    }
    return {};
  }
  if (!quoted) return {};
  const fs::path beside = (file.path.parent_path() / target).lexically_normal();
  if (!stands_in(beside, file.room_directory))
    return fmt::format("includes {}, a private file of another room", target);
  if (!fs::exists(root / beside)) return fmt::format("includes {}, which does not stand beside it", target);
  return {};
}

void check_file(const fs::path& root, const SourceFile& file, int maximum_lines, std::vector<Violation>& violations) {
  static const std::regex include_line(R"(^\s*#\s*include\s*(["<])([^">]+)[">].*)");
  const std::string name = file.path.generic_string();
  if (floors.count(file.room) == 0) {
    violations.push_back({name, 0, fmt::format("stands in no room: '{}' is none", file.room)});
    return;
  }
  std::ifstream stream(root / file.path);
  std::string text;
  int line = 0;
  while (std::getline(stream, text)) {
    ++line;
    std::smatch match;
    if (!std::regex_match(text, match, include_line)) continue;
    if (const auto fault = fault_of_include(root, file, match[2], match[1] == "\"")) {
      violations.push_back({name, line, *fault});
    }
  }
  if (line > maximum_lines) {
    violations.push_back({name, 0, fmt::format("has {} lines, more than {}: split it", line, maximum_lines)});
  }
}

} // namespace

std::vector<Violation> check_tree(const fs::path& root, int maximum_lines) {
  std::vector<Violation> violations;
  for (const SourceFile& file : source_files(root)) check_file(root, file, maximum_lines, violations);
  return violations;
}

int count_checked_files(const fs::path& root) {
  return static_cast<int>(source_files(root).size());
}

std::string describe(const std::vector<Violation>& violations) {
  std::string text;
  for (const Violation& violation : violations) {
    text += fmt::format("{}:{}: {}\n", violation.file, violation.line, violation.message);
  }
  return text;
}

} // namespace structure
