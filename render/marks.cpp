// SPDX-License-Identifier: Apache-2.0
#include "render/marks.h"

#include <array>
#include <cmath>

namespace passung::render {

namespace {

constexpr double kTriadSide = 92;    // [nominal pixel]
constexpr double kTriadReach = 1.5;  // half side, in lengths of an axis
constexpr std::array<Color, 3> kAxisColors = {Color{0.86F, 0.22F, 0.22F, 1}, Color{0.22F, 0.62F, 0.25F, 1},
                                              Color{0.20F, 0.42F, 0.88F, 1}};

Frame triadFrame(const Frame& frame, int side) {
  Frame f;
  f.width = f.height = side;
  f.R_VW = frame.R_VW;
  f.orthographic = true;
  f.tanHalf = kTriadReach;
  f.nearDepth = -2;
  f.farDepth = 2;
  f.projection.setIdentity();
  f.projection(0, 0) = f.projection(1, 1) = static_cast<float>(1 / kTriadReach);
  f.projection(2, 2) = -0.5F;
  return f;
}

// View space in pixels, the origin at the centre.
Frame pixelFrame(int width, int height) {
  Frame f;
  f.width = width;
  f.height = height;
  f.orthographic = true;
  f.tanHalf = 0.5 * height;
  f.nearDepth = -1;
  f.farDepth = 1;
  f.projection.setIdentity();
  f.projection(0, 0) = 2.0F / static_cast<float>(width);
  f.projection(1, 1) = 2.0F / static_cast<float>(height);
  f.projection(2, 2) = -1;
  return f;
}

}  // namespace

void drawTriad(const Gl& gl, StrokePass& strokes, const Frame& frame, double scale) {
  const int side = static_cast<int>(std::lround(kTriadSide * scale));
  DrawList list;
  for (int i = 0; i < 3; ++i) {
    list.arrows.push_back({Vec3::Zero(), Vec3::Unit(i), kAxisColors[static_cast<std::size_t>(i)], 3.2F, true});
  }
  gl.Viewport(0, 0, side, side);
  gl.Enable(GL_DEPTH_TEST);
  gl.Disable(GL_BLEND);
  strokes.draw(list, triadFrame(frame, side), true, scale);
  gl.Viewport(0, 0, frame.width, frame.height);
}

std::vector<ScreenText> triadLetters(const Frame& frame, int height, double ratio) {
  const double side = kTriadSide * ratio;
  const Frame f = triadFrame(frame, static_cast<int>(side));
  std::vector<ScreenText> letters;
  for (int i = 0; i < 3; ++i) {
    double x = 0;
    double y = 0;
    const Vec3 tip = f.toView(1.28 * Vec3::Unit(i));
    if (!f.project(tip, x, y)) continue;
    const int px = static_cast<int>(std::lround(12 * ratio));
    letters.push_back({.x = x,
                       .y = height - side + y - 0.62 * px,
                       .text = std::string(1, "XYZ"[i]),
                       .color = kAxisColors[static_cast<std::size_t>(i)],
                       .pixels = px,
                       .align = 0.5});
  }
  return letters;
}

ScaleBar scaleBar(const Frame& f, int height, double ratio) {
  // Pixels a metre at the target, which is one unit before the eye.
  const double perMetre = 0.5 * height / f.tanHalf / f.unit;
  ScaleBar bar;
  bar.length = roundLengthBelow(180 * ratio / perMetre);
  bar.pixels = bar.length * perMetre;
  return bar;
}

void drawScaleBar(const Gl& gl, StrokePass& strokes, const ScaleBar& bar, const Color& ink, int width, int height,
                  double scale, double ratio) {
  // scale carries from the window's pixels to those of the target.
  const Frame f = pixelFrame(static_cast<int>(width * scale), static_cast<int>(height * scale));
  const double y = scale * (-0.5 * height + 20 * ratio);
  const double x1 = scale * (0.5 * width - 20 * ratio);
  const double x0 = x1 - scale * bar.pixels;
  const double tick = scale * 4 * ratio;
  DrawList list;
  const auto line = [&](double ax, double ay, double bx, double by) {
    list.lines.push_back({Vec3(ax, ay, 0), Vec3(bx, by, 0), ink, 1.5F, true});
  };
  line(x0, y, x1, y);
  line(x0, y - tick, x0, y + tick);
  line(x1, y - tick, x1, y + tick);
  gl.Disable(GL_DEPTH_TEST);
  gl.Enable(GL_BLEND);
  strokes.draw(list, f, true, scale * ratio);
}

void drawSwatches(const Gl& gl, StrokePass& strokes, const std::vector<DrawSwatch>& swatches, int width, int height,
                  double scale, double ratio) {
  if (swatches.empty()) return;
  const Frame f = pixelFrame(static_cast<int>(width * scale), static_cast<int>(height * scale));
  DrawList list;
  for (const DrawSwatch& s : swatches) {
    // A line as wide as the rectangle is high; lines end 0.4 of their width beyond their ends.
    const double s0 = scale * ratio;
    const double y = 0.5 * scale * height - s0 * (s.y + 0.5 * s.height);
    const double overhang = 0.4 * s.height;
    const double x0 = s0 * (s.x + overhang) - 0.5 * scale * width;
    const double x1 = s0 * (s.x + s.width - overhang) - 0.5 * scale * width;
    list.lines.push_back({Vec3(x0, y, 0), Vec3(x1, y, 0), s.color, static_cast<float>(s.height), true});
  }
  gl.Disable(GL_DEPTH_TEST);
  gl.Enable(GL_BLEND);
  strokes.draw(list, f, true, scale * ratio, 0);
}

ScreenText scaleBarText(const ScaleBar& bar, const Color& ink, int width, int height, double ratio) {
  return {.x = width - 20 * ratio - 0.5 * bar.pixels,
          .y = height - 42 * ratio,
          .text = lengthText(bar.length),
          .color = ink,
          .pixels = static_cast<int>(std::lround(13 * ratio)),
          .align = 0.5};
}

}  // namespace passung::render
