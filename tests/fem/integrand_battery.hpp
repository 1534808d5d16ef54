/// Every integrand goes through the same tests: name it, say where it is integrated, and all derivatives are checked.
/// Include it in one source file per test program.
#pragma once

#include "adjoule/fem/assembly.hpp"
#include "support/small_meshes.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace adjoule::test {

enum BatteryField { potential = 0, temperature = 1, displacement = 2, pressure = 3 };

/// A mesh with four fields in a random state: the pressure stands on corners.
struct BatteryModel {
  Mesh mesh;
  Partition partition;
  Section section;
  Parameters parameters;
  std::vector<Field> fields;
  FieldValues state;

  BatteryModel(const BoxRecipe& recipe, SectionKind kind) : mesh(make_box(recipe)), partition(make_partition(mesh)) {
    section.kind = kind;
    fields = {{"potential", "V", 1},
              {"temperature", "K", 1},
              {"displacement", "m", mesh.dimension()},
              {"pressure", "Pa", 1, FieldBasis::corners}};
    Numbers numbers(3);
    for (const Field& field : fields) {
      const auto count = static_cast<std::size_t>(mesh.node_count() * field.components);
      const bool hot = field.name == "temperature";
      state.values.push_back(numbers.vector(count, hot ? 150.0 : 1.0, hot ? 500.0 : 0.0));
      state.rates.push_back(numbers.vector(count));
      state.accelerations.push_back(numbers.vector(count));
    }
  }
  Evaluation at() const { return {mesh, fields, state, parameters.all()}; }
  std::size_t values(int field) const { return state.values[static_cast<std::size_t>(field)].size(); }
};

struct IntegrandCase {
  std::string name;
  BoxRecipe recipe;
  SectionKind section = SectionKind::solid;
  /// Registers parameters and describes the integral; its domain is filled in later.
  std::function<Integral(BatteryModel&)> make;
  /// Where, on a mesh that may have been moved since `model` was made.
  std::function<std::shared_ptr<const Domain>(const BatteryModel& model, const Mesh& mesh)> domain;
  double step = 1.0; ///< factor on all steps of differences: small where a property has kinks
};

inline std::shared_ptr<const Domain> on_body(const BatteryModel& model, const Mesh& mesh) {
  return Domain::volume(mesh, model.partition, mesh.group("body").elements, {3, true});
}
inline std::shared_ptr<const Domain> on_boundary(const BatteryModel& model, const Mesh& mesh) {
  return Domain::boundary(mesh, model.partition, mesh.group("outer").facets, {3, true});
}

inline std::array<double, 3> place_in_element(const Mesh& mesh, Index element, const std::array<double, 3>& xi) {
  const Eigen::VectorXd shape = ReferenceElement::get(mesh.element_type(element)).shape(xi);
  std::array<double, 3> x{};
  for (Eigen::Index i = 0; i < shape.size(); ++i) {
    const auto node = static_cast<std::size_t>(mesh.element_nodes(element)[static_cast<std::size_t>(i)]);
    for (std::size_t d = 0; d < 3; ++d) x[d] += shape[i] * mesh.coordinates()[node][d];
  }
  return x;
}

/// Reference coordinates of a point near the middle of an element, by Newton's method.
inline std::array<double, 3> find_in_element(const Mesh& mesh, Index element, const std::array<double, 3>& x,
                                             std::array<double, 3> xi) {
  const ReferenceElement& reference = ReferenceElement::get(mesh.element_type(element));
  const auto dimension = static_cast<Eigen::Index>(reference.dimension());
  for (int iteration = 0; iteration < 30; ++iteration) {
    const std::array<double, 3> now = place_in_element(mesh, element, xi);
    const Eigen::MatrixXd gradient = reference.gradient(xi);
    Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(dimension, dimension);
    Eigen::VectorXd miss(dimension);
    for (Eigen::Index k = 0; k < dimension; ++k) {
      miss[k] = now[static_cast<std::size_t>(k)] - x[static_cast<std::size_t>(k)];
      for (Eigen::Index i = 0; i < gradient.rows(); ++i) {
        const auto node = static_cast<std::size_t>(mesh.element_nodes(element)[static_cast<std::size_t>(i)]);
        for (Eigen::Index d = 0; d < dimension; ++d)
          jacobian(k, d) += mesh.coordinates()[node][static_cast<std::size_t>(k)] * gradient(i, d);
      }
    }
    const Eigen::VectorXd step = jacobian.partialPivLu().solve(miss);
    for (Eigen::Index d = 0; d < dimension; ++d) xi[static_cast<std::size_t>(d)] -= step[d];
  }
  return xi;
}

