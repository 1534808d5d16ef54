/// One physics: a field, the integrals of its residual, and its constraints.
#pragma once

#include "adjoule/fem/constraints.hpp"
#include "adjoule/mesh/quality.hpp"
#include "adjoule/physics/model_space.hpp"

#include <optional>
#include <string>
#include <vector>

namespace adjoule {

/// A total (current, force) that enters through the tied nodes of a group.
struct TotalLoad {
  int tie;
  CoefficientPointer total; ///< the same everywhere
  std::string group;
};

/// A group on which the field is prescribed, kept for reports.
struct PrescribedGroup {
  std::string group;
  int component;
  CoefficientPointer value;
};

class PhysicsSystem {
 public:
  PhysicsSystem(ModelSpace& space, Field field);
  virtual ~PhysicsSystem() = default;
  PhysicsSystem(const PhysicsSystem&) = delete;
  PhysicsSystem& operator=(const PhysicsSystem&) = delete;

  /// "electrical", "thermal" or "mechanical".
  virtual std::string name() const = 0;
  /// Throws InputError where a connected part of the elements in which the physics takes place is held by nothing.
  virtual void check_support() const = 0;
  /// Value of the field before the first iteration.
  virtual double initial_guess() const { return 0.0; }
  /// Whether the residual is more than linear in the field, those of other systems given.
  virtual bool is_nonlinear() const;
  /// Whether nodal values may be accepted (temperatures stay above 0 K).
  virtual bool is_admissible(std::span<const double>) const { return true; }
  /// Whether the field can have grown from one solution into another, nodal values of both (matter is not turned inside
  /// out on the way).
  virtual bool is_reachable(const std::vector<double>&, const std::vector<double>&) const { return true; }

  /// The system that this one must always be solved together with; null: none.
  virtual const PhysicsSystem* companion() const { return nullptr; }

  int field() const { return field_; }
  const std::vector<Integral>& integrals() const { return integrals_; }
  /// Integrals that only say how large the residual's terms are, where the residual itself vanishes as a whole.
  const std::vector<Integral>& scale_integrals() const { return scale_integrals_; }
  const Constraints& constraints() const { return constraints_; }
  const std::vector<TotalLoad>& total_loads() const { return total_loads_; }
  const std::vector<PrescribedGroup>& prescribed_groups() const { return prescribed_groups_; }
  ModelSpace& space() const { return space_; }

  /// Numbers the unknowns; nothing can be added afterwards. Nodes outside the elements with this physics get none.
  void finish();

 protected:
  /// Holds a component of the field on a group. Groups listed first win where they meet; a warning says so if the
  /// values differ.
  void prescribe_group(const std::string& group, int component, const CoefficientPointer& value,
                       const std::string& use);
  void add_integral(Integral integral);
  /// An integral over regions whose test field is this system's.
  Integral make_integral(std::string name, IntegrandPointer integrand, std::shared_ptr<const Domain> domain,
                         std::vector<int> fields, std::vector<CoefficientPointer> properties) const;
  /// Adds what depends on other systems, once these are complete.
  virtual void complete() {}
  /// The parts that hang together among the elements whose integrals act on the field.
  ConnectedBodies bodies() const;
  /// Which of these parts have a prescribed value.
  std::vector<bool> bodies_with_prescribed(const ConnectedBodies& bodies) const;
  std::vector<Index> body_of_node(const ConnectedBodies& bodies) const;

  ModelSpace& space_;
  int field_;
  Constraints constraints_;
  std::vector<Integral> integrals_;
  std::vector<Integral> scale_integrals_;
  std::vector<TotalLoad> total_loads_;
  std::vector<PrescribedGroup> prescribed_groups_;
};

/// A property in some regions, kept so that outputs and quantities can use it.
struct RegionProperty {
  std::vector<std::string> regions;
  CoefficientPointer value;
};

} // namespace adjoule
