#include "adjoule/fem/partition.hpp"

#include <algorithm>
#include <numeric>

namespace adjoule {
namespace {

constexpr Index elements_per_part = 1024;
constexpr int most_parts = 16;

void bisect(const std::vector<std::array<double, 3>>& centroids, std::span<Index> elements, int first_part, int parts,
            std::vector<int>& group_of_element) {
  if (parts == 1) {
    for (const Index e : elements) group_of_element[static_cast<std::size_t>(e)] = first_part;
    return;
  }
  std::array<double, 3> low = centroids[static_cast<std::size_t>(elements[0])], high = low;
  for (const Index e : elements) {
    for (std::size_t d = 0; d < 3; ++d) {
      low[d] = std::min(low[d], centroids[static_cast<std::size_t>(e)][d]);
      high[d] = std::max(high[d], centroids[static_cast<std::size_t>(e)][d]);
    }
  }
  std::size_t axis = 0;
  for (std::size_t d = 1; d < 3; ++d) {
    if (high[d] - low[d] > high[axis] - low[axis]) axis = d;
  }
  const auto middle = elements.begin() + static_cast<std::ptrdiff_t>(elements.size() / 2);
  std::nth_element(elements.begin(), middle, elements.end(), [&](Index a, Index b) {
    const double ca = centroids[static_cast<std::size_t>(a)][axis], cb = centroids[static_cast<std::size_t>(b)][axis];
    return ca != cb ? ca < cb : a < b;
  });
  const std::size_t half = elements.size() / 2;
  bisect(centroids, elements.first(half), first_part, parts / 2, group_of_element);
  bisect(centroids, elements.subspan(half), first_part + parts / 2, parts / 2, group_of_element);
}

} // namespace

Partition make_partition(const Mesh& mesh) {
  Partition partition;
  const Index count = mesh.element_count();
  while (partition.parts < most_parts && count / (2 * partition.parts) >= elements_per_part) partition.parts *= 2;
  partition.group_of_element.assign(static_cast<std::size_t>(count), 0);
  if (partition.parts == 1) return partition;

  std::vector<std::array<double, 3>> centroids;
  for (Index e = 0; e < count; ++e) centroids.push_back(mesh.centroid(e));
  std::vector<Index> elements(static_cast<std::size_t>(count));
  std::iota(elements.begin(), elements.end(), 0);
  bisect(centroids, elements, 0, partition.parts, partition.group_of_element);

  // Bisection numbers the parts such that those of one half, quarter ... have leading binary digits in common.
  struct Range {
    int least, most;
  };
  std::vector<Range> parts_of_node(static_cast<std::size_t>(mesh.node_count()), {partition.parts, -1});
  for (Index e = 0; e < count; ++e) {
    const int part = partition.group_of_element[static_cast<std::size_t>(e)];
    for (const Index node : mesh.element_nodes(e)) {
      Range& range = parts_of_node[static_cast<std::size_t>(node)];
      range.least = std::min(range.least, part);
      range.most = std::max(range.most, part);
    }
  }
  for (Index e = 0; e < count; ++e) {
    int level = 0;
    for (const Index node : mesh.element_nodes(e)) {
      const Range range = parts_of_node[static_cast<std::size_t>(node)];
      level = std::max(level, static_cast<int>(std::bit_width(static_cast<unsigned>(range.least ^ range.most))));
    }
    int& group = partition.group_of_element[static_cast<std::size_t>(e)];
    group = partition.first_group(level) + (group >> level);
  }
  return partition;
}

} // namespace adjoule
