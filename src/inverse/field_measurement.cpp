#include "adjoule/inverse/field_measurement.hpp"

#include "adjoule/core/error.hpp"
#include "rigid_motion.hpp"
#include "to_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace adjoule {
namespace {

Eigen::Vector3d vector(const std::array<double, 3>& a) {
  return {a[0], a[1], a[2]};
}

constexpr std::array axes{"x", "y", "z"};

} // namespace

// The point at y is seen at R(rotation) (y - centre) + centre + shift.
struct FieldMeasurement::Frame {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero(), shift = Eigen::Vector3d::Zero(), rotation = Eigen::Vector3d::Zero();

  // Where the point is that is seen there.
  Eigen::Vector3d moved_back(const Eigen::Vector3d& seen) const {
    return rotation_by(-rotation) * (seen - centre - shift) + centre;
  }
};

FieldMeasurement::FieldMeasurement(const MultiphysicsSystem& model, FieldMeasurementOptions options)
    : options_(std::move(options)), coordinates_(model.mesh().coordinates()) {
  const auto refuse = [&](const std::string& why) { return InputError(fmt::format("data '{}': {}", name(), why)); };
  const MechanicalSystem* mechanical = model.find_mechanical();
  if (!mechanical) throw refuse("the model has no displacement: add [mechanical]");
  field_ = mechanical->field();
  field_components_ = model.space().fields()[to_size(field_)].components;
  if (options_.components.empty()) throw refuse("no component of the displacement was measured");
  if (options_.components.back() >= field_components_)
    throw refuse(fmt::format("the model has no displacement.{}", axes[to_size(options_.components.back())]));
  if (options_.rigid_motion && options_.components.size() < 2)
    throw refuse("the motion of the camera cannot be told from one component: measure two or three, or leave out "
                 "rigid_motion");

  for (int step = 0; step < step_count(); ++step) {
    const std::vector<MeasuredPoint>& list = points(step);
    std::vector<PointPlace> places;
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    for (const MeasuredPoint& point : list) {
      if (!(point.standard_deviation > 0.0) || !std::isfinite(point.standard_deviation))
        throw refuse("a standard deviation is not positive");
      places.push_back(point.place);
      centre += vector(point.position) / static_cast<double>(list.size());
    }
    interpolation_.emplace_back(model.mesh(), places);
    centre_.push_back({centre[0], centre[1], centre[2]});
    double displacement = 0.0, deviation = 0.0, radius = 0.0;
    for (const MeasuredPoint& point : list) {
      for (const int c : options_.components) {
        displacement += std::pow(point.displacement[to_size(c)], 2);
        radius += std::pow(point.position[to_size(c)] - centre[c], 2);
      }
      deviation = std::max(deviation, point.standard_deviation);
    }
    motion_of_step_.push_back(list.empty() || !options_.rigid_motion ? -1
                                                                     : motions() * static_cast<int>(moving_.size()));
    if (motion_of_step_.back() < 0) {
      shift_scale_.push_back(0.0);
      rotation_scale_.push_back(0.0);
      continue;
    }
    if (!(radius > 0.0)) throw refuse("rigid_motion needs two points at least in each step");
    moving_.push_back(step);
    const double size = std::sqrt(displacement / static_cast<double>(list.size()));
    shift_scale_.push_back(size > 0.0 ? size : deviation);
    rotation_scale_.push_back(shift_scale_.back() / std::sqrt(radius / static_cast<double>(list.size())));
  }
}

Index FieldMeasurement::count(int step) const {
  return static_cast<Index>(points(step).size() * options_.components.size());
}

int FieldMeasurement::motions() const {
  return options_.components.size() == 3 ? 6 : 3;
}

int FieldMeasurement::nuisance_count() const {
  return motions() * static_cast<int>(moving_.size());
}

std::vector<int> FieldMeasurement::rotation_axes() const {
  if (options_.components.size() == 3) return {0, 1, 2};
  return {3 - options_.components[0] - options_.components[1]};
}

std::vector<std::string> FieldMeasurement::nuisance_names() const {
  std::vector<std::string> names;
  for (const int step : moving_) {
    const std::string when = options_.times.empty() ? "" : fmt::format(" at t = {:g}", options_.times[to_size(step)]);
    for (const int c : options_.components)
      names.push_back(fmt::format("{}: shift {}{} (m)", name(), axes[to_size(c)], when));
    for (const int axis : rotation_axes())
      names.push_back(fmt::format("{}: rotation about {}{} (rad)", name(), axes[to_size(axis)], when));
  }
  return names;
}

std::vector<double> FieldMeasurement::nuisance_scales() const {
  std::vector<double> scales;
  for (const int step : moving_) {
    scales.insert(scales.end(), options_.components.size(), shift_scale_[to_size(step)]);
    scales.insert(scales.end(), rotation_axes().size(), rotation_scale_[to_size(step)]);
  }
  return scales;
}

FieldMeasurement::Frame FieldMeasurement::frame(int step, std::span<const double> nuisance) const {
  Frame frame{.centre = vector(centre_[to_size(step)])};
  if (motion_of_step_[to_size(step)] < 0) return frame;
  auto next = nuisance.begin() + motion_of_step_[to_size(step)];
  for (const int c : options_.components) frame.shift[c] = *next++ * shift_scale_[to_size(step)];
  for (const int axis : rotation_axes()) frame.rotation[axis] = *next++ * rotation_scale_[to_size(step)];
  return frame;
}

