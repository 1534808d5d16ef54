#include "adjoule/inverse/design.hpp"

#include "adjoule/core/error.hpp"
#include "to_size.hpp"

#include <fmt/format.h>

#include <functional>

namespace adjoule {
namespace {

std::span<const double> part(std::span<const double> x, Index offset, Index size) {
  return x.subspan(to_size(offset), to_size(size));
}

void check_size(std::span<const double> x, Index size) {
  if (x.size() != to_size(size))
    throw InputError(fmt::format("a design of {} variables was given {} values", size, x.size()));
}

using Maps = std::vector<std::unique_ptr<DesignMap>>;

std::vector<double> joined(const Maps& maps, const std::function<std::vector<double>(const DesignMap&)>& of_map) {
  std::vector<double> all;
  for (const std::unique_ptr<DesignMap>& map : maps) {
    const std::vector<double> own = of_map(*map);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

} // namespace

void Design::add(std::unique_ptr<DesignMap> map) {
  for (const std::unique_ptr<DesignMap>& other : maps_) {
    if (other->name() == map->name())
      throw InputError(fmt::format("{}: it is a design variable already: name it once", map->name()));
  }
  offsets_.push_back(size_);
  size_ += map->size();
  maps_.push_back(std::move(map));
}

std::vector<double> Design::start() const {
  return joined(maps_, [](const DesignMap& map) { return map.start(); });
}
std::vector<double> Design::lower() const {
  return joined(maps_, [](const DesignMap& map) { return map.lower(); });
}
std::vector<double> Design::upper() const {
  return joined(maps_, [](const DesignMap& map) { return map.upper(); });
}

std::vector<std::string> Design::names() const {
  std::vector<std::string> all;
  for (const std::unique_ptr<DesignMap>& map : maps_) {
    for (Index i = 0; i < map->size(); ++i)
      all.push_back(map->size() == 1 ? map->name() : fmt::format("{}[{}]", map->name(), i));
  }
  return all;
}

std::vector<double> Design::values(std::span<const double> x) const {
  check_size(x, size_);
  Index offset = 0;
  return joined(maps_, [&](const DesignMap& map) {
    const std::span<const double> own = part(x, offset, map.size());
    offset += map.size();
    return map.values(own);
  });
}

std::vector<double> Design::value_derivatives(std::span<const double> x) const {
  check_size(x, size_);
  Index offset = 0;
  return joined(maps_, [&](const DesignMap& map) {
    const std::span<const double> own = part(x, offset, map.size());
    offset += map.size();
    return map.value_derivatives(own);
  });
}

void Design::apply(std::span<const double> x, Parameters& parameters) const {
  check_size(x, size_);
  for (std::size_t i = 0; i < maps_.size(); ++i) {
    if (maps_[i]->acts_on(parameters)) maps_[i]->apply(part(x, offsets_[i], maps_[i]->size()), parameters);
  }
}

std::vector<double> Design::pull_back(std::span<const double> x, const Parameters& parameters,
                                      const ParameterVector& sensitivity) const {
  check_size(x, size_);
  std::vector<double> dual(to_size(size_), 0.0);
  for (std::size_t i = 0; i < maps_.size(); ++i) {
    if (!maps_[i]->acts_on(parameters)) continue;
    maps_[i]->add_vjp(part(x, offsets_[i], maps_[i]->size()), parameters, sensitivity,
                      std::span<double>(dual).subspan(to_size(offsets_[i]), to_size(maps_[i]->size())));
  }
  return dual;
}

ParameterVector Design::push_forward(std::span<const double> x, const Parameters& parameters,
                                     std::span<const double> change) const {
  check_size(x, size_);
  check_size(change, size_);
  ParameterVector direction = parameters.zeros();
  for (std::size_t i = 0; i < maps_.size(); ++i) {
    if (!maps_[i]->acts_on(parameters)) continue;
    const Index size = maps_[i]->size();
    maps_[i]->add_jvp(part(x, offsets_[i], size), parameters, part(change, offsets_[i], size), direction);
  }
  return direction;
}

} // namespace adjoule
