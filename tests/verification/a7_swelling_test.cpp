// A block of Ogden rubber, 100 K hotter than in its stress-free state: free, with one direction held, with all held
// (tests/data/A7_swelling.csv). One element, and a patch of distorted ones with the formulations of rubber.
#include "rubber_models.hpp"

namespace adjoule::test {
namespace {

constexpr double reference = 293.15, hot = 393.15, alpha = 2e-4; // K, K, 1/K

Mesh unit_cube(bool patch) {
  return patch ? patch_cube(ElementType::tetrahedron10) : one_element_cube();
}

/// Stretch 1 + alpha (T - T_ref) ("linear") or exp(alpha (T - T_ref)).
CoefficientPointer make_strain(MultiphysicsSystem& model, bool exponential) {
  Parameters& parameters = model.parameters();
  const Parameter cold = parameters.register_parameter("reference", reference, {.unit = "K"});
  const Parameter rate = parameters.register_parameter("alpha", alpha, {.unit = "1/K"});
  if (!exponential)
    return thermal_strain(parameters, constant_coefficient(parameters, rate), cold, ExpansionKind::instantaneous);
  const CoefficientPointer mean = expression_coefficient(parameters, "(exp(alpha * (T - cold)) - 1) / (T - cold)",
                                                         {{"alpha", rate}, {"cold", cold}});
  return thermal_strain(parameters, mean, cold, ExpansionKind::secant);
}

struct Swelling {
  bool patch, mixed;
};
class SwellingBlock : public ::testing::TestWithParam<Swelling> {
 protected:
  std::unique_ptr<MultiphysicsSystem> make_block(bool exponential, VolumetricLaw law, int held) const {
    auto model = std::make_unique<MultiphysicsSystem>(unit_cube(GetParam().patch));
    model->thermal().prescribe_field(model->number("temperature", hot, "K"));
    set_ogden(*model, ogden_named("treloar3", 4e6, law), GetParam().mixed, make_strain(*model, exponential));
    for (int d = 0; d < 3; ++d) {
      const std::string axis(1, "xyz"[d]);
      move(*model, axis + "0", d, 0.0);
      if (d < held) move(*model, axis + "1", d, 0.0);
    }
    return model;
  }
};

TEST_P(SwellingBlock, has_the_reference_stress_where_it_is_held) {
  for (auto& row : read_rows("A7_swelling.csv")) {
    SCOPED_TRACE(row["expansion"] + " " + row["law"] + " " + row["held"] + " " + row["quantity"]);
    const auto model = make_block(row["expansion"] == "exp", law_named(row["law"]), row["held"] == "full" ? 3 : 1);
    const State state = model->solve_steady_state();
    const std::array<double, 3> place{0.31, 0.42, 0.23};
    const double value = std::stod(row["value"]);
    const std::map<std::string, QuantitySpec> quantities{{"sigma", at_point("stress.zz", place)},
                                                         {"sigma1", at_point("stress.xx", place)},
                                                         {"P1", reaction("displacement.x", "x1")},
                                                         {"lateral_stretch", at_point("principal_stretch.1", place)}};
    EXPECT_NEAR(evaluate(*model, state, quantities.at(row["quantity"])), value, 1e-9 * std::abs(value));
  }
}

TEST_P(SwellingBlock, is_free_of_stress_where_nothing_holds_it) {
  for (const bool exponential : {false, true}) {
    for (const VolumetricLaw law : {VolumetricLaw::quadratic, VolumetricLaw::logarithmic, VolumetricLaw::simo_taylor}) {
      const auto model = make_block(exponential, law, 0);
      const State state = model->solve_steady_state();
      const double stretch = exponential ? std::exp(alpha * (hot - reference)) : 1.0 + alpha * (hot - reference);
      EXPECT_NEAR(evaluate(*model, state, average("displacement.x", "x1")), stretch - 1.0, 1e-12);
      EXPECT_LT(evaluate(*model, state, maximum("von_mises")), 1e-9 * 0.4225e6);
      EXPECT_LT(evaluate(*model, state, elastic_energy()), 1e-12 * 0.4225e6);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(A7, SwellingBlock,
                         ::testing::Values(Swelling{false, false}, Swelling{true, false}, Swelling{true, true}),
                         [](const auto& test) {
                           return std::string(test.param.patch ? "patch" : "one_element") +
                                  (test.param.mixed ? "_mixed" : "");
                         });

} // namespace
} // namespace adjoule::test
