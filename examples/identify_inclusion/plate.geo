// A soft plate of 40 x 40 mm with a round inclusion of 14 mm, whose outline the mesh follows only where asked to.
DefineConstant[ h = 2.5, outline = 0 ];
Point(1) = {-20, -20, 0, h}; Point(2) = {20, -20, 0, h}; Point(3) = {20, 20, 0, h}; Point(4) = {-20, 20, 0, h};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1:4};
If (outline)
  Point(5) = {5, 3, 0, h}; Point(6) = {-2, 3, 0, h}; Point(7) = {12, 3, 0, h};
  Circle(5) = {6, 5, 7}; Circle(6) = {7, 5, 6};
  Curve Loop(2) = {5, 6};
  Plane Surface(1) = {1, 2};
  Plane Surface(2) = {2};
  Physical Surface("matrix") = {1};
  Physical Surface("inclusion") = {2};
Else
  Plane Surface(1) = {1};
  Physical Surface("matrix") = {1};
EndIf
Physical Curve("bottom") = {1};
Physical Curve("top") = {3};
Physical Point("corner") = {1};
