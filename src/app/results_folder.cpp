#include "results_folder.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/io/atomic_file.hpp"

#include <fmt/format.h>

namespace adjoule {

void prepare_results_folder(const std::filesystem::path& folder, const std::vector<std::string>& files) {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault || !std::filesystem::is_directory(folder)) {
    throw InputError(fmt::format("{}: the results folder cannot be made{}: choose another one with --output DIR",
                                 folder.string(), fault ? " (" + fault.message() + ")" : ""));
  }
  for (const std::string& name : files) {
    const AtomicFile trial(folder / name); // and its temporary file goes again
  }
}

void remove_stale(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(file, ignored)) std::filesystem::remove(file, ignored);
}

} // namespace adjoule
