/// Tests on homogeneously stretched specimens as a source of data: nominal stress against stretch, without a mesh.
#pragma once

#include "adjoule/fem/coefficient.hpp"
#include "adjoule/inverse/identification.hpp"
#include "adjoule/materials/homogeneous_stress.hpp"

namespace adjoule {

/// A law of finite strain and what its properties are made of.
struct HomogeneousLaw {
  IsotropicEnergyPointer energy{};
  VolumeChange volume = VolumeChange::free;
  std::vector<CoefficientPointer> properties{}; ///< of neither temperature nor place

  std::vector<double> values(const Parameters& parameters) const;
  /// d(property)/dx of each property, property_count() x design size.
  Eigen::MatrixXd derivatives(const Design& design, std::span<const double> x, const Parameters& parameters) const;
};

/// What was measured, one entry a point.
struct HomogeneousTestData {
  StretchMode mode = StretchMode::uniaxial;
  std::vector<double> stretch{};
  std::vector<double> stress{};             ///< nominal, Pa
  std::vector<double> standard_deviation{}; ///< of the stress, Pa, positive
  double weight = 1.0;                      ///< of the squares; 1 where the standard deviations are meant as such
};

/// Residuals (stress of the law - stress measured) / standard deviation * sqrt(weight).
class HomogeneousTest final : public DataTerm {
 public:
  /// Keeps a reference to the parameters, which hold the law's numbers. Throws InputError for data whose lengths
  /// differ, that are empty, or that hold a stretch or a standard deviation that is not positive.
  HomogeneousTest(std::string name, Parameters& parameters, HomogeneousLaw law, HomogeneousTestData data);

  const std::string& name() const override { return name_; }
  Index residual_count() const override { return static_cast<Index>(data_.stretch.size()); }
  bool sees_force() const override { return true; }
  Linearization linearize(const Design& design, std::span<const double> x, std::span<const double> nuisance,
                          bool residual_only) override;
  HalfSquare half_square(const Design& design, std::span<const double> x, std::span<const double> nuisance,
                         const Eigen::VectorXd& shift) override;

  const HomogeneousLaw& law() const { return law_; }
  const HomogeneousTestData& data() const { return data_; }
  /// Nominal stress of the law at each stretch of the data, Pa, with the parameters as they stand.
  std::vector<double> stress() const;

 private:
  std::string name_;
  Parameters& parameters_;
  HomogeneousLaw law_;
  HomogeneousTestData data_;
};

} // namespace adjoule
