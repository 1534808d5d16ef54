#include "run.hpp"

namespace adjoule {

int command_solve(const CaseOptions& options) {
  Run run(options);
  return run.guard([&] {
    const State state = run.solve();
    run.write_results(state, {});
    return 0;
  });
}

} // namespace adjoule
