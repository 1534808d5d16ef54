/// Everything that is derived from an integral: its residual, its matrices, and its products with directions.
///
/// All sums are the same bits for any number of threads.
#pragma once

#include "adjoule/fem/field_values.hpp"
#include "adjoule/fem/integral.hpp"
#include "adjoule/fem/scatter_plan.hpp"

#include <span>

namespace adjoule {

/// The point in state and parameter space at which integrals are evaluated.
struct Evaluation {
  const Mesh& mesh;
  const std::vector<Field>& fields;
  const FieldValues& state;
  const ParameterVector& parameters;
};

/// residual += R(state), nodal values of the test field. Throws AnalysisError naming integral and element if a value is
/// not finite.
void add_residual(const Evaluation& at, const Integral& integral, std::vector<double>& residual);

/// Value of a functional.
double evaluate_functional(const Evaluation& at, const Integral& integral);

enum class MatrixKind {
  stiffness, ///< dR/du
  damping,   ///< dR/du' (heat capacity)
  mass       ///< dR/du''
};

/// matrix += derivative of the integral's residual to a field, at the places of `plan` for (test field, trial field).
void add_matrix(const Evaluation& at, const Integral& integral, int trial_field, MatrixKind kind,
                const ScatterPlan& plan, SparseMatrix& matrix);

/// A direction in state and parameter space; an empty vector stands for zero.
struct Direction {
  FieldValues fields;              ///< `values` only; an empty vector for a field: zero
  ParameterVector parameters;      ///< empty: zero
  std::vector<double> coordinates; ///< [3 n + d]; empty: zero
};

/// result += dR . direction (nodal values of the test field).
void add_jvp(const Evaluation& at, const Integral& integral, const Direction& direction, std::vector<double>& result);
/// Derivative of a functional in a direction.
double functional_jvp(const Evaluation& at, const Integral& integral, const Direction& direction);

/// Sensitivities of a number to everything it depends on.
struct Sensitivities {
  FieldDuals fields;
  ParameterVector parameters;
  CoordinateDuals coordinates;
  /// `add_vjp` leaves alone, and does not pay for, what is not wanted.
  bool want_fields = true, want_parameters = true, want_coordinates = false;
};
/// Zero sensitivities of the right sizes.
Sensitivities make_sensitivities(const Mesh& mesh, const std::vector<Field>& fields, const Parameters& parameters,
                                 bool want_coordinates);

/// sensitivities += factor * d(lambda . R), lambda being nodal values of the test field; for a functional lambda is
/// left empty.
void add_vjp(const Evaluation& at, const Integral& integral, std::span<const double> lambda, double factor,
             Sensitivities& sensitivities);

} // namespace adjoule
