// Boxes in space, found by a point.
#pragma once

#include "adjoule/core/index.hpp"

#include <array>
#include <functional>
#include <vector>

namespace adjoule {

struct Box {
  std::array<double, 3> lower, upper;
};
bool holds(const Box& box, const std::array<double, 3>& point);

// A binary tree of axis-parallel boxes, halved along the longest extent of their middles.
class BoxTree {
 public:
  explicit BoxTree(std::vector<Box> boxes);

  // Numbers of the boxes that hold the point, ascending.
  std::vector<Index> holding(const std::array<double, 3>& point) const;
  // Calls `visit` for boxes, near ones first, that are nearer than the least number that it has returned so far (the
  // distance of what is in the box).
  void visit_nearest(const std::array<double, 3>& point, const std::function<double(Index)>& visit) const;

 private:
  // A leaf has `count` boxes of order_ from `first`; others have their children at `first` and `first` + 1.
  struct Node {
    Box box;
    std::size_t first = 0;
    std::size_t count = 0;
  };
  void divide(std::size_t node, std::size_t begin, std::size_t end);

  std::vector<Box> boxes_;
  std::vector<Index> order_;
  std::vector<Node> nodes_;
};

} // namespace adjoule
