#include "near_null_space.hpp"

#include <limits>

namespace adjoule {
namespace {

int components_of(const PhysicsSystem& system) {
  return system.space().fields()[static_cast<std::size_t>(system.field())].components;
}

std::vector<int> modes_of(SectionKind section) {
  if (section == SectionKind::solid) return {0, 1, 2, 3, 4, 5};
  if (section == SectionKind::axisymmetric) return {1};
  return {0, 1, 5};
}

} // namespace

Eigen::MatrixXd rigid_body_modes(const PhysicsSystem& mechanical) {
  const std::vector<std::array<double, 3>>& places = mechanical.space().mesh().coordinates();
  // Rotations about the middle and in units of the size, so that all columns are alike.
  Eigen::Vector3d low = Eigen::Vector3d::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (const std::array<double, 3>& x : places) {
    const Eigen::Map<const Eigen::Vector3d> place(x.data());
    low = low.cwiseMin(place);
    high = high.cwiseMax(place);
  }
  const Eigen::Vector3d middle = 0.5 * (low + high);
  const double size = std::max((high - low).maxCoeff(), std::numeric_limits<double>::min());
  const std::vector<int> modes = modes_of(mechanical.space().section().kind);
  const std::vector<Index>& unknown = mechanical.constraints().unknown();
  const auto components = static_cast<std::size_t>(components_of(mechanical));
  Eigen::MatrixXd columns(mechanical.constraints().unknown_count(), static_cast<Eigen::Index>(modes.size()));
  for (std::size_t i = unknown.size(); i-- > 0;) { // so that the first node of a tie is written last
    if (unknown[i] < 0) continue;
    const auto component = static_cast<Eigen::Index>(i % components);
    const Eigen::Vector3d arm = (Eigen::Map<const Eigen::Vector3d>(places[i / components].data()) - middle) / size;
    for (std::size_t m = 0; m < modes.size(); ++m) {
      const Eigen::Vector3d axis = Eigen::Vector3d::Unit(modes[m] % 3);
      columns(unknown[i], static_cast<Eigen::Index>(m)) = modes[m] < 3 ? axis[component] : axis.cross(arm)[component];
    }
  }
  return columns;
}

int unknowns_per_node(const PhysicsSystem& system) {
  const std::vector<Index>& unknown = system.constraints().unknown();
  const auto components = static_cast<std::size_t>(components_of(system));
  for (std::size_t i = 0; i < unknown.size(); i += components) {
    for (std::size_t c = 0; c < components; ++c) {
      if ((unknown[i + c] >= 0) != (unknown[i] >= 0)) return 1;
      if (system.constraints().tie_at(static_cast<Index>(i + c)) >= 0) return 1;
    }
  }
  return static_cast<int>(components);
}

} // namespace adjoule
