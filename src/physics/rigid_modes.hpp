// Which rigid motions of a body its supports leave free.
#pragma once

#include "adjoule/fem/section.hpp"
#include "adjoule/mesh/mesh.hpp"

#include <optional>
#include <string>

namespace adjoule {

/// A held component of a node: to a place, or to that of another node.
struct HeldComponent {
  Index node;
  int component;
  std::optional<Index> to{};
};

/// The free motions in words ("translation along x, 2 rotations"); empty if there are none. Translations and rotations
/// of a solid: 6; of a plane section: 3; of an axisymmetric one: the translation along the axis.
std::string free_rigid_modes(const Mesh& mesh, SectionKind section, const std::vector<HeldComponent>& held,
                             const std::vector<Index>& body_nodes);

} // namespace adjoule
