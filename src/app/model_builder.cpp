#include "adjoule/app/model_builder.hpp"

#include "builder.hpp"
#include "property_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace adjoule {
namespace {

/// A fault of the file as a whole.
InputError of_file(const CaseFile& file, const std::string& message) {
  return InputError(fmt::format("{}: {}", file.file().string(), message));
}

/// Too few points leave deformations without energy: the stiffness would be singular.
void check_quadrature(const CaseFile& file, const Mesh& mesh) {
  if (!file.has("mesh.quadrature")) return;
  for (const ElementBlock& block : mesh.blocks()) {
    const ElementTopology& element = topology(block.type);
    const bool simplex = element.corners == element.dimension + 1;
    const int needed = simplex ? std::max(1, 2 * (element.order - 1)) : 2 * element.order;
    if (file.integer("mesh.quadrature") >= needed) continue;
    throw file.error("mesh.quadrature",
                     fmt::format("mesh.quadrature = {} is too low for the elements {}: the system would be singular; "
                                 "they need {} at least (without the key, the degree is chosen)",
                                 file.integer("mesh.quadrature"), element.name, needed));
  }
}

/// A property that [gradient].fields names and nothing has built belongs to no physics of the model.
void require_fields_in_use(const CaseFile& file, const Model& model) {
  const std::vector<Parameter> used = model.system->used_parameters();
  for (const std::string& name : file.names("gradient.fields")) {
    const std::string path = case_path_text(parse_case_path(name));
    const bool found = std::any_of(
        model.sensitivity_fields.begin(), model.sensitivity_fields.end(), [&](const SensitivityField& field) {
          return field.path == path && std::find(used.begin(), used.end(), field.parameter) != used.end();
        });
    if (found) continue;
    throw file.error("gradient.fields",
                     fmt::format("gradient.fields: nothing in this analysis uses {}: take it out of the list", path));
  }
}

} // namespace

const ModelQuantity& Model::quantity(const std::string& name) const {
  const auto found = std::find_if(quantities.begin(), quantities.end(),
                                  [&](const ModelQuantity& quantity) { return quantity.spec.name == name; });
  if (found == quantities.end()) throw InputError(fmt::format("there is no quantity \"{}\"", name));
  return *found;
}

bool Builder::named_in_gradient_fields(const std::string& path) const {
  const std::vector<std::string> names = file.names("gradient.fields");
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return case_path_text(parse_case_path(name)) == path; });
}

void register_numbers(Builder& builder) {
  for (const DifferentiableNumber& number : builder.file.differentiable_numbers()) {
    const Parameter parameter = builder.parameters().register_parameter(
        number.path, number.value, {.unit = number.unit, .lower = number.range.lower, .upper = number.range.upper});
    const CasePath path = parse_case_path(number.path);
    if (path.front() == "constants") builder.constants[path.back()] = parameter;
  }
}

Model build_model(const CaseFile& file) {
  if (!file.has("electrical") && !file.has("thermal") && !file.has("mechanical")) {
    throw of_file(file, "the file describes no physics: add a section [electrical], [thermal] or [mechanical]");
  }
  Model model;
  model.options = build_options(file);
  const auto start = std::chrono::steady_clock::now();
  Mesh mesh = build_mesh(file);
  const SectionKind section = build_section(file, mesh);
  assign_materials(file, mesh, model);
  model.mesh_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  const int quadrature = file.has("mesh.quadrature") ? file.integer("mesh.quadrature") : 0;
  check_quadrature(file, mesh);
  model.system = at_place(file, "mesh.file",
                          [&] { return std::make_unique<MultiphysicsSystem>(std::move(mesh), section, quadrature); });
  Builder builder{.file = file, .model = model};
  register_numbers(builder);
  if (file.has("model.thickness")) model.system->space().set_thickness(builder.number("model.thickness"));
  if (file.has("electrical")) build_electrical(builder);
  if (file.has("thermal")) build_thermal(builder);
  if (file.has("mechanical")) build_mechanical(builder);
  try {
    model.system->prepare();
  } catch (const InputError& error) {
    throw of_file(file, error.what());
  }
  check_properties_before_solve(file, model);
  check_hyperelastic_materials(file, model);
  build_quantities(builder);
  require_fields_in_use(file, model);
  return model;
}

} // namespace adjoule
