#include "adjoule/core/memory.hpp"

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <limits>
#include <string>
#include <vector>

namespace adjoule {
namespace {

/// A folder of made-up system files, gone at the end.
class SystemFiles {
 public:
  SystemFiles() : root_(std::filesystem::temp_directory_path() / ("adjoule_memory_" + std::to_string(getpid()))) {
    std::filesystem::remove_all(root_);
  }
  ~SystemFiles() { std::filesystem::remove_all(root_); }
  SystemFiles(const SystemFiles&) = delete;
  SystemFiles& operator=(const SystemFiles&) = delete;

  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text << '\n';
  }
  std::size_t left() const { return memory_left_by_control_groups(root_ / "process", root_ / "groups"); }

 private:
  std::filesystem::path root_;
};

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

TEST(Memory, PeakCountsWhatHasBeenTouchedAndNeverFalls) {
  const std::size_t before = peak_memory();
  EXPECT_GT(before, std::size_t{1} << 20);
  constexpr std::size_t bytes = std::size_t{100} << 20;
  {
    const std::vector<char> touched(bytes, 1);
    EXPECT_GE(peak_memory(), bytes);
  }
  EXPECT_GE(peak_memory(), before);
}

TEST(Memory, AvailableIsPlausibleAndKeepsToTheLimitOfAddressSpace) {
  const std::size_t free = available_memory();
  EXPECT_GT(free, std::size_t{1} << 20);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  ASSERT_GT(pages, 0u);
  constexpr rlim_t more = 64 << 20;
  rlimit limit = before;
  limit.rlim_cur = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + more;
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  const std::size_t limited = available_memory();
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_LE(limited, more);
  EXPECT_GT(limited, more / 2);
}

TEST(Memory, NearestLimitOfEitherVersionOfControlGroupsCounts) {
  const SystemFiles files;
  EXPECT_EQ(files.left(), unlimited); // no such files: not Linux
  files.write("process/cgroup", "4:cpu,memory:/job/step\n3:cpuset:/\n0::/user");
  EXPECT_EQ(files.left(), unlimited);
  files.write("groups/memory/memory.limit_in_bytes", "9223372036854771712"); // version 1's way to say none
  EXPECT_EQ(files.left(), unlimited);
  files.write("groups/memory/job/memory.limit_in_bytes", "1000");
  files.write("groups/memory/job/memory.usage_in_bytes", "300");
  files.write("groups/memory/job/step/memory.limit_in_bytes", "5000");
  files.write("groups/memory/job/step/memory.usage_in_bytes", "300");
  EXPECT_EQ(files.left(), 700u);
  files.write("groups/memory/job/memory.stat", "cache 250\ntotal_inactive_file 100");
  EXPECT_EQ(files.left(), 800u); // file contents go when memory is wanted
  files.write("groups/user/memory.max", "max");
  EXPECT_EQ(files.left(), 800u);
  files.write("groups/user/memory.max", "500");
  files.write("groups/user/memory.current", "600");
  EXPECT_EQ(files.left(), 0u);
  files.write("groups/user/memory.stat", "anon 400\ninactive_file 150");
  EXPECT_EQ(files.left(), 50u);
}

} // namespace
} // namespace adjoule