inline std::array<double, 3> inner_point(const Mesh& mesh, Index element, int which) {
  const double shift = 0.07 * which;
  switch (topology(mesh.element_type(element)).shape) {
    case ElementShape::triangle:
      return {0.3 + shift, 0.25, 0.0};
    case ElementShape::tetrahedron:
      return {0.2 + shift, 0.25, 0.3 - shift};
    case ElementShape::quadrilateral:
      return {0.3 + shift, -0.4, 0.0};
    default:
      return {0.3 + shift, 0.35, 0.4};
  }
}

/// Two points in each of the first elements: they move with the element, or stay where they were before the mesh moved.
inline std::shared_ptr<const Domain> at_points(const BatteryModel& model, const Mesh& mesh, DomainKind kind) {
  std::vector<Domain::Point> points;
  for (Index e = 0; e < std::min<Index>(3, mesh.element_count()); ++e) {
    for (int which = 0; which < 2; ++which) {
      const std::array<double, 3> xi = inner_point(mesh, e, which);
      const std::array<double, 3> found =
          kind == DomainKind::spatial_points ? find_in_element(mesh, e, place_in_element(model.mesh, e, xi), xi) : xi;
      points.push_back({e, found, 0.5 + which});
    }
  }
  return Domain::points(mesh, model.partition, points, kind);
}
inline std::shared_ptr<const Domain> at_material_points(const BatteryModel& model, const Mesh& mesh) {
  return at_points(model, mesh, DomainKind::material_points);
}
inline std::shared_ptr<const Domain> at_spatial_points(const BatteryModel& model, const Mesh& mesh) {
  return at_points(model, mesh, DomainKind::spatial_points);
}

class IntegrandBattery : public ::testing::TestWithParam<IntegrandCase> {
 protected:
  IntegrandBattery() : model_(GetParam().recipe, GetParam().section), integral_(GetParam().make(model_)) {
    integral_.domain = GetParam().domain(model_, model_.mesh);
    if (integral_.temperature_field < 0) integral_.temperature_field = temperature;
  }

  struct NamedDirection {
    std::string name;
    Direction direction;
  };
  /// One direction for each kind of thing that the integral can depend on.
  std::vector<NamedDirection> directions() const {
    Numbers numbers(11);
    std::vector<NamedDirection> all;
    for (const int f : fields_read(integral_)) {
      Direction d;
      d.fields.values.resize(model_.fields.size());
      d.fields.values[static_cast<std::size_t>(f)] = numbers.vector(model_.values(f), f == temperature ? 20.0 : 0.5);
      all.push_back({model_.fields[static_cast<std::size_t>(f)].name, d});
    }
    for (const Parameter p : parameters_read(integral_)) {
      Direction d;
      d.parameters = model_.parameters.zeros();
      const auto part = model_.parameters.part(d.parameters, p);
      const auto now = model_.parameters.values(p);
      for (std::size_t i = 0; i < part.size(); ++i)
        part[i] = numbers.next() * (now[i] == 0.0 ? 0.1 : 0.1 * std::abs(now[i]));
      all.push_back({model_.parameters.path(p), d});
    }
    Direction moved;
    moved.coordinates = numbers.vector(static_cast<std::size_t>(3 * model_.mesh.node_count()), 0.02);
    if (model_.mesh.dimension() == 2)
      for (std::size_t n = 0; n < moved.coordinates.size(); n += 3) moved.coordinates[n + 2] = 0.0;
    all.push_back({"coordinates", moved});
    return all;
  }

