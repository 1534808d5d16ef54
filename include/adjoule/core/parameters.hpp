/// The registry of every number that a result can be differentiated to.
#pragma once

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "adjoule/core/index.hpp"

namespace adjoule {

/// What one value of a parameter belongs to.
enum class ParameterKind { scalar, per_region, per_element, per_node };

/// A registered parameter; valid for the registry that issued it.
struct Parameter {
  int id = -1;
  bool valid() const { return id >= 0; }
  friend bool operator==(Parameter, Parameter) = default;
};

struct ParameterOptions {
  std::string unit = "1";                                  ///< SI unit, for people
  double lower = -std::numeric_limits<double>::infinity(); ///< physical range, inclusive
  double upper = std::numeric_limits<double>::infinity();
};

/// One number for each value of every parameter: the values themselves, a gradient, or a direction.
/// Scalars stand apart from array entries because sums over elements gather the former and write the latter in place.
struct ParameterVector {
  std::vector<double> scalars;
  std::vector<double> entries;
};

/// Named arrays with a unit and a range. A name is a path such as "materials.polysilicon.thermal_conductivity".
class Parameters {
 public:
  /// Adds a scalar. Throws InputError if the path is taken, or the value is not finite or out of range.
  Parameter register_parameter(const std::string& path, double value, ParameterOptions options = {});
  /// Adds an array with one value a region, element or node. Throws as above.
  Parameter register_field(const std::string& path, std::vector<double> values, ParameterKind kind,
                           ParameterOptions options = {});

  /// Number of registered parameters; ids run from 0.
  int size() const { return static_cast<int>(records_.size()); }
  bool contains(const std::string& path) const { return by_path_.count(path) > 0; }
  /// Throws InputError with the nearest registered path if there is none of that name.
  Parameter find(const std::string& path) const;

  const std::string& path(Parameter parameter) const;
  const std::string& unit(Parameter parameter) const;
  ParameterKind kind(Parameter parameter) const;
  /// Physical range, inclusive; infinite where there is no bound.
  double lower(Parameter parameter) const;
  double upper(Parameter parameter) const;
  /// Number of values: 1 for a scalar.
  Index count(Parameter parameter) const;
  /// Position of the first value in ParameterVector::scalars (scalar) or ::entries (arrays).
  Index offset(Parameter parameter) const;

  /// Value of a scalar.
  double value(Parameter parameter) const;
  std::span<const double> values(Parameter parameter) const;
  /// Replace values. Throws InputError on a wrong count, NaN, infinity, or a value out of the physical range.
  void set(Parameter parameter, double value);
  void set(Parameter parameter, std::span<const double> values);

  const ParameterVector& all() const { return values_; }
  /// Replaces every value at once, without checks: for line searches and Taylor tests.
  void assign(const ParameterVector& values) { values_ = values; }
  ParameterVector zeros() const;

  /// The part of a parameter in a vector of the same layout.
  std::span<const double> part(const ParameterVector& vector, Parameter parameter) const;
  std::span<double> part(ParameterVector& vector, Parameter parameter) const;

  /// Calls back after each `set` of the parameter, with its path and new values.
  using Watcher = std::function<void(const std::string&, std::span<const double>)>;
  void watch_parameter(const std::string& path, Watcher watcher);

 private:
  struct Record {
    std::string path;
    ParameterOptions options;
    ParameterKind kind;
    Index offset;
    Index count;
    std::vector<Watcher> watchers;
  };
  const Record& record(Parameter parameter) const;
  Parameter add(Record record, std::span<const double> values);

  std::vector<Record> records_;
  std::unordered_map<std::string, int> by_path_;
  ParameterVector values_;
};

} // namespace adjoule
