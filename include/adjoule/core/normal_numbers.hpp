/// Gaussian random numbers that are the same on every platform.
#pragma once

#include <cstdint>
#include <random>

namespace adjoule {

/// Independent numbers of mean 0 and standard deviation 1, from the Mersenne twister by the transformation of Box and
/// Muller (1958, doi 10.1214/aoms/1177706645). std::normal_distribution differs from library to library.
class NormalNumbers {
 public:
  /// The same (seed, stream) gives the same numbers; other streams of a seed are independent of it.
  explicit NormalNumbers(std::uint64_t seed, std::uint64_t stream = 0);
  double next();

 private:
  double uniform();

  std::mt19937_64 generator_;
  double second_ = 0.0; ///< each transformation gives two
  bool has_second_ = false;
};

} // namespace adjoule
