// The folder that a run leaves its results in.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace adjoule {

/// Makes the folder and finds out before the computation whether these files can be written after it. Throws
/// InputError.
void prepare_results_folder(const std::filesystem::path& folder, const std::vector<std::string>& files);

/// Removes an earlier run's file, if there is one.
void remove_stale(const std::filesystem::path& file);

} // namespace adjoule
