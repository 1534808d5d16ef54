#include "adjoule/io/vtu_writer.hpp"

#include "vtk_grid.hpp"

namespace adjoule {

void write_vtu(const std::filesystem::path& path, const Mesh& mesh, const OutputFields& fields) {
  check_fields(mesh, fields);
  write_vtk_grid(path, *make_vtk_grid(mesh, fields));
}

} // namespace adjoule