  bool is_functional() const { return integral_.test_field < 0; }
  std::vector<double> zero_residual() const {
    return std::vector<double>(is_functional() ? 1 : model_.values(integral_.test_field), 0.0);
  }

  /// The residual (or the functional) at the model's point plus `step` times a direction.
  std::vector<double> residual(const Direction& direction, double step) const {
    Mesh mesh = model_.mesh;
    FieldValues state = model_.state;
    ParameterVector parameters = model_.parameters.all();
    for (std::size_t f = 0; f < direction.fields.values.size(); ++f)
      for (std::size_t i = 0; i < direction.fields.values[f].size(); ++i)
        state.values[f][i] += step * direction.fields.values[f][i];
    for (std::size_t i = 0; i < direction.parameters.scalars.size(); ++i)
      parameters.scalars[i] += step * direction.parameters.scalars[i];
    for (std::size_t i = 0; i < direction.parameters.entries.size(); ++i)
      parameters.entries[i] += step * direction.parameters.entries[i];
    Integral integral = integral_;
    if (!direction.coordinates.empty()) {
      auto x = mesh.coordinates();
      for (std::size_t i = 0; i < direction.coordinates.size(); ++i) x[i / 3][i % 3] += step * direction.coordinates[i];
      mesh.set_coordinates(x);
      integral.domain = GetParam().domain(model_, mesh);
    }
    std::vector<double> r = zero_residual();
    const Evaluation at{mesh, model_.fields, state, parameters};
    if (is_functional()) {
      r[0] = evaluate_functional(at, integral);
    } else {
      add_residual(at, integral, r);
    }
    return r;
  }

  std::vector<double> jvp(const Direction& direction) const {
    std::vector<double> r = zero_residual();
    if (is_functional()) {
      r[0] = functional_jvp(model_.at(), integral_, direction);
    } else {
      add_jvp(model_.at(), integral_, direction, r);
    }
    return r;
  }

  static double norm(const std::vector<double>& a) {
    double sum = 0.0;
    for (const double x : a) sum += x * x;
    return std::sqrt(sum);
  }
  static double dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) sum += a[i] * b[i];
    return sum;
  }
  static std::vector<double> combine(double a, const std::vector<double>& x, double b, const std::vector<double>& y) {
    std::vector<double> r(x.size());
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = a * x[i] + b * y[i];
    return r;
  }

  BatteryModel model_;
  Integral integral_;
};

TEST_P(IntegrandBattery, ProductWithEveryDirectionMatchesCentralDifferences) {
  const double size = norm(residual({}, 0.0));
  for (const auto& [name, direction] : directions()) {
    const auto central = [&](double h) {
      return combine(0.5 / h, residual(direction, h), -0.5 / h, residual(direction, -h));
    };
    const double h = 2e-3 * GetParam().step;
    const std::vector<double> extrapolated = combine(4.0 / 3.0, central(0.5 * h), -1.0 / 3.0, central(h));
    const std::vector<double> exact = jvp(direction);
    EXPECT_LT(norm(combine(1.0, exact, -1.0, extrapolated)), 1e-8 * norm(extrapolated) + 1e-11 * size / GetParam().step)
        << name;
  }
}

