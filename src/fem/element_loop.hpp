// Runs over a domain's batches in parallel, with the same bits for any number of threads.
#pragma once

#include "adjoule/fem/domain.hpp"

#include <exception>
#include <vector>

namespace adjoule {

// `make_work()` gives a work space; `compute(work, batch)` fills it without touching anything shared; `scatter(work,
// batch, part)` adds the result to shared data that no other part touches, and to accumulators of its own part, 0 ..
// domain.parts().
template <class MakeWork, class Compute, class Scatter>
void for_each_batch(const Domain& domain, MakeWork make_work, Compute compute, Scatter scatter) {
  std::exception_ptr failure;
  const auto guarded = [&failure](auto&& action) {
    try {
      action();
    } catch (...) {
#pragma omp critical(adjoule_element_loop)
      if (!failure) failure = std::current_exception();
    }
  };
  const int parts = domain.parts();
#pragma omp parallel for schedule(dynamic, 1) if (parts > 1)
  for (int part = 0; part < parts; ++part) {
    guarded([&] {
      auto work = make_work();
      for (const ElementBatch& batch : domain.batches(part)) {
        compute(work, batch);
        scatter(work, batch, part);
      }
    });
  }
  if (failure) std::rethrow_exception(failure);

  // Separators: computed side by side, added in order.
  const std::vector<ElementBatch>& separators = domain.batches(parts);
  if (separators.empty()) return;
  const int chunk = static_cast<int>(std::min<std::size_t>(separators.size(), 32));
  std::vector<decltype(make_work())> pool;
  pool.reserve(static_cast<std::size_t>(chunk));
  for (int k = 0; k < chunk; ++k) pool.push_back(make_work());
  for (std::size_t first = 0; first < separators.size(); first += static_cast<std::size_t>(chunk)) {
    const int count =
        static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(chunk), separators.size() - first));
#pragma omp parallel for schedule(dynamic, 1) if (parts > 1)
    for (int k = 0; k < count; ++k) {
      guarded([&] { compute(pool[static_cast<std::size_t>(k)], separators[first + static_cast<std::size_t>(k)]); });
    }
    if (failure) std::rethrow_exception(failure);
    for (int k = 0; k < count; ++k) {
      scatter(pool[static_cast<std::size_t>(k)], separators[first + static_cast<std::size_t>(k)], parts);
    }
  }
}

} // namespace adjoule
