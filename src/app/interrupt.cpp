#include "interrupt.hpp"

#include <unistd.h>

namespace adjoule {
namespace {

volatile std::sig_atomic_t signalled = 0;

/// Does only what a signal handler may.
extern "C" void note_signal(int) {
  signalled = 1;
  constexpr char text[] = "\nstopping after the running iteration (once more: at once, without a result)\n";
  // There is nowhere to tell that telling failed.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
}

} // namespace

Interrupt::Interrupt() {
  signalled = 0;
  struct sigaction action {};
  action.sa_handler = note_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESETHAND | SA_RESTART; // the second signal meets the default action
  sigaction(SIGINT, &action, &interrupt_before_);
  sigaction(SIGTERM, &action, &terminate_before_);
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &interrupt_before_, nullptr);
  sigaction(SIGTERM, &terminate_before_, nullptr);
}

bool Interrupt::requested() {
  return signalled != 0;
}

} // namespace adjoule