TEST_P(IntegrandBattery, AllWaysToThePointDerivativesAgree) {
  const Integrand& integrand = *integral_.integrand;
  const auto slots = static_cast<std::size_t>(integrand.slots()),
             outputs = static_cast<std::size_t>(integrand.outputs());
  Numbers numbers(11);
  const auto random = [&](std::size_t count, double spread, double middle) {
    std::vector<Batch> batches(count);
    for (Batch& batch : batches)
      for (int lane = 0; lane < Batch::lanes; ++lane) batch.set(lane, numbers.vector(1, spread, middle)[0]);
    return batches;
  };
  std::vector<Batch> at = random(slots, 0.1, 0.0);
  for (std::size_t s = static_cast<std::size_t>(integrand.property_slot()); s < slots; ++s)
    at[s] = random(1, 0.1, s + 1 == slots ? 0.2 : 1.3)[0];
  std::vector<Batch> identity(slots * slots);
  for (std::size_t s = 0; s < slots; ++s) identity[s * slots + s] = 1.0;
  std::vector<Batch> value(outputs), reference(outputs), tangents(outputs * slots);
  integrand.evaluate(at.data(), reference.data());
  integrand.differentiate(at.data(), integrand.slots(), identity.data(), value.data(), tangents.data());
  double largest = 1e-30;
  for (const Batch& entry : tangents)
    for (int lane = 0; lane < Batch::lanes; ++lane) largest = std::max(largest, std::abs(entry[lane]));
  const auto expect_near = [&](const Batch& found, const Batch& expected, std::size_t place) {
    for (int lane = 0; lane < Batch::lanes; ++lane) EXPECT_NEAR(found[lane], expected[lane], 1e-12 * largest) << place;
  };
  for (std::size_t o = 0; o < outputs; ++o) expect_near(value[o], reference[o], o);

  // All slots before the properties, then every second one backwards.
  std::vector<int> every, second;
  for (int s = 0; s < integrand.property_slot(); ++s) every.push_back(s);
  for (int s = integrand.property_slot() - 1; s >= 0; s -= 2) second.push_back(s);
  for (const std::vector<int>& wanted : {every, second}) {
    std::vector<Batch> some(outputs * std::max<std::size_t>(1, wanted.size()), Batch(17.0));
    integrand.differentiate_to(at.data(), wanted, value.data(), some.data());
    for (std::size_t o = 0; o < outputs; ++o) {
      expect_near(value[o], reference[o], o);
      for (std::size_t k = 0; k < wanted.size(); ++k)
        expect_near(some[o * wanted.size() + k], tangents[o * slots + static_cast<std::size_t>(wanted[k])], k);
    }
  }

  const std::vector<Batch> weights = random(outputs, 1.0, 0.0);
  const auto property_slot = static_cast<std::size_t>(integrand.property_slot());
  for (const auto selection : {SlotSelection::all, SlotSelection::fields, SlotSelection::properties}) {
    const double untouched = 17.0;
    std::vector<Batch> duals(slots, Batch(untouched));
    std::fill(value.begin(), value.end(), Batch(untouched));
    integrand.pull_back(at.data(), weights.data(), selection, value.data(), duals.data());
    for (std::size_t o = 0; o < outputs; ++o) expect_near(value[o], reference[o], o);
    for (std::size_t s = 0; s < slots; ++s) {
      Batch expected = 0.0;
      for (std::size_t o = 0; o < outputs; ++o) expected += weights[o] * tangents[o * slots + s];
      const bool selected =
          selection == SlotSelection::all || (selection == SlotSelection::fields) == (s < property_slot);
      expect_near(duals[s], selected ? expected : Batch(untouched), s);
    }
  }
  const auto sources = static_cast<std::size_t>(std::max(1, integrand.test_components()));
  for (std::size_t o = 0; o < outputs; ++o) {
    if (o < sources ? integrand.has_source() : integrand.has_flux()) continue;
    expect_near(reference[o], 0.0, o);
    for (std::size_t s = 0; s < slots; ++s) expect_near(tangents[o * slots + s], 0.0, s);
  }
}

TEST_P(IntegrandBattery, TaylorRemainderOfEveryDirectionFallsQuadratically) {
  const std::vector<double> here = residual({}, 0.0);
  for (const auto& [name, direction] : directions()) {
    const std::vector<double> exact = jvp(direction);
    const auto remainder = [&](double h) {
      return norm(combine(1.0, combine(1.0, residual(direction, h), -1.0, here), -h, exact));
    };
    const double h = 1e-2 * GetParam().step, coarse = remainder(h), fine = remainder(0.5 * h);
    if (coarse < 1e-13 * norm(here)) continue; // linear along this direction
    EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.15) << name;
  }
}

