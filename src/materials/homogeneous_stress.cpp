#include "adjoule/materials/homogeneous_stress.hpp"

#include "adjoule/core/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace adjoule {
namespace {

using Direction = std::array<double, 3>;

/// ln of the stretches = driven * ln(stretch) + lateral * y, with y that of the free faces.
struct Path {
  Direction driven;
  Direction lateral;
  double at_constant_volume; ///< y / ln(stretch)
};

Path path_of(StretchMode mode) {
  switch (mode) {
    case StretchMode::uniaxial:
      return {{1.0, 0.0, 0.0}, {0.0, 1.0, 1.0}, -0.5};
    case StretchMode::equibiaxial:
      return {{1.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, -2.0};
    case StretchMode::planar:
      break;
  }
  return {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, -1.0};
}

constexpr std::size_t driven_face = 0, free_face = 2;

class Block {
 public:
  Block(const IsotropicEnergy& energy, std::span<const double> properties, StretchMode mode, double stretch)
      : energy_(energy), properties_(properties.begin(), properties.end()), path_(path_of(mode)), mode_(mode),
        stretch_(stretch), logarithm_(std::log(stretch)) {}

  double lateral_at_constant_volume() const { return path_.at_constant_volume * logarithm_; }
  IsotropicEnergy::Logarithms logarithms(double lateral) const {
    IsotropicEnergy::Logarithms result;
    for (std::size_t i = 0; i < 3; ++i) result[i] = path_.driven[i] * logarithm_ + path_.lateral[i] * lateral;
    return result;
  }
  IsotropicEnergy::Derivatives at(double lateral) const {
    return energy_.hessian(logarithms(lateral), properties_.data());
  }
  /// d(Kirchhoff stress of a face)/d(a direction of ln stretches)
  static double change(const IsotropicEnergy::Derivatives& state, std::size_t face, const Direction& direction) {
    double sum = 0.0;
    for (std::size_t j = 0; j < 3; ++j) sum += state.hessian[face][j][0] * direction[j];
    return sum;
  }

  /// y that frees the lateral faces. In pure dilatation they are pulled as the driven ones are; at constant volume the
  /// isochoric part presses them the other way: the balance lies between the two.
  double balanced_lateral() const {
    double pressed = lateral_at_constant_volume(), pulled = logarithm_, lateral = pressed;
    double last_step = std::abs(pulled - pressed);
    for (int iteration = 0; iteration < 200; ++iteration) {
      const auto state = at(lateral);
      const double pull = state.gradient[free_face][0];
      double step = -pull / change(state, free_face, path_.lateral);
      if (std::abs(step) <= 1e-13) return lateral + step;
      // Where the energy ceases to exist the block has to give way in volume too.
      const bool still_pressed = !std::isfinite(pull) || (pull > 0.0) != (logarithm_ > 0.0);
      (still_pressed ? pressed : pulled) = lateral;
      const double newton = lateral + step;
      const bool inside = (newton - pressed) * (newton - pulled) < 0.0; // false for NaN
      if (!inside || std::abs(step) > 0.5 * last_step) step = 0.5 * (pressed + pulled) - lateral;
      if (lateral + step == lateral) break;
      last_step = std::abs(step);
      lateral += step;
    }
    fail("no lateral stretch frees the faces");
  }

  HomogeneousStress stress(VolumeChange volume) const {
    const bool is_free = volume == VolumeChange::free;
    const double lateral = is_free ? balanced_lateral() : lateral_at_constant_volume();
    const auto state = at(lateral);
    const double lateral_slope = is_free
                                     ? -change(state, free_face, path_.driven) / change(state, free_face, path_.lateral)
                                     : path_.at_constant_volume;
    // The free face's stress is 0 by balance or takes the pressure out; the difference has no rounding of the bulk
    // modulus's part.
    const auto difference = [&](const Direction& direction) {
      return change(state, driven_face, direction) - change(state, free_face, direction);
    };
    HomogeneousStress result;
    for (std::size_t i = 0; i < 3; ++i)
      result.stretches[i] = std::exp(path_.driven[i] * logarithm_ + path_.lateral[i] * lateral);
    const double kirchhoff = state.gradient[driven_face][0] - state.gradient[free_face][0];
    const double slope = difference(path_.driven) + lateral_slope * difference(path_.lateral);
    result.stress = kirchhoff / stretch_;
    result.tangent = (slope - kirchhoff) / (stretch_ * stretch_);

    std::vector<IsotropicEnergy::PropertyDerivative> derivatives(properties_.size());
    energy_.differentiate_to_properties(logarithms(lateral), properties_.data(), derivatives.data());
    bool finite = std::isfinite(result.stress) && std::isfinite(result.tangent);
    for (const auto& derivative : derivatives) {
      const double free = derivative.gradient[free_face][0];
      double total = derivative.gradient[driven_face][0] - free;
      if (is_free) total -= free / change(state, free_face, path_.lateral) * difference(path_.lateral);
      result.properties.push_back(total / stretch_);
      finite = finite && std::isfinite(total);
    }
    if (!finite) fail("the stress is not finite");
    return result;
  }

 private:
  [[noreturn]] void fail(const char* what) const {
    throw AnalysisError(fmt::format("{} stretch {:.6g} of a homogeneous block: {}: the material's numbers do not allow "
                                    "this stretch",
                                    name_of(mode_), stretch_, what));
  }

  const IsotropicEnergy& energy_;
  std::vector<Batch> properties_;
  Path path_;
  StretchMode mode_;
  double stretch_;
  double logarithm_;
};

} // namespace

HomogeneousStress homogeneous_stress(const IsotropicEnergy& energy, VolumeChange volume,
                                     std::span<const double> properties, StretchMode mode, double stretch) {
  return Block(energy, properties, mode, stretch).stress(volume);
}

double first_invariant_of(StretchMode mode, double stretch) {
  const Path path = path_of(mode);
  double sum = 0.0;
  for (std::size_t i = 0; i < 3; ++i)
    sum += std::pow(stretch, 2.0 * (path.driven[i] + path.at_constant_volume * path.lateral[i]));
  return sum;
}

double stretch_of_first_invariant(StretchMode mode, double first_invariant) {
  double low = 1.0, high = std::sqrt(first_invariant);
  while (high - low > 1e-12 * high) {
    const double middle = 0.5 * (low + high);
    (first_invariant_of(mode, middle) < first_invariant ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

} // namespace adjoule
