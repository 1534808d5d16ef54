#include "adjoule/app/command_line.hpp"

int main(int argc, char** argv) {
  return adjoule::run_command_line(argc, argv);
}
