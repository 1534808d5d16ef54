#include "field_integrals.hpp"

#include "adjoule/core/error.hpp"
#include "to_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace adjoule {
namespace {

// The number of the law of each element, -1: none.
std::vector<int> law_of_element(const Mesh& mesh, const std::vector<RegionLaw>& laws) {
  std::vector<int> law_of(to_size(mesh.element_count()), -1);
  for (std::size_t law = 0; law < laws.size(); ++law) {
    for (const Index element : laws[law].elements) law_of[to_size(element)] = static_cast<int>(law);
  }
  return law_of;
}

bool any_reads_temperature(const std::vector<CoefficientPointer>& properties) {
  return std::any_of(properties.begin(), properties.end(), [](const auto& p) { return p->reads_temperature(); });
}

Integral measure_of(const MultiphysicsSystem& model, std::shared_ptr<const Domain> domain, const std::string& where) {
  Integral integral;
  integral.name = where;
  integral.integrand = unit_integrand();
  integral.domain = std::move(domain);
  integral.section = model.space().section();
  return integral;
}

FieldIntegral field_over(const MultiphysicsSystem& model, const QuantityField& field, const RegionLaw& law,
                         std::shared_ptr<const Domain> domain, const std::string& where) {
  FieldIntegral result;
  result.what = {field, model.space().section().kind, law.law};
  result.integral.name = where;
  result.integral.integrand = field_integrand(result.what);
  result.integral.domain = std::move(domain);
  result.integral.fields = source_fields(model, field, law.law);
  result.integral.properties = law.properties;
  result.integral.section = model.space().section();
  result.integral.temperature_field = model.space().find_field("temperature");
  if (any_reads_temperature(law.properties) && result.integral.temperature_field < 0) {
    throw InputError(
        fmt::format("{}: a property that {} follows from depends on the temperature, and the model has none: add "
                    "[thermal]",
                    where, field.text));
  }
  return result;
}

// Facets with no law behind them are replaced by the same ones seen from the element on the other side, where that has
// a law: an interface belongs to the side that conducts, and its normal points out of it.
std::vector<Facet> facets_of_laws(const Mesh& mesh, const std::vector<Facet>& facets, const std::vector<int>& law_of) {
  const auto key_of = [&mesh](const Facet& facet) {
    std::vector<Index> nodes = mesh.facet_nodes(facet);
    std::sort(nodes.begin(), nodes.end());
    return nodes;
  };
  std::map<std::vector<Index>, Facet> other_side;
  for (const Facet& facet : facets) {
    if (law_of[to_size(facet.element)] < 0) other_side.emplace(key_of(facet), Facet{});
  }
  for (Index element = 0; element < mesh.element_count() && !other_side.empty(); ++element) {
    if (law_of[to_size(element)] < 0) continue;
    const int faces = static_cast<int>(topology(mesh.element_type(element)).faces.size());
    for (int face = 0; face < faces; ++face) {
      const auto found = other_side.find(key_of({element, face}));
      if (found != other_side.end()) found->second = {element, face};
    }
  }
  std::vector<Facet> result = facets;
  for (Facet& facet : result) {
    if (law_of[to_size(facet.element)] >= 0) continue;
    const Facet& other = other_side.at(key_of(facet));
    if (other.element >= 0) facet = other;
  }
  return result;
}

// Calls add(law or -1, domain) for each piece of the selection.
template <class Add>
void for_each_piece(const MultiphysicsSystem& model, const std::vector<RegionLaw>& laws, const Selection& selection,
                    Add add) {
  const Mesh& mesh = model.mesh();
  const ModelSpace& space = model.space();
  const std::vector<int> law_of = law_of_element(mesh, laws);
  const std::vector<CoefficientPointer> none;
  if (selection.is_volume(mesh)) {
    std::map<int, std::vector<Index>> pieces;
    for (const Index e : selection.elements) pieces[law_of[to_size(e)]].push_back(e);
    for (const auto& [law, elements] : pieces) {
      const QuadratureChoice quadrature = space.volume_quadrature(law < 0 ? none : laws[to_size(law)].rule_properties);
      add(law, Domain::volume(mesh, space.partition(), elements, quadrature));
    }
    return;
  }
  std::map<int, std::vector<Facet>> pieces;
  for (const Facet& facet : facets_of_laws(mesh, selection.facets, law_of)) {
    pieces[law_of[to_size(facet.element)]].push_back(facet);
  }
  for (const auto& [law, facets] : pieces) {
    const auto& properties = law < 0 ? none : laws[to_size(law)].rule_properties;
    const bool nonlinear = space.section().kind == SectionKind::axisymmetric ||
                           std::any_of(properties.begin(), properties.end(),
                                       [](const auto& p) { return p->reads_temperature() || p->reads_position(); });
    add(law, Domain::boundary(mesh, space.partition(), facets, {0, nonlinear}));
  }
}

} // namespace

FieldIntegrals integrate_field(const MultiphysicsSystem& model, const QuantityField& field, const Selection& selection,
                               const std::string& where) {
  const std::vector<RegionLaw> laws = require_region_laws(model, field, where);
  FieldIntegrals result;
  bool outside = false;
  for_each_piece(model, laws, selection, [&](int law, std::shared_ptr<const Domain> domain) {
    outside = outside || law < 0;
    if (law < 0 && field.is_nodal() && selection.everywhere) return; // everywhere is where there is such a field
    result.measure.push_back(measure_of(model, domain, where));
    if (law >= 0) result.parts.push_back(field_over(model, field, laws[to_size(law)], std::move(domain), where));
  });
  if (result.parts.empty() || (outside && field.is_nodal() && !selection.everywhere)) {
    throw InputError(fmt::format("{}: there is no {} {} {}: the material there has no property for it", where,
                                 field.text, result.parts.empty() ? "on" : "in a part of", selection.groups));
  }
  return result;
}

std::vector<FieldIntegral> field_at_points(const MultiphysicsSystem& model, const QuantityField& field,
                                           const std::vector<Domain::Point>& points, DomainKind kind,
                                           const std::string& where) {
  const std::vector<RegionLaw> laws = require_region_laws(model, field, where);
  const std::vector<int> law_of = law_of_element(model.mesh(), laws);
  std::map<int, std::vector<Domain::Point>> by_law;
  for (const Domain::Point& point : points) by_law[law_of[to_size(point.element)]].push_back(point);
  std::vector<FieldIntegral> result;
  for (const auto& [law, list] : by_law) {
    if (law < 0) continue;
    auto domain = Domain::points(model.mesh(), model.space().partition(), list, kind);
    result.push_back(field_over(model, field, laws[to_size(law)], std::move(domain), where));
    result.back().integral.section.thickness = nullptr; // a value at a point carries no measure
  }
  return result;
}

} // namespace adjoule
