#include "dependency_order.hpp"

#include <algorithm>

namespace adjoule {

std::vector<std::vector<bool>> transitive_closure(std::vector<std::vector<bool>> reads) {
  for (std::size_t i = 0; i < reads.size(); ++i) reads[i][i] = true;
  for (std::size_t k = 0; k < reads.size(); ++k) {
    for (std::size_t i = 0; i < reads.size(); ++i) {
      for (std::size_t j = 0; j < reads.size(); ++j) {
        if (reads[i][k] && reads[k][j]) reads[i][j] = true;
      }
    }
  }
  return reads;
}

std::vector<std::vector<std::size_t>> dependency_order(const std::vector<std::vector<bool>>& reads) {
  const std::vector<std::vector<bool>> needs = transitive_closure(reads);
  const std::size_t count = reads.size();
  std::vector<std::vector<std::size_t>> order;
  std::vector<bool> done(count, false);
  while (std::find(done.begin(), done.end(), false) != done.end()) {
    for (std::size_t i = 0; i < count; ++i) {
      if (done[i]) continue;
      std::vector<std::size_t> group;
      bool ready = true;
      for (std::size_t j = 0; j < count; ++j) {
        if (!needs[i][j]) continue;
        if (needs[j][i]) {
          group.push_back(j);
        } else {
          ready = ready && done[j];
        }
      }
      if (!ready) continue;
      for (const std::size_t j : group) done[j] = true;
      order.push_back(group);
      break;
    }
  }
  return order;
}

} // namespace adjoule
