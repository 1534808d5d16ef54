// Homogeneous deformations of Ogden solids against the reference tables tests/data/A5_*.csv.
#include "hyperelastic_cases.hpp"
#include "support/csv_rows.hpp"

#include <gtest/gtest.h>

namespace adjoule {
namespace {

using test::read_rows;
using Row = std::map<std::string, std::string>;
double number(const Row& row, const std::string& key) {
  return std::stod(row.at(key));
}

struct Material {
  IsotropicEnergyPointer energy;
  std::vector<Batch> properties;
};
// "treloar3/K4e6/quad"
Material material_of(const Row& row) {
  const std::string& name = row.at("material");
  const std::map<std::string, std::vector<double>> numbers{
      {"treloar3", {0.63e6, 1.2e3, -1e4, 1.3, 5.0, -2.0}}, {"neohooke1", {0.4225e6, 2.0}}, {"ogden1", {0.25e6, 3.5}}};
  const std::map<std::string, VolumetricLaw> laws{
      {"quad", VolumetricLaw::quadratic}, {"log", VolumetricLaw::logarithmic}, {"simo", VolumetricLaw::simo_taylor}};
  const auto bulk_at = name.find("/K"), law_at = name.rfind('/');
  auto properties = numbers.at(name.substr(0, bulk_at));
  const int terms = static_cast<int>(properties.size()) / 2;
  properties.push_back(std::stod(name.substr(bulk_at + 2, law_at - bulk_at - 2)));
  return {ogden_energy(terms, OgdenConvention::ogden, laws.at(name.substr(law_at + 1))), batches(properties)};
}

// P = F S, sigma = P F'/J
struct PointStress {
  Tensor2<Batch> first_piola_kirchhoff, cauchy;
  double energy;
};
PointStress stress_at(const Row& row, const Tensor2<Batch>& deformation) {
  const Material material = material_of(row);
  const Tensor2<Batch> strain = strain_of(deformation);
  PointStress point;
  point.first_piola_kirchhoff =
      product(deformation, second_piola_kirchhoff(*material.energy, strain, material.properties.data()));
  point.cauchy = (1.0 / determinant(deformation)) * product(point.first_piola_kirchhoff, transpose(deformation));
  point.energy = strain_energy(*material.energy, strain, material.properties.data())[0];
  return point;
}

TEST(OgdenTables, PrincipalDeformationsInEveryDirection) {
  const auto rows = read_rows("A5_principal.csv");
  ASSERT_EQ(rows.size(), 348u);
  for (const Row& row : rows) {
    const auto stretches = diagonal(number(row, "l1"), number(row, "l2"), number(row, "l3"));
    const auto first = diagonal(number(row, "P1_Pa"), number(row, "P2_Pa"), number(row, "P3_Pa"));
    const auto cauchy = diagonal(number(row, "sig1_Pa"), number(row, "sig2_Pa"), number(row, "sig3_Pa"));
    for (int turn : {0, 1, 3}) {
      const PointStress point = stress_at(row, rotated(stretches, turn));
      const std::string where = row.at("material") + " " + row.at("mode") + " " + row.at("lambda");
      EXPECT_LT(distance(point.first_piola_kirchhoff, rotated(first, turn)), 1e-9 * largest(first)) << where;
      EXPECT_LT(distance(point.cauchy, rotated(cauchy, turn)), 1e-9 * largest(cauchy)) << where;
      EXPECT_NEAR(point.energy, number(row, "W_J_per_m3"), 1e-9 * number(row, "W_J_per_m3")) << where;
    }
  }
}

TEST(OgdenTables, SimpleShear) {
  const auto rows = read_rows("A5_simple_shear.csv");
  ASSERT_EQ(rows.size(), 60u);
  for (const Row& row : rows) {
    Tensor2<Batch> deformation = identity();
    deformation(0, 1) = number(row, "gamma");
    const PointStress point = stress_at(row, deformation);
    const double scale = 1e-9 * largest(point.cauchy);
    const auto& s = point.cauchy;
    const auto& p = point.first_piola_kirchhoff;
    EXPECT_NEAR(s(0, 0)[0], number(row, "sig11"), scale);
    EXPECT_NEAR(s(1, 1)[0], number(row, "sig22"), scale);
    EXPECT_NEAR(s(2, 2)[0], number(row, "sig33"), scale);
    EXPECT_NEAR(s(0, 1)[0], number(row, "sig12"), scale);
    EXPECT_NEAR(p(0, 0)[0], number(row, "P11"), scale);
    EXPECT_NEAR(p(0, 1)[0], number(row, "P12"), scale);
    EXPECT_NEAR(p(1, 0)[0], number(row, "P21"), scale);
    EXPECT_NEAR(p(1, 1)[0], number(row, "P22"), scale);
    EXPECT_NEAR(point.energy, number(row, "W"), 1e-9 * number(row, "W"));
    const double stretch = number(row, "lambda1");
    const auto values = decompose(strain_of(deformation)).values;
    const double found = std::sqrt(1.0 + 2.0 * std::max({values[0][0], values[1][0], values[2][0]}));
    EXPECT_NEAR(found, stretch, 1e-14);
  }
}

// Lateral strains of a block stretched in direction 1 whose free faces (the directions in `free`) carry no stress, and
// what a change of the stress on those faces moves: solved by Newton's method with the tangent of the point.
class FreeFaces {
 public:
  FreeFaces(const Material& material, std::vector<int> free, double strain_1, bool second_follows_first)
      : material_(material), free_(std::move(free)) {
    strain_(0, 0) = strain_1;
    if (second_follows_first) strain_(1, 1) = strain_1;
    const double lateral = -(second_follows_first ? 2.0 : 1.0) / static_cast<double>(free_.size()); // constant volume
    for (const int i : free_) strain_(i, i) = 0.5 * (std::pow(1.0 + 2.0 * strain_1, lateral) - 1.0);
    for (int iteration = 0; iteration < 30; ++iteration) {
      const Tensor2<Batch> step = relax(at().stress());
      strain_ += step;
      if (largest(step) < 1e-15) break;
    }
  }
  StressLinearization at() const { return {*material_.energy, strain_, material_.properties.data()}; }
  /// The strain that takes `stress` off the free faces.
  Tensor2<Batch> relax(const Tensor2<Batch>& stress) const {
    const StressLinearization point = at();
    std::vector<Tensor2<Batch>> columns;
    for (const int i : free_) {
      Tensor2<Batch> direction;
      direction(i, i) = 1.0;
      columns.push_back(point.stress_change(direction));
    }
    Tensor2<Batch> strain;
    const int a = free_[0];
    if (free_.size() == 1) {
      strain(a, a) = -stress(a, a) / columns[0](a, a);
      return strain;
    }
    const int b = free_[1];
    const Batch determinant = columns[0](a, a) * columns[1](b, b) - columns[1](a, a) * columns[0](b, b);
    strain(a, a) = (columns[1](a, a) * stress(b, b) - columns[1](b, b) * stress(a, a)) / determinant;
    strain(b, b) = (columns[0](b, b) * stress(a, a) - columns[0](a, a) * stress(b, b)) / determinant;
    return strain;
  }

