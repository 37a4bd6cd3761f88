// SPDX-License-Identifier: Apache-2.0
// Pixels from a DrawList and a camera, with OpenGL 3.3 core or later. Knows no window system and no physics.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/draw_list.h"

namespace passung::render {

// Hands out OpenGL functions by name.
using GlLoader = std::function<void*(const char*)>;

struct View {
  Vec3 eye = Vec3(1, -1, 1), target = Vec3::Zero(), up = Vec3::UnitZ();  // [m], W
  double fovY = 0.61;                                                    // [rad]
  bool orthographic = false;  // then the height of the view is that of fovY at the target
};

inline constexpr double kHiddenMarks = 0.8;

struct RenderOptions {
  bool dark = false;  // background and ink for a dark theme
  bool shadows = true;
  bool ambientOcclusion = true;
  bool meshEdges = true;
  bool hiddenLine = false;  // parts as in a drawing: paper with edges, those behind pale; no shading
  bool grid = true;         // a ground grid at the lowest point of the scene, with a scale bar
  bool axes = true;         // the small triad in the corner
  double meshOpacity = 1.0;
  double hiddenMarks = kHiddenMarks;  // opacity of marks on top where a part lies before them; 0: the part hides them
  int samples = 0;        // below 4: edges are smoothed by a filter; from 4: drawn at twice the size and averaged
  bool coarse = false;    // parts and marks are drawn at half the size and enlarged; texts stay sharp
  double pixelRatio = 1;  // device pixels per pixel, for the widths of lines, points and text
};

// Colours of the surroundings, for what stands beside a picture.
struct Theme {
  Color top, bottom;  // of the background, upper and lower rim
  Color ink;          // of text, grid and scale bar
  Color accent;       // of a selection
};
[[nodiscard]] Theme theme(bool dark);

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  // top row first, 3 bytes a pixel
};

// All calls with the same OpenGL context current. Throws std::runtime_error with one line when the context is too old.
class Renderer {
 public:
  explicit Renderer(const GlLoader& loader);
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  // Draws into framebuffer `target` (0 or a window's own), viewport x, y, width, height [pixel].
  void draw(const DrawList& list, const View& view, const RenderOptions& options, unsigned target,
            const std::array<int, 4>& viewport);
  // The same picture in portions, between which a window can answer. begin() gives up the one begun before, as draw()
  // does.
  void begin(std::shared_ptr<const DrawList> list, const View& view, const RenderOptions& options, int width,
             int height);
  // Draws the next portion and waits for it; whether more are left. None is without a picture that was begun.
  bool advance();
  // All portions are drawn: finish() shows them.
  [[nodiscard]] bool whole() const;
  // The end of a whole picture, into a viewport of its width and height.
  void finish(unsigned target, const std::array<int, 4>& viewport);
  // Triangles that the next picture of this list would have to make ready first.
  [[nodiscard]] std::size_t unprepared(const DrawList& list) const;
  // Makes some of them ready, partly beside the caller's thread; whether more are left. A call takes some 10 ms, or as
  // long as the largest mesh takes to copy.
  bool prepare(const DrawList& list);
  // The list without the meshes that are not ready.
  [[nodiscard]] DrawList prepared(const DrawList& list) const;
  // The pickId under a pixel (from the top left) for what draw() would show; 0: none.
  [[nodiscard]] std::uint32_t pick(const DrawList& list, const View& view, int width, int height, int x, int y);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// A hidden context of its own (EGL without a surface), for images where no window is.
class OffscreenContext {
 public:
  OffscreenContext();  // throws std::runtime_error with one line when there is no EGL
  ~OffscreenContext();
  void makeCurrent();
  [[nodiscard]] GlLoader loader() const;
  [[nodiscard]] std::string description() const;  // GL_RENDERER and version

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// One image off screen; makes and drops a context.
[[nodiscard]] Image renderImage(const DrawList& list, const View& view, const RenderOptions& options, int width,
                                int height);

[[nodiscard]] std::string pngBytes(const Image& image);      // of a PNG file
void writePng(const Image& image, const std::string& path);  // throws InputError
[[nodiscard]] Image sideBySide(const std::vector<Image>& images);
// Pictures below each other, a white gap between them.
[[nodiscard]] Image belowEachOther(const std::vector<Image>& images);

// The view that shows `box` whole, looking along `direction`.
[[nodiscard]] View fitView(const Aabb& box, const Vec3& direction, const Vec3& up, double fovY, double aspect);

}  // namespace passung::render
