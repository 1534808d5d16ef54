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
  QuantitySpec spec;
  std::unique_ptr<Objective> objective;
  std::string unit; ///< SI
};

/// A table or an expression of the file, kept so that its values can be looked at once temperatures are known.
struct PropertyUse {
  std::string path;
  std::string unit;
  Range range;
  CoefficientPointer coefficient;
  std::vector<Index> nodes; ///< where it applies
};

/// A property that [gradient].fields names. Its parameter has one value for each of the elements.
struct SensitivityField {
  std::string path;
  Parameter parameter;
  CoefficientPointer property; ///< the property itself
  std::vector<std::string> regions;
  std::vector<Index> elements; ///< ascending
};

/// A case as a model. Every number of the file that has a derivative is a parameter of the system, under its path in
/// the file.
struct Model {
  std::unique_ptr<MultiphysicsSystem> system;
  std::vector<ModelMaterial> materials;
  std::vector<Index> material_of_element;
  std::vector<ModelQuantity> quantities; ///< in file order
  std::vector<PropertyUse> properties;
  std::vector<SensitivityField> sensitivity_fields;
  SolveOptions options;
  double mesh_seconds = 0.0;

  /// Throws InputError if there is none of that name.
  const ModelQuantity& quantity(const std::string& name) const;
};

/// Reads or makes the mesh and builds everything short of solving. Throws InputError with place, cause and remedy for
/// whatever does not give a model: broken meshes, unknown groups, elements with no or several materials, missing
/// properties, floating conductors, free bodies, quantities that the model does not compute.
Model build_model(const CaseFile& case_file);

} // namespace adjoule
