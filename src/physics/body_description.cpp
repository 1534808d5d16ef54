#include "body_description.hpp"

#include "adjoule/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {

std::string describe_body(const Mesh& mesh, const ConnectedBodies& bodies, int body) {
  if (bodies.count == 1) return "the body";
  std::array<double, 3> centre{};
  Index count = 0;
  for (Index e = 0; e < mesh.element_count(); ++e) {
    if (bodies.of_element[static_cast<std::size_t>(e)] != body) continue;
    const std::array<double, 3> x = mesh.centroid(e);
    for (std::size_t d = 0; d < 3; ++d) centre[d] += x[d];
    ++count;
  }
  for (double& x : centre) x /= std::max<double>(1.0, count);
  std::vector<std::string> regions;
  for (const Group& group : mesh.groups()) {
    const bool inside = std::any_of(group.elements.begin(), group.elements.end(),
                                    [&](Index e) { return bodies.of_element[static_cast<std::size_t>(e)] == body; });
    if (inside) regions.push_back(group.name);
  }
  return fmt::format("part {} of {} (regions {}; {} elements about ({:.4g}, {:.4g}, {:.4g}) m)", body + 1, bodies.count,
                     join_names(regions), count, centre[0], centre[1], centre[2]);
}

} // namespace adjoule
