/// Small meshes and files for the tests of this room.
#pragma once

#include "adjoule/mesh/mesh.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <unistd.h>

namespace adjoule::test {

/// Maps a reference element to an oblique place of a microactuator's size; the determinant is positive.
inline std::array<double, 3> to_place(const std::array<double, 3>& xi, int dimension) {
  const double x = 1e-4 * (3.0 + 2.0 * xi[0] + 0.3 * xi[1]);
  const double y = 1e-4 * (-1.0 + 0.2 * xi[0] + 1.5 * xi[1]);
  if (dimension == 2) return {x, y, 0.0};
  return {x + 1e-5 * xi[2], y - 2e-5 * xi[2], 1e-4 * (0.5 + 0.4 * xi[0] + 1.2 * xi[2])};
}

/// One element of that type.
inline Mesh one_element_mesh(ElementType type) {
  const ElementTopology& element = topology(type);
  std::vector<std::array<double, 3>> coordinates;
  ElementBlock block{type, 0, {}, {7}};
  for (int i = 0; i < element.nodes; ++i) {
    coordinates.push_back(to_place(element.node_coordinates[static_cast<std::size_t>(i)], element.dimension));
    block.connectivity.push_back(i);
  }
  return Mesh(element.dimension, std::move(coordinates), {std::move(block)}, {});
}

/// Two triangles and a quadrilateral beside them, 1 m high, with the file's element numbers 11, 12, 20.
inline Mesh mixed_mesh() {
  return Mesh(
      2, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {2, 0, 0}, {2, 1, 0}},
      {{ElementType::triangle3, 0, {0, 1, 2, 0, 2, 3}, {11, 12}}, {ElementType::quadrilateral4, 2, {1, 4, 5, 2}, {20}}},
      {});
}

/// A bar of cubes, `count` along x, with edges of the given size in metres.
inline Mesh bar_mesh(int count, double size) {
  std::vector<std::array<double, 3>> coordinates;
  for (int i = 0; i <= count; ++i)
    for (const auto& [y, z] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}})
      coordinates.push_back({i * size, y * size, z * size});
  ElementBlock block{ElementType::hexahedron8, 0, {}, {}};
  for (Index i = 0; i < count; ++i) {
    const Index a = 4 * i;
    const Index b = a + 4;
    block.connectivity.insert(block.connectivity.end(), {a, b, b + 1, a + 1, a + 3, b + 3, b + 2, a + 2});
    block.tags.push_back(i + 1);
  }
  return Mesh(3, std::move(coordinates), {std::move(block)}, {});
}

/// A folder of the test's own, removed with it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    std::string name =
        std::string("adjoule-") + test->test_suite_name() + "-" + test->name() + "-" + std::to_string(getpid());
    for (char& c : name)
      if (c == '/') c = '_';
    path_ = std::filesystem::temp_directory_path() / name;
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

  /// A file with that content.
  std::filesystem::path file(const std::string& name, const std::string& content) const {
    std::ofstream(path_ / name, std::ios::binary) << content;
    return path_ / name;
  }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::filesystem::path path_;
};

inline std::string content(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The message of the error of that type that the call throws; fails the test if it throws none.
template <class Error, class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

} // namespace adjoule::test
