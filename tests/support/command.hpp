// Runs the command in this process and catches what it says.
#pragma once

#include "adjoule/app/command_line.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace support {

struct CommandResult {
  int status = -1;
  std::string output; ///< standard output
  std::string errors; ///< standard error
};

inline CommandResult run_command(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "adjoule");
  std::vector<const char*> argv;
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  CommandResult result;
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  result.status = adjoule::run_command_line(static_cast<int>(argv.size()), argv.data());
  result.output = testing::internal::GetCapturedStdout();
  result.errors = testing::internal::GetCapturedStderr();
  return result;
}

inline nlohmann::json read_json(const std::filesystem::path& file) {
  return nlohmann::json::parse(read_text(file));
}

inline void expect_words(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    EXPECT_NE(text.find(word), std::string::npos) << "no '" << word << "' in:\n" << text;
}

} // namespace support
