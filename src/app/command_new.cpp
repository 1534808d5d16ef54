#include "adjoule/app/starter.hpp"
#include "adjoule/core/error.hpp"
#include "adjoule/io/atomic_file.hpp"
#include "commands.hpp"

#include <fmt/format.h>

namespace adjoule {

int command_new(const std::string& name, const std::filesystem::path& folder, bool quiet) {
  const std::string case_text = starter_case(name), geometry = starter_geometry(name);
  const std::filesystem::path case_file = folder / (name + ".toml"), geometry_file = folder / (name + ".geo");
  for (const std::filesystem::path& file : {case_file, geometry_file}) {
    if (std::filesystem::exists(file)) {
      throw InputError(
          fmt::format("{}: the file exists and is left as it is: choose another name, or remove it", file.string()));
    }
  }
  write_text_file(geometry_file, geometry);
  write_text_file(case_file, case_text);
  if (!quiet) {
    print(fmt::format("{} and {} written; now: adjoule solve {}\n", case_file.string(), geometry_file.string(),
                      case_file.string()));
  }
  return 0;
}

} // namespace adjoule
