// U-shaped electrothermal microactuator, drawn in micrometres: a thin hot arm and a wide cold arm with a thin flexure, joined
// by a block at the tip. Current flows from one anchor through both arms to the other; the hot arm expands more and bends
// the tip to the side of the cold arm (+y).
//
//   y                                   cold arm
//   ^        flexure      +-----------------------------------+
//   |  ===================+                                   |
//   |  anchor_cold        +-------------------------------+   |
//   |                       gap                           |   | tip
//   |  ===================================================+---+
//   |  anchor_hot           hot arm
//   +--> x
//
// Every number below is one of the case file's [mesh.parameters].
DefineConstant[
  hot_arm_length = 220,     // from the anchor to the tip
  hot_arm_width = 2,
  gap = 2,                  // between the arms
  cold_arm_width = 16,
  flexure_length = 40,      // from the anchor to the wide part of the cold arm
  flexure_width = 2,
  tip_block_length = 4,     // along x
  thickness = 2,            // along z
  fine_size = 2,            // elements of the hot arm, the flexure and the tip
  coarse_size = 6,          // elements at the outer edge of the cold arm
  layers = 1                // elements through the thickness
];

If(hot_arm_width <= 0 || gap <= 0 || flexure_length <= 0 || flexure_width <= 0 || tip_block_length <= 0 || thickness <= 0)
  Error("microactuator.geo: every width, length and the gap have to be positive");
  Abort;
EndIf
If(flexure_width >= cold_arm_width)
  Error("microactuator.geo: flexure_width = %g has to be smaller than cold_arm_width = %g", flexure_width, cold_arm_width);
  Abort;
EndIf
If(flexure_length + tip_block_length >= hot_arm_length)
  Error("microactuator.geo: flexure_length + tip_block_length = %g has to be smaller than hot_arm_length = %g",
        flexure_length + tip_block_length, hot_arm_length);
  Abort;
EndIf

inner_end = hot_arm_length - tip_block_length;
cold_start = hot_arm_width + gap;

// The outline, counter-clockwise.
hot_corner = newp;     Point(hot_corner) = {0, 0, 0, fine_size};
tip_low = newp;        Point(tip_low) = {hot_arm_length, 0, 0, fine_size};
tip_high = newp;       Point(tip_high) = {hot_arm_length, cold_start + cold_arm_width, 0, coarse_size};
cold_outer = newp;     Point(cold_outer) = {flexure_length, cold_start + cold_arm_width, 0, coarse_size};
flexure_root = newp;   Point(flexure_root) = {flexure_length, cold_start + flexure_width, 0, fine_size};
flexure_outer = newp;  Point(flexure_outer) = {0, cold_start + flexure_width, 0, fine_size};
flexure_inner = newp;  Point(flexure_inner) = {0, cold_start, 0, fine_size};
gap_high = newp;       Point(gap_high) = {inner_end, cold_start, 0, fine_size};
gap_low = newp;        Point(gap_low) = {inner_end, hot_arm_width, 0, fine_size};
hot_inner = newp;      Point(hot_inner) = {0, hot_arm_width, 0, fine_size};

corners[] = {hot_corner, tip_low, tip_high, cold_outer, flexure_root, flexure_outer, flexure_inner, gap_high, gap_low,
             hot_inner};
outline[] = {};
For i In {0 : #corners[] - 1}
  side = newl;
  Line(side) = {corners[i], corners[(i + 1) % #corners[]]};
  outline[] += side;
EndFor
loop = newll;
Curve Loop(loop) = outline[];
plan = news;
Plane Surface(plan) = {loop};

// Extrude returns the top, the volume, then one side face for each line of the outline, in its order.
solid[] = Extrude {0, 0, thickness} { Surface{plan}; Layers{layers}; };
first_side = 2;
Physical Volume("body") = {solid[1]};
Physical Surface("anchor_hot") = {solid[first_side + 9]};
Physical Surface("anchor_cold") = {solid[first_side + 5]};
Physical Surface("tip") = {solid[first_side + 1]};
Physical Surface("bottom") = {plan};
Physical Surface("top") = {solid[0]};
