#include "adjoule/io/picture.hpp"

#include "adjoule/core/error.hpp"

#include <X11/Xlib.h>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>

namespace adjoule {
namespace {

constexpr const char* remedy =
    "run the same command under a virtual one, `xvfb-run -a adjoule solve ... --picture ...` "
    "(Debian packages xvfb xauth libgl1-mesa-dri), or leave the picture out";

using OpenDisplay = std::unique_ptr<Display, int (*)(Display*)>;

/// Tries for a moment, since the virtual server may be starting anew after its last client left.
OpenDisplay open_display() {
  constexpr int attempts = 4;
  for (int attempt = 1;; ++attempt) {
    OpenDisplay display(XOpenDisplay(nullptr), XCloseDisplay);
    if (display || attempt == attempts) return display;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

} // namespace

// VTK's X11 window ends the whole process when it finds no display, so everything it needs is tried first.
void require_display() {
  const char* const variable = std::getenv("DISPLAY");
  const std::string name = variable == nullptr ? "" : variable;
  if (name.empty()) throw InputError(fmt::format("a picture needs an X display and DISPLAY is not set: {}", remedy));
  // The connection stays open: a virtual server starts anew when its last client leaves, and refuses VTK meanwhile.
  static std::map<std::string, OpenDisplay> opened;
  auto found = opened.find(name);
  if (found == opened.end()) {
    OpenDisplay display = open_display();
    if (!display)
      throw InputError(
          fmt::format("a picture needs an X display and '{}' (from DISPLAY) cannot be opened: {}", name, remedy));
    found = opened.emplace(name, std::move(display)).first;
  }
  int opcode = 0;
  int event = 0;
  int error = 0;
  if (!XQueryExtension(found->second.get(), "GLX", &opcode, &event, &error))
    throw InputError(
        fmt::format("a picture needs OpenGL and the X display '{}' offers none (no GLX): {}", name, remedy));
}

} // namespace adjoule
