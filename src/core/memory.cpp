#include "adjoule/core/memory.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

namespace adjoule {
namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

/// The first word of a file as a number; `otherwise` if there is no file or the word is none ("max").
std::size_t number_in(const std::filesystem::path& file, std::size_t otherwise) {
  std::ifstream stream(file);
  std::size_t number = 0;
  return stream >> number ? number : otherwise;
}

/// The number behind `key` in lines of "key number"; `otherwise` if it is not there.
std::size_t number_behind(const std::filesystem::path& file, const std::string& key, std::size_t otherwise) {
  std::ifstream stream(file);
  std::string line, word;
  while (std::getline(stream, line)) {
    std::istringstream words(line);
    std::size_t number = 0;
    if (words >> word && word == key && words >> number) return number;
  }
  return otherwise;
}

std::size_t difference(std::size_t limit, std::size_t used) {
  return limit == unlimited ? unlimited : limit - std::min(limit, used);
}

/// A file name of each version of control groups.
struct GroupFiles {
  const char* limit;
  const char* usage;
  const char* cache; ///< the key in memory.stat of file contents that are dropped when memory is wanted
};

/// A limit of a group holds for all groups below, so the way up to the root counts.
std::size_t left_by_group(const std::filesystem::path& root, const std::filesystem::path& group,
                          const GroupFiles& files) {
  std::size_t left = unlimited;
  std::filesystem::path folder = root;
  const auto visit = [&] {
    const std::size_t limit = number_in(folder / files.limit, unlimited);
    // "No limit" is a number near the largest one in version 1.
    if (limit > unlimited / 4) return;
    const std::size_t usage = number_in(folder / files.usage, 0);
    left = std::min(left,
                    difference(limit, usage - std::min(usage, number_behind(folder / "memory.stat", files.cache, 0))));
  };
  visit();
  for (const std::filesystem::path& part : group.relative_path()) {
    folder /= part;
    visit();
  }
  return left;
}

/// What a limit of the process leaves, given what /proc/self/status says under `key` (in kB).
std::size_t left_by_limit(int resource, const std::string& key) {
  rlimit limit{};
  if (getrlimit(static_cast<decltype(RLIMIT_AS)>(resource), &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return unlimited;
  return difference(static_cast<std::size_t>(limit.rlim_cur), 1024 * number_behind("/proc/self/status", key, 0));
}

} // namespace

std::size_t peak_memory() {
  // getrusage also counts the program that was replaced by this one, which may have been larger.
  if (const std::size_t own = number_behind("/proc/self/status", "VmHWM:", 0); own > 0) return 1024 * own;
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
#ifdef __APPLE__
  constexpr std::size_t unit = 1;
#else
  constexpr std::size_t unit = 1024;
#endif
  return unit * static_cast<std::size_t>(usage.ru_maxrss);
}

std::size_t resident_memory() {
  return 1024 * number_behind("/proc/self/status", "VmRSS:", 0);
}

std::size_t memory_left_by_control_groups(const std::filesystem::path& process, const std::filesystem::path& groups) {
  constexpr GroupFiles version_1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
  constexpr GroupFiles version_2{"memory.max", "memory.current", "inactive_file"};
  std::ifstream stream(process / "cgroup");
  std::string line;
  std::size_t left = unlimited;
  // Lines of "number:controllers:group"; version 2 names no controllers.
  while (std::getline(stream, line)) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = fmt::format(",{},", line.substr(first + 1, second - first - 1));
    const std::string group = line.substr(second + 1);
    if (controllers == ",,")
      left = std::min(left, left_by_group(groups, group, version_2));
    else if (controllers.find(",memory,") != std::string::npos)
      left = std::min(left, left_by_group(groups / "memory", group, version_1));
  }
  return left;
}

std::size_t available_memory() {
  // In kB.
  const std::size_t machine = number_behind("/proc/meminfo", "MemAvailable:", unlimited / 1024);
  std::size_t available = machine == unlimited / 1024 ? unlimited : 1024 * machine;
  available = std::min(available, memory_left_by_control_groups("/proc/self", "/sys/fs/cgroup"));
  available = std::min(available, left_by_limit(RLIMIT_AS, "VmSize:"));
  return std::min(available, left_by_limit(RLIMIT_DATA, "VmData:"));
}

} // namespace adjoule
