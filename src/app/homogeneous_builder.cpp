#include "adjoule/app/homogeneous_builder.hpp"

#include "adjoule/app/design_builder.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "adjoule/materials/expression.hpp"
#include "builder.hpp"
#include "homogeneous_test_reader.hpp"
#include "hyperelastic_law.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

const std::string data_section = "identify.data";

std::vector<std::string> test_names(const CaseFile& file) {
  std::vector<std::string> names;
  for (const std::string& name : file.children(data_section))
    if (file.has(join_case_path(data_section, name) + ".test")) names.push_back(name);
  return names;
}

std::vector<std::string> finite_strain_materials(const CaseFile& file) {
  std::vector<std::string> names;
  for (const std::string& name : file.children("materials")) {
    const std::string model = join_case_path("materials", name) + ".elasticity.model";
    if (file.has(model) && file.text(model) != "linear") names.push_back(name);
  }
  return names;
}

/// The material that a test is about.
std::string material_of(const CaseFile& file, const std::string& set) {
  const std::vector<std::string> known = finite_strain_materials(file);
  if (known.empty()) {
    throw file.error(set, fmt::format("[{}] is a test of a law of finite strain, and no material has one: give it an "
                                      "elasticity with a model such as \"ogden\"",
                                      set));
  }
  const std::string key = set + ".material";
  if (!file.has(key)) {
    if (known.size() == 1) return known.front();
    throw file.error(set, fmt::format("[{}] has to say which material was tested: add material = one of {}", set,
                                      join_names(known)));
  }
  const std::string name = file.text(key);
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    throw file.error(key, fmt::format("{} = \"{}\": the materials with a law of finite strain are {}", key, name,
                                      join_names(known)));
  }
  return name;
}

/// A test has to see the very number that is varied.
void refuse_fields(const CaseFile& file, const std::string& set, const std::vector<std::string>& properties) {
  for (const std::string& name : file.children("identify.unknowns")) {
    const std::string place = join_case_path("identify.unknowns", name);
    if (file.text(place + ".per") == "value") continue;
    const std::string path = case_path_text(parse_case_path(name));
    if (std::find(properties.begin(), properties.end(), path) == properties.end()) continue;
    throw file.error(place, fmt::format("{}: a homogeneous test ([{}]) knows nothing of a property that varies in "
                                        "space: take out per, or the test",
                                        place, set));
  }
}

std::vector<Parameter> parameters_of(const HomogeneousLaw& law) {
  std::vector<Parameter> used;
  for (const CoefficientPointer& property : law.properties) {
    const std::vector<Parameter> own = property->parameters();
    used.insert(used.end(), own.begin(), own.end());
  }
  return used;
}

} // namespace

HomogeneousLaw build_homogeneous_law(const CaseFile& file, const Parameters& parameters, const std::string& material) {
  const HyperelasticLaw law = read_hyperelastic_law(file, material);
  HomogeneousLaw result;
  result.volume = law.is_incompressible() ? VolumeChange::none : VolumeChange::free;
  result.energy = law.energy(file, law.is_incompressible() ? std::nullopt : law.volumetric);
  std::map<std::string, Parameter> constants;
  for (const std::string& name : file.children("constants"))
    constants[name] = parameters.find(join_case_path("constants", name));
  std::vector<std::string> paths = law.properties;
  if (!law.bulk.empty()) paths.push_back(law.bulk);
  for (const std::string& path : paths) {
    const CaseProperty source = file.property(path);
    const auto* number = std::get_if<CaseNumber>(&source);
    const auto* expression = std::get_if<CaseExpression>(&source);
    if (number) {
      result.properties.push_back(constant_coefficient(parameters, parameters.find(number->path)));
      continue;
    }
    CoefficientPointer property;
    if (expression) {
      property = at_place(file, path, [&] { return expression_coefficient(parameters, expression->text, constants); });
    }
    if (!property || property->reads_temperature() || property->reads_position()) {
      throw file.error(path,
                       fmt::format("{}: a homogeneous stretch has no place and no temperature: the property has to "
                                   "be a number, or an expression of [constants]",
                                   path));
    }
    result.properties.push_back(std::move(property));
  }
  return result;
}

std::vector<BuiltHomogeneousTest> build_homogeneous_tests(const CaseFile& file, Parameters& parameters) {
  std::vector<BuiltHomogeneousTest> tests;
  for (const std::string& name : test_names(file)) {
    const std::string set = join_case_path(data_section, name);
    const std::string material = material_of(file, set);
    refuse_fields(file, set, read_hyperelastic_law(file, material).properties);
    HomogeneousLaw law = build_homogeneous_law(file, parameters, material);
    DataRecord record;
    HomogeneousTestData data = read_homogeneous_test(file, name, record);
    tests.push_back({std::make_unique<HomogeneousTest>(name, parameters, std::move(law), std::move(data)), material,
                     std::move(record)});
  }
  return tests;
}

MeshFreeModel build_mesh_free_model(const CaseFile& file) {
  MeshFreeModel model{.parameters = std::make_unique<Parameters>(), .tests = {}};
  register_numbers(file, *model.parameters);
  model.tests = build_homogeneous_tests(file, *model.parameters);
  return model;
}

Design build_design(const CaseFile& file, const MeshFreeModel& model) {
  const std::string section = "identify.unknowns";
  const std::vector<std::string> names = file.children(section);
  if (names.empty()) {
    throw file.error(section, fmt::format("there is nothing to find: add a section [{}.\"PATH\"] with the path of a "
                                          "number of this file",
                                          section));
  }
  std::vector<Parameter> used;
  for (const BuiltHomogeneousTest& test : model.tests) {
    const std::vector<Parameter> own = parameters_of(test.test->law());
    used.insert(used.end(), own.begin(), own.end());
  }
  Design design;
  for (const std::string& name : names) {
    design.add(build_variable(file, section, name, *model.parameters));
    const std::string& path = design.map(design.map_count() - 1).name();
    if (std::find(used.begin(), used.end(), model.parameters->find(path)) != used.end()) continue;
    throw file.error(join_case_path(section, name),
                     fmt::format("{}: none of the tests depends on {}: take it out", section, path));
  }
  return design;
}

} // namespace adjoule
