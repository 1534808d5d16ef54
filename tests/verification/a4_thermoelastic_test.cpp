// Case A4: linear thermoelasticity. Values "@mesh" are those of dolfinx 0.5.2, P2 on the same mesh.
#include "support/reference_models.hpp"
#include "support/structured_mesh.hpp"

namespace adjoule::test {
namespace {

// A block of E = 70 GPa, nu = 0.33, alpha = 23e-6 at 80 K above its reference temperature.
std::unique_ptr<MultiphysicsSystem> make_hot_block(ElementType type) {
  auto model = std::make_unique<MultiphysicsSystem>(
      make_grid_mesh({.type = type, .cells = {3, 2, 2}, .size = {0.03, 0.02, 0.01}}));
  model->thermal().prescribe_field(model->number("T", 373.0, "K"));
  const Parameter reference = model->parameters().register_parameter("T.reference", 293.0, {.unit = "K"});
  model->mechanical().set_material({{"body"},
                                    model->number("E", 70e9, "Pa"),
                                    model->number("nu", 0.33),
                                    thermal_strain(model->parameters(), model->number("alpha", 23e-6, "1/K"), reference,
                                                   ExpansionKind::instantaneous)});
  return model;
}
void hold(MultiphysicsSystem& model, const std::string& group, int component) {
  model.mechanical().prescribe_displacement(group, component,
                                            model.number(fmt::format("u.{}.{}", group, component), 0.0, "m"));
}

class ReferenceA4Block : public testing::TestWithParam<ElementType> {};

TEST_P(ReferenceA4Block, FreeExpansionIsStressFreeAndIndependentOfStiffness) {
  const auto model = make_hot_block(GetParam());
  hold(*model, "x0", 0);
  hold(*model, "y0", 1);
  hold(*model, "z0", 2);
  const State state = model->solve_steady_state(tight());
  const double strain = 0.00184; // alpha dT
  expect_references(*model, state,
                    {{"free.strain", strain * 0.03, 1e-9, average("displacement.x", "x1")},
                     {"free.strain", strain * 0.02, 1e-9, average("displacement.y", "y1")},
                     {"free.strain", strain * 0.01, 1e-9, average("displacement.z", "z1")},
                     {"free.strain", strain, 1e-9, average("strain.yy")},
                     {"no shear", 0.0, 1e-9, average("strain.xy"), strain},
                     {"no stress", 0.0, 1e-9, maximum("von_mises"), 70e9 * strain},
                     {"no energy", 0.0, 1e-9, elastic_energy(), 70e9 * strain * strain * 6e-6}});
  const double length = strain * 0.03;
  expect_derivatives(*model, state, average("displacement.x", "x1"),
                     {{"du/dE = 0", 0.0, 1e-9, "E", length / 70e9},
                      {"du/dnu = 0", 0.0, 1e-9, "nu", length / 0.33},
                      {"du/dalpha", length / 23e-6, 1e-9, "alpha"},
                      {"du/dTref", -length / 80.0, 1e-9, "T.reference"},
                      {"du/dT", length / 80.0, 1e-9, "T"}});
}

TEST_P(ReferenceA4Block, AxialConstraintGivesUniaxialStress) {
  const auto model = make_hot_block(GetParam());
  for (const char* end : {"x0", "x1"}) hold(*model, end, 0);
  hold(*model, "y0", 1);
  hold(*model, "z0", 2);
  const State state = model->solve_steady_state(tight());
  expect_references(*model, state,
                    {{"axial_constraint.sigma_xx = -E alpha dT", -128800000.0, 1e-8, minimum("stress.xx")},
                     {"axial_constraint.sigma_xx = -E alpha dT", -128800000.0, 1e-8, maximum("stress.xx")},
                     {"axial_constraint.lateral_strain = (1 + nu) alpha dT", 0.0024472, 1e-8, average("strain.yy")},
                     {"axial_constraint.lateral_strain = (1 + nu) alpha dT", 0.0024472, 1e-8, average("strain.zz")},
                     {"force of the support", 128800000.0 * 0.02 * 0.01, 1e-8, reaction("displacement.x", "x0")}});
}

TEST_P(ReferenceA4Block, FullConstraintGivesHydrostaticStress) {
  const auto model = make_hot_block(GetParam());
  clamp(*model, "boundary");
  const State state = model->solve_steady_state(tight());
  std::vector<Reference> references{{"no displacement", 0.0, 1e-9, maximum("displacement.magnitude"), 0.03 * 0.00184}};
  for (const char* component : {"stress.xx", "stress.yy", "stress.zz"}) {
    references.push_back(
        {"full_constraint.sigma = -E alpha dT/(1 - 2 nu)", -378823529.4117647, 1e-8, minimum(component)});
    references.push_back(
        {"full_constraint.sigma = -E alpha dT/(1 - 2 nu)", -378823529.4117647, 1e-8, maximum(component)});
  }
  expect_references(*model, state, references);
}

INSTANTIATE_TEST_SUITE_P(Elements, ReferenceA4Block,
                         testing::Values(ElementType::tetrahedron4, ElementType::tetrahedron10,
                                         ElementType::hexahedron8, ElementType::hexahedron20, ElementType::prism15),
                         [](const auto& element) { return topology(element.param).name; });

// Two bonded layers 40 x 4 x (1 + 1) mm, 50 K up, clamped at x = 0.
std::unique_ptr<MultiphysicsSystem> make_bimorph(double poisson1, double poisson2) {
  auto model = std::make_unique<MultiphysicsSystem>(read_test_mesh("bimorph_p2.msh"));
  Parameters& parameters = model->parameters();
  model->thermal().prescribe_field(model->number("T", 350.0, "K"));
  const Parameter reference = parameters.register_parameter("T.reference", 300.0, {.unit = "K"});
  const auto layer = [&](const std::string& region, double young, double poisson, double alpha) {
    model->mechanical().set_material({{region},
                                      model->number("E." + region, young, "Pa"),
                                      model->number("nu." + region, poisson),
                                      thermal_strain(parameters, model->number("alpha." + region, alpha, "1/K"),
                                                     reference, ExpansionKind::instantaneous)});
  };
  layer("layer1", 70e9, poisson1, 23e-6);
  layer("layer2", 200e9, poisson2, 11e-6);
  clamp(*model, "clamp");
  return model;
}

struct BimorphReference {
  double poisson1, poisson2, uz_mean, ux_mean, uz_top, uz_interface;
};

TEST(ReferenceA4, BimorphBendsAsOtherProgramsFindOnTheSameMesh) {
  // Components are compared on the scale of the tip's displacement vector.
  for (const BimorphReference& r :
       {BimorphReference{0.0, 0.0, 0.000334557959463, 3.22584211288e-05, 0.000334973968995, 0.000334437972937},
        BimorphReference{0.33, 0.29, 0.00034844314381, 3.27468014522e-05, 0.000348899214731, 0.000348391619457}}) {
    const auto model = make_bimorph(r.poisson1, r.poisson2);
    const State state = model->solve_steady_state(tight());
    const double length = std::hypot(r.uz_mean, r.ux_mean);
    expect_references(
        *model, state,
        {{"bimorph.uz_tip_mean@mesh", r.uz_mean, 1e-7, average("displacement.z", "tip"), length},
         {"bimorph.ux_tip_mean@mesh", r.ux_mean, 1e-7, average("displacement.x", "tip"), length},
         {"bimorph.uz_(40,2,2)mm@mesh", r.uz_top, 1e-7, at_point("displacement.z", {0.040, 0.002, 0.002})},
         {"bimorph.uz_(40,2,1)mm@mesh", r.uz_interface, 1e-7, at_point("displacement.z", {0.040, 0.002, 0.001})}});
  }
}

TEST(ReferenceA4, BimorphWithoutLateralContractionIsTimoshenkosBimetal) {
  const auto model = make_bimorph(0.0, 0.0);
  const State state = model->solve_steady_state(tight());
  // kappa L^2/2; the layer below expands more, so the tip moves to +z.
  expect_references(*model, state,
                    {{"bimorph.tip_uz", 0.0003347447073474471, 0.005, average("displacement.z", "tip")}});
  // Curvature from the slope of the two outer fibres' elongations, away from the clamp.
  const double elongation_below = evaluate(*model, state, at_point("displacement.x", {0.030, 0.002, 0.0})) -
                                  evaluate(*model, state, at_point("displacement.x", {0.010, 0.002, 0.0}));
  const double elongation_above = evaluate(*model, state, at_point("displacement.x", {0.030, 0.002, 0.002})) -
                                  evaluate(*model, state, at_point("displacement.x", {0.010, 0.002, 0.002}));
  EXPECT_NEAR((elongation_below - elongation_above) / (0.020 * 0.002), 0.41843088418430885, 0.005 * 0.41843088418430885)
      << "bimorph.curvature";
  expect_derivatives(*model, state, average("displacement.z", "tip"),
                     {{"bimorph.dtip_dalpha1", 27.895392278953924, 0.005, "alpha.layer1"},
                      {"linear in alpha1 - alpha2", -27.895392278953924, 0.005, "alpha.layer2"}});
}

} // namespace
} // namespace adjoule::test
