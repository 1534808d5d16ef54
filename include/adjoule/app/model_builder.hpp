/// From a case file to a model that can be solved.
#pragma once

#include "adjoule/app/case_file.hpp"
#include "adjoule/coupling/multiphysics_system.hpp"
#include "adjoule/inverse/quantity.hpp"

#include <memory>
#include <string>
#include <vector>

namespace adjoule {

/// A material and where it is.
struct ModelMaterial {
  std::string name;
  std::vector<std::string> regions;
  std::vector<Index> elements; ///< ascending
  std::string elasticity{};    ///< a law of finite strain with its initial moduli, for people; empty for others
};

/// A quantity of the file and how to compute it.
struct ModelQuantity {
  QuantitySpec spec; ///< of an expression the name alone
  std::unique_ptr<Objective> objective;
  std::string unit; ///< SI; empty where it is not known
};

/// A table or an expression of the file, kept so that its values can be looked at once temperatures are known.
struct PropertyUse {
  std::string path;
  std::string unit;
  Range range;
  CoefficientPointer coefficient;
  std::vector<Index> nodes; ///< where it applies
};

/// A property with one value for each of its elements: [gradient].fields names it, or it is a field of design
/// variables.
struct ElementField {
  std::string path;
  Parameter parameter;         ///< the value in each element, less `offset`
  CoefficientPointer property; ///< the property itself
  std::vector<std::string> regions;
  std::vector<Index> elements; ///< ascending
  double offset = 0.0;
  bool in_gradient = false; ///< named by [gradient].fields
  bool in_design = false;   ///< varied by a design variable
};

/// A case as a model. Every number of the file that has a derivative is a parameter of the system, under its path in
/// the file.
struct Model {
  std::unique_ptr<MultiphysicsSystem> system;
  std::vector<ModelMaterial> materials;
  std::vector<Index> material_of_element;
  std::vector<ModelQuantity> quantities; ///< in file order
  std::vector<PropertyUse> properties;
  std::vector<ElementField> element_fields;
  SolveOptions options;
  std::vector<double> times; ///< s, pseudo-times at which equilibrium is sought; empty: one steady state
  double mesh_seconds = 0.0;

  /// Throws InputError if there is none of that name.
  const ModelQuantity& quantity(const std::string& name) const;
};

/// Reads or makes the mesh and builds everything short of solving. Throws InputError with place, cause and remedy for
/// whatever does not give a model: broken meshes, unknown groups, elements with no or several materials, missing
/// properties, floating conductors, free bodies, quantities that the model does not compute.
Model build_model(const CaseFile& case_file);

} // namespace adjoule
