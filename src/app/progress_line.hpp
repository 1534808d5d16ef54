// One line on a terminal that says how far a long computation is.
#pragma once

#include <string>

namespace adjoule {

/// Shown on standard error if that is a terminal, and erased at the end.
class ProgressLine {
 public:
  explicit ProgressLine(bool wanted);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const std::string& text);
  void erase();

 private:
  bool active_;
  bool visible_ = false;
};

} // namespace adjoule
