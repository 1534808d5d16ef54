#include "adjoule/physics/pressure_system.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "kernels.hpp"

#include <fmt/format.h>

namespace adjoule {

PressureSystem::PressureSystem(ModelSpace& space, const PhysicsSystem& mechanical)
    : PhysicsSystem(space, {"pressure", "Pa", 1, FieldBasis::corners}), mechanical_(mechanical) {}

void PressureSystem::add_material(const std::vector<std::string>& regions, const MixedFormulation& formulation,
                                  const CoefficientPointer& thermal_strain) {
  const Mesh& mesh = space_.mesh();
  for (const Index element : mesh.elements_of(regions)) {
    if (topology(mesh.element_type(element)).order >= 2) continue;
    throw InputError(fmt::format("the mixed formulation of {} needs elements of second order (pressure one order below "
                                 "the displacement), and element {} is of first order: mesh with order = 2",
                                 join_names(regions), mesh.element_tag(element)));
  }
  const bool compressible = formulation.bulk != nullptr, thermal = thermal_strain != nullptr;
  std::vector<CoefficientPointer> properties;
  if (compressible) properties.push_back(formulation.bulk);
  if (thermal) properties.push_back(thermal_strain);
  const SectionKind section = space_.section().kind;
  const std::vector<CoefficientPointer> rule{formulation.bulk};
  const std::shared_ptr<const Domain> domain =
      space_.volume(regions, compressible ? rule : std::vector<CoefficientPointer>{});
  add_integral(make_integral(fmt::format("volumetric constraint of {}", join_names(regions)),
                             volumetric_constraint_integrand(section, formulation.law, compressible, thermal), domain,
                             {mechanical_.field(), field_}, std::move(properties)));
  scale_integrals_.push_back(
      make_integral(fmt::format("strain of {}", join_names(regions)), strain_size_integrand(section, thermal), domain,
                    {mechanical_.field()},
                    thermal ? std::vector<CoefficientPointer>{thermal_strain} : std::vector<CoefficientPointer>{}));
}

} // namespace adjoule
