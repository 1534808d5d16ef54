/// The memory of this process: what it has taken, and what it may still take.
#pragma once

#include <cstddef>
#include <filesystem>

namespace adjoule {

/// The most memory that the process has had in use at a time, bytes (its resident set). 0 where the system does not
/// say.
std::size_t peak_memory();

/// The memory that the process has in use now, bytes (its resident set). 0 where the system does not say.
std::size_t resident_memory();

/// How much more memory the process can take, bytes: the least of what the machine can give without swapping, what its
/// control groups (versions 1 and 2) leave and what its own limits of address space and data leave. The largest number
/// where nothing is known. On a machine of many users the figure is out of date the moment it is read.
std::size_t available_memory();

/// What the control groups of a process leave: reads `process`/cgroup and the hierarchies below `groups`, whose
/// versions in Linux are /proc/self and /sys/fs/cgroup. The largest number where no limit is set.
std::size_t memory_left_by_control_groups(const std::filesystem::path& process, const std::filesystem::path& groups);

} // namespace adjoule
