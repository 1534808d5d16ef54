#include "element_volumes.hpp"

namespace adjoule {
namespace {

/// The integral of a property: its derivative to the value in an element is the element's volume.
struct PropertyIntegral {
  static constexpr std::array<FieldUse, 0> fields{};
  static constexpr int properties = 1;
  static constexpr int test_components = 0;
  template <class S, class P>
  static void evaluate(const PointInputs<PropertyIntegral, S, P>& at, PointResponse<PropertyIntegral, S>& response) {
    response.add_source(at.property(0));
  }
};

} // namespace

std::vector<double> element_volumes(const Model& model, const ElementField& field) {
  const MultiphysicsSystem& system = *model.system;
  std::vector<Index> place(static_cast<std::size_t>(system.mesh().element_count()), -1);
  for (std::size_t i = 0; i < field.elements.size(); ++i)
    place[static_cast<std::size_t>(field.elements[i])] = static_cast<Index>(i);
  Integral integral;
  integral.name = "volume";
  integral.integrand = make_integrand<PropertyIntegral>();
  integral.domain = system.space().volume(field.regions);
  integral.properties = {element_coefficient(system.parameters(), field.parameter, std::move(place))};
  integral.section = system.space().section();
  FieldValues none;
  Sensitivities sensitivities = make_sensitivities(system.mesh(), system.space().fields(), system.parameters(), false);
  add_vjp(system.evaluation(none), integral, {}, 1.0, sensitivities);
  const std::span<const double> volumes =
      system.parameters().part(std::as_const(sensitivities.parameters), field.parameter);
  return {volumes.begin(), volumes.end()};
}

} // namespace adjoule
