// What the parts of the model builder share.
#pragma once

#include "adjoule/app/model_builder.hpp"

#include <map>
#include <string>
#include <utility>

namespace adjoule {

/// Where a property applies.
struct PropertyPlace {
  std::vector<std::string> regions;
  std::vector<Index> elements; ///< empty: a boundary
  std::vector<Index> nodes;
};

/// A model under construction.
struct Builder {
  const CaseFile& file;
  Model& model;
  std::map<std::string, Parameter> constants{};      ///< by the name that expressions use
  std::map<std::string, CoefficientPointer> built{}; ///< properties, by path

  MultiphysicsSystem& system() const { return *model.system; }
  const Mesh& mesh() const { return model.system->mesh(); }
  Parameters& parameters() const { return model.system->parameters(); }
  Parameter parameter(const std::string& path) const { return parameters().find(path); }
  /// A number of the file as a coefficient.
  CoefficientPointer number(const std::string& path) const {
    return constant_coefficient(parameters(), parameter(path));
  }
  /// Whether [gradient].fields names the property.
  bool named_in_gradient_fields(const std::string& path) const;
  /// Whether a design variable wants values of the property that vary in space.
  bool varied_by_design(const std::string& path) const;
};

/// Calls `work`; an InputError out of it gets file and line of the path put before it.
template <class Work>
decltype(auto) at_place(const CaseFile& file, const std::string& path, Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (const InputError& error) {
    throw file.error(path, error.what());
  }
}

/// The mesh of [mesh], and whether it can be computed on.
Mesh build_mesh(const CaseFile& file);
SectionKind build_section(const CaseFile& file, const Mesh& mesh);
/// Gives every element its material. May add the group "*" to the mesh.
void assign_materials(const CaseFile& file, Mesh& mesh, Model& model);
/// Makes every number of the file that has a derivative a parameter; returns those of [constants] by their names.
std::map<std::string, Parameter> register_numbers(const CaseFile& file, Parameters& parameters);

/// A number or expression of the case as a load or prescribed value of a group.
CoefficientPointer build_load(Builder& builder, const std::string& path, const std::string& group);
/// A number, table, expression or file of the case as a coefficient; notes tables and expressions in model.properties.
CoefficientPointer build_property(Builder& builder, const std::string& path, const PropertyPlace& place);
/// The same, with a value of its own in each element if anything asks for that.
CoefficientPointer build_material_property(Builder& builder, const std::string& path, const PropertyPlace& place);
/// The thermal strain of a material, null if it has no thermal_expansion.
CoefficientPointer build_thermal_strain(Builder& builder, const ModelMaterial& material, const PropertyPlace& place);
PropertyPlace place_of(const Mesh& mesh, const ModelMaterial& material);

/// The material of a law of finite strain, without its thermal strain.
HyperelasticMaterial build_hyperelastic(Builder& builder, const ModelMaterial& material, const PropertyPlace& place);

void build_electrical(Builder& builder);
void build_thermal(Builder& builder);
void build_mechanical(Builder& builder);
void build_quantities(Builder& builder);
/// The objective of a quantity of kind "misfit", whose data may be of other quantities: those have to be there.
void build_misfit(const Builder& builder, ModelQuantity& quantity);
SolveOptions build_options(const CaseFile& file);

} // namespace adjoule