 private:
  const Material& material_;
  std::vector<int> free_;
  Tensor2<Batch> strain_;
};

TEST(OgdenTables, DerivativesToEachNumberWithFreeLateralFaces) {
  const auto rows = read_rows("A5_dP1.csv");
  ASSERT_EQ(rows.size(), 189u);
  const std::map<std::string, int> place{{"mu1", 0},    {"mu2", 1},    {"mu3", 2}, {"alpha1", 3},
                                         {"alpha2", 4}, {"alpha3", 5}, {"K", 6}};
  for (const Row& row : rows) {
    const Material material = material_of(row);
    const double stretch = number(row, "lambda");
    const std::string& mode = row.at("mode");
    const FreeFaces block(material, mode == "uniaxial" ? std::vector{1, 2} : std::vector{2},
                          0.5 * (stretch * stretch - 1.0), mode == "equibiaxial");
    const StressLinearization at = block.at();
    EXPECT_NEAR(stretch * at.stress()(0, 0)[0], number(row, "P1_Pa"), 1e-9 * std::abs(number(row, "P1_Pa")));

    std::vector<Tensor2<Batch>> by_property(material.properties.size());
    at.differentiate_to_properties(by_property.data());
    const Tensor2<Batch> direct = by_property[static_cast<std::size_t>(place.at(row.at("parameter")))];
    const Tensor2<Batch> total = direct + at.stress_change(block.relax(direct));
    const double expected = number(row, "dP1_dparameter"); // 13 digits
    EXPECT_NEAR(stretch * total(0, 0)[0], expected, 1e-9 * std::abs(expected))
        << row.at("material") << ' ' << mode << ' ' << stretch << ' ' << row.at("parameter");
  }
}

} // namespace
} // namespace adjoule
