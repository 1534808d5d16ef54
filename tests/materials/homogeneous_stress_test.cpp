// Nominal stress of homogeneous tests against tables, closed forms and differences.
#include "adjoule/materials/homogeneous_stress.hpp"

#include "adjoule/core/error.hpp"
#include "hyperelastic_cases.hpp"
#include "support/csv_rows.hpp"

#include <gtest/gtest.h>

namespace adjoule {
namespace {

using Row = std::map<std::string, std::string>;

double number(const Row& row, const std::string& key) {
  return std::stod(row.at(key));
}

constexpr std::array modes{StretchMode::uniaxial, StretchMode::equibiaxial, StretchMode::planar};

StretchMode mode_of(const std::string& name) {
  for (const StretchMode mode : modes)
    if (name == name_of(mode)) return mode;
  throw std::logic_error("no such mode: " + name);
}

struct Solid {
  IsotropicEnergyPointer energy;
  std::vector<double> properties;
};

// "treloar3/K4e6/quad"
Solid solid_of(const std::string& name) {
  const std::map<std::string, std::vector<double>> numbers{
      {"treloar3", {0.63e6, 1.2e3, -1e4, 1.3, 5.0, -2.0}}, {"neohooke1", {0.4225e6, 2.0}}, {"ogden1", {0.25e6, 3.5}}};
  const std::map<std::string, VolumetricLaw> laws{
      {"quad", VolumetricLaw::quadratic}, {"log", VolumetricLaw::logarithmic}, {"simo", VolumetricLaw::simo_taylor}};
  const auto bulk_at = name.find("/K"), law_at = name.rfind('/');
  Solid solid{nullptr, numbers.at(name.substr(0, bulk_at))};
  const int terms = static_cast<int>(solid.properties.size()) / 2;
  solid.properties.push_back(std::stod(name.substr(bulk_at + 2, law_at - bulk_at - 2)));
  solid.energy = ogden_energy(terms, OgdenConvention::ogden, laws.at(name.substr(law_at + 1)));
  return solid;
}

TEST(HomogeneousStress, OfCompressibleOgdenSolidsIsThatOfTheTables) {
  int rows = 0;
  for (const Row& row : test::read_rows("A5_principal.csv")) {
    if (row.at("mode") == "confined" || row.at("mode") == "volumetric") continue;
    ++rows;
    const Solid solid = solid_of(row.at("material"));
    const HomogeneousStress found = homogeneous_stress(*solid.energy, VolumeChange::free, solid.properties,
                                                       mode_of(row.at("mode")), number(row, "lambda"));
    const std::string where = row.at("material") + " " + row.at("mode") + " " + row.at("lambda");
    EXPECT_NEAR(found.stress, number(row, "P1_Pa"), 1e-8 * std::abs(number(row, "P1_Pa"))) << where;
    EXPECT_NEAR(found.stretches[1], number(row, "l2"), 1e-9) << where;
    EXPECT_NEAR(found.stretches[2], number(row, "l3"), 1e-9) << where;
  }
  EXPECT_GT(rows, 150);
}

TEST(HomogeneousStress, DerivativesToEachNumberAreThoseOfTheTable) {
  const std::map<std::string, std::size_t> place{{"mu1", 0},    {"mu2", 1},    {"mu3", 2}, {"alpha1", 3},
                                                 {"alpha2", 4}, {"alpha3", 5}, {"K", 6}};
  const auto rows = test::read_rows("A5_dP1.csv");
  ASSERT_EQ(rows.size(), 189u);
  for (const Row& row : rows) {
    const Solid solid = solid_of(row.at("material"));
    const HomogeneousStress found = homogeneous_stress(*solid.energy, VolumeChange::free, solid.properties,
                                                       mode_of(row.at("mode")), number(row, "lambda"));
    const double expected = number(row, "dP1_dparameter");
    EXPECT_NEAR(found.properties[place.at(row.at("parameter"))], expected, 1e-8 * std::abs(expected))
        << row.at("material") << ' ' << row.at("mode") << ' ' << row.at("lambda") << ' ' << row.at("parameter");
  }
}

// Ogden's set of 1972 (Proc. R. Soc. A 326, 565) in MPa: uniaxial, equibiaxial, pure shear.
TEST(HomogeneousStress, OfTheIncompressibleSetOf1972) {
  const std::vector<std::array<double, 4>> table{
      {1.1, 0.111144, 0.204358, 0.144016}, {1.5, 0.393852, 0.590341, 0.472253}, {2, 0.591068, 0.805729, 0.672366},
      {3, 0.862913, 1.206909, 0.934012},   {4, 1.184615, 1.860969, 1.251296},   {6, 2.560323, 4.699909, 2.631463},
      {7, 3.917974, 7.296204, 3.994697}};
  constexpr double kgf_per_cm2 = 98066.5;
  const std::vector<double> set{6.3 * kgf_per_cm2, 0.012 * kgf_per_cm2, -0.1 * kgf_per_cm2, 1.3, 5.0, -2.0};
  const auto energy = ogden_energy(3, OgdenConvention::ogden, {});
  for (const auto& row : table) {
    for (std::size_t m = 0; m < 3; ++m) {
      const double found = homogeneous_stress(*energy, VolumeChange::none, set, modes[m], row[0]).stress;
      EXPECT_NEAR(1e-6 * found, row[m + 1], 1e-6) << name_of(modes[m]) << ' ' << row[0];
    }
  }
}

// One term, mu 0.63 MPa, alpha 1.3, uniaxial 1.5: the two conventions.
TEST(HomogeneousStress, TellsTheConventionsApart) {
  const std::vector<double> set{0.63e6, 1.3};
  const auto at = [&](OgdenConvention convention) {
    return homogeneous_stress(*ogden_energy(1, convention, {}), VolumeChange::none, set, StretchMode::uniaxial, 1.5)
        .stress;
  };
  EXPECT_NEAR(at(OgdenConvention::ogden), 0.388795e6, 1.0);
  EXPECT_NEAR(at(OgdenConvention::abaqus), 0.598147e6, 1.0);
}

TEST(HomogeneousStress, IsThatOfAnIncompressibleNeoHookeanSolid) {
  const double mu = 0.4e6;
  const auto energy = neo_hookean_energy({});
  for (const double l : {0.4, 0.9, 1.0, 1.3, 3.0}) {
    const std::array<double, 3> closed{mu * (l - 1.0 / (l * l)), mu * (l - std::pow(l, -5.0)),
                                       mu * (l - std::pow(l, -3.0))};
    const std::array<double, 3> slope{mu * (1.0 + 2.0 * std::pow(l, -3.0)), mu * (1.0 + 5.0 * std::pow(l, -6.0)),
                                      mu * (1.0 + 3.0 * std::pow(l, -4.0))};
    for (std::size_t m = 0; m < 3; ++m) {
      const auto found = homogeneous_stress(*energy, VolumeChange::none, std::vector{mu}, modes[m], l);
      EXPECT_NEAR(found.stress, closed[m], 1e-9 * mu);
      EXPECT_NEAR(found.tangent, slope[m], 1e-9 * slope[m]);
      EXPECT_NEAR(found.properties[0], closed[m] / mu, 1e-12);
    }
  }
}

// Every law, against its own differences: the free faces' stretch is found anew at each step.
TEST(HomogeneousStress, HasExactDerivativesForEveryLaw) {
  for (const HyperelasticCase& material : hyperelastic_cases()) {
    const VolumeChange volume = material.bulk > 0.0 ? VolumeChange::free : VolumeChange::none;
    for (const StretchMode mode : modes) {
      for (const double stretch : {0.85, 1.0, 1.2}) {
        const auto at = [&](const std::vector<double>& properties, double l) {
          return homogeneous_stress(*material.energy, volume, properties, mode, l);
        };
        const auto found = at(material.properties, stretch);
        const double size = material.shear;
        const double h = 1e-3;
        const double slope = difference([&](double step) { return at(material.properties, stretch + step).stress; }, h);
        EXPECT_NEAR(found.tangent, slope, 1e-7 * size) << material.name << ' ' << name_of(mode) << ' ' << stretch;
        for (std::size_t p = 0; p < material.properties.size(); ++p) {
          const double unit = std::max(std::abs(material.properties[p]), 1e-3);
          const double changed = difference(
              [&](double step) {
                auto properties = material.properties;
                properties[p] += step * unit;
                return at(properties, stretch).stress;
              },
              h);
          EXPECT_NEAR(found.properties[p] * unit, changed, 1e-7 * size)
              << material.name << ' ' << name_of(mode) << ' ' << stretch << " property " << p;
        }
      }
    }
  }
}

TEST(HomogeneousStress, OfANearlyIncompressibleSolidIsThatOfTheIncompressibleOne) {
  const double mu = 0.4e6;
  for (const double ratio : {1e3, 1e6, 1e9}) {
    const auto nearly = neo_hookean_energy(VolumetricLaw::logarithmic);
    for (const StretchMode mode : modes) {
      for (const double l : {0.6, 1.02, 4.0}) {
        const double found =
            homogeneous_stress(*nearly, VolumeChange::free, std::vector{mu, ratio * mu}, mode, l).stress;
        const double limit =
            homogeneous_stress(*neo_hookean_energy({}), VolumeChange::none, std::vector{mu}, mode, l).stress;
        EXPECT_NEAR(found, limit, 20.0 / ratio * std::abs(limit) + 1e-9 * mu) << name_of(mode) << ' ' << l;
      }
    }
  }
}

TEST(HomogeneousStress, FindsTheFreeFacesWhereConstantVolumeHasNoEnergy) {
  // Chains that are fully stretched at constant volume: a soft block gives way in volume.
  const double mu = 1e6, limit = 2.0;
  const auto energy = gent_energy(VolumetricLaw::quadratic);
  const std::vector<double> properties{mu, limit, 1e6};
  ASSERT_GT(first_invariant_of(StretchMode::uniaxial, 2.4) - 3.0, limit);
  const auto found = homogeneous_stress(*energy, VolumeChange::free, properties, StretchMode::uniaxial, 2.4);
  EXPECT_TRUE(std::isfinite(found.stress));
  EXPECT_GT(found.stretches[1], std::pow(2.4, -0.5));
  // The balance is that of the energy's own derivative.
  IsotropicEnergy::Logarithms logarithms;
  for (std::size_t i = 0; i < 3; ++i) logarithms[i] = std::log(found.stretches[i]);
  const auto state = energy->gradient(logarithms, batches(properties).data());
  EXPECT_NEAR(state.gradient[2][0], 0.0, 1e-8 * std::abs(state.gradient[0][0]));
}

TEST(HomogeneousStress, SaysWhereThereIsNone) {
  try {
    homogeneous_stress(*gent_energy({}), VolumeChange::none, std::vector{1e6, 2.0}, StretchMode::equibiaxial, 3.0);
    FAIL();
  } catch (const AnalysisError& error) {
    EXPECT_NE(std::string(error.what()).find("equibiaxial stretch 3 of"), std::string::npos) << error.what();
  }
  // A block without any stiffness against a change of volume.
  EXPECT_THROW(homogeneous_stress(*neo_hookean_energy(VolumetricLaw::quadratic), VolumeChange::free,
                                  std::vector{1e6, -5e6}, StretchMode::uniaxial, 1.5),
               AnalysisError);
}

TEST(HomogeneousStress, StretchesOfOneInvariant) {
  for (const StretchMode mode : modes) {
    for (const double l : {1.0, 1.5, 7.0}) {
      EXPECT_NEAR(stretch_of_first_invariant(mode, first_invariant_of(mode, l)), l, 1e-6 * (l == 1.0 ? 1.0 : 1e-3))
          << name_of(mode) << ' ' << l;
    }
  }
  EXPECT_NEAR(first_invariant_of(StretchMode::uniaxial, 2.0), 5.0, 1e-14);
  EXPECT_NEAR(first_invariant_of(StretchMode::equibiaxial, 2.0), 8.0625, 1e-14);
  EXPECT_NEAR(first_invariant_of(StretchMode::planar, 2.0), 5.25, 1e-14);
}

} // namespace
} // namespace adjoule
