#include "adjoule/app/command_line.hpp"
#include "adjoule/core/memory.hpp"

#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

namespace {

/// An exception that leaves a thread of a library can be caught nowhere; no memory is asked for here.
[[noreturn]] void give_up() {
  const char* text = "error: internal error: please report it together with the case file\n";
  try {
    if (const std::exception_ptr current = std::current_exception()) std::rethrow_exception(current);
  } catch (const std::bad_alloc&) {
    text =
        "error: out of memory: use a coarser mesh (mesh.size, mesh.parameters), linear elements (mesh.order = 1), or "
        "a machine with more memory\n";
  } catch (...) {
    // the general text stands
  }
  std::fputs(text, stderr);
  std::_Exit(1);
}

constexpr std::size_t megabyte = 1'000'000;

/// With less, libraries do not load, and threads of OpenBLAS wait for memory for ever.
constexpr std::size_t room_for_libraries = 200 * megabyte;

/// Ends the process; where memory is short without waiting for threads of libraries, which may wait for ever.
int end_with(int status) {
  if (adjoule::available_memory() >= room_for_libraries) return status;
  std::fflush(nullptr);
  std::_Exit(status);
}

bool has_memory_to_start() {
  const std::size_t left = adjoule::available_memory();
  if (left >= room_for_libraries) return true;
  std::fprintf(stderr,
               "error: adjoule needs %zu MB of memory to start its libraries and %zu MB are left: give the process "
               "more memory (ulimit -v), or end other programs\n",
               room_for_libraries / megabyte, left / megabyte);
  return false;
}

} // namespace

int main(int argc, char** argv) {
  std::set_terminate(give_up);
  std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is then an error of writing, which is told
  try {
    return end_with(has_memory_to_start() ? adjoule::run_command_line(argc, argv) : 1);
  } catch (...) {
    give_up();
  }
}
