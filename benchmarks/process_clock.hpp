/// What the process has used so far.
#pragma once

#include <sys/resource.h>

#include <chrono>

namespace adjoule::benchmarks {

inline rusage usage_now() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage;
}

/// Largest resident memory of the process so far, MB of 10^6 bytes.
inline double peak_megabytes() {
  return 1.024e-3 * static_cast<double>(usage_now().ru_maxrss); // from kB of 1024 bytes
}

/// Wall and processor seconds since it was made. The latter count all threads, and what other programs take from the
/// processor does not show in them.
class ProcessClock {
 public:
  double wall() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  double processor() const { return processor_now() - processor_start_; }

 private:
  static double processor_now() {
    const rusage usage = usage_now();
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double processor_start_ = processor_now();
};

} // namespace adjoule::benchmarks
