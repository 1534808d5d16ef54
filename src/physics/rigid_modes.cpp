#include "rigid_modes.hpp"

#include "adjoule/core/nearest_name.hpp"

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

namespace adjoule {
namespace {

std::vector<int> possible_modes(SectionKind section) {
  if (section == SectionKind::solid) return {0, 1, 2, 3, 4, 5};
  if (section == SectionKind::axisymmetric) return {1};
  return {0, 1, 5};
}

} // namespace

std::string free_rigid_modes(const Mesh& mesh, SectionKind section, const std::vector<HeldComponent>& held,
                             const std::vector<Index>& body_nodes) {
  // Modes 0-2: translations; 3-5: rotations about the body's centre, scaled to its size.
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  const auto position = [&mesh](Index node) {
    const std::array<double, 3>& x = mesh.coordinates()[static_cast<std::size_t>(node)];
    return Eigen::Vector3d(x[0], x[1], x[2]);
  };
  for (const Index node : body_nodes) centre += position(node);
  centre /= std::max<double>(1.0, static_cast<double>(body_nodes.size()));
  double size = 0.0;
  for (const Index node : body_nodes) size = std::max(size, (position(node) - centre).norm());
  if (size == 0.0) size = 1.0;

  const std::vector<int> modes = possible_modes(section);
  const auto count = static_cast<Eigen::Index>(modes.size());
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(count, count);
  for (const HeldComponent& hold : held) {
    const auto motion = [&](Index node) { // of the held component in each mode
      const Eigen::Vector3d arm = (position(node) - centre) / size;
      Eigen::VectorXd row(count);
      for (Eigen::Index m = 0; m < count; ++m) {
        const int mode = modes[static_cast<std::size_t>(m)];
        const Eigen::Vector3d axis = Eigen::Vector3d::Unit(mode % 3);
        row[m] = mode < 3 ? axis[hold.component] : axis.cross(arm)[hold.component];
      }
      return row;
    };
    Eigen::VectorXd row = motion(hold.node);
    if (hold.to) row -= motion(*hold.to);
    gram += row * row.transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram);
  const double threshold = 1e-10 * std::max(1e-300, static_cast<double>(held.size()));
  std::vector<Eigen::VectorXd> free;
  for (Eigen::Index m = 0; m < count; ++m) {
    if (solver.eigenvalues()[m] <= threshold) free.push_back(solver.eigenvectors().col(m));
  }
  if (free.empty()) return "";

  std::vector<std::string> words;
  std::size_t translations = 0;
  for (Eigen::Index m = 0; m < count; ++m) {
    const int mode = modes[static_cast<std::size_t>(m)];
    double within = 0.0; // length of this mode's projection on the free ones
    for (const Eigen::VectorXd& vector : free) within += vector[m] * vector[m];
    if (mode < 3 && within > 1.0 - 1e-8) {
      words.push_back(fmt::format("translation along {}", "xyz"[mode]));
      ++translations;
    }
  }
  const std::size_t rotations = free.size() - translations;
  if (rotations > 0) words.push_back(fmt::format("{} rotation{}", rotations, rotations > 1 ? "s" : ""));
  return join_names(words);
}

} // namespace adjoule
