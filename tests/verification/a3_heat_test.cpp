// Case A3: steady heat conduction and the thermal mass, all closed forms.
#include "support/reference_models.hpp"
#include "support/structured_mesh.hpp"

#include <numeric>

namespace adjoule::test {
namespace {

TEST(ReferenceA3, CompositeSlabIsAChainOfResistances) {
  // 10, 5, 2 mm of 50, 0.2, 200 W/(m K) between 25 W/(m^2 K) to 400 K and 10 W/(m^2 K) to 290 K.
  MultiphysicsSystem model(read_test_mesh("slab3_p2.msh"));
  ThermalSystem& thermal = model.thermal();
  const double conductivities[] = {50.0, 0.2, 200.0};
  for (int layer = 0; layer < 3; ++layer) {
    thermal.set_conductivity({fmt::format("layer{}", layer + 1)},
                             model.number(fmt::format("k{}", layer + 1), conductivities[layer]));
  }
  thermal.add_convection("left", model.number("h1", 25.0), model.number("T1", 400.0));
  thermal.add_convection("right", model.number("h2", 10.0), model.number("T2", 290.0));
  const State state = model.solve_steady_state(tight());
  const double section = 4e-6; // m^2
  expect_references(model, state,
                    {{"composite.q", 665.8192603353308, 1e-8, average("heat_flux", "right")},
                     {"composite.q", 665.8192603353308 * section, 1e-8, integral("heat_flux", {"right"})},
                     {"composite.T_left", 373.36722958658675, 1e-8, average("temperature", "left")},
                     {"composite.T_12", 373.2340657345197, 1e-8, at_point("temperature", {0.010, 0.001, 0.001})},
                     {"composite.T_23", 356.58858422613645, 1e-8, at_point("temperature", {0.015, 0.001, 0.001})},
                     {"composite.T_right", 356.5819260335331, 1e-8, average("temperature", "right")}});
}

TEST(ReferenceA3, RadiatingFaceBalancesConductionAndItsEmissivityDerivativeIsExact) {
  // k (600 - Ts)/L = eps sigma (Ts^4 - 290^4) + h (Ts - 290), L = 20 mm, k = 1.5.
  for (const ElementType type : {ElementType::tetrahedron4, ElementType::hexahedron20}) {
    MultiphysicsSystem model(make_grid_mesh({.type = type, .cells = {3, 1, 1}, .size = {0.02, 0.01, 0.01}}));
    ThermalSystem& thermal = model.thermal();
    const CoefficientPointer ambient = model.number("T.ambient", 290.0, "K");
    thermal.set_conductivity({"body"}, model.number("k", 1.5));
    thermal.prescribe_temperature("x0", model.number("T0", 600.0));
    thermal.add_radiation("x1", model.number("emissivity", 0.8), ambient);
    thermal.add_convection("x1", model.number("h", 15.0), ambient);
    const State state = model.solve_steady_state(tight());
    expect_references(model, state,
                      {{"radiation.T_surface", 516.130144922964, 1e-7, average("temperature", "x1")},
                       {"radiation.q", 6290.239130777705, 1e-7, average("heat_flux.x")},
                       {"radiation.q times the area", 6290.239130777705 * 1e-4, 1e-7, reaction("temperature", "x0")}});
    expect_derivatives(model, state, average("temperature", "x1"),
                       {{"radiation.dTs_deps", -31.517312864511588, 1e-6, "emissivity"}});
  }
}

TEST(ReferenceA3, ThermalMassIsTheIntegralOfTheHeatCapacity) {
  // rho c = 2.5e6 J/(m^3 K) over 10 x 0.5 x 0.5 mm.
  MultiphysicsSystem model(read_test_mesh("wire_p2.msh"));
  model.thermal().set_conductivity({"body"}, model.number("k", 170.0));
  model.thermal().set_capacity({"body"}, model.number("rho", 5000.0), model.number("c", 500.0));
  model.thermal().prescribe_temperature("left", model.number("T", 300.0));
  model.prepare();
  for (const bool lumped : {false, true}) {
    const Eigen::SparseMatrix<double> capacity = model.assemble_capacity(lumped);
    EXPECT_NEAR(capacity.sum(), 0.00625, 1e-10 * 0.00625) << "thermal_mass.bar, lumped: " << lumped;
    EXPECT_GT(capacity.diagonal().minCoeff(), 0.0);
  }
}

} // namespace
} // namespace adjoule::test
