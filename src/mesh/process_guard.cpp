#include "gmsh_session.hpp"

#include <atomic>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <omp.h>
#include <unistd.h>

namespace adjoule {
namespace {

std::atomic<bool> gmsh_is_running = false;

void refuse_to_exit() {
  if (!gmsh_is_running) return;
  std::fputs("error: Gmsh ended the process while it read a file: take the command Exit out of the .geo\n", stderr);
  std::_Exit(2);
}

} // namespace

ProcessGuard::ProcessGuard()
    : process_locale_(std::setlocale(LC_ALL, nullptr)), c_locale_(newlocale(LC_ALL_MASK, "C", nullptr)),
      thread_locale_(uselocale(c_locale_)), threads_(omp_get_max_threads()) {
  static const int registered = std::atexit(refuse_to_exit);
  (void)registered;
  std::fflush(stdout);
  standard_output_ = dup(STDOUT_FILENO);
  if (standard_output_ >= 0) dup2(STDERR_FILENO, STDOUT_FILENO);
  gmsh_is_running = true;
}

ProcessGuard::~ProcessGuard() {
  gmsh_is_running = false;
  omp_set_num_threads(threads_);
  std::fflush(stdout);
  if (standard_output_ >= 0) {
    dup2(standard_output_, STDOUT_FILENO);
    close(standard_output_);
  }
  uselocale(thread_locale_);
  freelocale(c_locale_);
}

void ProcessGuard::restore_process_locale() const {
  std::setlocale(LC_ALL, process_locale_.c_str());
}

} // namespace adjoule
