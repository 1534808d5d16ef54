// A bonded pad, 40 x 40 x 10 mm, of n x n x m bricks.
DefineConstant[ n = 8, m = 3 ];
Point(1) = {0, 0, 0}; Point(2) = {40, 0, 0}; Point(3) = {40, 40, 0}; Point(4) = {0, 40, 0};
For i In {1:3}
  Line(i) = {i, i + 1};
EndFor
Line(4) = {4, 1};
Curve Loop(1) = {1:4}; Plane Surface(1) = {1};
Transfinite Curve {1:4} = n + 1;
Transfinite Surface {1}; Recombine Surface {1};
pad[] = Extrude {0, 0, 10} { Surface{1}; Layers{m}; Recombine; };
Physical Volume("pad") = {pad[1]};
Physical Surface("bottom") = {1};
Physical Surface("top") = {pad[0]};
Physical Surface("sides") = {pad[2], pad[3], pad[4], pad[5]};
