#include "adjoule/inverse/quantity.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "objectives.hpp"
#include "to_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace adjoule {
namespace {

const char* name_of(QuantityKind kind) {
  switch (kind) {
    case QuantityKind::average:
      return "average";
    case QuantityKind::integral:
      return "integral";
    case QuantityKind::maximum:
      return "maximum";
    case QuantityKind::minimum:
      return "minimum";
    case QuantityKind::point:
      return "point";
    case QuantityKind::reaction:
      return "reaction";
    case QuantityKind::energy:
      break;
  }
  return "energy";
}

class QuantityMaker {
 public:
  QuantityMaker(const MultiphysicsSystem& model, const QuantitySpec& spec)
      : model_(model), mesh_(model.mesh()), spec_(spec), where_("quantity '" + spec.name + "'") {}

  std::unique_ptr<Objective> make() {
    if (spec_.kind == QuantityKind::energy) return make_energy();
    field_ = parse_quantity_field(spec_.field, where_);
    if (spec_.kind == QuantityKind::reaction) return make_reaction();
    require_region_laws(model_, field_, where_);
    if (spec_.kind == QuantityKind::point) return make_point();
    const Selection selection = select(mesh_, spec_.on, where_);
    choose_component(selection);
    const bool extreme = spec_.kind == QuantityKind::maximum || spec_.kind == QuantityKind::minimum;
    if (extreme && !spec_.aggregate) return make_extreme(selection);
    if (spec_.kind == QuantityKind::average && selection.dimension == 0) return make_nodal_mean(selection);
    require_measure(selection);
    require_area(selection);
    FieldIntegrals integrals = integrate_field(model_, field_, selection, where_);
    if (spec_.kind == QuantityKind::average) return make_average_objective(spec_.name, std::move(integrals));
    if (spec_.kind == QuantityKind::integral) return make_integral_objective(spec_.name, std::move(integrals));
    const double exponent = *spec_.aggregate;
    if (!(exponent >= 1.0)) throw InputError(fmt::format("{}: aggregate = {} has to be 1 or more", where_, exponent));
    return make_power_mean_objective(spec_.name, std::move(integrals),
                                     spec_.kind == QuantityKind::maximum ? exponent : -exponent);
  }

 private:
  // A vector needs a component; a flux through a boundary has its normal one.
  void choose_component(const Selection& selection) {
    if (!field_.is_vector() || field_.component != QuantityField::none) return;
    if (field_.is_flux() && selection.is_boundary(mesh_)) {
      field_.component = QuantityField::normal;
      return;
    }
    throw InputError(fmt::format("{}: {} is a vector: ask for {}.x, .y, .z or .magnitude{}", where_, field_.text,
                                 field_.text,
                                 field_.is_flux() ? "; on a boundary it is the outward normal component" : ""));
  }

  void require_measure(const Selection& selection) const {
    if (selection.is_volume(mesh_) || selection.is_boundary(mesh_)) return;
    const std::string accepted = mesh_.dimension() == 3 ? "volumes or surfaces" : "surfaces or curves";
    throw InputError(fmt::format("{}: '{}' is a group of {}s, and an {} of {} is taken over {} of this {}-D mesh{}",
                                 where_, selection.groups, dimension_name(selection.dimension),
                                 spec_.aggregate ? "aggregate" : name_of(spec_.kind), field_.text, accepted,
                                 mesh_.dimension(), field_.is_nodal() ? " (an average also over points)" : ""));
  }

  // An axis of symmetry is drawn as a curve and stands for a line of no circumference.
  void require_area(const Selection& selection) const {
    if (model_.space().section().kind != SectionKind::axisymmetric || !selection.is_boundary(mesh_)) return;
    const auto [low, high] = mesh_.bounding_box();
    const double tolerance = 1e-12 * std::hypot(high[0] - low[0], high[1] - low[1]);
    const bool on_axis = std::all_of(selection.nodes.begin(), selection.nodes.end(),
                                     [&](Index node) { return mesh_.coordinates()[to_size(node)][0] <= tolerance; });
    if (!on_axis) return;
    throw InputError(fmt::format("{}: '{}' lies on the axis and has no area, so that there is no {} over it: take the "
                                 "{} on it, or the value at a point",
                                 where_, selection.groups, spec_.aggregate ? "aggregate" : name_of(spec_.kind),
                                 spec_.aggregate ? fmt::format("{} without aggregate", name_of(spec_.kind))
                                                 : std::string("maximum or minimum")));
  }

  std::unique_ptr<Objective> make_energy() {
    if (!spec_.field.empty()) {
      throw InputError(
          fmt::format("{}: the elastic energy has no field: leave out field = \"{}\"", where_, spec_.field));
    }
    field_ = {FieldName::elastic_energy, QuantityField::none, "elastic energy"};
    const Selection selection = select(mesh_, spec_.on, where_);
    if (!selection.is_volume(mesh_)) {
      throw InputError(
          fmt::format("{}: '{}' is a group of {}s, and elastic energy is stored in regions: name groups of {}s", where_,
                      selection.groups, dimension_name(selection.dimension), dimension_name(mesh_.dimension())));
    }
    return make_integral_objective(spec_.name, integrate_field(model_, field_, selection, where_));
  }

  std::unique_ptr<Objective> make_point() {
    if (!spec_.at) throw InputError(fmt::format("{}: a point needs at = [x, y, z] in metres", where_));
    Selection selection;
    selection.dimension = mesh_.dimension();
    choose_component(selection);
    return make_point_objective(spec_.name, model_, field_, *spec_.at);
  }