void FieldMeasurement::require_mesh(const Evaluation& at) const {
  if (at.mesh.coordinates() == coordinates_) return;
  throw InputError(fmt::format("data '{}': the nodes have moved since the points were placed in the mesh", name()));
}

std::vector<std::array<double, 3>> FieldMeasurement::model(int step, const Evaluation& at) const {
  require_mesh(at);
  const std::vector<double>& nodal = at.state.values[to_size(field_)];
  std::vector<std::array<double, 3>> values(points(step).size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (int c = 0; c < field_components_; ++c)
      values[i][to_size(c)] = interpolation_[to_size(step)].value(nodal, field_components_, c, static_cast<Index>(i));
  }
  return values;
}

std::vector<std::array<double, 3>> FieldMeasurement::data(int step, std::span<const double> nuisance) const {
  const Frame camera = frame(step, nuisance);
  const bool moves = motion_of_step_[to_size(step)] >= 0;
  std::vector<std::array<double, 3>> values;
  for (const MeasuredPoint& point : points(step)) {
    Eigen::Vector3d displacement = Eigen::Vector3d::Zero();
    for (const int c : options_.components) displacement[c] = point.displacement[to_size(c)];
    if (moves) {
      const Eigen::Vector3d position = vector(point.position);
      displacement = camera.moved_back(position + displacement) - position;
    }
    values.emplace_back().fill(std::numeric_limits<double>::quiet_NaN());
    for (const int c : options_.components) values.back()[to_size(c)] = displacement[c];
  }
  return values;
}

Eigen::VectorXd FieldMeasurement::residual(int step, const Evaluation& at, std::span<const double> nuisance) const {
  const std::vector<std::array<double, 3>> computed = model(step, at), measured = data(step, nuisance);
  Eigen::VectorXd residual(count(step));
  Eigen::Index row = 0;
  for (std::size_t i = 0; i < computed.size(); ++i) {
    for (const int c : options_.components)
      residual[row++] = (computed[i][to_size(c)] - measured[i][to_size(c)]) / points(step)[i].standard_deviation;
  }
  return residual;
}

Eigen::VectorXd FieldMeasurement::jvp(int step, const Evaluation& at, const Direction& direction) const {
  require_mesh(at);
  if (!direction.coordinates.empty()) refuse_shape();
  Eigen::VectorXd change = Eigen::VectorXd::Zero(count(step));
  if (direction.fields.values.empty() || direction.fields.values[to_size(field_)].empty()) return change;
  const std::vector<double>& nodal = direction.fields.values[to_size(field_)];
  Eigen::Index row = 0;
  for (std::size_t i = 0; i < points(step).size(); ++i) {
    for (const int c : options_.components)
      change[row++] = interpolation_[to_size(step)].value(nodal, field_components_, c, static_cast<Index>(i)) /
                      points(step)[i].standard_deviation;
  }
  return change;
}

Eigen::MatrixXd FieldMeasurement::nuisance_jacobian(int step, const Evaluation&,
                                                    std::span<const double> nuisance) const {
  Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(count(step), nuisance_count());
  int column = motion_of_step_[to_size(step)];
  if (column < 0) return jacobian;
  const Frame camera = frame(step, nuisance);
  const std::vector<int> turns = rotation_axes();
  // data = R(-w) (seen - centre - shift) + ..., with the opposite sign in the residual
  const Eigen::Matrix3d back = rotation_by(-camera.rotation);
  Eigen::Index row = 0;
  for (const MeasuredPoint& point : points(step)) {
    Eigen::Vector3d seen = vector(point.position);
    for (const int c : options_.components) seen[c] += point.displacement[to_size(c)];
    const Eigen::Matrix3d turned = rotation_derivative(-camera.rotation, seen - camera.centre - camera.shift);
    for (const int c : options_.components) {
      Eigen::Index entry = column;
      for (const int s : options_.components)
        jacobian(row, entry++) = back(c, s) * shift_scale_[to_size(step)] / point.standard_deviation;
      for (const int axis : turns)
        jacobian(row, entry++) = turned(c, axis) * rotation_scale_[to_size(step)] / point.standard_deviation;
      ++row;
    }
  }
  return jacobian;
}

void FieldMeasurement::add_vjp(int step, const Evaluation& at, const Eigen::VectorXd& dual,
                               Sensitivities& sensitivities) const {
  require_mesh(at);
  if (sensitivities.want_coordinates) refuse_shape();
  Eigen::Index row = 0;
  for (std::size_t i = 0; i < points(step).size(); ++i) {
    for (const int c : options_.components)
      interpolation_[to_size(step)].add_transposed(static_cast<Index>(i),
                                                   dual[row++] / points(step)[i].standard_deviation, field_components_,
                                                   c, sensitivities.fields.values[to_size(field_)]);
  }
}

void FieldMeasurement::refuse_shape() const {
  throw InputError(fmt::format(
      "data '{}': displacements at measured points have no derivative to node positions: leave out gradient.shape",
      name()));
}

} // namespace adjoule
