#include "plot_page.hpp"

#include "adjoule/core/error.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <plplot/plplot.h>

namespace adjoule {
namespace {

constexpr const char* driver = "pngcairo";
constexpr PLUNICODE sans_serif = 0x80000000;
constexpr int ink_slot = 1;         // of PLplot's colour table
constexpr double body_share = 0.78; // of the letters' body: PLplot's size is that of a capital with room around it

std::mutex& plplot_lock() {
  static std::mutex lock;
  return lock;
}

// Where PLplot leaves word of a fault, which it would print otherwise. It writes without a length.
struct Fault {
  PLINT code = 0;
  std::array<char, 4096> message{};
};

Fault& fault() {
  static Fault word;
  return word;
}

// PLplot ends the process when this returns.
[[noreturn]] int fail(const char* message) {
  throw AnalysisError(fmt::format("drawing a chart failed: {}", message));
}

// Asked for a driver that it lacks, PLplot would ask the user for another one.
void require_driver() {
  std::array<const char*, 64> descriptions{};
  std::array<const char*, 64> names{};
  const char** description = descriptions.data();
  const char** name = names.data();
  int count = static_cast<int>(names.size());
  plgFileDevs(&description, &name, &count);
  const auto end = names.begin() + count;
  if (std::find_if(names.begin(), end, [](const char* known) { return std::string(known) == driver; }) != end) return;
  throw AnalysisError("charts cannot be drawn: PLplot has no driver for PNG files; install the package "
                      "plplot-driver-cairo");
}

} // namespace

PlotPage::PlotPage(const std::filesystem::path& file, int width, int height) : lock_(plplot_lock()) {
  fault() = {};
  plsError(&fault().code, fault().message.data());
  plsexit(fail);
  require_driver();
  plmkstrm(&stream_);
  plsError(&fault().code, fault().message.data()); // of this stream
  plsdev(driver);
  plsfnam(file.c_str());
  plspage(0.0, 0.0, width, height, 0, 0);
  plscolbg(255, 255, 255);
  plinit();
  pladv(0);
  PLFLT left = 0.0;
  PLFLT right = 0.0;
  PLFLT bottom = 0.0;
  PLFLT top = 0.0;
  plgspa(&left, &right, &bottom, &top);
  millimetres_per_pixel_ = (right - left) / width;
  plsfci(sans_serif);
  plvpor(0.0, 1.0, 0.0, 1.0);
  plwind(0.0, width, 0.0, height);
}

PlotPage::~PlotPage() {
  if (stream_ >= 0) plend1();
}

void PlotPage::finish() {
  plend1();
  stream_ = -1;
  if (fault().code != 0) fail(fault().message.data());
}

void PlotPage::use(const Ink& ink) {
  plscol0a(ink_slot, ink.red, ink.green, ink.blue, ink.opacity);
  plcol0(ink_slot);
}

void PlotPage::line(const std::vector<PagePoint>& points, const Ink& ink, double thickness) {
  std::vector<PLFLT> x;
  std::vector<PLFLT> y;
  for (const PagePoint& point : points) {
    x.push_back(point.x);
    y.push_back(point.y);
  }
  use(ink);
  plwidth(thickness);
  plline(static_cast<PLINT>(points.size()), x.data(), y.data());
}

void PlotPage::fill(const std::vector<PagePoint>& corners, const Ink& ink) {
  std::vector<PLFLT> x;
  std::vector<PLFLT> y;
  for (const PagePoint& corner : corners) {
    x.push_back(corner.x);
    y.push_back(corner.y);
  }
  use(ink);
  plwidth(0.0); // of the outline, which is drawn too
  plpsty(0);
  plfill(static_cast<PLINT>(corners.size()), x.data(), y.data());
}

void PlotPage::text(const std::string& text, PagePoint at, Align align, double size, const Ink& ink, bool upright) {
  if (text.empty()) return;
  use(ink);
  plschr(body_share * size * millimetres_per_pixel_, 1.0);
  const double justification = align == Align::left ? 0.0 : align == Align::centre ? 0.5 : 1.0;
  plptex(at.x, at.y, upright ? 0.0 : 1.0, upright ? 1.0 : 0.0, justification, text.c_str());
}

std::string escape_for_plot(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    escaped += c;
    if (c == '#') escaped += c;
  }
  return escaped;
}

double text_width(const std::string& text, double size) {
  constexpr double share_of_size = 0.6;
  double letters = 0.0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool within_letter = (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U; // UTF-8
    if (!within_letter) letters += 1.0;
    if (text[i] != '#') continue;
    if (i + 1 < text.size() && text[i + 1] != '#') letters -= 1.0; // #u and #d take no room
    ++i;
  }
  return share_of_size * size * letters;
}

} // namespace adjoule
