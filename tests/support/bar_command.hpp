/// The command on a case of the bar, with its results in a folder that goes with the test.
#pragma once

#include "support/bar_case.hpp"
#include "support/command.hpp"

namespace support {

class BarCommand : public testing::Test {
 protected:
  CommandResult run(const std::string& command, const std::string& text, const std::vector<std::string>& more) {
    const std::filesystem::path file = folder_.write("bar.toml", text);
    std::vector<std::string> arguments{command, file.string(), "--output", (folder_ / "out").string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_command(arguments);
  }
  CommandResult solve(const std::string& text, const std::vector<std::string>& more = {}) {
    return run("solve", text, more);
  }
  CommandResult differentiate(const std::string& text, const std::vector<std::string>& more = {}) {
    return run("gradient", text, more);
  }
  nlohmann::json summary() const { return read_json(folder_ / "out/summary.json"); }

  TemporaryFolder folder_;
};

} // namespace support
