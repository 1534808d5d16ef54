// Runs over a domain's batches in parallel, with the same bits for any number of threads.
#pragma once

#include "adjoule/core/instruction_set.hpp"
#include "adjoule/fem/domain.hpp"

#include <omp.h>

#include <exception>
#include <vector>

namespace adjoule {

// `make_work()` gives a work space; `compute(work, batch)` fills it without touching anything shared; `scatter(work,
// batch, group)` adds the result to shared data that no other group of the same level touches, and to accumulators of
// its own group. Both are compiled for the best vector instructions, with all that is inlined into them.
template <class MakeWork, class Compute, class Scatter>
void for_each_batch(const Domain& domain, MakeWork make_work, Compute compute, Scatter scatter) {
  using Work = decltype(make_work());
  std::exception_ptr failure;
  const auto guarded = [&failure](auto&& action) {
    try {
      with_best_instructions(action);
    } catch (...) {
#pragma omp critical(adjoule_element_loop)
      if (!failure) failure = std::current_exception();
    }
  };
  const auto sweep = [&](int group) {
    if (domain.batches(group).empty()) return;
    Work work = make_work();
    guarded([&] {
      for (const ElementBatch& batch : domain.batches(group)) {
        compute(work, batch);
        scatter(work, batch, group);
      }
    });
  };
  // A single group: computed side by side, added in order.
  const auto sweep_together = [&](int group) {
    const std::vector<ElementBatch>& batches = domain.batches(group);
    constexpr std::size_t slice = 8, chunk = 4 * slice;
    std::vector<Work> pool;
    pool.reserve(chunk);
    while (pool.size() < std::min(chunk, batches.size())) pool.push_back(make_work());
    for (std::size_t first = 0; first < batches.size() && !failure; first += chunk) {
      const std::size_t count = std::min(chunk, batches.size() - first);
#pragma omp parallel for schedule(dynamic, 1)
      for (std::size_t begin = 0; begin < count; begin += slice) {
        guarded([&] {
          for (std::size_t k = begin; k < std::min(begin + slice, count); ++k) compute(pool[k], batches[first + k]);
        });
      }
      if (failure) return;
      guarded([&] {
        for (std::size_t k = 0; k < count; ++k) scatter(pool[k], batches[first + k], group);
      });
    }
  };

  const bool parallel = domain.levels() > 1 && omp_get_max_threads() > 1;
  for (int level = 0; level < domain.levels() && !failure; ++level) {
    const int first = domain.first_group(level), end = domain.first_group(level + 1);
    if (parallel && level == domain.levels() - 1) {
      sweep_together(first);
    } else {
#pragma omp parallel for schedule(dynamic, 1) if (parallel)
      for (int group = first; group < end; ++group) sweep(group);
    }
  }
  if (failure) std::rethrow_exception(failure);
}

} // namespace adjoule
