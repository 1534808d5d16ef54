// Data made from a case whose numbers are known.
#pragma once

#include "commands.hpp"

#include <cstdint>

namespace adjoule {

struct SynthesisOptions {
  CaseOptions run;
  std::filesystem::path points; ///< CSV with columns x, y (, z), m; empty: the nodes of `group`, or no displacements
  std::string group;
  std::string noise; ///< standard deviation, m, or "0.1%" of the largest displacement
  std::uint64_t seed = 1;
  std::vector<std::string> quantities; ///< NAME=NOISE, SI or % of the largest value
};

int command_synthesize(const SynthesisOptions& options);

} // namespace adjoule
