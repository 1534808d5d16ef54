/// Displacements measured at points: digital image correlation and the like.
#pragma once

#include "adjoule/inverse/measurement.hpp"
#include "adjoule/inverse/point_interpolation.hpp"

namespace adjoule {

/// A point at which the displacement was measured.
struct MeasuredPoint {
  std::array<double, 3> position{};     ///< m, in the undeformed body
  std::array<double, 3> displacement{}; ///< m; only the components measured count
  double standard_deviation = 0.0;      ///< m, of each component
  PointPlace place{};                   ///< in the mesh; needs an element
};

struct FieldMeasurementOptions {
  std::string name{};
  std::vector<int> components{};                   ///< measured, ascending: 0, 1, 2 for x, y, z
  std::vector<std::vector<MeasuredPoint>> steps{}; ///< one list a step, which may be empty
  std::vector<double> times{};                     ///< of the steps, for names; empty: one step without a time
  /// Whether the frame of the camera moves against that of the model, differently in each step.
  bool rigid_motion = false;
};

/// Residuals (model - data) / standard deviation, point after point, each with its components measured.
///
/// With rigid motion the point that the model brings to y is seen at R (y - c) + c + s: R the rotation by the vector w,
/// s the shift, c the middle of the step's points. The residual compares the model with the data moved back by it,
/// which leaves its length, and so the fit, the same. Three components in three dimensions have six such unknowns, two
/// components the two shifts and the rotation in their plane. A unit of a shift is the root mean square of the measured
/// displacement (where that is 0, the standard deviation), a unit of a rotation that over the root mean square of the
/// distance from c.
class FieldMeasurement final : public Measurement {
 public:
  /// The mesh's nodes have to stay where they are: its functions throw InputError where they have moved. Throws
  /// InputError for a model without displacement, a component that it has not, standard deviations that are not
  /// positive, rigid motion with a single component or fewer than two points in a step. There is no derivative to node
  /// positions (InputError).
  FieldMeasurement(const MultiphysicsSystem& model, FieldMeasurementOptions options);

  const std::string& name() const override { return options_.name; }
  Index count(int step) const override;
  int nuisance_count() const override;
  std::vector<std::string> nuisance_names() const override;
  std::vector<double> nuisance_scales() const override;
  Eigen::VectorXd residual(int step, const Evaluation& at, std::span<const double> nuisance) const override;
  Eigen::VectorXd jvp(int step, const Evaluation& at, const Direction& direction) const override;
  Eigen::MatrixXd nuisance_jacobian(int step, const Evaluation& at, std::span<const double> nuisance) const override;
  void add_vjp(int step, const Evaluation& at, const Eigen::VectorXd& dual,
               Sensitivities& sensitivities) const override;
  std::vector<int> fields() const override { return {field_}; }
  std::vector<Parameter> parameters() const override { return {}; }

  int step_count() const { return static_cast<int>(options_.steps.size()); }
  const std::vector<MeasuredPoint>& points(int step) const { return options_.steps[static_cast<std::size_t>(step)]; }
  const std::vector<int>& components() const { return options_.components; }
  /// Displacement of the model at the points of a step, m; components that the model has not are 0.
  std::vector<std::array<double, 3>> model(int step, const Evaluation& at) const;
  /// The measured displacement of a step with the camera's motion taken out, m; components not measured are NaN.
  std::vector<std::array<double, 3>> data(int step, std::span<const double> nuisance) const;

 private:
  struct Frame; ///< the camera's in one step

  int motions() const; ///< unknowns of a step
  std::vector<int> rotation_axes() const;
  Frame frame(int step, std::span<const double> nuisance) const;
  void require_mesh(const Evaluation& at) const;
  [[noreturn]] void refuse_shape() const;

  FieldMeasurementOptions options_;
  int field_ = -1;
  int field_components_ = 0;
  std::vector<std::array<double, 3>> coordinates_; ///< of the nodes
  // Of each step:
  std::vector<PointInterpolation> interpolation_;
  std::vector<std::array<double, 3>> centre_;
  std::vector<double> shift_scale_, rotation_scale_;
  std::vector<int> motion_of_step_; ///< first nuisance; -1: none
  std::vector<int> moving_;         ///< steps that have some
};

} // namespace adjoule
