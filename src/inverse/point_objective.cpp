// Values at single points: of space, or of the material where a field is largest.
#include "objectives.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/fem/point_sweep.hpp"
#include "point_location.hpp"
#include "to_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

// Common to both: the integrals over the points belong to a state or a mesh.
class PointwiseObjective : public NamedObjective {
 public:
  PointwiseObjective(const std::string& name, const MultiphysicsSystem& model, QuantityField field)
      : NamedObjective(name), model_(model), field_(std::move(field)) {}

  double add_gradient(const Evaluation& at, Sensitivities& sensitivities) const override {
    if (sensitivities.want_coordinates) require_shape_derivative(at);
    for (const FieldIntegral& term : terms(at)) add_vjp(at, term.integral, {}, 1.0, sensitivities);
    return value(at);
  }
  double jvp(const Evaluation& at, const Direction& direction) const override {
    if (!direction.coordinates.empty()) require_shape_derivative(at);
    double sum = 0.0;
    for (const FieldIntegral& term : terms(at)) sum += functional_jvp(at, term.integral, direction);
    return sum;
  }

 protected:
  virtual std::vector<FieldIntegral> terms(const Evaluation& at) const = 0;
  virtual void require_shape_derivative(const Evaluation&) const {}

  const MultiphysicsSystem& model_;
  QuantityField field_;
};

class PointObjective final : public PointwiseObjective {
 public:
  PointObjective(const std::string& name, const MultiphysicsSystem& model, const QuantityField& field,
                 const std::array<double, 3>& point)
      : PointwiseObjective(name, model, field), point_(point), places_(find_places(model.mesh())) {
    const std::vector<FieldIntegral> integrals = terms_at(places_);
    if (integrals.empty() || (field.is_nodal() && integrals.front().integral.domain->size() != 1)) {
      throw InputError(fmt::format("{}: there is no {} at the point: the material there has no property for it",
                                   where(), field.text));
    }
  }

  double value(const Evaluation& at) const override {
    double sum = 0.0;
    for (const FieldIntegral& term : terms(at)) sum += evaluate_functional(at, term.integral);
    return sum;
  }
  std::vector<int> fields() const override { return fields_of(pointers(terms_at(places_))); }
  std::vector<Parameter> parameters() const override { return parameters_of(pointers(terms_at(places_))); }

 private:
  // Borrowed from a list that outlives the call.
  static std::vector<const Integral*> pointers(const std::vector<FieldIntegral>& terms) {
    std::vector<const Integral*> list;
    for (const FieldIntegral& term : terms) list.push_back(&term.integral);
    return list;
  }

  std::vector<PointLocation> find_places(const Mesh& mesh) const {
    std::vector<PointLocation> places = locate_point(mesh, point_, where());
    const std::vector<RegionLaw> laws = require_region_laws(model_, field_, where());
    std::erase_if(places, [&](const PointLocation& place) {
      return std::none_of(laws.begin(), laws.end(), [&](const RegionLaw& law) {
        return std::binary_search(law.elements.begin(), law.elements.end(), place.element);
      });
    });
    if (field_.is_nodal() && places.size() > 1)
      places.erase(places.begin() + 1, places.end()); // the same from all sides
    return places;
  }

  // In the elements found at first, whose interpolation is continued a little beyond them: so the value is a smooth
  // function of the nodes' positions even where the point lies on a side.
  std::vector<PointLocation> places_in(const Mesh& mesh) const {
    std::vector<PointLocation> places = places_;
    for (PointLocation& place : places) {
      const std::optional<std::array<double, 3>> xi = invert_map(mesh, place.element, point_);
      if (!xi) return find_places(mesh);
      place.xi = *xi;
      if (distance_outside(mesh, place, point_) > 0.05 * size_of(mesh, place.element)) return find_places(mesh);
    }
    return places;
  }

  static double size_of(const Mesh& mesh, Index element) {
    const std::span<const Index> nodes = mesh.element_nodes(element);
    const std::array<double, 3>& a = mesh.coordinates()[to_size(nodes[0])];
    const std::array<double, 3>& b = mesh.coordinates()[to_size(nodes[1])];
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  }

  std::vector<FieldIntegral> terms_at(const std::vector<PointLocation>& places) const {
    std::vector<Domain::Point> points;
    for (const PointLocation& place : places) {
      points.push_back({place.element, place.xi, 1.0 / static_cast<double>(places.size())});
    }
    return field_at_points(model_, field_, points, DomainKind::spatial_points, where());
  }
  std::vector<FieldIntegral> terms(const Evaluation& at) const override { return terms_at(places_in(at.mesh)); }

