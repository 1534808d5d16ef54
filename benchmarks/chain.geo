// A U-shaped electrothermal actuator (um): hot arm 5 wide, gap 5, cold arm 15, joined over the last 8 of the length 200;
// 6 thick, tetrahedra inside. `size`: edge length of the elements.
DefineConstant[ size = 0.77 ];

length = 200;
hot_top = 5;
cold_bottom = 10;
cold_top = 25;
Point(1) = {0, 0, 0, size};
Point(2) = {length, 0, 0, size};
Point(3) = {length, cold_top, 0, size};
Point(4) = {0, cold_top, 0, size};
Point(5) = {0, cold_bottom, 0, size};
Point(6) = {length - 8, cold_bottom, 0, size};
Point(7) = {length - 8, hot_top, 0, size};
Point(8) = {0, hot_top, 0, size};
For i In {1:7}
  Line(i) = {i, i + 1};
EndFor
Line(8) = {8, 1};
Curve Loop(1) = {1:8};
Plane Surface(1) = {1};
arm[] = Extrude {0, 0, 6} { Surface{1}; };

Physical Volume("body") = {arm[1]};
Physical Surface("hot") = {arm[9]};
Physical Surface("cold") = {arm[5]};
Physical Surface("tip") = {arm[3]};
