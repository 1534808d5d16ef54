/// A quantity given at every point of a domain: a material property, a load, an ambient temperature.
#pragma once

#include "adjoule/core/batch.hpp"
#include "adjoule/core/index.hpp"
#include "adjoule/core/parameters.hpp"
#include "adjoule/core/tensor.hpp"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace adjoule {

/// Where a batch of points lies; a lane is a point.
struct PointContext {
  std::array<Index, Batch::lanes> element{}; ///< element number in the mesh
  Vector3<Batch> position{};                 ///< m, reference configuration
  Batch temperature = 0.0;                   ///< K; set for coefficients that read it
  std::span<const Batch> shape{};            ///< geometric shape functions at the points, one a node of the element
  std::span<const Index> nodes{};            ///< node numbers of the elements: nodes[i * Batch::lanes + lane]
};

/// d(value)/d(one parameter value), lane by lane.
struct ParameterTerm {
  bool scalar = true;                       ///< offset in ParameterVector::scalars, else in ::entries
  bool shared = false;                      ///< an array entry that elements without a common node may depend on
  std::array<Index, Batch::lanes> offset{}; ///< may differ from lane to lane
  Batch derivative;
};

/// The derivatives of a coefficient at a batch of points.
struct CoefficientDerivative {
  Batch temperature = 0.0;          ///< d/dT
  Vector3<Batch> position{};        ///< d/dx
  std::vector<ParameterTerm> terms; ///< d/dp; left empty when not asked for

  /// Zero and without terms, whose memory stays.
  void clear() {
    temperature = 0.0;
    position = {};
    terms.clear();
  }
};

/// How often a sweep over elements has to ask for a coefficient.
enum class CoefficientVariation {
  uniform,    ///< once: it reads nothing of the context
  by_element, ///< once an element: it reads the element's number only
  by_point
};

/// Immutable description; the numbers it uses stand in the parameter vector passed in. Thread-safe.
class Coefficient {
 public:
  virtual ~Coefficient() = default;

  virtual Batch value(const PointContext& at, const ParameterVector& parameters) const = 0;

  /// Value and exact derivatives. `derivative` is overwritten, its terms only if `want_terms`.
  virtual Batch linearize(const PointContext& at, const ParameterVector& parameters, bool want_terms,
                          CoefficientDerivative& derivative) const = 0;

  virtual CoefficientVariation variation() const { return CoefficientVariation::by_point; }
  /// Whether the value is that of one scalar parameter, and in proportion to it.
  virtual bool is_constant() const { return false; }
  virtual bool reads_temperature() const { return false; }
  virtual bool reads_position() const { return false; }

  /// Every parameter the value depends on.
  virtual std::vector<Parameter> parameters() const = 0;

  /// Smallest and largest temperature for which the coefficient was given, if it is held constant outside.
  virtual std::optional<std::pair<double, double>> temperature_range(const ParameterVector&) const { return {}; }
};

using CoefficientPointer = std::shared_ptr<const Coefficient>;

/// The same scalar parameter everywhere.
CoefficientPointer constant_coefficient(const Parameters& parameters, Parameter parameter);
/// A coefficient divided by a scalar parameter: a total force spread over an area.
CoefficientPointer quotient_coefficient(const Parameters& parameters, CoefficientPointer numerator,
                                        Parameter denominator);
/// A coefficient times a scalar parameter: a load times the load factor.
CoefficientPointer product_coefficient(const Parameters& parameters, CoefficientPointer coefficient, Parameter factor);
/// One value per region; `region_of_element` gives the index into the parameter's values.
CoefficientPointer region_coefficient(const Parameters& parameters, Parameter parameter,
                                      std::vector<Index> region_of_element);
/// One value per element; `value_of_element` gives the index into the parameter's values for each element of the mesh,
/// -1 for none.
CoefficientPointer element_coefficient(const Parameters& parameters, Parameter parameter,
                                       std::vector<Index> value_of_element);
/// One value per node of the mesh, interpolated with the geometry's shape functions.
CoefficientPointer nodal_coefficient(const Parameters& parameters, Parameter parameter);

/// sensitivity += (dc/dp)^T dual, of the terms at one lane.
void add_terms_vjp(std::span<const ParameterTerm> terms, int lane, double dual, ParameterVector& sensitivity);
/// dc/dp direction, of the terms at one lane. Empty directions are zero.
double terms_jvp(std::span<const ParameterTerm> terms, int lane, const ParameterVector& direction);

/// Throws InputError naming `use` if the coefficient follows place or temperature: a total has one value.
void require_uniform(const Coefficient& coefficient, const std::string& use);
/// Of a coefficient that is the same everywhere: a total.
double uniform_value(const Coefficient& coefficient, const ParameterVector& parameters);
/// sensitivity += (dc/dp)^T dual
void add_uniform_vjp(const Coefficient& coefficient, const ParameterVector& parameters, double dual,
                     ParameterVector& sensitivity);
/// dc/dp direction
double uniform_jvp(const Coefficient& coefficient, const ParameterVector& parameters, const ParameterVector& direction);

} // namespace adjoule
