// Gathers a batch of elements and evaluates everything that an integrand reads at their quadrature points.
#pragma once

#include "adjoule/fem/assembly.hpp"

namespace adjoule {

inline constexpr int maximum_nodes = 27;

// x / r, and 0 on the axis, where the measure vanishes.
inline Batch relative_to_radius(Batch x, Batch radius) {
  return map_lanes(x, radius, [](double a, double r) { return r == 0.0 ? 0.0 : a / r; });
}

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

  // sum_i N_i v_i and sum_i v_i dN_i/dx of gathered nodal values.
  Batch interpolate(const std::vector<Batch>& values, int components, int component) const;
  Vector3<Batch> interpolate_gradient(const std::vector<Batch>& values, int components, int component) const;

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
  const double* shape = nullptr;
  std::array<Batch, 3 * maximum_nodes> gradient; // dN_i/dx_d at [3 i + d]
  std::array<Batch, maximum_slots> slots;
  std::vector<CoefficientDerivative> property_derivatives;
  CoefficientDerivative section_derivative; // of the thickness

 private:
  void evaluate_geometry(int q);
  void evaluate_properties(bool want_derivatives, bool want_terms);

  std::array<Index, maximum_nodes * Batch::lanes> connectivity{};
  std::array<Batch, maximum_nodes> shape_batches_;
};

} // namespace adjoule