  void require_shape_derivative(const Evaluation& at) const override {
    if (field_.is_nodal()) return;
    const auto refuse = [&](const char* why) {
      throw InputError(fmt::format(
          "{}: the value of {} at a point has no exact derivative to the node positions here, because {}. Take its "
          "average over a region, or a point value of a nodal field",
          where(), field_.text, why));
    };
    if (places_.size() > 1) refuse("the point lies on a side that several elements share, and the field jumps there");
    const ElementType type = at.mesh.element_type(places_.front().element);
    if (type != ElementType::triangle3 && type != ElementType::tetrahedron4) {
      refuse("the field varies within the element (it is constant in linear triangles and tetrahedra)");
    }
    if (field_.is_mechanical() && model_.space().section().kind == SectionKind::axisymmetric) {
      refuse("the hoop strain varies within the element");
    }
    for (const FieldIntegral& term : terms(at)) {
      for (const CoefficientPointer& property : term.integral.properties) {
        if (property->reads_temperature() || property->reads_position()) refuse("a property varies within the element");
        for (const Parameter parameter : property->parameters()) {
          if (model_.parameters().kind(parameter) == ParameterKind::per_node)
            refuse("a property varies within the element");
        }
      }
    }
  }

  std::array<double, 3> point_;
  std::vector<PointLocation> places_;
};

// At the quadrature point where the field is largest (smallest); of equal ones that of the lowest element.
class ExtremeObjective final : public PointwiseObjective {
 public:
  ExtremeObjective(const std::string& name, const MultiphysicsSystem& model, const QuantityField& field,
                   FieldIntegrals integrals, bool largest)
      : PointwiseObjective(name, model, field), integrals_(std::move(integrals)), sign_(largest ? 1.0 : -1.0) {
    // A value at a point carries no measure.
    for (FieldIntegral& part : integrals_.parts) part.integral.section.thickness = nullptr;
  }

  double value(const Evaluation& at) const override { return find(at).value; }
  std::vector<int> fields() const override { return fields_of(pointers()); }
  std::vector<Parameter> parameters() const override {
    std::vector<const Integral*> list = pointers();
    return parameters_of(list);
  }

  std::string remark(const Evaluation& at, bool check_failed) const override {
    const double extreme = find(at).value;
    int ties = 0;
    sweep(at, [&](const SweptPoint& point) { ties += is_tie(point.outputs[0], extreme) ? 1 : 0; });
    return extreme_remark(sign_ > 0.0, ties, "points", check_failed);
  }

 private:
  struct Found {
    double value = 0.0;
    Index element = -1;
    std::array<double, 3> xi{};
  };

  std::vector<const Integral*> pointers() const {
    std::vector<const Integral*> list;
    for (const FieldIntegral& part : integrals_.parts) list.push_back(&part.integral);
    return list;
  }

  Found find(const Evaluation& at) const {
    Found found;
    sweep(at, [&](const SweptPoint& point) {
      const double value = point.outputs[0];
      require_finite(where(), field_.text, value, at.mesh, point.element);
      const bool better = found.element < 0 || sign_ * value > sign_ * found.value ||
                          (value == found.value && point.element < found.element);
      if (better) found = {value, point.element, point.xi()};
    });
    return found;
  }

  template <class Visit>
  void sweep(const Evaluation& at, Visit visit) const {
    for (const FieldIntegral& part : integrals_.parts)
      sweep_points(at, part.integral, {part.integral.integrand}, visit);
  }

  std::vector<FieldIntegral> terms(const Evaluation& at) const override {
    const Found found = find(at);
    return field_at_points(model_, field_, {{found.element, found.xi}}, DomainKind::material_points, where());
  }

  FieldIntegrals integrals_;
  double sign_;
};

} // namespace

std::unique_ptr<Objective> make_extreme_objective(const std::string& name, const MultiphysicsSystem& model,
                                                  const QuantityField& field, FieldIntegrals integrals, bool largest) {
  return std::make_unique<ExtremeObjective>(name, model, field, std::move(integrals), largest);
}

std::unique_ptr<Objective> make_point_objective(const std::string& name, const MultiphysicsSystem& model,
                                                const QuantityField& field, const std::array<double, 3>& point) {
  return std::make_unique<PointObjective>(name, model, field, point);
}

} // namespace adjoule
