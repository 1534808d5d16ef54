/// The hint "did you mean ...?" of error messages.
#pragma once

#include <string>
#include <vector>

namespace adjoule {

/// The candidate with the smallest edit distance (insertions, deletions, substitutions, swaps), empty if there is none
/// within a third of the name's length (at least two edits).
std::string nearest_name(const std::string& name, const std::vector<std::string>& candidates);

/// "a, b, c"; "none" if empty; cut with "... (N in all)" after `most`.
std::string join_names(const std::vector<std::string>& names, std::size_t most = 20);

} // namespace adjoule
