/// PNG files as the tests look at them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <vector>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPNGReader.h>

namespace adjoule::test {

struct Pixels {
  int width;
  int height;
  std::vector<std::array<int, 3>> rgb; ///< rows from the bottom

  const std::array<int, 3>& at(int x, int y) const { return rgb[static_cast<std::size_t>(y * width + x)]; }
  bool is_white(int x, int y) const { return at(x, y) == std::array<int, 3>{255, 255, 255}; }
  bool is_coloured(int x, int y) const {
    const auto [low, high] = std::ranges::minmax(at(x, y));
    return high - low > 60;
  }
};

inline Pixels read_png(const std::filesystem::path& path) {
  vtkNew<vtkPNGReader> reader;
  reader->SetFileName(path.c_str());
  reader->Update();
  vtkImageData* const image = reader->GetOutput();
  Pixels pixels{image->GetDimensions()[0], image->GetDimensions()[1], {}};
  for (int y = 0; y < pixels.height; ++y)
    for (int x = 0; x < pixels.width; ++x) {
      const auto* const p = static_cast<const unsigned char*>(image->GetScalarPointer(x, y, 0));
      pixels.rgb.push_back({p[0], p[1], p[2]});
    }
  return pixels;
}

} // namespace adjoule::test
