/// A coupled model with two materials, whose every property is a parameter, in a random state: for tests of single
/// quantities.
#pragma once

#include "adjoule/inverse/quantity.hpp"
#include "adjoule/materials/expression.hpp"
#include "adjoule/materials/thermal_strain.hpp"
#include "support/small_meshes.hpp"

#include <gtest/gtest.h>

namespace adjoule::test {

struct ModelRecipe {
  BoxRecipe box;
  SectionKind section = SectionKind::solid;
};

inline std::unique_ptr<MultiphysicsSystem> make_quantity_model(const ModelRecipe& recipe) {
  auto model = std::make_unique<MultiphysicsSystem>(make_box(recipe.box), recipe.section);
  Parameters& parameters = model->parameters();
  if (model->space().section().is_plane()) model->space().set_thickness(model->number("thickness", 0.3, "m"));
  const Parameter sigma0 = parameters.register_parameter("sigma0", 2.0);
  const Parameter beta = parameters.register_parameter("beta", 1e-3);
  const Parameter k_far = parameters.register_field(
      "k_far", std::vector<double>(static_cast<std::size_t>(model->mesh().element_count()), 7.0),
      ParameterKind::per_element);
  std::vector<Index> own(static_cast<std::size_t>(model->mesh().element_count()));
  for (std::size_t e = 0; e < own.size(); ++e) own[e] = static_cast<Index>(e);

  ThermalSystem& thermal = model->thermal();
  ElectricalSystem& electrical = model->electrical();
  electrical.set_conductivity({"near"}, expression_coefficient(parameters, "sigma0/(1 + beta*(T - 300))",
                                                               {{"sigma0", sigma0}, {"beta", beta}}));
  electrical.set_conductivity({"far"}, model->number("sigma_far", 5.0));
  electrical.prescribe_potential("left", model->number("V", 1.0));
  electrical.drive_current("right", model->number("I", 0.5));
  thermal.set_conductivity({"near"}, expression_coefficient(parameters, "sigma0*(3 + x)", {{"sigma0", sigma0}}));
  thermal.set_conductivity({"far"}, element_coefficient(parameters, k_far, own));
  thermal.joule_heating(electrical);
  thermal.prescribe_temperature("left", model->number("T_left", 300.0));
  thermal.add_convection("right", model->number("h", 3.0), model->number("T_ambient", 310.0));
  const Parameter reference = parameters.register_parameter("T_ref", 293.0);
  model->mechanical().set_material(
      {{"near"},
       model->number("E", 100.0),
       model->number("nu", 0.3),
       thermal_strain(parameters, model->number("alpha", 1e-4), reference, ExpansionKind::instantaneous)});
  model->mechanical().set_material({{"far"}, model->number("E_far", 60.0), model->number("nu_far", 0.2), nullptr});
  for (int c = 0; c < model->mesh().dimension(); ++c) {
    model->mechanical().prescribe_displacement("left", c, model->number("u_left." + std::to_string(c), 0.0));
  }
  return model;
}

/// Random nodal values: temperatures about 400 K, displacements of a hundredth, potentials of one.
inline FieldValues random_state(const MultiphysicsSystem& model, unsigned seed) {
  Numbers numbers(seed);
  FieldValues state;
  for (const Field& field : model.space().fields()) {
    const auto count = static_cast<std::size_t>(model.mesh().node_count() * field.components);
    if (field.name == "temperature") state.values.push_back(numbers.vector(count, 50.0, 400.0));
    if (field.name == "potential") state.values.push_back(numbers.vector(count, 1.0, 3.0));
    if (field.name == "displacement") state.values.push_back(numbers.vector(count, 0.01, 0.02));
  }
  return state;
}

/// Nodal values of a field as a function of position.
template <class Function>
void set_field(const MultiphysicsSystem& model, FieldValues& state, const std::string& name, Function function) {
  const auto field = static_cast<std::size_t>(model.space().find_field(name));
  const auto components = static_cast<std::size_t>(model.space().fields()[field].components);
  for (std::size_t n = 0; n < model.mesh().coordinates().size(); ++n) {
    const std::array<double, 3> value = function(model.mesh().coordinates()[n]);
    for (std::size_t c = 0; c < components; ++c) state.values[field][n * components + c] = value[c];
  }
}

inline QuantitySpec spec(QuantityKind kind, const std::string& field, std::vector<std::string> on = {}) {
  return {.name = "q", .kind = kind, .field = field, .on = std::move(on), .at = {}, .aggregate = {}};
}
inline QuantitySpec aggregate_spec(QuantityKind kind, const std::string& field, double exponent,
                                   std::vector<std::string> on = {}) {
  QuantitySpec result = spec(kind, field, std::move(on));
  result.aggregate = exponent;
  return result;
}
inline QuantitySpec point_spec(const std::string& field, const std::array<double, 3>& at) {
  QuantitySpec result = spec(QuantityKind::point, field);
  result.at = at;
  return result;
}

inline double value_of_quantity(const MultiphysicsSystem& model, const FieldValues& state, const QuantitySpec& what) {
  return make_quantity(model, what)->value(model.evaluation(state));
}

/// The message of the InputError that the call throws; fails the test if it throws none.
template <class Error = InputError, class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

} // namespace adjoule::test
