// A unit cube (or square) of rubber as a case: held by three planes of symmetry, its face x1 moved or loaded.
#pragma once

#include "support/structured_mesh.hpp"
#include "support/temporary_folder.hpp"

#include <string>

namespace support {

/// Laws that need nothing but these lines, all with moduli of about 1e5 Pa.
inline const std::string rubber_of_ogden = R"(model = "ogden"
mu = [1.2e5, -1.5e3]
alpha = [1.8, -3.0]
convention = "ogden"
bulk = 2e6
volumetric = "quadratic"
)";
inline const std::string rubber_of_neo_hooke = R"(model = "neo_hookean"
mu = 1e5
bulk = 2e6
volumetric = "log"
)";

struct RubberMesh {
  adjoule::ElementType type = adjoule::ElementType::hexahedron8;
  int cells = 1; ///< along each edge
};

/// Writes cube.msh into the folder; groups "body", "x0", "x1", "y0", ...
inline void write_rubber_mesh(const TemporaryFolder& folder, const RubberMesh& mesh = {}) {
  adjoule::test::GridMesh grid;
  grid.type = mesh.type;
  grid.cells = {mesh.cells, mesh.cells, mesh.cells};
  adjoule::test::make_grid_mesh(grid).write(folder / "cube.msh");
}

inline std::string rubber_material(const std::string& law) {
  return "[mesh]\nfile = \"cube.msh\"\nunit = \"m\"\n[materials.rubber]\nregions = [\"body\"]\n"
         "[materials.rubber.elasticity]\n" +
         law;
}

/// The planes of symmetry, and what moves x1.
inline std::string rubber_supports(const std::string& moved = "x1 = { x = 0.5 }") {
  return "[mechanical.displacement]\nx0 = { x = 0.0 }\ny0 = { y = 0.0 }\nz0 = { z = 0.0 }\n" + moved + "\n";
}

inline std::string rubber_quantities() {
  return "[quantities.stored]\nkind = \"energy\"\n"
         "[quantities.pull]\nkind = \"reaction\"\nfield = \"displacement.x\"\non = \"x1\"\n";
}

inline std::string rubber_case(const std::string& law) {
  return rubber_material(law) + rubber_supports() + rubber_quantities();
}

} // namespace support
