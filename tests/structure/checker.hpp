/// Checks that a source tree keeps to the order of its rooms: includes point down only.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace structure {

/// A line of a file that breaks a rule; `line` is 0 where the whole file does.
struct Violation {
  std::string file; ///< relative to the tree's root
  int line = 0;
  std::string message;
};

/// Checks every header and source of include/adjoule, src, solvers and coupling below `root`:
/// - a public include names a room of a lower floor or the file's own room, and a header that exists;
/// - any other quoted include stands beside the including file, in the same room;
/// - a file has at most `maximum_lines` lines.
std::vector<Violation> check_tree(const std::filesystem::path& root, int maximum_lines = 400);

/// Number of files that `check_tree` looks at.
int count_checked_files(const std::filesystem::path& root);

std::string describe(const std::vector<Violation>& violations);

} // namespace structure