TEST_P(IntegrandBattery, TransposedProductIsTheTransposeForEveryDirection) {
  Numbers numbers(5);
  const std::vector<double> lambda = is_functional() ? std::vector<double>{} : numbers.vector(zero_residual().size());
  const double factor = 1.7;
  Sensitivities s = make_sensitivities(model_.mesh, model_.fields, model_.parameters, true);
  add_vjp(model_.at(), integral_, lambda, factor, s);
  for (const auto& [name, direction] : directions()) {
    const std::vector<double> product = jvp(direction);
    const double left = factor * (is_functional() ? product[0] : dot(lambda, product));
    double right = dot(direction.parameters.scalars, s.parameters.scalars) +
                   dot(direction.parameters.entries, s.parameters.entries) + dot(direction.coordinates, s.coordinates);
    for (std::size_t f = 0; f < direction.fields.values.size(); ++f)
      right += dot(direction.fields.values[f], s.fields.values[f]);
    const double scale = is_functional() ? std::abs(left) : norm(lambda) * norm(product);
    EXPECT_NEAR(left, right, 1e-12 * scale + 1e-15 * norm(residual({}, 0.0))) << name;
  }
}

TEST_P(IntegrandBattery, MatricesMatchCentralDifferencesOfTheResidual) {
  if (is_functional()) GTEST_SKIP() << "a functional has no matrix";
  Numbers numbers(7);
  for (int trial = 0; trial < static_cast<int>(model_.fields.size()); ++trial) {
    std::vector<Constraints> constraints;
    for (const int f : {integral_.test_field, trial}) {
      constraints.emplace_back(model_.mesh, model_.fields[static_cast<std::size_t>(f)]);
      constraints.back().number_unknowns();
    }
    const bool same = trial == integral_.test_field;
    std::vector<const Constraints*> used{constraints.data()};
    std::vector<int> components{model_.fields[static_cast<std::size_t>(integral_.test_field)].components};
    if (!same) {
      used.push_back(&constraints[1]);
      components.push_back(model_.fields[static_cast<std::size_t>(trial)].components);
    }
    const BlockPattern pattern(model_.mesh, used, components,
                               std::vector<std::vector<bool>>(used.size(), std::vector<bool>(used.size(), true)));
    const int block = same ? 0 : 1;
    for (const MatrixKind kind : {MatrixKind::stiffness, MatrixKind::damping, MatrixKind::mass}) {
      SparseMatrix matrix = pattern.zero_matrix();
      add_matrix(model_.at(), integral_, trial, kind, pattern.plan(0, block), matrix);
      const std::vector<double> v = numbers.vector(model_.values(trial));
      std::vector<double> x(static_cast<std::size_t>(matrix.size()), 0.0);
      used.back()->restrict_values(v, std::span(x).subspan(static_cast<std::size_t>(pattern.offset(block))));
      const std::vector<double> reduced = multiply(matrix, x);
      std::vector<double> product(zero_residual().size());
      used.front()->expand_homogeneous(
          std::span(reduced).first(static_cast<std::size_t>(used.front()->unknown_count())), product);

      const auto shifted = [&](double h) {
        FieldValues state = model_.state;
        auto& list = kind == MatrixKind::stiffness ? state.values
                     : kind == MatrixKind::damping ? state.rates
                                                   : state.accelerations;
        std::vector<double>& moved = list[static_cast<std::size_t>(trial)];
        for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += h * v[i];
        std::vector<double> r = zero_residual();
        add_residual({model_.mesh, model_.fields, state, model_.parameters.all()}, integral_, r);
        return r;
      };
      const auto central = [&](double h) { return combine(0.5 / h, shifted(h), -0.5 / h, shifted(-h)); };
      const double h = 1e-3 * GetParam().step;
      const std::vector<double> numerical = combine(4.0 / 3.0, central(0.5 * h), -1.0 / 3.0, central(h));
      EXPECT_LT(norm(combine(1.0, product, -1.0, numerical)),
                1e-8 * norm(numerical) + 1e-11 * norm(shifted(0.0)) / GetParam().step)
          << "trial field " << trial << ", kind " << static_cast<int>(kind);
    }
  }
}

inline std::string case_name(const ::testing::TestParamInfo<IntegrandCase>& info) {
  return info.param.name;
}

} // namespace adjoule::test
