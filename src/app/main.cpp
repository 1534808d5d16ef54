#include "adjoule/app/command_line.hpp"

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

} // namespace

int main(int argc, char** argv) {
  std::set_terminate(give_up);
  try {
    return adjoule::run_command_line(argc, argv);
  } catch (...) {
    give_up();
  }
}
