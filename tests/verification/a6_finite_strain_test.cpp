// Bodies at finite strain on given meshes of quadratic tetrahedra: pad and bar with prescribed ends, Cook's panel under
// a dead traction, a thick sphere under a follower pressure. The values (tests/data/A6_finite_strain.csv) come from two
// independent programs that agree to the digits printed; each holds for the quadrature rule named.
#include "rubber_models.hpp"

namespace adjoule::test {
namespace {

struct Row {
  std::string quantity;
  double value;
};
struct Body {
  std::string name, material;
  int quadrature;
  std::vector<Row> rows{};
};

std::vector<Body> read_bodies() {
  std::vector<Body> bodies;
  for (auto& row : read_rows("A6_finite_strain.csv")) {
    const int quadrature = std::stoi(row["quadrature"]);
    const bool same = !bodies.empty() && bodies.back().name == row["body"] &&
                      bodies.back().material == row["material"] && bodies.back().quadrature == quadrature;
    if (!same) bodies.push_back({row["body"], row["material"], quadrature});
    bodies.back().rows.push_back({row["quantity"], std::stod(row["value"])});
  }
  return bodies;
}

/// "T3_K4e6_quad": the three-term set of Treloar's rubber with that bulk modulus; "T3x": stiffened to 80 MPa.
OgdenSet ogden_of(const std::string& material) {
  const std::string kind = material.substr(0, material.find('_'));
  const std::size_t bulk = material.find("_K") + 2;
  OgdenSet set =
      ogden_named("treloar3", std::stod(material.substr(bulk)), law_named(material.substr(material.rfind('_') + 1)));
  if (kind == "NH") set.mu = {80e6}, set.alpha = {2.0};
  if (kind == "M2") set.mu = {0.30e6, -0.05e6}, set.alpha = {2.0, -2.0};
  if (kind == "T3x") {
    for (double& modulus : set.mu) modulus *= 80e6 / 0.4225e6;
  }
  return set;
}

std::unique_ptr<MultiphysicsSystem> make_body(const Body& body) {
  auto model = std::make_unique<MultiphysicsSystem>(read_test_mesh((body.name == "bar"      ? "bar_clamped"
                                                                    : body.name == "sphere" ? "sphere_octant"
                                                                                            : body.name) +
                                                                   "_p2.msh"),
                                                    SectionKind::solid, body.quadrature);
  MechanicalSystem& mechanical = model->mechanical();
  set_ogden(*model, ogden_of(body.material));
  if (body.name == "pad") {
    move(*model, "bottom", {});
    move(*model, "top", {4e-3, 0.0, 0.0});
  } else if (body.name == "bar") {
    move(*model, "left", {});
    move(*model, "right", {20e-3, 0.0, 0.0});
  } else if (body.name == "cook") {
    move(*model, "left", {});
    move(*model, "z0", 2, 0.0);
    move(*model, "z1", 2, 0.0);
    mechanical.apply_traction(
        "right", {model->number("tx", 0.0, "Pa"), model->number("ty", 6.25e6, "Pa"), model->number("tz", 0.0, "Pa")});
  } else {
    move(*model, "x0", 0, 0.0);
    move(*model, "y0", 1, 0.0);
    move(*model, "z0", 2, 0.0);
    mechanical.apply_pressure("inner", model->number("pressure", 0.3e6, "Pa"));
  }
  return model;
}

/// "uy_side40_20_5": a displacement at the point of these millimetres; "Fx_top_N": a resultant.
QuantitySpec quantity_of(const std::string& name) {
  if (name == "W_J") return elastic_energy();
  if (name[0] == 'F') {
    const std::string group = name.find("top") != std::string::npos ? "top" : "right";
    return reaction("displacement." + name.substr(1, 1), group);
  }
  std::array<double, 3> place{};
  std::string digits = name.substr(name.find_first_of("0123456789"));
  std::replace(digits.begin(), digits.end(), '_', ' ');
  std::istringstream numbers(digits);
  for (double& coordinate : place) {
    numbers >> coordinate;
    coordinate *= 1e-3;
  }
  return at_point("displacement." + name.substr(1, 1), place);
}

class FiniteStrainBody : public ::testing::TestWithParam<Body> {};

TEST_P(FiniteStrainBody, has_the_reference_values) {
  const Body& body = GetParam();
  const std::unique_ptr<MultiphysicsSystem> model = make_body(body);
  SolveOptions options;
  options.load_steps = 8; // sooner there than by cutting back from the whole load
  const State state = model->solve_steady_state(options);
  // Components of one vector are compared on the scale of the vector.
  std::map<std::string, double> square;
  for (const Row& row : body.rows) {
    if (row.quantity[0] != 'W') square[row.quantity[0] + row.quantity.substr(2)] += row.value * row.value;
  }
  for (const Row& row : body.rows) {
    const double scale =
        row.quantity[0] == 'W' ? row.value : std::sqrt(square[row.quantity[0] + row.quantity.substr(2)]);
    EXPECT_NEAR(evaluate(*model, state, quantity_of(row.quantity)), row.value, 1e-6 * scale) << row.quantity;
  }
}

std::string name_of(const ::testing::TestParamInfo<Body>& info) {
  std::string name = fmt::format("{}_{}_degree_{}", info.param.name, info.param.material, info.param.quadrature);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(A6, FiniteStrainBody, ::testing::ValuesIn(read_bodies()), name_of);

} // namespace
} // namespace adjoule::test
