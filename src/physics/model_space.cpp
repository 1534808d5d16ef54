#include "adjoule/physics/model_space.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/mesh/quality.hpp"
#include "kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

void require_radii(const Mesh& mesh, SectionKind section) {
  if (section != SectionKind::axisymmetric) return;
  for (const std::array<double, 3>& x : mesh.coordinates()) {
    if (x[0] < 0.0) {
      throw InputError(fmt::format(
          "axisymmetric: x is the radius, and a node lies at x = {:.6g} m: move the drawing to x >= 0", x[0]));
    }
  }
}

} // namespace

ModelSpace::ModelSpace(Mesh mesh, SectionKind section, int quadrature_degree)
    : mesh_(std::move(mesh)), partition_(make_partition(mesh_)), quadrature_degree_(quadrature_degree) {
  if (mesh_.dimension() == 3 && section != SectionKind::solid) {
    throw InputError("a section (plane strain, plane stress, axisymmetric) belongs to a 2-D mesh, and this one is 3-D: "
                     "leave it out");
  }
  if (mesh_.dimension() == 2 && section == SectionKind::solid) {
    throw InputError("a 2-D mesh needs a section: plane strain, plane stress or axisymmetric");
  }
  if (mesh_.dimension() < 2) {
    throw InputError("the mesh has elements of dimension 1 only: a model needs surfaces (2-D) or volumes (3-D)");
  }
  section_.kind = section;
  require_radii(mesh_, section);
}

void ModelSpace::set_thickness(CoefficientPointer thickness) {
  if (!section_.is_plane()) throw InputError("a thickness belongs to plane sections only");
  if (thickness->reads_temperature()) throw InputError("a thickness cannot follow the temperature");
  section_.thickness = std::move(thickness);
}

void ModelSpace::set_coordinates(std::vector<std::array<double, 3>> coordinates) {
  std::vector<std::array<double, 3>> before = mesh_.coordinates();
  mesh_.set_coordinates(std::move(coordinates));
  try {
    require_radii(mesh_, section_.kind);
    require_valid(mesh_, check_degeneracy(mesh_));
  } catch (...) {
    mesh_.set_coordinates(std::move(before));
    throw;
  }
  update_derived_parameters();
}

int ModelSpace::add_field(Field field) {
  fields_.push_back(std::move(field));
  return static_cast<int>(fields_.size()) - 1;
}

int ModelSpace::find_field(const std::string& name) const {
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    if (fields_[f].name == name) return static_cast<int>(f);
  }
  return -1;
}

std::shared_ptr<const BlockPattern> ModelSpace::pattern(const std::vector<const Constraints*>& constraints,
                                                        const std::vector<int>& components,
                                                        const std::vector<std::vector<bool>>& coupled) {
  std::erase_if(patterns_, [](const std::weak_ptr<const BlockPattern>& pattern) { return pattern.expired(); });
  for (const std::weak_ptr<const BlockPattern>& known : patterns_) {
    std::shared_ptr<const BlockPattern> pattern = known.lock();
    if (pattern && pattern->describes(mesh_, constraints, components, coupled)) return pattern;
  }
  auto pattern = std::make_shared<const BlockPattern>(mesh_, constraints, components, coupled);
  patterns_.push_back(pattern);
  return pattern;
}

namespace {

bool any_nonlinear(const Section& section, const std::vector<CoefficientPointer>& properties) {
  return section.kind == SectionKind::axisymmetric ||
         std::any_of(properties.begin(), properties.end(), [](const CoefficientPointer& property) {
           return property->reads_temperature() || property->reads_position();
         });
}

} // namespace

std::shared_ptr<const Domain> ModelSpace::volume(std::span<const std::string> regions,
                                                 const std::vector<CoefficientPointer>& properties) const {
  return Domain::volume(mesh_, partition_, mesh_.elements_of(regions), volume_quadrature(properties));
}

QuadratureChoice ModelSpace::volume_quadrature(const std::vector<CoefficientPointer>& properties) const {
  return {quadrature_degree_, any_nonlinear(section_, properties)};
}

std::shared_ptr<const Domain> ModelSpace::volume_of_degree(std::span<const std::string> regions, int degree) const {
  return Domain::volume(mesh_, partition_, mesh_.elements_of(regions), {std::max(degree, quadrature_degree_), false});
}

std::shared_ptr<const Domain> ModelSpace::boundary(const std::string& name, const std::string& use,
                                                   const std::vector<CoefficientPointer>& properties,
                                                   bool nonlinear) const {
  const Group& group = mesh_.group(name, mesh_.dimension() - 1, use);
  if (group.facets.empty()) {
    throw InputError(fmt::format("{} '{}': the group has no facet of an element behind it", use, name));
  }
  require_off_axis(group, use);
  return boundary(group.facets, properties, nonlinear);
}

std::shared_ptr<const Domain> ModelSpace::boundary(const std::vector<Facet>& facets,
                                                   const std::vector<CoefficientPointer>& properties,
                                                   bool nonlinear) const {
  return Domain::boundary(mesh_, partition_, facets, {0, nonlinear || any_nonlinear(section_, properties)});
}

Parameter ModelSpace::load_factor() {
  const std::string path = "(load factor)";
  return parameters_.contains(path) ? parameters_.find(path) : parameters_.register_parameter(path, 1.0);
}

CoefficientPointer ModelSpace::scaled_by_load_factor(CoefficientPointer load) {
  return product_coefficient(parameters_, std::move(load), load_factor());
}

Parameter ModelSpace::time() {
  const std::string path = "(time)";
  return parameters_.contains(path) ? parameters_.find(path) : parameters_.register_parameter(path, 0.0, {.unit = "s"});
}

void ModelSpace::set_time(double time) {
  parameters_.set(this->time(), time);
}

void ModelSpace::require_off_axis(const Group& group, const std::string& use) const {
  if (section_.kind != SectionKind::axisymmetric) return;
  const auto [low, high] = mesh_.bounding_box();
  const double axis = 1e-9 * (high[0] - low[0]);
  const bool on_axis = std::all_of(group.nodes.begin(), group.nodes.end(), [&](Index node) {
    return mesh_.coordinates()[static_cast<std::size_t>(node)][0] <= axis;
  });
  if (on_axis) {
    throw InputError(fmt::format(
        "{} '{}': the group lies on the axis, where a boundary has no area: nothing can enter there", use, group.name));
  }
}

Parameter ModelSpace::boundary_measure(const std::string& group, const std::string& use) {
  const std::string path = "(area of " + group + ")";
  if (parameters_.contains(path)) return parameters_.find(path);
  Integral functional;
  functional.name = path;
  functional.integrand = measure_integrand();
  functional.domain = boundary(group, use);
  functional.section = section_;
  const FieldValues none;
  const double area = evaluate_functional({mesh_, fields_, none, parameters_.all()}, functional);
  if (!(area > 0.0)) throw InputError(fmt::format("{} '{}': the group has no area", use, group));
  const Parameter parameter = parameters_.register_parameter(path, area, {.unit = "m^2"});
  derived_.push_back({parameter, std::move(functional)});
  return parameter;
}

void ModelSpace::update_derived_parameters() {
  const FieldValues none;
  for (const DerivedParameter& derived : derived_) {
    parameters_.set(derived.parameter,
                    evaluate_functional({mesh_, fields_, none, parameters_.all()}, derived.functional));
  }
}

} // namespace adjoule
