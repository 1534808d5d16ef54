#include "adjoule/materials/admissibility.hpp"

#include <algorithm>
#include <cmath>

namespace adjoule {

namespace {

constexpr double longest_step = 0.01; // of ln stretch
constexpr double resolution = 1e-5;   // of ln stretch, by bisection

// ln of the three stretches over ln of the mode's stretch.
std::array<double, 3> direction_of(StretchMode mode) {
  switch (mode) {
    case StretchMode::uniaxial:
      return {1.0, -0.5, -0.5};
    case StretchMode::equibiaxial:
      return {1.0, 1.0, -2.0};
    case StretchMode::planar:
      break;
  }
  return {1.0, 0.0, -1.0};
}

class StabilityScan {
 public:
  StabilityScan(const IsotropicEnergy& energy, const std::vector<double>& properties)
      : energy_(energy), properties_(properties.begin(), properties.end()) {}

  std::optional<StabilityLimit> first_limit(StretchMode mode, double end) const {
    const auto direction = direction_of(mode);
    double stable = 0.0;
    if (const auto kind = failure(direction, stable)) return StabilityLimit{mode, 1.0, *kind};
    const int steps = static_cast<int>(std::ceil(std::abs(end) / longest_step));
    for (int step = 1; step <= steps; ++step) {
      double lost = end * step / steps;
      auto kind = failure(direction, lost);
      if (!kind) {
        stable = lost;
        continue;
      }
      while (std::abs(lost - stable) > resolution) {
        const double middle = 0.5 * (stable + lost);
        const auto middle_kind = failure(direction, middle);
        if (middle_kind) kind = middle_kind;
        (middle_kind ? lost : stable) = middle;
      }
      return StabilityLimit{mode, std::exp(lost), *kind};
    }
    return std::nullopt;
  }

 private:
  // Why the material cannot be used at this ln stretch, if so.
  std::optional<StabilityLimit::Kind> failure(const std::array<double, 3>& direction, double logarithm) const {
    IsotropicEnergy::Logarithms logarithms;
    for (std::size_t i = 0; i < 3; ++i) logarithms[i] = logarithm * direction[i];
    const auto state = energy_.hessian(logarithms, properties_.data());
    // The Hessian on an orthonormal basis of the changes without change of volume.
    constexpr double p = 0.7071067811865476, q = 0.4082482904638631; // 1/sqrt(2), 1/sqrt(6)
    constexpr double basis[2][3] = {{p, -p, 0.0}, {q, q, -2.0 * q}};
    double reduced[2][2] = {};
    for (int a = 0; a < 2; ++a)
      for (int b = 0; b < 2; ++b)
        for (std::size_t i = 0; i < 3; ++i)
          for (std::size_t j = 0; j < 3; ++j) reduced[a][b] += basis[a][i] * state.hessian[i][j][0] * basis[b][j];
    const double first = reduced[0][0], product = reduced[0][1] * reduced[1][0];
    const double determinant = first * reduced[1][1] - product;
    if (!std::isfinite(state.value[0]) || !std::isfinite(determinant)) return StabilityLimit::Kind::no_energy;
    if (!(first > 0.0 && determinant > 0.0)) return StabilityLimit::Kind::instability;
    return std::nullopt;
  }

  const IsotropicEnergy& energy_;
  std::vector<Batch> properties_;
};

} // namespace

InitialModuli initial_moduli(const IsotropicEnergy& energy, const std::vector<double>& properties) {
  const std::vector<Batch> batches(properties.begin(), properties.end());
  const auto hessian = energy.hessian({}, batches.data()).hessian;
  const double diagonal = hessian[0][0][0], off_diagonal = hessian[0][1][0]; // K + 4 mu/3, K - 2 mu/3
  return {0.5 * (diagonal - off_diagonal), (diagonal + 2.0 * off_diagonal) / 3.0};
}

const char* name_of(StretchMode mode) {
  switch (mode) {
    case StretchMode::uniaxial:
      return "uniaxial";
    case StretchMode::equibiaxial:
      return "equibiaxial";
    case StretchMode::planar:
      break;
  }
  return "planar";
}

std::optional<StabilityLimit> stability_limit(const IsotropicEnergy& energy, const std::vector<double>& properties,
                                              StretchMode mode, double end) {
  return StabilityScan(energy, properties).first_limit(mode, std::log(end));
}

std::vector<StabilityLimit> stability_limits(const IsotropicEnergy& energy, const std::vector<double>& properties) {
  std::vector<StabilityLimit> limits;
  for (const auto mode : {StretchMode::uniaxial, StretchMode::equibiaxial, StretchMode::planar})
    for (const double end : {smallest_scanned_stretch, largest_scanned_stretch})
      if (const auto limit = stability_limit(energy, properties, mode, end)) limits.push_back(*limit);
  std::stable_sort(limits.begin(), limits.end(), [](const StabilityLimit& a, const StabilityLimit& b) {
    return std::abs(std::log(a.stretch)) < std::abs(std::log(b.stretch));
  });
  return limits;
}

} // namespace adjoule
