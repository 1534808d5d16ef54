// What every hyperelastic material has to satisfy.
#include "hyperelastic_cases.hpp"

#include <gtest/gtest.h>

namespace adjoule {
namespace {

class Hyperelastic : public ::testing::TestWithParam<HyperelasticCase> {
 protected:
  const IsotropicEnergy& energy() const { return *GetParam().energy; }
  Tensor2<Batch> stress(const Tensor2<Batch>& strain) const {
    return second_piola_kirchhoff(energy(), strain, properties_.data());
  }
  double work(const Tensor2<Batch>& strain) const { return strain_energy(energy(), strain, properties_.data())[0]; }
  double stiffness() const { return std::max(GetParam().shear, GetParam().bulk); }

  std::vector<Batch> properties_ = batches(GetParam().properties);
};

// A basis of the symmetric tensors.
Tensor2<Batch> strain_direction(int k) {
  Tensor2<Batch> direction;
  const int i = k % 3, j = k < 3 ? i : (i + 1) % 3;
  direction(i, j) = direction(j, i) = 1.0;
  return direction;
}

struct StretchState {
  std::array<double, 3> stretches;
  int rotation;
};
std::vector<StretchState> states() {
  std::vector<StretchState> result;
  for (int turn : {0, 1, 2}) {
    for (const std::array<double, 3>& stretches :
         {std::array{1.0, 1.0, 1.0}, {1.0, 1.0, 1.0 + 1e-9}, {1.0 + 1e-5, 1.0, 1.0}, {2.0, 2.0, 0.25}, {1.3, 1.3, 1.3}})
      result.push_back({stretches, turn});
    for (double gap = 1e-1; gap > 1e-17; gap *= 0.1) {
      result.push_back({{1.0, 1.0 + gap, 1.0 - 0.3 * gap}, turn});
      result.push_back({{1.4 * (1.0 + gap), 1.4, 0.7}, turn});
    }
  }
  return result;
}
Tensor2<Batch> strain_of(const StretchState& state) {
  const auto strain = [](double stretch) { return 0.5 * (stretch - 1.0) * (stretch + 1.0); };
  const auto& l = state.stretches;
  return rotated(diagonal(strain(l[0]), strain(l[1]), strain(l[2])), state.rotation);
}

const Tensor2<Batch> sheared{{0.9, 0.4, -0.2, 0.1, 1.2, 0.3, -0.3, 0.2, 1.1}};

TEST_P(Hyperelastic, RotationsBeforeAndAfterDoNoWork) {
  const double expected = work(strain_of(sheared));
  ASSERT_GT(expected, 0.01 * stiffness());
  for (int number = 1; number < 6; ++number) {
    EXPECT_NEAR(work(strain_of(product(rotation(number), sheared))), expected, 1e-13 * expected);
    EXPECT_NEAR(work(strain_of(product(sheared, rotation(number)))), expected, 1e-13 * expected);
    EXPECT_NEAR(work(Tensor2<Batch>{}), 0.0, 0.0);
  }
}

TEST_P(Hyperelastic, SimpleShearHasTheStretchesOfCAndNotOfF) {
  Tensor2<Batch> shear = identity();
  shear(0, 1) = 0.5;
  const double stretch = 0.25 * (1.0 + std::sqrt(17.0)); // 1.281, and 0.781 the other
  const double l = std::log(stretch);
  const double expected = energy().value({l, -l, 0.0}, properties_.data())[0];
  EXPECT_NEAR(work(strain_of(shear)), expected, 1e-13 * expected);
  EXPECT_GT(expected, 1e-2 * GetParam().shear);
}

TEST_P(Hyperelastic, UndeformedBodyIsLinearElastic) {
  const StressLinearization at(energy(), {}, properties_.data());
  EXPECT_EQ(largest(at.stress()), 0.0);
  const double shear = GetParam().shear, bulk = GetParam().bulk;
  for (int k = 0; k < 6; ++k) {
    const Tensor2<Batch> change = strain_direction(k);
    Tensor2<Batch> expected = (2.0 * shear) * change;
    for (int i = 0; i < 3; ++i) expected(i, i) += (bulk - 2.0 * shear / 3.0) * trace(change);
    EXPECT_LT(distance(at.stress_change(change), expected), 1e-14 * stiffness()) << k;
  }
}

TEST_P(Hyperelastic, StressIsTheEnergysDerivative) {
  for (const StretchState& state : states()) {
    const Tensor2<Batch> strain = strain_of(state), s = stress(strain);
    const double scale = stiffness() + largest(s);
    for (int k = 0; k < 6; ++k) {
      const Tensor2<Batch> direction = strain_direction(k);
      const double slope = difference([&](double h) { return work(strain + h * direction); }, 2e-4);
      double expected = 0.0;
      for (std::size_t i = 0; i < 9; ++i) expected += s.c[i][0] * direction.c[i][0];
      EXPECT_NEAR(slope, expected, 1e-9 * scale);
    }
  }
}

TEST_P(Hyperelastic, TangentIsTheStressesDerivativeAtEveryGap) {
  for (const StretchState& state : states()) {
    const Tensor2<Batch> strain = strain_of(state);
    const StressLinearization at(energy(), strain, properties_.data());
    EXPECT_LT(distance(at.stress(), stress(strain)), 1e-15 * (stiffness() + largest(at.stress())));
    std::array<Tensor2<Batch>, 6> columns;
    double size = 0.0, error = 0.0;
    for (int k = 0; k < 6; ++k) {
      const Tensor2<Batch> direction = strain_direction(k);
      columns[static_cast<std::size_t>(k)] = at.stress_change(direction);
      const auto slope = difference([&](double h) { return stress(strain + h * direction); }, 2e-4);
      size = std::max(size, largest(slope));
      error = std::max(error, distance(columns[static_cast<std::size_t>(k)], slope));
    }
    const auto& l = state.stretches;
    EXPECT_LT(error, 3e-10 * size) << l[0] << ' ' << l[1] - l[0] << ' ' << l[2] << ' ' << state.rotation;
    for (int k = 0; k < 6; ++k)
      for (int m = 0; m < k; ++m) {
        const auto entry = [&columns](int column, int row) {
          return columns[static_cast<std::size_t>(column)](row % 3, row < 3 ? row : (row + 1) % 3)[0] *
                 (row < 3 ? 1.0 : 2.0);
        };
        EXPECT_NEAR(entry(k, m), entry(m, k), 1e-14 * size);
      }
  }
}

TEST_P(Hyperelastic, StrainsOf1em9KeepTenDigits) {
  const Tensor2<Batch> direction{{1.0, 0.3, -0.2, 0.3, -0.5, 0.6, -0.2, 0.6, 0.25}};
  const double shear = GetParam().shear, bulk = GetParam().bulk;
  Tensor2<Batch> linear = (2.0 * shear) * direction;
  for (int i = 0; i < 3; ++i) linear(i, i) += (bulk - 2.0 * shear / 3.0) * trace(direction);
  // The even part of the stress starts with the square of the strain: it is that at 1e-4 times 1e-10.
  const auto even_part = [&](double size) { return 0.5 * (stress(size * direction) + stress((-size) * direction)); };
  const Tensor2<Batch> expected = 1e-9 * linear + 1e-10 * even_part(1e-4);
  EXPECT_LT(distance(stress(1e-9 * direction), expected), 3e-15 * 1e-9 * stiffness() + 1e-14 * largest(expected));
}

TEST_P(Hyperelastic, PropertyDerivativesOfStressAndEnergy) {
  const Tensor2<Batch> strain = strain_of(sheared);
  const StressLinearization at(energy(), strain, properties_.data());
  std::vector<Tensor2<Batch>> stress_by_property(properties_.size());
  at.differentiate_to_properties(stress_by_property.data());
  std::vector<Batch> by_property(properties_.size());
  const EnergyLinearization with_energy = linearize_energy(energy(), strain, properties_.data(), by_property.data());
  for (std::size_t p = 0; p < GetParam().properties.size(); ++p) {
    const double number = GetParam().properties[p], step = 1e-3 * std::abs(number);
    const auto moved = [&](double h) {
      auto numbers = properties_;
      numbers[p] = number + h;
      return numbers;
    };
    const auto slope =
        difference([&](double h) { return second_piola_kirchhoff(energy(), strain, moved(h).data()); }, step);
    const double floor = 1e-12 * largest(at.stress()) / std::abs(number);
    EXPECT_GT(largest(slope), floor) << p;
    EXPECT_LT(distance(stress_by_property[p], slope), 1e-9 * largest(slope) + floor) << p;
    const double work_slope =
        difference([&](double h) { return strain_energy(energy(), strain, moved(h).data())[0]; }, step);
    EXPECT_NEAR(by_property[p][0], work_slope,
                1e-9 * std::abs(work_slope) + 1e-12 * with_energy.value[0] / std::abs(number))
        << p;
  }
}

TEST_P(Hyperelastic, DualNumbersCarryStrainAndPropertiesTogether) {
  using S = Dual<2, Batch>;
  const Tensor2<Batch> strain = strain_of(sheared), change = strain_direction(3) + 0.3 * strain_direction(1);
  Tensor2<S> moving;
  for (std::size_t i = 0; i < 9; ++i) {
    moving.c[i] = S(strain.c[i]);
    moving.c[i].tangent[0] = change.c[i];
  }
  std::vector<S> properties(properties_.begin(), properties_.end());
  for (auto& property : properties) property.tangent[1] = property.value;

  const auto plain = stress(strain);
  const auto scaled = [&](double h) {
    auto numbers = properties_;
    for (Batch& number : numbers) number *= 1.0 + h;
    return numbers;
  };
  const auto to_strain = difference([&](double h) { return stress(strain + h * change); }, 2e-4);
  const auto to_properties =
      difference([&](double h) { return second_piola_kirchhoff(energy(), strain, scaled(h).data()); }, 1e-3);
  const auto s = second_piola_kirchhoff(energy(), moving, properties.data());
  const double size = largest(to_strain) + largest(to_properties);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_NEAR(s.c[i].value[0], plain.c[i][0], 1e-14 * size);
    EXPECT_NEAR(s.c[i].tangent[0][0], to_strain.c[i][0], 3e-10 * size);
    EXPECT_NEAR(s.c[i].tangent[1][0], to_properties.c[i][0], 1e-9 * size);
  }
  const S w = strain_energy(energy(), moving, properties.data());
  EXPECT_NEAR(w.value[0], work(strain), 1e-14 * size);
  EXPECT_NEAR(w.tangent[0][0], difference([&](double h) { return work(strain + h * change); }, 2e-4), 3e-10 * size);
  const double to_all =
      difference([&](double h) { return strain_energy(energy(), strain, scaled(h).data())[0]; }, 1e-3);
  EXPECT_NEAR(w.tangent[1][0], to_all, 1e-9 * size);
}

TEST_P(Hyperelastic, TheFourPointsOfABatchAreIndependent) {
  const double sizes[Batch::lanes] = {0.0, 1e-9, 0.3, std::nan("")};
  const Tensor2<Batch> direction{{1.0, 0.3, -0.2, 0.3, -0.5, 0.6, -0.2, 0.6, 0.25}};
  Tensor2<Batch> strain;
  for (std::size_t i = 0; i < 9; ++i)
    for (int lane = 0; lane < Batch::lanes; ++lane) strain.c[i].set(lane, sizes[lane] * direction.c[i][lane]);
  const StressLinearization together(energy(), strain, properties_.data());
  const Tensor2<Batch> change = together.stress_change(direction);
  for (int lane = 0; lane < 3; ++lane) {
    const StressLinearization alone(energy(), sizes[lane] * direction, properties_.data());
    const Tensor2<Batch> expected = alone.stress_change(direction);
    for (std::size_t i = 0; i < 9; ++i) {
      EXPECT_NEAR(together.stress().c[i][lane], alone.stress().c[i][0], 1e-14 * largest(alone.stress()));
      EXPECT_NEAR(change.c[i][lane], expected.c[i][0], 1e-13 * largest(expected));
    }
  }
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_TRUE(std::isnan(together.stress().c[i][3]));
    EXPECT_TRUE(std::isnan(change.c[i][3]));
  }
}

INSTANTIATE_TEST_SUITE_P(Materials, Hyperelastic, ::testing::ValuesIn(hyperelastic_cases()),
                         [](const auto& material) { return material.param.name; });

} // namespace
} // namespace adjoule
