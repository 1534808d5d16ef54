#include "adjoule/app/help.hpp"
#include "commands.hpp"

namespace adjoule {

int command_help(const std::string& key, bool markdown) {
  const std::string text = markdown ? reference_page() : help_text(key);
  print(text.ends_with('\n') ? text : text + "\n");
  return 0;
}

} // namespace adjoule
