/// A picture of the deformed body without opening a window.
#pragma once

#include "adjoule/io/fields.hpp"

#include <filesystem>
#include <string>

namespace adjoule {

struct PictureOptions {
  std::string color_by{}; ///< a field, of nodes or elements; of vectors ".x .y .z .magnitude", of tensors ".xx .yy .zz
                          ///< .xy .yz .xz" may follow (a vector alone is its magnitude). Empty: the plain body
  std::string label{};    ///< beside the colours, without unit; empty: `color_by`
  std::string unit{};     ///< SI unit of the colours; beside them it takes a prefix (MPa); empty: none
  double deformation_scale = 0.0; ///< factor on "displacement"; 0: automatic, a tenth of the body's size for the
                                  ///< largest one and never below 1. Stated in the picture
  int width = 1200;               ///< pixels, 200 to 8000
  int height = 800;               ///< pixels, 200 to 8000
  std::string title{};
};

/// Throws InputError that says how to get a display if VTK could not draw here: call before a long computation.
void require_display();

/// Draws the body, deformed by the point field "displacement" if there is one, coloured by a field, with its undeformed
/// outline, and writes it as PNG. Three-dimensional bodies are seen obliquely from the side on which they look largest,
/// z upwards; plane ones along z. Throws InputError without a display, for options out of range, for an unknown field
/// (those present are listed) or a file that cannot be made; AnalysisError for values that are not finite and failures
/// to draw.
void render_picture(const std::filesystem::path& png_path, const Mesh& mesh, const OutputFields& fields,
                    const PictureOptions& options);

} // namespace adjoule
