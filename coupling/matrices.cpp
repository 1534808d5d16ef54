// Matrices over all nodal values, for those who want to look at them or use them elsewhere.
#include "adjoule/core/error.hpp"
#include "adjoule/coupling/multiphysics_system.hpp"
#include "adjoule/fem/scatter_plan.hpp"

namespace adjoule {
namespace {

// Rows and columns [row, row + rows) x [column, column + columns) of a square matrix.
Eigen::SparseMatrix<double> extract(const SparseMatrix& matrix, Index row, Index rows, Index column, Index columns) {
  std::vector<Eigen::Triplet<double>> triplets;
  for (Index c = column; c < column + columns; ++c) {
    const auto place = static_cast<std::size_t>(c);
    for (auto k = matrix.column_start()[place]; k < matrix.column_start()[place + 1]; ++k) {
      const Index r = matrix.row()[static_cast<std::size_t>(k)];
      if (r >= row && r < row + rows)
        triplets.emplace_back(r - row, c - column, matrix.value[static_cast<std::size_t>(k)]);
    }
  }
  Eigen::SparseMatrix<double> result(rows, columns);
  result.setFromTriplets(triplets.begin(), triplets.end());
  return result;
}

Eigen::SparseMatrix<double> lump(const Eigen::SparseMatrix<double>& consistent) {
  const double total = consistent.sum();
  const Eigen::VectorXd diagonal = consistent.diagonal();
  const double scale = diagonal.sum() > 0.0 ? total / diagonal.sum() : 0.0;
  std::vector<Eigen::Triplet<double>> triplets;
  for (Eigen::Index i = 0; i < diagonal.size(); ++i) {
    const auto k = static_cast<int>(i);
    triplets.emplace_back(k, k, scale * diagonal[i]);
  }
  Eigen::SparseMatrix<double> result(consistent.rows(), consistent.cols());
  result.setFromTriplets(triplets.begin(), triplets.end());
  return result;
}

} // namespace

Eigen::SparseMatrix<double> MultiphysicsSystem::assemble(const PhysicsSystem& test, const PhysicsSystem& trial,
                                                         MatrixKind kind, bool lumped,
                                                         const FieldValues& fields) const {
  if (!prepared_) throw InputError("matrices can be assembled after prepare() or a first solve");
  std::vector<Constraints> unconstrained;
  std::vector<const Constraints*> constraints;
  std::vector<int> components;
  unconstrained.reserve(2);
  for (const PhysicsSystem* system : {&test, &trial}) {
    if (!constraints.empty() && &trial == &test) break;
    const Field& field = space_.fields()[static_cast<std::size_t>(system->field())];
    unconstrained.emplace_back(mesh(), field);
    unconstrained.back().number_unknowns();
    constraints.push_back(&unconstrained.back());
    components.push_back(field.components);
  }
  const std::size_t count = constraints.size();
  std::vector<std::vector<bool>> coupled(count, std::vector<bool>(count, false));
  coupled[0][count - 1] = true;
  const BlockPattern pattern(mesh(), constraints, components, coupled);
  const auto last = static_cast<int>(count - 1);
  const auto part = [&](const SparseMatrix& matrix) {
    return extract(matrix, 0, constraints[0]->unknown_count(), pattern.offset(last),
                   constraints[count - 1]->unknown_count());
  };
  Eigen::SparseMatrix<double> result(constraints[0]->unknown_count(), constraints[count - 1]->unknown_count());
  for (const Integral& integral : test.integrals()) {
    if (integral.storage != (kind != MatrixKind::stiffness)) continue;
    SparseMatrix matrix = pattern.zero_matrix();
    add_matrix(evaluation(fields), integral, trial.field(), kind, pattern.plan(0, last), matrix);
    const Eigen::SparseMatrix<double> term = part(matrix);
    result = Eigen::SparseMatrix<double>(result + (lumped ? lump(term) : term));
  }
  return result;
}

Eigen::SparseMatrix<double> MultiphysicsSystem::assemble_mass(bool lumped) const {
  if (!mechanical_) throw InputError("a mass matrix belongs to a mechanical system, and the model has none");
  return assemble(*mechanical_, *mechanical_, MatrixKind::mass, lumped, initial_fields());
}

Eigen::SparseMatrix<double> MultiphysicsSystem::assemble_capacity(bool lumped) const {
  if (!thermal_) throw InputError("a capacity matrix belongs to a thermal system, and the model has none");
  return assemble(*thermal_, *thermal_, MatrixKind::damping, lumped, initial_fields());
}

Eigen::SparseMatrix<double> MultiphysicsSystem::assemble_stiffness(int test_field, int trial_field,
                                                                   const FieldValues& fields) const {
  return assemble(system_of_field(test_field), system_of_field(trial_field), MatrixKind::stiffness, false, fields);
}

} // namespace adjoule
