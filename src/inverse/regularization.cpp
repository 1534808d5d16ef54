#include "adjoule/inverse/regularization.hpp"

#include "adjoule/core/error.hpp"
#include "to_size.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>

namespace adjoule {
namespace {

/// Gradients of the scaled field below this over L count as smooth in the total variation.
constexpr double smooth_gradient = 0.01;

/// A sum of squares, linear in x.
class LinearRegularization : public Regularization {
 public:
  explicit LinearRegularization(std::string name) : name_(std::move(name)) {}

  const std::string& name() const override { return name_; }
  bool is_least_squares() const override { return true; }
  double value(const Design& design, std::span<const double> x, std::span<double> gradient) const override {
    double sum = 0.0;
    visit(design, x, [&](double residual, std::initializer_list<std::pair<Index, double>> row) {
      sum += 0.5 * residual * residual;
      for (const auto& [variable, derivative] : row) gradient[to_size(variable)] += derivative * residual;
    });
    return sum;
  }
  void residual(const Design& design, std::span<const double> x, Eigen::VectorXd& residual,
                Eigen::MatrixXd& jacobian) const override {
    residual.resize(count(design));
    jacobian.setZero(count(design), design.size());
    Eigen::Index row = 0;
    visit(design, x, [&](double value, std::initializer_list<std::pair<Index, double>> derivatives) {
      residual[row] = value;
      for (const auto& [variable, derivative] : derivatives) jacobian(row, variable) = derivative;
      ++row;
    });
  }

 protected:
  using Visit = std::function<void(double, std::initializer_list<std::pair<Index, double>>)>;
  virtual Eigen::Index count(const Design& design) const = 0;
  /// Each residual with its derivatives.
  virtual void visit(const Design& design, std::span<const double> x, const Visit& visit) const = 0;

 private:
  std::string name_;
};

class Tikhonov final : public LinearRegularization {
 public:
  Tikhonov(std::string name, int map, double weight)
      : LinearRegularization(std::move(name)), map_(map), root_(std::sqrt(weight)) {}

 private:
  Eigen::Index count(const Design& design) const override { return design.map(map_).size(); }
  void visit(const Design& design, std::span<const double> x, const Visit& visit) const override {
    // The variables of a field carry the root of their share of the volume.
    const std::vector<double> start = design.map(map_).start();
    for (Index i = 0; i < design.map(map_).size(); ++i) {
      const Index variable = design.offset(map_) + i;
      visit(root_ * (x[to_size(variable)] - start[to_size(i)]), {{variable, root_}});
    }
  }

  int map_;
  double root_;
};

/// A facet's neighbours as variables of the design, with what m is of x.
struct Difference {
  Index first, second;
  double first_weight, second_weight; ///< m_first - m_second = first_weight x_first - second_weight x_second
  double value(std::span<const double> x) const {
    return first_weight * x[to_size(first)] - second_weight * x[to_size(second)];
  }
};

Difference difference(const Design& design, int map, const FieldAdjacency& adjacency,
                      const FieldAdjacency::Side& side) {
  return {design.offset(map) + side.first, design.offset(map) + side.second,
          1.0 / std::sqrt(adjacency.share[to_size(side.first)]),
          1.0 / std::sqrt(adjacency.share[to_size(side.second)])};
}

class Smoothness final : public LinearRegularization {
 public:
  Smoothness(std::string name, int map, double weight, FieldAdjacency adjacency)
      : LinearRegularization(std::move(name)), map_(map), weight_(weight), adjacency_(std::move(adjacency)) {}

 private:
  Eigen::Index count(const Design&) const override { return static_cast<Eigen::Index>(adjacency_.sides.size()); }
  void visit(const Design& design, std::span<const double> x, const Visit& visit) const override {
    const double scale = weight_ * adjacency_.length * adjacency_.length / adjacency_.volume;
    for (const FieldAdjacency::Side& side : adjacency_.sides) {
      const Difference m = difference(design, map_, adjacency_, side);
      const double root = std::sqrt(scale * side.area / side.distance);
      visit(root * m.value(x), {{m.first, root * m.first_weight}, {m.second, -root * m.second_weight}});
    }
  }

  int map_;
  double weight_;
  FieldAdjacency adjacency_;
};

class TotalVariation final : public Regularization {
 public:
  TotalVariation(std::string name, int map, double weight, FieldAdjacency adjacency)
      : name_(std::move(name)), map_(map), weight_(weight), adjacency_(std::move(adjacency)) {}

  const std::string& name() const override { return name_; }
  bool is_least_squares() const override { return false; }
  double value(const Design& design, std::span<const double> x, std::span<double> gradient) const override {
    const double smooth = smooth_gradient / adjacency_.length;
    const double scale = weight_ * adjacency_.length / adjacency_.volume;
    double sum = 0.0;
    for (const FieldAdjacency::Side& side : adjacency_.sides) {
      const Difference m = difference(design, map_, adjacency_, side);
      const double slope = m.value(x) / side.distance, size = std::hypot(slope, smooth);
      sum += scale * side.area * side.distance * (size - smooth);
      const double derivative = scale * side.area * slope / size;
      gradient[to_size(m.first)] += derivative * m.first_weight;
      gradient[to_size(m.second)] -= derivative * m.second_weight;
    }
    return sum;
  }
  void residual(const Design& design, std::span<const double>, Eigen::VectorXd& residual,
                Eigen::MatrixXd& jacobian) const override {
    residual.resize(0);
    jacobian.resize(0, design.size());
  }

 private:
  std::string name_;
  int map_;
  double weight_;
  FieldAdjacency adjacency_;
};

void require_weight(const std::string& name, double weight) {
  if (!(weight > 0.0) || !std::isfinite(weight)) {
    throw InputError(fmt::format("the weight of the regularisation '{}' has to be a positive number", name));
  }
}

} // namespace

std::unique_ptr<Regularization> make_tikhonov(std::string name, int map, double weight) {
  require_weight(name, weight);
  return std::make_unique<Tikhonov>(std::move(name), map, weight);
}

std::unique_ptr<Regularization> make_smoothness(std::string name, int map, double weight, FieldAdjacency adjacency) {
  require_weight(name, weight);
  return std::make_unique<Smoothness>(std::move(name), map, weight, std::move(adjacency));
}

std::unique_ptr<Regularization> make_total_variation(std::string name, int map, double weight,
                                                     FieldAdjacency adjacency) {
  require_weight(name, weight);
  return std::make_unique<TotalVariation>(std::move(name), map, weight, std::move(adjacency));
}

} // namespace adjoule
