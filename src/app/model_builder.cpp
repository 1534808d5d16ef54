#include "adjoule/app/model_builder.hpp"

#include "adjoule/core/log.hpp"
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
    const bool found =
        std::any_of(model.element_fields.begin(), model.element_fields.end(), [&](const ElementField& field) {
          return field.path == path && std::find(used.begin(), used.end(), field.parameter) != used.end();
        });
    if (found) continue;
    throw file.error("gradient.fields",
                     fmt::format("gradient.fields: nothing in this analysis uses {}: take it out of the list", path));
  }
}

std::vector<double> pseudo_times(const CaseFile& file) {
  std::vector<double> times;
  if (!file.has("time.quasistatic_times")) return times;
  for (const CaseNumber& time : file.numbers("time.quasistatic_times")) times.push_back(time.value);
  return times;
}

/// Formulae may leave their range at any time of a sequence. The model's time is the first one afterwards.
void check_properties_at_all_times(const CaseFile& file, const Model& model) {
  if (model.times.empty()) return check_properties_before_solve(file, model);
  ModelSpace& space = model.system->space();
  for (auto time = model.times.rbegin(); time != model.times.rend(); ++time) {
    space.set_time(*time);
    check_properties_before_solve(file, model);
  }
  const std::vector<Parameter> used = model.system->used_parameters();
  if (std::find(used.begin(), used.end(), space.time()) != used.end()) return;
  warn(fmt::format("{}: nothing in the case reads t, so that the state is the same at all times: write a load or a "
                   "prescribed value as an expression in t",
                   file.at("time.quasistatic_times").location()));
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

bool Builder::varied_by_design(const std::string& path) const {
  const auto is_field_variable = [&](const std::string& section) {
    const std::vector<std::string> names = file.children(section);
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return case_path_text(parse_case_path(name)) == path &&
             file.text(join_case_path(section, name) + ".per") != "value";
    });
  };
  return is_field_variable("optimize.variables") || is_field_variable("identify.unknowns");
}

std::map<std::string, Parameter> register_numbers(const CaseFile& file, Parameters& parameters) {
  std::map<std::string, Parameter> constants;
  for (const DifferentiableNumber& number : file.differentiable_numbers()) {
    const Parameter parameter = parameters.register_parameter(
        number.path, number.value, {.unit = number.unit, .lower = number.range.lower, .upper = number.range.upper});
    const CasePath path = parse_case_path(number.path);
    if (path.front() == "constants") constants[path.back()] = parameter;
  }
  return constants;
}

Model build_model(const CaseFile& file) {
  if (is_mesh_free(file))
    throw of_file(file, "the file has homogeneous tests and no body to solve: `adjoule identify` fits its law");
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
  builder.constants = register_numbers(file, builder.parameters());
  model.times = pseudo_times(file);
  if (!model.times.empty()) model.system->space().set_time(model.times.front());
  if (file.has("model.thickness")) model.system->space().set_thickness(builder.number("model.thickness"));
  if (file.has("electrical")) build_electrical(builder);
  if (file.has("thermal")) build_thermal(builder);
  if (file.has("mechanical")) build_mechanical(builder);
  try {
    model.system->prepare();
  } catch (const InputError& error) {
    throw of_file(file, error.what());
  }
  check_properties_at_all_times(file, model);
  check_hyperelastic_materials(file, model);
  build_quantities(builder);
  require_fields_in_use(file, model);
  return model;
}

} // namespace adjoule
