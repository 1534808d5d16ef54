#include "adjoule/core/parameters.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/nearest_name.hpp"

#include <fmt/format.h>

#include <cmath>

namespace adjoule {
namespace {

void check_values(const std::string& path, const ParameterOptions& options, std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i];
    const std::string place = values.size() > 1 ? fmt::format("{} (value {})", path, i) : path;
    if (!std::isfinite(value)) throw InputError(fmt::format("{}: {} is not a finite number", place, value));
    if (value < options.lower || value > options.upper) {
      throw InputError(fmt::format("{}: {} {} is outside its physical range [{}, {}]", place, value, options.unit,
                                   options.lower, options.upper));
    }
  }
}

} // namespace

Parameter Parameters::add(Record record, std::span<const double> values) {
  if (contains(record.path)) {
    throw InputError(
        fmt::format("parameter '{}' is registered already: give each parameter a path of its own", record.path));
  }
  check_values(record.path, record.options, values);
  std::vector<double>& store = record.kind == ParameterKind::scalar ? values_.scalars : values_.entries;
  record.offset = static_cast<Index>(store.size());
  record.count = static_cast<Index>(values.size());
  store.insert(store.end(), values.begin(), values.end());
  const int id = size();
  by_path_.emplace(record.path, id);
  records_.push_back(std::move(record));
  return {id};
}

Parameter Parameters::register_parameter(const std::string& path, double value, ParameterOptions options) {
  return add({path, std::move(options), ParameterKind::scalar, 0, 1, {}}, {&value, 1});
}

Parameter Parameters::register_field(const std::string& path, std::vector<double> values, ParameterKind kind,
                                     ParameterOptions options) {
  if (kind == ParameterKind::scalar) throw InputError(path + ": a field needs a kind other than scalar");
  return add({path, std::move(options), kind, 0, 0, {}}, values);
}

Parameter Parameters::find(const std::string& path) const {
  const auto it = by_path_.find(path);
  if (it != by_path_.end()) return {it->second};
  std::vector<std::string> names;
  for (const Record& r : records_) names.push_back(r.path);
  const std::string hint = nearest_name(path, names);
  throw InputError(fmt::format("no parameter '{}'{}", path, hint.empty() ? "" : "; did you mean '" + hint + "'?"));
}

const Parameters::Record& Parameters::record(Parameter parameter) const {
  if (parameter.id < 0 || parameter.id >= size()) throw InputError("a parameter that this registry did not issue");
  return records_[static_cast<std::size_t>(parameter.id)];
}

const std::string& Parameters::path(Parameter parameter) const {
  return record(parameter).path;
}
const std::string& Parameters::unit(Parameter parameter) const {
  return record(parameter).options.unit;
}
ParameterKind Parameters::kind(Parameter parameter) const {
  return record(parameter).kind;
}
double Parameters::lower(Parameter parameter) const {
  return record(parameter).options.lower;
}
double Parameters::upper(Parameter parameter) const {
  return record(parameter).options.upper;
}
Index Parameters::count(Parameter parameter) const {
  return record(parameter).count;
}
Index Parameters::offset(Parameter parameter) const {
  return record(parameter).offset;
}

double Parameters::value(Parameter parameter) const {
  const auto all_values = values(parameter);
  if (all_values.size() != 1) throw InputError(path(parameter) + " has more than one value: ask for values()");
  return all_values[0];
}
std::span<const double> Parameters::values(Parameter parameter) const {
  return part(values_, parameter);
}

void Parameters::set(Parameter parameter, double value) {
  set(parameter, std::span<const double>(&value, 1));
}

void Parameters::set(Parameter parameter, std::span<const double> values) {
  const Record& r = record(parameter);
  if (static_cast<Index>(values.size()) != r.count) {
    throw InputError(fmt::format("{}: {} values given, it has {}", r.path, values.size(), r.count));
  }
  check_values(r.path, r.options, values);
  std::copy(values.begin(), values.end(), part(values_, parameter).begin());
  for (const Watcher& watcher : r.watchers) watcher(r.path, values);
}

ParameterVector Parameters::zeros() const {
  return {std::vector<double>(values_.scalars.size()), std::vector<double>(values_.entries.size())};
}

std::span<const double> Parameters::part(const ParameterVector& vector, Parameter parameter) const {
  const Record& r = record(parameter);
  const std::vector<double>& store = r.kind == ParameterKind::scalar ? vector.scalars : vector.entries;
  return {store.data() + r.offset, static_cast<std::size_t>(r.count)};
}
std::span<double> Parameters::part(ParameterVector& vector, Parameter parameter) const {
  const Record& r = record(parameter);
  std::vector<double>& store = r.kind == ParameterKind::scalar ? vector.scalars : vector.entries;
  return {store.data() + r.offset, static_cast<std::size_t>(r.count)};
}

void Parameters::watch_parameter(const std::string& path, Watcher watcher) {
  records_[static_cast<std::size_t>(find(path).id)].watchers.push_back(std::move(watcher));
}

} // namespace adjoule
