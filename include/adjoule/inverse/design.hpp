/// Design variables: what an optimiser or a fit changes, as differentiable maps onto the parameters of models.
#pragma once

#include "adjoule/core/parameters.hpp"

#include <memory>
#include <optional>

namespace adjoule {

/// A block of variables x, scaled to be of order one, and its map onto one parameter. Optimisers know nothing else of
/// what they vary: a filter, a projection or a dimension of the geometry is another such map. A map refers to its
/// parameter by path, so that one design serves several models.
class DesignMap {
 public:
  virtual ~DesignMap() = default;
  /// Path of the number or property in the case file.
  virtual const std::string& name() const = 0;
  /// SI unit of the values.
  virtual const std::string& unit() const = 0;
  /// Number of variables.
  virtual Index size() const = 0;
  /// Start and bounds of x; bounds may be infinite.
  virtual std::vector<double> start() const = 0;
  virtual std::vector<double> lower() const = 0;
  virtual std::vector<double> upper() const = 0;
  /// The values that x stands for, SI, one a variable, and the derivative of each to its own variable.
  virtual std::vector<double> values(std::span<const double> x) const = 0;
  virtual std::vector<double> value_derivatives(std::span<const double> x) const = 0;
  /// Whether the registry has the parameter.
  virtual bool acts_on(const Parameters& parameters) const = 0;
  /// Sets the parameter; its watchers are called.
  virtual void apply(std::span<const double> x, Parameters& parameters) const = 0;
  /// dual += (dp/dx)^T sensitivity
  virtual void add_vjp(std::span<const double> x, const Parameters& parameters, const ParameterVector& sensitivity,
                       std::span<double> dual) const = 0;
  /// direction += dp/dx change
  virtual void add_jvp(std::span<const double> x, const Parameters& parameters, std::span<const double> change,
                       ParameterVector& direction) const = 0;
};

enum class VariableScaling {
  automatic,  ///< logarithmic for a value that is positive and can only be so, by its bounds or its physical range
  linear,     ///< x = value / size, the size being that of the start value, or of the range where that is 0
  logarithmic ///< x = ln(value / start value)
};

struct VariableOptions {
  std::optional<double> initial{}; ///< default: the parameter's present value
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity(); ///< both are cut to the parameter's physical range
  VariableScaling scaling = VariableScaling::automatic;
};

/// One number. Throws InputError for an unknown path, bounds that leave nothing, a start out of bounds, a logarithmic
/// scale of values that are not positive.
std::unique_ptr<DesignMap> make_scalar_variable(const Parameters& parameters, const std::string& path,
                                                const VariableOptions& options = {});

/// A property that varies in space: one value a group of elements (a region, or an element each).
struct FieldVariable {
  std::string name{};                     ///< the property's path
  std::string parameter{};                ///< the array parameter behind it, one entry an element
  std::vector<Index> variable_of_entry{}; ///< for each entry of the parameter, from 0
  std::vector<double> measure{};          ///< of each variable: its volume, m^3
  double offset = 0.0;                    ///< parameter entry = value - offset
};

/// Variables are weighted by the square root of their share of the volume, so that the Euclidean norm of x is the L2
/// norm of the scaled field, whatever the mesh. Throws as above.
std::unique_ptr<DesignMap> make_field_variable(const Parameters& parameters, FieldVariable field,
                                               const VariableOptions& options = {});

/// Several maps, their variables one after the other.
class Design {
 public:
  void add(std::unique_ptr<DesignMap> map);
  int map_count() const { return static_cast<int>(maps_.size()); }
  const DesignMap& map(int i) const { return *maps_[static_cast<std::size_t>(i)]; }
  /// First variable of a map.
  Index offset(int i) const { return offsets_[static_cast<std::size_t>(i)]; }
  Index size() const { return size_; }

  std::vector<double> start() const;
  std::vector<double> lower() const;
  std::vector<double> upper() const;
  /// One a variable: the path, or "path[3]" where a map has several.
  std::vector<std::string> names() const;
  std::vector<double> values(std::span<const double> x) const;
  std::vector<double> value_derivatives(std::span<const double> x) const;

  /// Sets all parameters that the registry has.
  void apply(std::span<const double> x, Parameters& parameters) const;
  /// dJ/dx of dJ/dp.
  std::vector<double> pull_back(std::span<const double> x, const Parameters& parameters,
                                const ParameterVector& sensitivity) const;
  /// dp of dx.
  ParameterVector push_forward(std::span<const double> x, const Parameters& parameters,
                               std::span<const double> change) const;

 private:
  std::vector<std::unique_ptr<DesignMap>> maps_;
  std::vector<Index> offsets_;
  Index size_ = 0;
};

} // namespace adjoule
