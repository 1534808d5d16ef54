// A quarter of a ring about the origin, structured quadrilaterals.
DefineConstant[ inner_radius = 1, outer_radius = 2, cells = 8 ];
Point(1) = {0, 0, 0};
Point(2) = {inner_radius, 0, 0}; Point(3) = {outer_radius, 0, 0};
Point(4) = {0, outer_radius, 0}; Point(5) = {0, inner_radius, 0};
Line(1) = {2, 3}; Circle(2) = {3, 1, 4}; Line(3) = {4, 5}; Circle(4) = {5, 1, 2};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Transfinite Curve {1, 2, 3, 4} = cells + 1;
Transfinite Surface {1};
Recombine Surface {1};
Physical Surface("body") = {1};
Physical Curve("start") = {1};
Physical Curve("outer") = {2};
Physical Curve("end") = {3};
Physical Curve("inner") = {4};
