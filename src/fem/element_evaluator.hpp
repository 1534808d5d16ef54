// Gathers a batch of elements and evaluates everything that an integrand reads at their quadrature points.
#pragma once

#include "adjoule/fem/assembly.hpp"

namespace adjoule {

inline constexpr int maximum_nodes = 27;
inline constexpr int maximum_corners = 8;

// x / r, and 0 on the axis, where the measure vanishes.
inline Batch relative_to_radius(Batch x, Batch radius) {
  return map_lanes(x, radius, [](double a, double r) { return r == 0.0 ? 0.0 : a / r; });
}

// The shape functions of one field at a point; those of the nodes from `nodes` on are zero.
struct PointBasis {
  int nodes;
  const double* shape;   // N_i
  const Batch* gradient; // dN_i/dx_d at [3 i + d]

  // sum_i N_i v_i and sum_i v_i dN_i/dx of gathered nodal values, [node * components + component].
  Batch interpolate(const std::vector<Batch>& values, int components, int component) const;
  Vector3<Batch> interpolate_gradient(const std::vector<Batch>& values, int components, int component) const;
  // N_i source + grad N_i . flux
  Batch test(int i, Batch source, const Batch* flux) const {
    const Batch* slope = gradient + 3 * i;
    return shape[i] * source + slope[0] * flux[0] + slope[1] * flux[1] + slope[2] * flux[2];
  }
};

class ElementEvaluator {
 public:
  ElementEvaluator(const Evaluation& at, const Integral& integral);

  // The element level.
  void gather(const ElementBatch& batch);
  int points() const { return tabulation->points; }
  int nodes() const { return tabulation->nodes; }
  Index node(int i, int lane) const { return connectivity[static_cast<std::size_t>(i * Batch::lanes + lane)]; }
  // Nodal values of any field, in the layout of `fields`, gathered for the batch: [node * components + component].
  void gather_nodal(std::span<const double> nodal, int components, std::vector<Batch>& gathered) const;

  // The point level. `want_terms`: derivatives of properties to parameters too; `want_derivatives`: to temperature and
  // position.
  void evaluate_point(int q, bool want_derivatives, bool want_terms);

  // At the current point: the basis of node positions, and of a field of the integral.
  PointBasis geometry_basis() const { return {nodes(), shape_, gradient_.data()}; }
  PointBasis basis(int field) const {
    if (!is_on_corners(field) || tabulation->corners == nodes()) return geometry_basis();
    return {tabulation->corners, corner_shape_, corner_gradient_.data()};
  }

  const Evaluation& at;
  const Integral& integral;
  const bool property_temperature; // some property reads the temperature

  const ElementBatch* batch = nullptr;
  const Tabulation* tabulation = nullptr;
  std::vector<Batch> coordinates;                // [3 node + d]
  std::vector<std::vector<Batch>> values;        // of each field read
  std::vector<std::vector<Batch>> rates;         // empty where zero
  std::vector<std::vector<Batch>> accelerations; // empty where zero
  std::vector<Batch> temperature_values;

  // At the current point
  Batch weight;  // reference weight times measure; 0 in padded lanes
  Batch section; // thickness or circumference
  Vector3<Batch> position, normal;
  std::array<Batch, maximum_slots> slots;
  std::vector<CoefficientDerivative> property_derivatives;
  CoefficientDerivative section_derivative; // of the thickness

 private:
  void evaluate_geometry(int q);
  bool is_on_corners(int field) const {
    return at.fields[static_cast<std::size_t>(field)].basis == FieldBasis::corners;
  }
  bool uses_corners() const;
  void evaluate_properties(bool want_derivatives, bool want_terms);

  std::array<Index, maximum_nodes * Batch::lanes> connectivity{};
  const bool uses_corners_; // some field of the integral stands on corners
  const double* shape_ = nullptr;
  const double* corner_shape_ = nullptr;
  std::array<Batch, 3 * maximum_nodes> gradient_; // dN_i/dx_d at [3 i + d]
  std::array<Batch, 3 * maximum_corners> corner_gradient_;
  std::array<Batch, maximum_nodes> shape_batches_;
};

} // namespace adjoule
