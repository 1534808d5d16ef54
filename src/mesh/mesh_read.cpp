#include "adjoule/mesh/mesh.hpp"

#include "mesh_builder.hpp"
#include "raw_mesh.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/core/log.hpp"

#include <cmath>
#include <fmt/core.h>

namespace adjoule {
namespace {

void check_options(const std::string& file, const std::string& extension, const MeshOptions& options) {
  const bool positive_unit = std::isfinite(options.unit) && options.unit > 0.0;
  if (!positive_unit)
    throw InputError(
        fmt::format("{}: the length unit must be a positive number of metres, not {}", file, options.unit));
  if (options.order && *options.order != 1 && *options.order != 2)
    throw InputError(fmt::format("{}: order must be 1 or 2, not {}", file, *options.order));
  if (options.size && !(std::isfinite(*options.size) && *options.size > 0.0))
    throw InputError(fmt::format("{}: size must be a positive length in file units, not {}", file, *options.size));
  if (options.refine < 0) throw InputError(fmt::format("{}: refine must be 0 or more, not {}", file, options.refine));

  if (extension == ".msh") {
    const char* given = options.order ? "order" : options.size ? "size" : nullptr;
    if (given != nullptr)
      throw InputError(
          fmt::format("{}: a .msh keeps its own element {}; leave out '{}', or give the .geo that the mesh was made of",
                      file, given, given));
  }
  if (extension != ".geo" && !options.parameters.empty())
    throw InputError(fmt::format("{}: mesh parameters ('{}') are the numbers of a .geo; a {} has none", file,
                                 options.parameters.begin()->first, extension));
}

} // namespace

Mesh Mesh::read(const std::filesystem::path& file, const MeshOptions& options) {
  const std::string extension = extension_of(file);
  if (extension != ".msh" && extension != ".geo" && extension != ".step" && extension != ".stp")
    throw InputError(fmt::format("{}: unknown kind of mesh file '{}'; Adjoule reads .msh, .geo, .step and .stp",
                                 file.string(), extension));
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    throw InputError(fmt::format("mesh file {} does not exist (looked for {})", file.string(),
                                 std::filesystem::absolute(file, error).lexically_normal().string()));
  check_options(file.string(), extension, options);
  if ((extension == ".step" || extension == ".stp") && std::abs(options.unit - 1e-3) > 1e-15)
    note(fmt::format(
        "{}: Gmsh reads STEP lengths in millimetres, whatever the file's unit; a millimetre counts as {} m here",
        file.string(), options.unit));
  return build_mesh(load_with_gmsh(file, options));
}

double length_unit(const std::string& name) {
  static const std::vector<std::pair<std::string, double>> units = {
      {"m", 1.0}, {"mm", 1e-3}, {"um", 1e-6}, {"nm", 1e-9}, {"in", 0.0254}};
  for (const auto& [unit, metres] : units)
    if (unit == name) return metres;
  throw InputError(fmt::format("unknown length unit '{}'; known: m, mm, um, nm, in", name));
}

} // namespace adjoule
