// Integrands that read everything an integrand can read, on every element, section and kind of domain.
#include "integrand_battery.hpp"

namespace adjoule::test {
namespace {

/// A property that follows the temperature and the position, with a parameter of its own: a * (1 + T/1000)^2 * (2 + x
/// y).
class WarmPlace final : public Coefficient {
 public:
  WarmPlace(const Parameters& parameters, Parameter amplitude, bool warm)
      : amplitude_(amplitude), offset_(parameters.offset(amplitude)), warm_(warm) {}
  Batch value(const PointContext& at, const ParameterVector& p) const override {
    const Batch ramp = warm_ ? 1.0 + at.temperature / 1000.0 : Batch(1.0);
    return p.scalars[static_cast<std::size_t>(offset_)] * ramp * ramp * (2.0 + at.position[0] * at.position[1]);
  }
  Batch linearize(const PointContext& at, const ParameterVector& p, bool want_terms,
                  CoefficientDerivative& d) const override {
    d = {};
    const Batch a = p.scalars[static_cast<std::size_t>(offset_)];
    const Batch ramp = warm_ ? 1.0 + at.temperature / 1000.0 : Batch(1.0),
                place = 2.0 + at.position[0] * at.position[1];
    if (warm_) d.temperature = a * 2.0 * ramp / 1000.0 * place;
    d.position[0] = a * ramp * ramp * at.position[1];
    d.position[1] = a * ramp * ramp * at.position[0];
    if (want_terms) {
      ParameterTerm term;
      term.offset.fill(offset_);
      term.derivative = ramp * ramp * place;
      d.terms.push_back(term);
    }
    return value(at, p);
  }
  bool reads_temperature() const override { return warm_; }
  bool reads_position() const override { return true; }
  std::vector<Parameter> parameters() const override { return {amplitude_}; }

