// A quarter of a rubber sheet of 40 x 60 mm with a hole of 16 mm: symmetry about both axes.
DefineConstant[ h = 3 ];
Point(1) = {8, 0, 0, 0.6*h}; Point(2) = {20, 0, 0, h}; Point(3) = {20, 30, 0, h}; Point(4) = {0, 30, 0, h}; Point(5) = {0, 8, 0, 0.6*h};
Point(6) = {0, 0, 0};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 5};
Circle(5) = {5, 6, 1};
Curve Loop(1) = {1:5};
Plane Surface(1) = {1};
Physical Surface("sheet") = {1};
Physical Curve("bottom") = {1};
Physical Curve("left") = {4};
Physical Curve("top") = {3};
