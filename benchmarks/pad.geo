// A rubber pad of 40 x 40 x 10 (mm): nx x ny x nz boxes, each cut into six tetrahedra.
DefineConstant[ nx = 26, ny = 20, nz = 4 ];

Point(1) = {0, 0, 0};
Point(2) = {40, 0, 0};
Point(3) = {40, 40, 0};
Point(4) = {0, 40, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Transfinite Curve {1, 3} = nx + 1;
Transfinite Curve {2, 4} = ny + 1;
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Transfinite Surface {1};
pad[] = Extrude {0, 0, 10} { Surface{1}; Layers{nz}; };

Physical Surface("bottom") = {1};
Physical Surface("top") = {pad[0]};
Physical Volume("rubber") = {pad[1]};
