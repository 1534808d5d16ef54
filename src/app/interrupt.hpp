// Ctrl-C as a wish to stop in order.
#pragma once

#include <csignal>

namespace adjoule {

/// While it lives, the first SIGINT or SIGTERM is noted and said to have been; a second one of the same kind ends the
/// program at once, as it would without this. One at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// Whether a signal came since the construction.
  static bool requested();

 private:
  struct sigaction interrupt_before_ {};
  struct sigaction terminate_before_ {};
};

} // namespace adjoule
