#include "adjoule/inverse/cell_fields.hpp"
#include "adjoule/fem/point_sweep.hpp"

#include "adjoule/core/error.hpp"
#include "field_integrals.hpp"
#include "to_size.hpp"

#include <fmt/format.h>

namespace adjoule {

std::vector<double> cell_means(const MultiphysicsSystem& model, const FieldValues& fields, const std::string& name) {
  const std::string where = "cell field '" + name + "'";
  std::vector<std::string> components{name};
  if (name == "heat_flux" || name == "current_density") components = {name + ".x", name + ".y", name + ".z"};
  if (name == "stress" || name == "strain") {
    components.clear();
    for (const char* part : {".xx", ".yy", ".zz", ".xy", ".yz", ".xz"}) components.push_back(name + part);
  }
  std::vector<QuantityField> parts;
  for (const std::string& component : components) parts.push_back(parse_quantity_field(component, where));
  if (parts.front().is_nodal())
    throw InputError(fmt::format("{}: a field with values at nodes has none in elements", where));

  const std::size_t elements = to_size(model.mesh().element_count()), count = parts.size();
  std::vector<double> means(elements * count, 0.0), volumes(elements, 0.0);
  if (region_laws(model, parts.front()).empty()) return means;
  const Evaluation at = model.evaluation(fields);
  const FieldIntegrals integrals = integrate_field(model, parts.front(), select(model.mesh(), {}, where), where);
  for (const FieldIntegral& piece : integrals.parts) {
    std::vector<IntegrandPointer> integrands;
    for (const QuantityField& part : parts) {
      FieldEvaluation what = piece.what;
      what.field = part;
      integrands.push_back(field_integrand(what));
    }
    sweep_points(at, piece.integral, integrands, [&](const SweptPoint& point) {
      const std::size_t element = to_size(point.element);
      volumes[element] += point.weight;
      for (std::size_t c = 0; c < count; ++c) means[element * count + c] += point.weight * point.outputs[c];
    });
  }
  for (std::size_t e = 0; e < elements; ++e) {
    for (std::size_t c = 0; c < count && volumes[e] > 0.0; ++c) means[e * count + c] /= volumes[e];
  }
  return means;
}

} // namespace adjoule