  std::unique_ptr<Objective> make_nodal_mean(const Selection& selection) const {
    if (!field_.is_nodal()) {
      throw InputError(fmt::format(
          "{}: {} has no values at nodes, so that it has no average over the points '{}': use kind = \"point\" "
          "or a group of higher dimension",
          where_, field_.text, selection.groups));
    }
    return make_nodal_objective(spec_.name, source_fields(model_, field_, {}).front(), field_.component,
                                active_nodes(selection), NodalReduction::mean);
  }

  std::unique_ptr<Objective> make_extreme(const Selection& selection) const {
    const bool largest = spec_.kind == QuantityKind::maximum;
    if (field_.is_nodal()) {
      return make_nodal_objective(spec_.name, source_fields(model_, field_, {}).front(), field_.component,
                                  active_nodes(selection), largest ? NodalReduction::maximum : NodalReduction::minimum);
    }
    if (field_.component == QuantityField::normal) {
      throw InputError(
          fmt::format("{}: the {} of the normal component of {} is not available: take a component (.x .y .z "
                      ".magnitude), or aggregate, or the average",
                      where_, name_of(spec_.kind), field_.text));
    }
    require_measure(selection);
    return make_extreme_objective(spec_.name, model_, field_, integrate_field(model_, field_, selection, where_),
                                  largest);
  }

  // Nodes of the selection at which there is such a field.
  std::vector<Index> active_nodes(const Selection& selection) const {
    std::vector<char> active(to_size(mesh_.node_count()), 0);
    for (const RegionLaw& law : region_laws(model_, field_)) {
      for (const Index element : law.elements) {
        for (const Index node : mesh_.element_nodes(element)) active[to_size(node)] = 1;
      }
    }
    std::vector<Index> nodes;
    for (const Index node : selection.nodes) {
      if (active[to_size(node)]) nodes.push_back(node);
    }
    if (nodes.empty() || (!selection.everywhere && nodes.size() < selection.nodes.size())) {
      throw InputError(fmt::format("{}: there is no {} {} {}: the material there has no property for it", where_,
                                   field_.text, nodes.empty() ? "on" : "in a part of", selection.groups));
    }
    return nodes;
  }

  std::unique_ptr<Objective> make_reaction() const {
    const PhysicsSystem* system = nullptr;
    int component = 0;
    if (field_.name == FieldName::potential) system = model_.find_electrical();
    if (field_.name == FieldName::temperature) system = model_.find_thermal();
    if (field_.name == FieldName::displacement) {
      system = model_.find_mechanical();
      component = field_.component;
      if (component < 0 || component >= mesh_.dimension()) {
        throw InputError(fmt::format("{}: a reaction has one component: field = \"displacement.x\" or .y{}", where_,
                                     mesh_.dimension() == 3 ? " or .z" : ""));
      }
    } else if (!field_.is_nodal()) {
      throw InputError(
          fmt::format("{}: a reaction belongs to potential (A), temperature (W) or displacement.x .y .z (N), not to {}",
                      where_, field_.text));
    }
    require_region_laws(model_, field_, where_);
    if (field_.name == FieldName::temperature && model_.find_thermal()->is_given()) {
      throw InputError(fmt::format(
          "{}: the temperature of this model is given everywhere, so that no heat flows through its groups: a reaction "
          "needs a heat problem",
          where_));
    }
    if (spec_.on.empty()) throw InputError(fmt::format("{}: a reaction needs on = \"group\"", where_));
    for (const std::string& group : spec_.on) require_fixed(*system, component, group);
    return make_reaction_objective(spec_.name, *system, component, select(mesh_, spec_.on, where_).nodes);
  }

  void require_fixed(const PhysicsSystem& system, int component, const std::string& name) const {
    std::set<std::string> fixed;
    for (const PrescribedGroup& group : system.prescribed_groups()) {
      if (group.component == component) fixed.insert(group.group);
    }
    for (const TotalLoad& load : system.total_loads()) fixed.insert(load.group);
    if (fixed.count(name) > 0) return;
    const std::vector<Index>& nodes = mesh_.group(name, {}, where_).nodes;
    const int components = model_.space().fields()[to_size(system.field())].components;
    const bool held = std::all_of(nodes.begin(), nodes.end(), [&](Index node) {
      return !system.constraints().name_at(node * components + component).empty();
    });
    if (held) return;
    const std::vector<std::string> names(fixed.begin(), fixed.end());
    throw InputError(fmt::format("{}: group '{}' does not fix {}, so it exerts no reaction. Groups that do: {}", where_,
                                 name, field_.text, join_names(names)));
  }

  const MultiphysicsSystem& model_;
  const Mesh& mesh_;
  const QuantitySpec& spec_;
  std::string where_;
  QuantityField field_;
};

} // namespace

std::unique_ptr<Objective> make_quantity(const MultiphysicsSystem& model, const QuantitySpec& spec) {
  return QuantityMaker(model, spec).make();
}

std::string quantity_unit(const MultiphysicsSystem& model, const QuantitySpec& spec) {
  if (spec.kind == QuantityKind::energy) return "J";
  const std::string where = "quantity '" + spec.name + "'";
  const QuantityField field = parse_quantity_field(spec.field, where);
  if (spec.kind == QuantityKind::reaction) {
    return field.name == FieldName::potential ? "A" : field.name == FieldName::temperature ? "W" : "N";
  }
  if (spec.kind != QuantityKind::integral) return field_unit(field, 0);
  // The section makes a volume of a surface and an area of a curve.
  return field_unit(field, select(model.mesh(), spec.on, where).is_volume(model.mesh()) ? 3 : 2);
}

} // namespace adjoule
