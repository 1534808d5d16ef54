/// Messages to the person: warnings and notes on standard error, kept for the summary of a run.
#pragma once

#include <string>
#include <vector>

namespace adjoule {

/// Says something the user should act on or know about a result. Never silenced by --quiet. The same text is said once.
void warn(const std::string& message);

/// Says something about progress; silenced by `set_quiet(true)`.
void note(const std::string& message);

void set_quiet(bool quiet);
bool is_quiet();

/// Every warning since the last `clear_warnings()`, in order.
std::vector<std::string> warnings();
void clear_warnings();

} // namespace adjoule
