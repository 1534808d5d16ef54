/// What the mesh tests share.
#pragma once

#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"
#include "adjoule/mesh/mesh.hpp"
#include "adjoule/mesh/quality.hpp"
#include "adjoule/mesh/report.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <unistd.h>
#include <vector>

namespace adjoule::test {

/// A folder of this process that is removed in the end.
class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("adjoule_mesh_test_" + std::to_string(getpid()) + "_" + std::to_string(count_++))) {
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path file(const std::string& name) const { return path_ / name; }
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name)) << text;
    return file(name);
  }

 private:
  static inline int count_ = 0;
  std::filesystem::path path_;
};

inline std::filesystem::path data(const std::string& name) {
  return std::filesystem::path(ADJOULE_TEST_DATA) / name;
}
inline Mesh read_data(const std::string& name, double unit = 1.0) {
  MeshOptions options;
  options.unit = unit;
  return Mesh::read(data(name), options);
}

/// The message of the InputError that the call must throw.
inline std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no InputError was thrown";
  return "";
}

inline void expect_words(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    EXPECT_NE(text.find(word), std::string::npos) << "'" << word << "' is not in: " << text;
}

inline double group_measure(const Mesh& mesh, const std::string& name) {
  const Group& group = mesh.group(name);
  double sum = 0.0;
  for (const Index element : group.elements) sum += element_measure(mesh, element);
  for (const Facet& facet : group.facets) sum += facet_measure(mesh, facet);
  return sum;
}

/// Volume by the divergence theorem from the corners of the facets: it has the right sign and size only if all normals
/// of a closed surface point outwards. Straight-sided facets; 2-D meshes give the area.
std::array<double, 3> vector_area(const Mesh& mesh, const Facet& facet);
double enclosed_by(const Mesh& mesh, const std::vector<Facet>& facets);
/// The facets of all elements that have no neighbour.
std::vector<Facet> outer_facets(const Mesh& mesh);

} // namespace adjoule::test
