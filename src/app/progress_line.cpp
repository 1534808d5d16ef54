#include "progress_line.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>

namespace adjoule {

ProgressLine::ProgressLine(bool wanted) : active_(wanted && isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  erase();
}

void ProgressLine::show(const std::string& text) {
  if (!active_) return;
  fmt::print(stderr, "\r\033[K{}\r", text); // what comes next starts over it
  std::fflush(stderr);
  visible_ = true;
}

void ProgressLine::erase() {
  if (!visible_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  visible_ = false;
}

} // namespace adjoule
