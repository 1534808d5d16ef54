// A plate of 400 x 200 x 2 (mm): nx x ny x 1 bricks.
DefineConstant[ nx = 512, ny = 256 ];

Point(1) = {0, 0, 0};
Point(2) = {400, 0, 0};
Point(3) = {400, 200, 0};
Point(4) = {0, 200, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Transfinite Curve {1, 3} = nx + 1;
Transfinite Curve {2, 4} = ny + 1;
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Transfinite Surface {1};
Recombine Surface {1};
plate[] = Extrude {0, 0, 2} { Surface{1}; Layers{1}; Recombine; };

Physical Volume("plate") = {plate[1]};
Physical Surface("right") = {plate[3]};
Physical Surface("left") = {plate[5]};
