// Homogeneous deformations of Ogden solids through the whole program: one element, and a patch of distorted ones.
// Tables of stretches, stresses, energies (tests/data/A5_*.csv) and of the derivative of the force to each number of
// the material, all to 1e-9.
#include "rubber_models.hpp"

namespace adjoule::test {
namespace {

using Row = std::map<std::string, std::string>;

double number(const Row& row, const std::string& name) {
  return std::stod(row.at(name));
}

Mesh unit_cube(bool patch) {
  return patch ? patch_cube(ElementType::tetrahedron4) : one_element_cube();
}

/// A cube on rollers at x0, y0, z0 whose sides in the directions given are moved.
std::unique_ptr<MultiphysicsSystem> make_cube(bool patch, const std::string& material, const std::string& mode) {
  auto model = std::make_unique<MultiphysicsSystem>(unit_cube(patch));
  set_ogden(*model, ogden_of_table(material));
  move(*model, "x0", 0, 0.0);
  move(*model, "y0", 1, 0.0);
  move(*model, "z0", 2, 0.0);
  move(*model, "x1", 0, 0.0);
  if (mode != "uniaxial") move(*model, "y1", 1, 0.0);
  if (mode == "confined" || mode == "volumetric") move(*model, "z1", 2, 0.0);
  return model;
}

void set_stretch(MultiphysicsSystem& model, const std::string& mode, const Row& row) {
  Parameters& parameters = model.parameters();
  const auto set = [&](const char* path, double stretch) { parameters.set(parameters.find(path), stretch - 1.0); };
  set("x1.x", number(row, "lambda"));
  if (mode == "equibiaxial" || mode == "volumetric") set("y1.y", number(row, "lambda"));
  if (mode == "volumetric") set("z1.z", number(row, "lambda"));
}

class Homogeneous : public ::testing::TestWithParam<bool> {};

TEST_P(Homogeneous, principal_stretches_give_the_tables) {
  std::string material, mode;
  std::unique_ptr<MultiphysicsSystem> model;
  for (const Row& row : read_rows("A5_principal.csv")) {
    if (row.at("material") != material || row.at("mode") != mode) {
      material = row.at("material");
      mode = row.at("mode");
      model = make_cube(GetParam(), material, mode);
    }
    SCOPED_TRACE(material + " " + mode + " " + row.at("lambda"));
    set_stretch(*model, mode, row);
    const State state = model->solve_steady_state();
    const auto value = [&](const QuantitySpec& spec) { return evaluate(*model, state, spec); };
    const std::array<double, 3> place{0.31, 0.42, 0.23};
    const double scale = 0.4225e6 + std::max({std::abs(number(row, "P1_Pa")), std::abs(number(row, "P2_Pa")),
                                              std::abs(number(row, "P3_Pa"))});
    const double cauchy = 0.4225e6 + std::max({std::abs(number(row, "sig1_Pa")), std::abs(number(row, "sig2_Pa")),
                                               std::abs(number(row, "sig3_Pa"))});
    EXPECT_NEAR(value(reaction("displacement.x", "x1")), number(row, "P1_Pa"), 1e-9 * scale);
    EXPECT_NEAR(value(at_point("first_piola_kirchhoff.yy", place)), number(row, "P2_Pa"), 1e-9 * scale);
    EXPECT_NEAR(value(at_point("first_piola_kirchhoff.zz", place)), number(row, "P3_Pa"), 1e-9 * scale);
    EXPECT_NEAR(value(at_point("stress.xx", place)), number(row, "sig1_Pa"), 1e-9 * cauchy);
    EXPECT_NEAR(value(at_point("stress.yy", place)), number(row, "sig2_Pa"), 1e-9 * cauchy);
    EXPECT_NEAR(value(at_point("volume_ratio", place)), number(row, "J"), 1e-9);
    EXPECT_NEAR(value(elastic_energy()), number(row, "W_J_per_m3"), 1e-9 * number(row, "W_J_per_m3"));
    std::array<double, 3> stretches{number(row, "l1"), number(row, "l2"), number(row, "l3")};
    std::sort(stretches.rbegin(), stretches.rend());
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(value(at_point("principal_stretch." + std::to_string(i + 1), place)), stretches[i], 1e-9);
  }
}

TEST_P(Homogeneous, simple_shear_gives_the_table) {
  std::string material;
  std::unique_ptr<MultiphysicsSystem> model;
  for (const Row& row : read_rows("A5_simple_shear.csv")) {
    if (row.at("material") != material) {
      material = row.at("material");
      model = std::make_unique<MultiphysicsSystem>(unit_cube(GetParam()));
      set_ogden(*model, ogden_of_table(material));
      const Parameter shear = model->parameters().register_parameter("gamma", 0.0);
      const CoefficientPointer slide = expression_coefficient(model->parameters(), "gamma * y", {{"gamma", shear}});
      for (const char* side : {"x0", "x1", "y0", "y1", "z0", "z1"}) {
        model->mechanical().prescribe_displacement(side, 0, slide);
        move(*model, side, 1, 0.0);
        move(*model, side, 2, 0.0);
      }
    }
    SCOPED_TRACE(material + " shear " + row.at("gamma"));
    model->parameters().set(model->parameters().find("gamma"), number(row, "gamma"));
    const State state = model->solve_steady_state();
    const auto expect = [&](const std::string& field, const std::string& column, double scale) {
      const double actual = evaluate(*model, state, at_point(field, {0.31, 0.42, 0.23}));
      EXPECT_NEAR(actual, number(row, column), 1e-9 * scale) << field;
    };
    const double scale = std::abs(number(row, "sig11")) + std::abs(number(row, "sig12"));
    expect("stress.xx", "sig11", scale);
    expect("stress.yy", "sig22", scale);
    expect("stress.zz", "sig33", scale);
    expect("stress.xy", "sig12", scale);
    expect("first_piola_kirchhoff.xx", "P11", scale);
    expect("first_piola_kirchhoff.xy", "P12", scale);
    expect("first_piola_kirchhoff.yx", "P21", scale);
    expect("first_piola_kirchhoff.yy", "P22", scale);
    expect("principal_stretch.1", "lambda1", 1.0);
    expect("energy_density", "W", number(row, "W"));
  }
}

TEST_P(Homogeneous, derivatives_of_the_force_with_free_sides_are_those_of_the_table) {
  std::string material, mode;
  std::unique_ptr<MultiphysicsSystem> model;
  for (const Row& row : read_rows("A5_dP1.csv")) {
    if (row.at("material") != material || row.at("mode") != mode) {
      material = row.at("material");
      mode = row.at("mode");
      model = make_cube(GetParam(), material, mode);
    }
    SCOPED_TRACE(material + " " + mode + " " + row.at("lambda") + " " + row.at("parameter"));
    set_stretch(*model, mode, row);
    const State state = model->solve_steady_state();
    const auto force = make_quantity(*model, reaction("displacement.x", "x1"));
    const Gradient gradient = model->gradient(state, {force.get()}).front();
    const std::string& name = row.at("parameter"); // "mu1", "alpha2", "K"
    const std::string path =
        name == "K" ? "bulk" : name.substr(0, name.size() - 1) + "." + std::to_string(name.back() - '1');
    const double derivative = model->parameters().part(gradient.parameters, model->parameters().find(path))[0];
    EXPECT_NEAR(derivative, number(row, "dP1_dparameter"), 1e-8 * std::abs(number(row, "dP1_dparameter")));
  }
}

INSTANTIATE_TEST_SUITE_P(A5, Homogeneous, ::testing::Values(false, true),
                         [](const auto& test) { return test.param ? "distorted_patch" : "one_element"; });

} // namespace
} // namespace adjoule::test
