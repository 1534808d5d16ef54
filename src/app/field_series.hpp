// fields.pvd and its files: the fields at each pseudo-time.
#pragma once

#include "adjoule/io/fields.hpp"
#include "adjoule/io/pvd_writer.hpp"

namespace adjoule {

/// A sequence of fields_0001.vtu, ... in a folder, and fields.pvd that lists them with their times. The list is on disk
/// after each addition.
class FieldSeries {
 public:
  bool empty() const { return entries_.empty(); }
  /// Removes the files of an earlier run.
  static void remove_earlier(const std::filesystem::path& folder);
  void add(const std::filesystem::path& folder, double time, const Mesh& mesh, const OutputFields& fields);
  /// Writes the last file anew.
  void replace_last(const std::filesystem::path& folder, const Mesh& mesh, const OutputFields& fields) const;

 private:
  std::vector<PvdEntry> entries_;
};

} // namespace adjoule
