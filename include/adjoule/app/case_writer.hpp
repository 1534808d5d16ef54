/// Case files with other values filled in.
#pragma once

#include "adjoule/app/case_file.hpp"

namespace adjoule {

/// A value to be put in place of the one in the file: a number (SI), or a file with one value an element.
struct CaseReplacement {
  std::string path; ///< of a number ("materials.rubber.elasticity.mu.0"); with a file, of a property
  std::variant<double, CaseElementFile> value;
};

/// The text of the case with values replaced, for a file that will stand in `folder`: comments and layout stay, numbers
/// have the digits that give the same value back, --set overrides are worked in, and relative file names are rewritten
/// so that they are found from `folder` (which need not exist yet). Throws InputError for a path that the file has not.
std::string case_text_with(const CaseFile& case_file, const std::vector<CaseReplacement>& replacements,
                           const std::filesystem::path& folder);

} // namespace adjoule
