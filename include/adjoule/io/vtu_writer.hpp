/// Results for ParaView: VTK's unstructured grid files.
#pragma once

#include "adjoule/io/fields.hpp"

#include <filesystem>

namespace adjoule {

/// Writes mesh and fields as .vtu: double precision, appended raw data, lz4. Coordinates in metres. The file appears
/// whole or not at all. A point vector named "displacement" becomes the active one, so that ParaView's Warp By Vector
/// finds it. Throws what `check_fields` throws, InputError if the file cannot be made, AnalysisError if writing it
/// fails.
void write_vtu(const std::filesystem::path& path, const Mesh& mesh, const OutputFields& fields);

} // namespace adjoule
