#include "schema_sections.hpp"

namespace adjoule {

std::vector<SchemaKey> mesh_keys() {
  const std::string shapes_mesh = "shapes the mesh, and the mesh is made once";
  return {
      {.pattern = "title",
       .type = ValueType::text,
       .default_note = "the file's name",
       .help = "One line for people; it has no effect."},
      {.pattern = "mesh",
       .required = true,
       .help = "The body's mesh. Its physical groups are the names of regions and boundaries in all other sections."},
      {.pattern = "mesh.file",
       .type = ValueType::text,
       .required = true,
       .aliases = {"path", "filename", "mesh"},
       .help = "Mesh file beside the case file: a .geo or .step is meshed in process, a .msh (2.2 and 4.1, ASCII and "
               "binary) is read."},
      {.pattern = "mesh.unit",
       .type = ValueType::choice_or_number,
       .unit = "m",
       .range = Range::positive(),
       .choices = {{"m"}, {"mm"}, {"um"}, {"nm"}, {"in"}},
       .required = true,
       .no_derivative = shapes_mesh,
       .aliases = {"units", "scale"},
       .help = "Unit of the coordinates as drawn or stored, by name or as metres per file unit. A .geo's "
               "Mesh.ScalingFactor is "
               "ignored here."},
      {.pattern = "mesh.order",
       .type = ValueType::integer,
       .range = {.lower = 1, .upper = 2},
       .default_value = "1",
       .no_derivative = shapes_mesh,
       .help = "Polynomial order of the elements, 1 or 2. A .msh keeps its own order."},
      {.pattern = "mesh.size",
       .type = ValueType::number,
       .unit = "file units",
       .range = Range::positive(),
       .default_note = "the sizes in the .geo",
       .no_derivative = shapes_mesh,
       .aliases = {"element_size", "h"},
       .help =
           "Target element size of a .geo or .step, in file units (as drawn). Transfinite curves and layers keep their "
           "counts."},
      {.pattern = "mesh.refine",
       .type = ValueType::integer,
       .range = {.lower = 0, .upper = 8},
       .default_value = "0",
       .no_derivative = shapes_mesh,
       .aliases = {"refinement", "refinements"},
       .help = "Uniform splits of every element; each multiplies their number by 8 in three dimensions."},
      {.pattern = "mesh.quadrature",
       .type = ValueType::integer,
       .range = {.lower = 1, .upper = 30},
       .default_note = "by element and physics, printed in the summary",
       .help = "Polynomial degree that the volume integrals of the residual and of the quantities take exactly."},
      {.pattern = "mesh.parameters", .help = "Values for the numbers that the .geo declares with DefineConstant."},
      {.pattern = "mesh.parameters.<parameter>",
       .type = ValueType::number,
       .no_derivative = shapes_mesh,
       .help = "Value of that DefineConstant number, in the .geo's own unit."},
      {.pattern = "model", .help = "What a two-dimensional mesh stands for."},
      {.pattern = "model.section",
       .type = ValueType::choice,
       .choices = {{"plane_strain"}, {"plane_stress"}, {"axisymmetric"}},
       .required = true,
       .needed_by = "a two-dimensional mesh",
       .help = "Two-dimensional meshes only; in an axisymmetric section x is the radius and y the axis."},
      {.pattern = "model.thickness",
       .type = ValueType::number,
       .unit = "m",
       .range = Range::positive(),
       .default_value = "1.0",
       .only_with = Condition{"section", {"plane_strain", "plane_stress"}},
       .differentiable = true,
       .help = "Thickness of a plane section."},
      {.pattern = "constants", .help = "Names for numbers that the expressions of this file use."},
      {.pattern = "constants.<constant>",
       .type = ValueType::number,
       .differentiable = true,
       .help = "A named number, in SI units. The name starts with a letter and is none of T, x, y, z, t, pi or a "
               "function."},
  };
}

} // namespace adjoule
