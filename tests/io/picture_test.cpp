#include "adjoule/core/error.hpp"
#include "adjoule/io/picture.hpp"
#include "pixels.hpp"
#include "sample_meshes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace adjoule::test {
namespace {

/// Sets DISPLAY for the life of the object; null removes it.
class WithDisplay {
 public:
  explicit WithDisplay(const char* value) {
    if (const char* const before = std::getenv("DISPLAY")) before_ = before;
    if (value != nullptr)
      setenv("DISPLAY", value, 1);
    else
      unsetenv("DISPLAY");
  }
  ~WithDisplay() {
    if (before_.empty())
      unsetenv("DISPLAY");
    else
      setenv("DISPLAY", before_.c_str(), 1);
  }
  WithDisplay(const WithDisplay&) = delete;
  WithDisplay& operator=(const WithDisplay&) = delete;

 private:
  std::string before_;
};

/// A hot bar of 200 x 10 x 10 um that bends by a nanometre.
OutputFields bar_fields(const Mesh& mesh) {
  FieldArray temperature{"temperature", 1, {}};
  FieldArray displacement{"displacement", 3, {}};
  for (const auto& x : mesh.coordinates()) {
    temperature.values.push_back(298.15 + 1e6 * x[0]);
    displacement.values.insert(displacement.values.end(), {0.0, 0.0, 0.025 * x[0] * x[0]});
  }
  return {{temperature, displacement}, {}, {}};
}

bool can_draw() {
  try {
    require_display();
    return true;
  } catch (const InputError&) {
    return false;
  }
}

TEST(PictureWithoutDisplay, says_how_to_get_one) {
  const WithDisplay none(nullptr);
  const TemporaryFolder folder;
  const Mesh mesh = bar_mesh(2, 1e-5);
  const auto message = message_of<InputError>([&] { render_picture(folder / "a.png", mesh, bar_fields(mesh), {}); });
  EXPECT_TRUE(contains(message, "DISPLAY is not set")) << message;
  EXPECT_TRUE(contains(message, "xvfb-run -a adjoule solve")) << message;
  EXPECT_TRUE(contains(message, "xvfb xauth libgl1-mesa-dri")) << message;
}

TEST(PictureWithoutDisplay, survives_a_display_that_cannot_be_opened) {
  const WithDisplay dead(":4711");
  const auto message = message_of<InputError>(require_display);
  EXPECT_TRUE(contains(message, "':4711'") && contains(message, "cannot be opened")) << message;
  EXPECT_TRUE(contains(message, "xvfb-run -a")) << message;
}

TEST(PictureOptions, out_of_range_or_unknown_are_refused_before_anything_is_drawn) {
  const TemporaryFolder folder;
  const Mesh mesh = bar_mesh(2, 1e-5);
  const auto message_for = [&](const PictureOptions& options) {
    return message_of<InputError>([&] { render_picture(folder / "a.png", mesh, bar_fields(mesh), options); });
  };
  const auto field = message_for({.color_by = "temprature"});
  EXPECT_TRUE(contains(field, "there are: temperature, displacement, displacement.x")) << field;
  EXPECT_TRUE(contains(field, "did you mean 'temperature'?")) << field;
  EXPECT_TRUE(contains(message_for({.color_by = "temperature.x"}), "no field 'temperature.x'"));
  EXPECT_TRUE(contains(message_for({.deformation_scale = -1.0}), "deformation scale"));
  EXPECT_TRUE(contains(message_for({.deformation_scale = std::nan("")}), "deformation scale"));
  EXPECT_TRUE(contains(message_for({.width = 0}), "0 x 800 pixels"));
}

TEST(Picture, of_a_long_thin_micrometre_body_fills_the_page_and_keeps_all_text_inside) {
  if (!can_draw()) GTEST_SKIP() << "no display; run the tests under xvfb-run -a";
  const TemporaryFolder folder;
  const Mesh mesh = bar_mesh(20, 1e-5);
  render_picture(
      folder / "bar.png", mesh, bar_fields(mesh),
      {.color_by = "temperature",
       .label = "temperature of a bar with a label that is far too long for the width of the picture it is in (K)",
       .width = 600,
       .height = 400,
       .title = "A title that is also far too long to fit into the picture at the size that titles have"});
  const Pixels pixels = read_png(folder / "bar.png");
  ASSERT_EQ(pixels.width, 600);
  ASSERT_EQ(pixels.height, 400);
  int left = pixels.width;
  int right = 0;
  for (int y = 80; y < pixels.height; ++y) // above the colour bar
    for (int x = 0; x < pixels.width; ++x)
      if (pixels.is_coloured(x, y)) {
        left = std::min(left, x);
        right = std::max(right, x);
      }
  EXPECT_GT(right - left, 0.75 * pixels.width);
  for (int y = 0; y < pixels.height; ++y)
    for (const int x : {0, 1, 2, pixels.width - 3, pixels.width - 2, pixels.width - 1})
      ASSERT_TRUE(pixels.is_white(x, y)) << x << " " << y;
}

TEST(Picture, shows_element_fields_and_bodies_without_colour_or_displacement) {
  if (!can_draw()) GTEST_SKIP() << "no display; run the tests under xvfb-run -a";
  const TemporaryFolder folder;
  const Mesh mesh = mixed_mesh();
  const auto count = [](const Pixels& pixels) {
    int coloured = 0;
    for (int y = 60; y < pixels.height; ++y)
      for (int x = 0; x < pixels.width; ++x) coloured += pixels.is_coloured(x, y) ? 1 : 0;
    return coloured;
  };
  render_picture(folder / "a.png", mesh, {{}, {{"heat", 1, {1, 2, 3}}}, {}},
                 {.color_by = "heat", .width = 300, .height = 200});
  EXPECT_GT(count(read_png(folder / "a.png")), 300 * 200 / 4);
  render_picture(folder / "b.png", mesh, {}, {.width = 300, .height = 200});
  const Pixels plain = read_png(folder / "b.png");
  EXPECT_EQ(count(plain), 0);
  EXPECT_FALSE(plain.is_white(150, 100));
}

TEST(Picture, of_every_element_type_shows_its_body) {
  if (!can_draw()) GTEST_SKIP() << "no display; run the tests under xvfb-run -a";
  const TemporaryFolder folder;
  for (int i = 0; i < element_type_count; ++i) {
    const auto type = static_cast<ElementType>(i);
    if (topology(type).dimension < 2) continue;
    render_picture(folder / "one.png", one_element_mesh(type), {}, {.width = 200, .height = 200});
    const Pixels pixels = read_png(folder / "one.png");
    int drawn = 0;
    for (int y = 0; y < 200; ++y)
      for (int x = 0; x < 200; ++x) drawn += pixels.is_white(x, y) ? 0 : 1;
    EXPECT_GT(drawn, 200 * 200 / 5) << topology(type).name;
  }
}

} // namespace
} // namespace adjoule::test
