/// What is read from a .msh beside what Gmsh reads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace adjoule {

/// Physical group numbers of each element, by element number; an element is listed once a group.
using PhysicalTagsOfElement = std::unordered_map<std::int64_t, std::vector<int>>;

/// What the element section of a file states and Gmsh's interface does not tell.
struct StoredElements {
  /// Gmsh's types that occur. Where one entity has several orders of a shape, Gmsh gives out those of one order only.
  std::set<int> types;
  /// Version 2 only. Gmsh gives all elements of an entity the groups of any of them, which is wrong where one entity
  /// number covers several groups, as in files of other programs.
  std::optional<PhysicalTagsOfElement> physical_tags;
};

/// The text of a .msh, checked as far as Gmsh does not: that it is one, and that it does not stop in the middle.
class MshFile {
 public:
  /// Throws InputError if the file is no .msh, of version 4.1 or 2, or is cut off.
  explicit MshFile(const std::filesystem::path& file);

  StoredElements elements() const;
  /// Nodes in the file; Gmsh forgets those of no element where the version is 2.
  std::size_t node_count() const;

 private:
  std::string section(const std::string& name) const;

  std::string content_;
  double version_ = 0.0;
  bool binary_ = false;
};

} // namespace adjoule
