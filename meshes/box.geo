// A block with one corner in the origin, nx x ny x nz cells, of tetrahedra or (bricks = 1) hexahedra.
DefineConstant[ length = 1, width = 1, height = 1, nx = 2, ny = 2, nz = 2, bricks = 0 ];
Point(1) = {0, 0, 0}; Point(2) = {0, width, 0}; Point(3) = {0, width, height}; Point(4) = {0, 0, height};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Transfinite Curve {1, 3} = ny + 1;
Transfinite Curve {2, 4} = nz + 1;
Transfinite Surface {1};
If (bricks)
  Recombine Surface {1};
  solid[] = Extrude {length, 0, 0} { Surface{1}; Layers{nx}; Recombine; };
Else
  solid[] = Extrude {length, 0, 0} { Surface{1}; Layers{nx}; };
EndIf
// The extrusion lists the far face, the volume, then one side for each line.
Physical Volume("body") = {solid[1]};
Physical Surface("x0") = {1};
Physical Surface("x1") = {solid[0]};
Physical Surface("z0") = {solid[2]};
Physical Surface("y1") = {solid[3]};
Physical Surface("z1") = {solid[4]};
Physical Surface("y0") = {solid[5]};
