/// The command `adjoule`.
#pragma once

namespace adjoule {

/// Does what the arguments say and returns the exit status: 0 done, 1 the analysis failed, 2 the input is wrong.
/// Results go to standard output, messages to standard error. Throws nothing.
int run_command_line(int argc, const char* const* argv);

} // namespace adjoule
