/// The models that are measured.
#pragma once

#include "adjoule/inverse/quantity.hpp"

#include <functional>
#include <memory>

namespace adjoule::benchmarks {

/// A model with what is asked of it.
struct MeasuredModel {
  std::unique_ptr<MultiphysicsSystem> system;
  std::unique_ptr<Objective> objective{};
  std::vector<Parameter> wanted{}; ///< to which the objective is differentiated
  SolveOptions options{};
};

struct MeasuredCase {
  std::string name;
  std::function<Mesh()> mesh;
  std::function<MeasuredModel(Mesh)> model;
};

/// Those compared with peers; their meshes are files that the target adjoule_benchmark_meshes makes.
std::vector<MeasuredCase> compared_cases();

/// A physics on a cube of tetrahedra.
struct ScalingFamily {
  std::string name;
  int unknowns_per_node; ///< of all fields
  std::function<MeasuredModel(Mesh)> model;
};
std::vector<ScalingFamily> scaling_families();
/// Heat conduction with `values` conductivities, each of equally many neighbouring elements.
MeasuredModel heat_with_values(Mesh mesh, Index values);

/// A cube of 1 m, nodes_per_side^3 nodes, six tetrahedra a cell. Groups: "body", and the nodes of the two sides "x0"
/// and "x1".
Mesh cube_mesh(int nodes_per_side);

/// One value for each element, a smooth function of its centroid around 1 (0.6 to 1.4), times `mean`. `length`: m, the
/// scale on which it varies.
std::vector<double> varied_values(const Mesh& mesh, double mean, double length);
/// The coefficient of a new parameter with one value for each element.
CoefficientPointer per_element(MultiphysicsSystem& system, const std::string& path, std::vector<double> values,
                               const std::string& unit);

} // namespace adjoule::benchmarks
