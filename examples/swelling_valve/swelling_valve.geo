// Half of the cross-section of a rubber ring around a bore: x is the radius, y the axis, y = 0 the plane of symmetry.
DefineConstant[ bore = 2, outside = 6, height = 2, size = 0.125 ];
Point(1) = {bore, 0, 0, size}; Point(2) = {outside, 0, 0, size};
Point(3) = {outside, height, 0, size}; Point(4) = {bore, height, 0, size};
For i In {1:3}
  Line(i) = {i, i + 1};
EndFor
Line(4) = {4, 1};
Curve Loop(1) = {1:4}; Plane Surface(1) = {1};
Transfinite Curve {1, 3} = Round((outside - bore)/size) + 1;
Transfinite Curve {2, 4} = Round(height/size) + 1;
Transfinite Surface {1}; Recombine Surface {1};
Physical Surface("ring") = {1};
Physical Curve("middle") = {1};
Physical Curve("housing") = {2};
Physical Curve("lid") = {3};
Physical Curve("bore") = {4};
Physical Point("throat") = {1};
