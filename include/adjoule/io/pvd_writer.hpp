/// A sequence of results for ParaView.
#pragma once

#include <filesystem>
#include <vector>

namespace adjoule {

/// One result file of a sequence.
struct PvdEntry {
  double value = 0.0;         ///< time, s, or number of the iteration: what ParaView's time slider shows
  std::filesystem::path file; ///< .vtu, as seen from the folder of the .pvd
};

/// Writes the list of a sequence's files as .pvd, in the order given; it appears whole or not at all. Throws InputError
/// if the values do not ascend or the file cannot be made, AnalysisError if writing it fails.
void write_pvd(const std::filesystem::path& path, const std::vector<PvdEntry>& entries);

} // namespace adjoule