 private:
  Parameter amplitude_;
  Index offset_;
  bool warm_;
};

/// A scalar test field, coupled to all fields. `normal` on boundaries only.
template <bool normal>
struct ScalarKernel {
  static constexpr std::array fields{FieldUse{.components = 1, .value = true, .gradient = true},
                                     FieldUse{.components = 1, .value = true, .gradient = true},
                                     FieldUse{.components = 3, .value = true, .gradient = true}};
  static constexpr int properties = 3;
  static constexpr int test_components = 1;
  static constexpr bool reads_position = true;
  static constexpr bool reads_normal = normal;
  template <class S, class P>
  static void evaluate(const PointInputs<ScalarKernel, S, P>& at, PointResponse<ScalarKernel, S>& response) {
    const S phi = at.value(0), heat = 0.01 * at.value(1);
    const Vector3<S> slope = at.gradient_vector(0), u = at.value_vector(2);
    response.add_source(at.property(0) * phi * phi + heat * dot(slope, slope) + dot(u, at.position()) * at.property(2));
    Vector3<S> flux = (at.property(1) * (1.0 + phi * phi)) * slope;
    flux += (0.01 * trace(at.gradient_tensor(2))) * at.gradient_vector(1);
    flux += heat * at.position();
    if constexpr (normal) {
      const Vector3<S> n = at.normal();
      response.add_source(n[0] * n[1] * phi + n[0] * u[1]);
      flux += heat * n;
    }
    response.add_flux(flux);
  }
};

template <bool normal>
struct VectorKernel {
  static constexpr std::array fields{FieldUse{.components = 3, .value = true, .gradient = true},
                                     FieldUse{.components = 1, .gradient = true}};
  static constexpr int properties = 2;
  static constexpr int test_components = 3;
  static constexpr bool reads_position = true;
  static constexpr bool reads_normal = normal;
  template <class S, class P>
  static void evaluate(const PointInputs<VectorKernel, S, P>& at, PointResponse<VectorKernel, S>& response) {
    Tensor2<S> f = at.gradient_tensor(0);
    for (int d = 0; d < 3; ++d) f(d, d) += S(2.0);
    const Vector3<S> u = at.value_vector(0), warmth = at.gradient_vector(1);
    response.add_flux(at.property(0) * cofactor(f));
    response.add_source((at.property(1) * dot(u, u)) * u + (0.01 * at.position()[1]) * warmth);
    if constexpr (normal) response.add_source(determinant(f) * at.normal());
  }
};

/// Reads rates and accelerations.
struct MovingKernel {
  static constexpr std::array fields{FieldUse{.components = 3, .value = true, .rate = true, .acceleration = true},
                                     FieldUse{.components = 1, .rate = true}};
  static constexpr int properties = 2;
  static constexpr int test_components = 3;
  template <class S, class P>
  static void evaluate(const PointInputs<MovingKernel, S, P>& at, PointResponse<MovingKernel, S>& response) {
    const Vector3<S> v = at.rate_vector(0);
    response.add_source(at.property(0) * at.acceleration_vector(0) + (at.rate(1) * dot(v, v)) * at.value_vector(0));
    response.add_source(at.property(1) * v);
  }
};

template <bool normal>
struct FunctionalKernel {
  static constexpr std::array fields{FieldUse{.components = 1, .value = true, .gradient = true},
                                     FieldUse{.components = 3, .value = true, .gradient = true}};
  static constexpr int properties = 3;
  static constexpr int test_components = 0;
  static constexpr bool reads_position = true;
  static constexpr bool reads_normal = normal;
  template <class S, class P>
  static void evaluate(const PointInputs<FunctionalKernel, S, P>& at, PointResponse<FunctionalKernel, S>& response) {
    const Vector3<S> slope = at.gradient_vector(0), u = at.value_vector(1);
    S value = at.property(0) * dot(slope, slope) + at.property(1) * at.value(0) * dot(u, at.position());
    value += at.property(2) * trace(at.gradient_tensor(1)) * at.value(0);
    if constexpr (normal) value += dot(at.normal(), u) * at.normal()[0];
    response.add_source(value);
  }
};

/// Nothing but the measure: no input at all.
struct MeasureKernel {
  static constexpr std::array<FieldUse, 0> fields{};
  static constexpr int properties = 0;
  static constexpr int test_components = 0;
  template <class S, class P>
  static void evaluate(const PointInputs<MeasureKernel, S, P>&, PointResponse<MeasureKernel, S>& response) {
    response.add_source(S(1.0));
  }
};

/// Values only, for points fixed in space.
struct ValueKernel {
  static constexpr std::array fields{FieldUse{.components = 1, .value = true},
                                     FieldUse{.components = 3, .value = true}};
  static constexpr int properties = 3;
  static constexpr int test_components = 0;
  static constexpr bool reads_position = true;
  template <class S, class P>
  static void evaluate(const PointInputs<ValueKernel, S, P>& at, PointResponse<ValueKernel, S>& response) {
    const Vector3<S> u = at.value_vector(1);
    response.add_source(at.property(0) * at.value(0) * at.value(0) +
                        at.property(1) * dot(u, at.position()) * at.value(0) + at.property(2) * dot(u, u));
  }
};

/// Both sides of a displacement-pressure formulation, with more couplings than one has.
struct MixedVectorKernel {
  static constexpr std::array fields{FieldUse{.components = 3, .value = true, .gradient = true},
                                     FieldUse{.components = 1, .value = true, .gradient = true}};
  static constexpr int properties = 2;
  static constexpr int test_components = 3;
  template <class S, class P>
  static void evaluate(const PointInputs<MixedVectorKernel, S, P>& at, PointResponse<MixedVectorKernel, S>& response) {
    Tensor2<S> f = at.gradient_tensor(0);
    for (int d = 0; d < 3; ++d) f(d, d) += S(2.0);
    response.add_flux((-at.value(1)) * cofactor(f));
    response.add_flux(at.property(0) * f);
    response.add_source((at.property(1) * at.value(1)) * at.value_vector(0) + at.gradient_vector(1));
  }
};
struct MixedScalarKernel {
  static constexpr std::array fields{
      FieldUse{.components = 3, .value = true, .gradient = true},
      FieldUse{.components = 1, .value = true, .gradient = true, .rate = true, .acceleration = true}};
  static constexpr int properties = 2;
  static constexpr int test_components = 1;
  template <class S, class P>
  static void evaluate(const PointInputs<MixedScalarKernel, S, P>& at, PointResponse<MixedScalarKernel, S>& response) {
    Tensor2<S> f = at.gradient_tensor(0);
    for (int d = 0; d < 3; ++d) f(d, d) += S(2.0);
    const S p = at.value(1);
    response.add_source(determinant(f) - p * p / at.property(0) + at.property(1) * at.rate(1));
    response.add_source(p * at.acceleration_vector(1)[0]);
    response.add_flux(p * at.gradient_vector(1) + (at.property(1) * p) * at.value_vector(0));
  }
};

enum class Kernel {
  scalar,
  vector,
  moving,
  functional,
  measure,
  values,
  constant_gradients,
  mixed_vector,
  mixed_scalar,
  mixed_functional,
  mixed_values,
  scalar_with_corner_temperature
};

std::vector<Index> halves(const Mesh& mesh) {
  std::vector<Index> region(static_cast<std::size_t>(mesh.element_count()), 0);
  for (const Index e : mesh.group("far").elements) region[static_cast<std::size_t>(e)] = 1;
  return region;
}

template <bool normal>
Integral describe(BatteryModel& model, Kernel kernel) {
  Parameters& p = model.parameters;
  Numbers numbers(17);
  const CoefficientPointer scalar = constant_coefficient(p, p.register_parameter("scalar", 1.3));
  const CoefficientPointer warm = std::make_shared<WarmPlace>(p, p.register_parameter("warm", 0.7), true);
  const CoefficientPointer place = std::make_shared<WarmPlace>(p, p.register_parameter("place", 0.4), false);
  const CoefficientPointer regions =
      region_coefficient(p, p.register_field("regions", {0.8, 1.9}, ParameterKind::per_region), halves(model.mesh));
  std::vector<Index> number(static_cast<std::size_t>(model.mesh.element_count()));
  for (std::size_t e = 0; e < number.size(); ++e) number[e] = static_cast<Index>(e);
  const CoefficientPointer elements = element_coefficient(
      p, p.register_field("elements", numbers.vector(number.size(), 0.3, 1.0), ParameterKind::per_element), number);
  const auto nodes = static_cast<std::size_t>(model.mesh.node_count());
  const CoefficientPointer nodal =
      nodal_coefficient(p, p.register_field("nodal", numbers.vector(nodes, 0.3, 1.0), ParameterKind::per_node));
  const CoefficientPointer quotient = quotient_coefficient(
      p, constant_coefficient(p, p.register_parameter("force", 3.0)), p.register_parameter("area", 2.0));
  if (model.section.is_plane()) {
    model.section.thickness =
        nodal_coefficient(p, p.register_field("thickness", numbers.vector(nodes, 0.2, 1.0), ParameterKind::per_node));
  }
  Integral integral;
  integral.name = "battery";
  integral.section = model.section;
  switch (kernel) {
    case Kernel::scalar_with_corner_temperature:
      model.fields[temperature].basis = FieldBasis::corners;
      [[fallthrough]];
    case Kernel::scalar:
      integral.integrand = make_integrand<ScalarKernel<normal>>();
      integral.test_field = temperature;
      integral.fields = {potential, temperature, displacement};
      integral.properties = {warm, elements, quotient};
      break;
    case Kernel::vector:
      integral.integrand = make_integrand<VectorKernel<normal>>();
      integral.test_field = displacement;
      integral.fields = {displacement, temperature};
      integral.properties = {warm, nodal};
      break;
    case Kernel::moving:
      integral.integrand = make_integrand<MovingKernel>();
      integral.test_field = displacement;
      integral.fields = {displacement, temperature};
      integral.properties = {warm, regions};
      break;
    case Kernel::functional:
      integral.integrand = make_integrand<FunctionalKernel<normal>>();
      integral.fields = {potential, displacement};
      integral.properties = {nodal, warm, regions};
      break;
    case Kernel::mixed_vector:
      integral.integrand = make_integrand<MixedVectorKernel>();
      integral.test_field = displacement;
      integral.fields = {displacement, pressure};
      integral.properties = {warm, elements};
      break;
    case Kernel::mixed_scalar:
      integral.integrand = make_integrand<MixedScalarKernel>();
      integral.test_field = pressure;
      integral.fields = {displacement, pressure};
      integral.properties = {nodal, warm};
      break;
    case Kernel::mixed_functional:
      integral.integrand = make_integrand<FunctionalKernel<normal>>();
      integral.fields = {pressure, displacement};
      integral.properties = {nodal, warm, regions};
      break;
    case Kernel::values:
    case Kernel::mixed_values:
      integral.integrand = make_integrand<ValueKernel>();
      integral.fields = {kernel == Kernel::values ? potential : pressure, displacement};
      integral.properties = {scalar, place, regions};
      break;
    case Kernel::constant_gradients:
      integral.integrand = make_integrand<FunctionalKernel<false>>();
      integral.fields = {potential, displacement};
      integral.properties = {scalar, place, elements};
      break;
    case Kernel::measure:
      integral.integrand = make_integrand<MeasureKernel>();
      break;
  }
  return integral;
}

struct NamedKernel {
  std::string name;
  Kernel kernel;
};

std::vector<IntegrandCase> all_cases() {
  const std::vector<NamedKernel> moving_with_the_mesh{{"scalar", Kernel::scalar},
                                                      {"vector", Kernel::vector},
                                                      {"moving", Kernel::moving},
                                                      {"functional", Kernel::functional},
                                                      {"measure", Kernel::measure}};
  const std::vector<NamedKernel> with_corners{
      {"mixed_vector", Kernel::mixed_vector},
      {"mixed_scalar", Kernel::mixed_scalar},
      {"mixed_functional", Kernel::mixed_functional},
      {"scalar_with_corner_temperature", Kernel::scalar_with_corner_temperature}};
  std::vector<IntegrandCase> cases;
  const auto add = [&cases](const ElementTopology& element, const std::string& section, SectionKind kind,
                            const std::string& place, const decltype(IntegrandCase::domain)& domain,
                            const NamedKernel& kernel) {
    BoxRecipe recipe{.type = element.type, .cells = {2, 1, 1}, .distortion = 0.05};
    if (kind == SectionKind::axisymmetric) recipe.origin[0] = 0.5;
    const auto make = place == "boundary" ? describe<true> : describe<false>;
    cases.push_back({element.name + "_" + section + "_" + place + "_" + kernel.name, recipe, kind,
                     [make, what = kernel.kernel](BatteryModel& model) { return make(model, what); }, domain});
  };
  for (int number = 0; number < element_type_count; ++number) {
    const ElementTopology& element = topology(static_cast<ElementType>(number));
    if (element.dimension < 2) continue;
    std::vector<std::pair<std::string, SectionKind>> sections{{"solid", SectionKind::solid}};
    if (element.dimension == 2)
      sections = {{"plane", SectionKind::plane_strain}, {"axisymmetric", SectionKind::axisymmetric}};
    for (const auto& [section, kind] : sections) {
      std::vector<NamedKernel> kernels = moving_with_the_mesh;
      if (element.order > 1) {
        kernels.insert(kernels.end(), with_corners.begin(), with_corners.end());
        add(element, section, kind, "spatial_points", at_spatial_points, {"mixed_values", Kernel::mixed_values});
      }
      for (const NamedKernel& kernel : kernels) {
        add(element, section, kind, "volume", on_body, kernel);
        add(element, section, kind, "boundary", on_boundary, kernel);
        add(element, section, kind, "material_points", at_material_points, kernel);
      }
      add(element, section, kind, "spatial_points", at_spatial_points, {"values", Kernel::values});
      if (element.type == ElementType::triangle3 || element.type == ElementType::tetrahedron4)
        add(element, section, kind, "spatial_points", at_spatial_points,
            {"constant_gradients", Kernel::constant_gradients});
    }
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(EveryElementAndDomain, IntegrandBattery, ::testing::ValuesIn(all_cases()), case_name);

} // namespace
} // namespace adjoule::test
