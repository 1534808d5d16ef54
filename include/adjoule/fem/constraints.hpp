/// u = T q + g: which nodal values are unknown, which are prescribed, which move together.
#pragma once

#include "adjoule/fem/coefficient.hpp"
#include "adjoule/fem/field_values.hpp"
#include "adjoule/mesh/mesh.hpp"

#include <span>
#include <string>
#include <vector>

namespace adjoule {

/// A coefficient's value at a node. Throws InputError if it is given element by element.
double value_at_node(const Coefficient& coefficient, const Mesh& mesh, Index node, const ParameterVector& parameters);

/// The constraints of one field. Among overlapping prescriptions the first one wins.
class Constraints {
 public:
  /// A field on corners is inactive at the nodes that are no corner.
  Constraints(const Mesh& mesh, const Field& field);

  /// Holds one component at the nodes to a value (a coefficient of position). Nodes held already keep their first
  /// value; returns how many those are.
  Index prescribe(std::span<const Index> nodes, int component, CoefficientPointer value, const std::string& name);
  /// One unknown for a component at all nodes given. Throws InputError if it is prescribed or tied already at one of
  /// them. Returns the tie's number.
  int tie(std::span<const Index> nodes, int component, const std::string& name);
  /// Nodes whose value takes part in nothing keep 0.
  void deactivate(std::span<const Index> nodes);

  /// Numbers the unknowns, from 0, node by node. Call once, after all constraints.
  void number_unknowns();

  Index unknown_count() const { return unknown_count_; }
  /// The unknown of nodal value i = node * components + component; -1 if it is prescribed.
  const std::vector<Index>& unknown() const { return unknown_; }
  /// The tie that nodal value i belongs to; -1 if none.
  int tie_at(Index value) const { return tie_[static_cast<std::size_t>(value)]; }
  /// The unknown of a tie.
  Index tied_unknown(int tie) const { return tie_unknown_[static_cast<std::size_t>(tie)]; }

  /// Whether the same nodal values have the same unknowns, tied in the same way.
  friend bool have_same_unknowns(const Constraints& a, const Constraints& b) {
    return a.unknown_ == b.unknown_ && a.tie_ == b.tie_;
  }

  /// The constraint's name at a nodal value ("" if free).
  const std::string& name_at(Index value) const;
  /// g at a prescribed nodal value.
  double prescribed_value(Index value, const ParameterVector& parameters) const;
  bool is_prescribed(Index value) const { return prescription_[static_cast<std::size_t>(value)] >= 0; }

  /// u = T q + g.
  void expand(std::span<const double> q, const ParameterVector& parameters, std::vector<double>& u) const;
  /// The same without g: for updates and adjoint solutions.
  void expand_homogeneous(std::span<const double> q, std::vector<double>& u) const;
  /// r = T^T R.
  void reduce(std::span<const double> full, std::span<double> reduced) const;
  /// q of given nodal values: the value at the first node of each unknown.
  void restrict_values(std::span<const double> u, std::span<double> q) const;

  /// parameters, coordinates += (dg/dp)^T dual, (dg/dX)^T dual.
  void add_vjp(std::span<const double> dual, const ParameterVector& parameters, ParameterVector& sensitivity,
               std::vector<double>* coordinates) const;
  /// u' = dg/dp p' + dg/dX X'. Empty directions are zero.
  void add_jvp(const ParameterVector& parameters, const ParameterVector& parameter_direction,
               std::span<const double> coordinate_direction, std::vector<double>& u) const;

  /// Every parameter of the prescribed values.
  std::vector<Parameter> parameters() const;

 private:
  struct Prescription {
    CoefficientPointer value;
    std::string name;
    int component;
  };
  void require_open(const std::string& name) const;
  void require_component(int component, const std::string& name) const;
  template <class Visit>
  void for_each_prescribed(const ParameterVector& parameters, bool derivatives, Visit visit) const;

  const Mesh* mesh_;
  int components_;
  std::vector<Prescription> prescriptions_;
  std::vector<int> prescription_; ///< of each nodal value, -1: none
  std::vector<int> tie_;          ///< of each nodal value, -1: none
  std::vector<char> inactive_;
  std::vector<std::string> tie_names_;
  std::vector<Index> unknown_;
  std::vector<Index> tie_unknown_;
  Index unknown_count_ = 0;
};

} // namespace adjoule
