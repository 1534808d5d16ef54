#include "box_tree.hpp"

#include "to_size.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace adjoule {
namespace {

constexpr std::size_t leaf_size = 4;
constexpr double infinity = std::numeric_limits<double>::infinity();

double distance(const Box& box, const std::array<double, 3>& point) {
  std::array<double, 3> gap{};
  for (std::size_t d = 0; d < 3; ++d) gap[d] = std::max({box.lower[d] - point[d], point[d] - box.upper[d], 0.0});
  return std::hypot(gap[0], gap[1], gap[2]);
}

double middle(const Box& box, std::size_t axis) {
  return 0.5 * (box.lower[axis] + box.upper[axis]);
}

} // namespace

bool holds(const Box& box, const std::array<double, 3>& point) {
  for (std::size_t d = 0; d < 3; ++d) {
    if (point[d] < box.lower[d] || point[d] > box.upper[d]) return false;
  }
  return true;
}

BoxTree::BoxTree(std::vector<Box> boxes) : boxes_(std::move(boxes)), order_(boxes_.size()), nodes_(1) {
  std::iota(order_.begin(), order_.end(), 0);
  divide(0, 0, order_.size());
}

void BoxTree::divide(std::size_t node, std::size_t begin, std::size_t end) {
  Box all{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}}, middles = all;
  for (std::size_t i = begin; i < end; ++i) {
    const Box& box = boxes_[to_size(order_[i])];
    for (std::size_t d = 0; d < 3; ++d) {
      all.lower[d] = std::min(all.lower[d], box.lower[d]);
      all.upper[d] = std::max(all.upper[d], box.upper[d]);
      middles.lower[d] = std::min(middles.lower[d], middle(box, d));
      middles.upper[d] = std::max(middles.upper[d], middle(box, d));
    }
  }
  nodes_[node] = {all, begin, end - begin};
  if (end - begin <= leaf_size) return;
  std::size_t axis = 0;
  for (std::size_t d = 1; d < 3; ++d) {
    if (middles.upper[d] - middles.lower[d] > middles.upper[axis] - middles.lower[axis]) axis = d;
  }
  const std::size_t half = begin + (end - begin) / 2;
  const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(begin), at(half), at(end), [&](Index a, Index b) {
    return std::pair(middle(boxes_[to_size(a)], axis), a) < std::pair(middle(boxes_[to_size(b)], axis), b);
  });
  const std::size_t child = nodes_.size();
  nodes_.resize(child + 2);
  nodes_[node].first = child;
  nodes_[node].count = 0;
  divide(child, begin, half);
  divide(child + 1, half, end);
}

std::vector<Index> BoxTree::holding(const std::array<double, 3>& point) const {
  std::vector<Index> found;
  std::vector<std::size_t> waiting{0};
  while (!waiting.empty()) {
    const Node& node = nodes_[waiting.back()];
    waiting.pop_back();
    if (!holds(node.box, point)) continue;
    for (std::size_t i = node.first; i < node.first + node.count; ++i) {
      if (holds(boxes_[to_size(order_[i])], point)) found.push_back(order_[i]);
    }
    if (node.count == 0 && node.first > 0) waiting.insert(waiting.end(), {node.first, node.first + 1});
  }
  std::sort(found.begin(), found.end());
  return found;
}

void BoxTree::visit_nearest(const std::array<double, 3>& point, const std::function<double(Index)>& visit) const {
  double least = infinity;
  std::vector<std::pair<double, std::size_t>> waiting{{0.0, 0}};
  while (!waiting.empty()) {
    const auto [gap, number] = waiting.back();
    waiting.pop_back();
    if (gap >= least) continue;
    const Node& node = nodes_[number];
    for (std::size_t i = node.first; i < node.first + node.count; ++i) {
      if (distance(boxes_[to_size(order_[i])], point) < least) least = std::min(least, visit(order_[i]));
    }
    if (node.count > 0 || node.first == 0) continue;
    std::pair near{distance(nodes_[node.first].box, point), node.first};
    std::pair far{distance(nodes_[node.first + 1].box, point), node.first + 1};
    if (far < near) std::swap(near, far);
    waiting.push_back(far);
    waiting.push_back(near);
  }
}

} // namespace adjoule
