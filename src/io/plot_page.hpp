// One PNG page of PLplot, drawn in pixels.
#pragma once

#include <array>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

namespace adjoule {

// A point of the page in pixels, from the lower left corner.
struct PagePoint {
  double x = 0.0, y = 0.0;
};

struct Ink {
  int red = 0, green = 0, blue = 0;
  double opacity = 1.0;
};

enum class Align { left, centre, right };

// PLplot has one state for the whole process: a page holds its lock as long as it lives.
class PlotPage {
 public:
  // Throws AnalysisError where PLplot has no driver for PNG.
  PlotPage(const std::filesystem::path& file, int width, int height);
  ~PlotPage();
  PlotPage(const PlotPage&) = delete;
  PlotPage& operator=(const PlotPage&) = delete;

  void line(const std::vector<PagePoint>& points, const Ink& ink, double thickness);
  void fill(const std::vector<PagePoint>& corners, const Ink& ink);
  // `size` is that of the letters in pixels; the point is at half the height of the line. The text is escaped for
  // PLplot, and may raise an exponent (#u, #d).
  void text(const std::string& text, PagePoint at, Align align, double size, const Ink& ink, bool upright = false);
  // Closes the file. Throws AnalysisError where something of the drawing failed.
  void finish();

 private:
  void use(const Ink& ink);

  std::unique_lock<std::mutex> lock_;
  int stream_ = -1;
  double millimetres_per_pixel_ = 1.0;
};

// Text for PlotPage::text that shows as it is.
std::string escape_for_plot(const std::string& text);
// Estimate of the width of an escaped text in pixels, rather too wide than too narrow.
double text_width(const std::string& text, double size);

} // namespace adjoule
