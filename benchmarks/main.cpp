#include "solves.hpp"

#include "adjoule/core/version.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cmath>

namespace adjoule::benchmarks {
namespace {

void register_scaling() {
  for (const ScalingFamily& family : scaling_families()) {
    for (const double unknowns : {1e3, 1e4, 1e5, 3e5, 1e6}) {
      const int side = static_cast<int>(std::lround(std::cbrt(unknowns / family.unknowns_per_node)));
      register_solve(
          {fmt::format("scaling/{}/{:.0f}", family.name, unknowns), [side] { return cube_mesh(side); }, family.model});
    }
  }
  for (const Index values : {1, 10, 100, 1000, 10000, 100000, 1000000}) {
    const auto model = [values](Mesh mesh) { return heat_with_values(std::move(mesh), values); };
    register_solve(
        {fmt::format("scaling/parameters/{}", values), [] { return cube_mesh(57); }, model}); // 56^3 * 6 elements
  }
}

} // namespace
} // namespace adjoule::benchmarks

int main(int argc, char** argv) {
  using namespace adjoule::benchmarks;
  for (const MeasuredCase& measured : compared_cases()) {
    register_solve(measured);
    register_tangent(measured);
  }
  register_scaling();
  benchmark::AddCustomContext("adjoule", adjoule::version());
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
