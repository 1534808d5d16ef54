/// What the physics of one model have in common: the mesh, the fields, the parameters, the section.
#pragma once

#include "adjoule/fem/assembly.hpp"
#include "adjoule/fem/integral.hpp"
#include "adjoule/fem/partition.hpp"
#include "adjoule/fem/scatter_plan.hpp"

#include <span>
#include <string>
#include <vector>

namespace adjoule {

/// A number that follows from the node positions and enters integrals as a parameter (the area that a total force is
/// spread over).
struct DerivedParameter {
  Parameter parameter;
  Integral functional;
};

class ModelSpace {
 public:
  /// Throws InputError if the section does not fit the mesh's dimension.
  explicit ModelSpace(Mesh mesh, SectionKind section, int quadrature_degree = 0);
  ModelSpace(const ModelSpace&) = delete;
  ModelSpace& operator=(const ModelSpace&) = delete;

  const Mesh& mesh() const { return mesh_; }
  /// Moves the nodes. Throws InputError naming the elements that this inverts; the mesh then stays as it was.
  void set_coordinates(std::vector<std::array<double, 3>> coordinates);
  const Partition& partition() const { return partition_; }
  const Section& section() const { return section_; }
  /// Thickness of a plane section, m (1 where it is never set); call it before any physics is added.
  void set_thickness(CoefficientPointer thickness);
  Parameters& parameters() { return parameters_; }
  const Parameters& parameters() const { return parameters_; }
  const std::vector<Field>& fields() const { return fields_; }

  /// Multiplies mechanical loads, prescribed displacements and thermal strains: 1 in the finished state, and what load
  /// stepping raises from 0. Registered by the first call.
  Parameter load_factor();
  CoefficientPointer scaled_by_load_factor(CoefficientPointer load);

  /// Pseudo-time or time, s, for expressions that read `t`: 0 until set. Registered by the first call, which changes
  /// the layout of parameter vectors: make it before the first solve.
  Parameter time();
  /// Throws InputError if it is not finite.
  void set_time(double time);

  /// Adds a field and returns its number.
  int add_field(Field field);
  /// Number of the field of that name, -1 if there is none.
  int find_field(const std::string& name) const;

  /// The pattern of some fields solved together (see BlockPattern). Fields with the same unknowns share one, so that
  /// they can share a symbolic analysis too. Call it after the unknowns were numbered.
  std::shared_ptr<const BlockPattern> pattern(const std::vector<const Constraints*>& constraints,
                                              const std::vector<int>& components,
                                              const std::vector<std::vector<bool>>& coupled);

  /// Domains with the default rule for the properties given (nonlinear where one reads the temperature) or the model's
  /// own degree.
  std::shared_ptr<const Domain> volume(std::span<const std::string> regions,
                                       const std::vector<CoefficientPointer>& properties = {}) const;
  /// How volumes with these properties are integrated.
  QuadratureChoice volume_quadrature(const std::vector<CoefficientPointer>& properties) const;
  /// Rule of a given degree at least: for mass and capacity matrices.
  std::shared_ptr<const Domain> volume_of_degree(std::span<const std::string> regions, int degree) const;
  /// `use` ("[thermal.flux]") is named when the group is missing or not a boundary.
  std::shared_ptr<const Domain> boundary(const std::string& group, const std::string& use,
                                         const std::vector<CoefficientPointer>& properties = {},
                                         bool nonlinear = false) const;
  /// The same over some of the group's facets, which may be none.
  std::shared_ptr<const Domain> boundary(const std::vector<Facet>& facets,
                                         const std::vector<CoefficientPointer>& properties, bool nonlinear) const;

  /// Throws InputError for a boundary on the axis of an axisymmetric model, through which nothing can enter.
  void require_off_axis(const Group& group, const std::string& use) const;
  /// The measure (area, m^2; in plane sections length times thickness) of a boundary group as a parameter that follows
  /// the mesh.
  Parameter boundary_measure(const std::string& group, const std::string& use);
  const std::vector<DerivedParameter>& derived_parameters() const { return derived_; }
  /// Recomputes the derived parameters after parameters or coordinates have changed.
  void update_derived_parameters();

 private:
  Mesh mesh_;
  Partition partition_;
  int quadrature_degree_;
  Parameters parameters_;
  Section section_;
  std::vector<Field> fields_;
  std::vector<DerivedParameter> derived_;
  std::vector<std::weak_ptr<const BlockPattern>> patterns_; ///< in use
};

} // namespace adjoule
