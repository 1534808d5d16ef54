#include "adjoule/app/starter.hpp"

#include "adjoule/core/error.hpp"

namespace adjoule {
namespace {

/// The name stands in file names and in the case's text.
void check_name(const std::string& name) {
  bool plain = !name.empty() && name.front() != '-';
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    plain = plain && (letter || (c >= '0' && c <= '9') || c == '_' || c == '-');
  }
  if (!plain) {
    throw InputError("'" + name +
                     "' is no name for a case: use letters, digits, '_' and '-', without folder and extension");
  }
}

} // namespace

std::string starter_case(const std::string& name) {
  check_name(name);
  constexpr const char* text =
      R"toml(# A chevron actuator: two inclined polysilicon beams between fixed anchors. The current heats the beams, they grow, and
# the shuttle where they meet is pushed towards +y. All numbers are in SI units.
#   adjoule solve {name}.toml        fields and quantities, to results/{name}
#   adjoule gradient {name}.toml     and their derivatives
#   adjoule help KEY                 explains a key, such as `adjoule help thermal.convection`

title = "Chevron actuator"

[mesh]
file  = "{name}.geo"             # its physical groups give the names used below
unit  = "um"                     # it is drawn in micrometres
order = 2                        # quadratic elements
[mesh.parameters]                # numbers that the .geo declares with DefineConstant
rise = 10.0                      # how far the shuttle stands above the anchors, in um

[materials.polysilicon]
regions                 = ["beams"]
electrical_conductivity = "sigma_ref / (1 + tcr * (T - 293.15))"   # S/m, falls with temperature
thermal_conductivity    = 34.0                                     # W/(m K)
thermal_expansion       = 2.9e-6                                   # 1/K
reference_temperature   = 293.15                                   # K, free of stress
[materials.polysilicon.elasticity]
model   = "linear"
young   = 160e9                  # Pa
poisson = 0.22

[constants]                      # names for expressions
sigma_ref = 5e4                  # S/m
tcr       = 1.25e-3              # 1/K

[electrical.potential]           # V
anchor_left  = 0.0
anchor_right = 1.5

[thermal.temperature]            # K
anchor_left  = 293.15
anchor_right = 293.15
[thermal.convection.bottom]      # conduction through the thin layer of air below
coefficient = 2000.0             # W/(m^2 K)
ambient     = 293.15             # K

[mechanical.displacement]        # m
anchor_left  = [0.0, 0.0, 0.0]
anchor_right = [0.0, 0.0, 0.0]

[quantities.deflection]
kind  = "average"
field = "displacement.y"
on    = "shuttle"
[quantities.hottest]
kind  = "maximum"
field = "temperature"
[quantities.current]
kind  = "reaction"               # what the terminal feeds into the body
field = "potential"
on    = "anchor_right"

[gradient]
of  = ["deflection"]
wrt = "all"
)toml";
  std::string result = text;
  for (std::size_t at = result.find("{name}"); at != std::string::npos; at = result.find("{name}", at + name.size())) {
    result.replace(at, 6, name);
  }
  return result;
}

std::string starter_geometry(const std::string& name) {
  check_name(name);
  return "// Chevron actuator " + name +
         R"(: the outline of two inclined beams and a shuttle, extruded. Drawn in micrometres.
DefineConstant[ span = 200, rise = 10, width = 4, thickness = 4, shuttle_width = 10, size = 5 ];

h = shuttle_width / 2;
Point(1) = {-span - h, 0, 0, size};      Point(2) = {-h, rise, 0, size};
Point(3) = {h, rise, 0, size};           Point(4) = {span + h, 0, 0, size};
Point(5) = {span + h, width, 0, size};   Point(6) = {h, rise + width, 0, size};
Point(7) = {-h, rise + width, 0, size};  Point(8) = {-span - h, width, 0, size};
For i In {1:7}
  Line(i) = {i, i + 1};
EndFor
Line(8) = {8, 1};
Curve Loop(1) = {1:8};
Plane Surface(1) = {1};
out[] = Extrude {0, 0, thickness} { Surface{1}; Layers{2}; };

// out[0] is the top, out[1] the volume, out[1 + i] the side over Line(i).
Physical Volume("beams") = {out[1]};
Physical Surface("anchor_left") = {out[9]};
Physical Surface("anchor_right") = {out[5]};
Physical Surface("shuttle") = {out[7]};
Physical Surface("bottom") = {1};
)";
}

} // namespace adjoule
