#include "adjoule/inverse/cell_fields.hpp"
#include "adjoule/fem/point_sweep.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/materials/principal_strains.hpp"
#include "field_integrals.hpp"
#include "to_size.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace adjoule {

namespace {

// The names of a field's components; the field itself where it is a scalar.
std::vector<std::string> components_of(const std::string& name) {
  const auto with = [&name](std::vector<std::string> parts) {
    for (std::string& part : parts) part = name + "." + part;
    return parts;
  };
  if (name == "heat_flux" || name == "current_density") return with({"x", "y", "z"});
  if (name == "stress" || name == "strain" || name == "logarithmic_strain")
    return with({"xx", "yy", "zz", "xy", "yz", "xz"});
  if (name == "first_piola_kirchhoff") return with({"xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"});
  return {name};
}

constexpr std::string_view direction_name = "principal_direction_";

// Stretches and directions of the mean strain, element by element.
std::vector<double> principal_values(const std::vector<double>& strain, const std::string& name) {
  constexpr std::size_t entries = 6; // xx yy zz xy yz xz
  const std::size_t elements = strain.size() / entries;
  std::vector<double> result(3 * elements);
  for (std::size_t first = 0; first < elements; first += Batch::lanes) {
    const int lanes = static_cast<int>(std::min<std::size_t>(Batch::lanes, elements - first));
    Tensor2<Batch> tensor;
    for (int lane = 0; lane < lanes; ++lane) {
      const double* e = strain.data() + entries * (first + to_size(lane));
      const std::array<double, 9> full{e[0], e[3], e[5], e[3], e[1], e[4], e[5], e[4], e[2]};
      for (std::size_t i = 0; i < 9; ++i) tensor.c[i].set(lane, full[i]);
    }
    const SpectralDecomposition spectrum = decompose_sorted(tensor);
    for (int lane = 0; lane < lanes; ++lane) {
      double* out = result.data() + 3 * (first + to_size(lane));
      for (int i = 0; i < 3; ++i) {
        out[i] = name == "principal_stretches" ? std::sqrt(1.0 + 2.0 * spectrum.values[to_size(i)][lane])
                                               : spectrum.vectors(i, name.back() - '1')[lane];
      }
    }
  }
  return result;
}

} // namespace

int cell_field_components(const std::string& name) {
  if (name == "principal_stretches" || name.starts_with(direction_name)) return 3;
  return static_cast<int>(components_of(name).size());
}

std::vector<double> cell_means(const MultiphysicsSystem& model, const FieldValues& fields, const std::string& name) {
  if (name == "principal_stretches" || (name.starts_with(direction_name) && name.size() == direction_name.size() + 1 &&
                                        name.back() >= '1' && name.back() <= '3')) {
    return principal_values(cell_means(model, fields, "strain"), name);
  }
  const std::string where = "cell field '" + name + "'";
  const std::vector<std::string> components = components_of(name);
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
