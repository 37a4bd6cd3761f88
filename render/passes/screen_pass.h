// SPDX-License-Identifier: Apache-2.0
// The targets of a frame and the passes that work on whole pictures.
//
//   colour 0 + depth: background, ground, opaque parts
//   ambient 0, 1: occlusion at half size, blurred
//   colour 1 (+ the same depth): colour 0 times ambient, with outlines; then edges, transparent parts, marks
//   target: colour 1 smoothed, and averaged 2 x 2 when it is twice as large
#pragma once

#include <array>
#include <memory>

#include "render/frame.h"
#include "render/gl/objects.h"

namespace passung::render {

// How the picture comes into a target that is half as large, as large, twice as large.
enum class Scale { kHalve, kNone, kEnlarge };

class ScreenPass {
 public:
  explicit ScreenPass(const Gl& gl);

  void resize(int width, int height, bool stencil);  // stencil: beside the depth of the scene
  void bindScene();                                  // colour 0 + depth
  void bindMarks();                                  // colour 1 + depth
  void bindMask();                                   // the selection's mask
  void drawBackground(const Color& top, const Color& bottom);
  void ambientOcclusion(const Frame& frame);
  struct Compose {
    bool ambient = true, outlines = true, mask = false;
    float stroke = 1;  // [pixel]
    Color ink, accent;
  };
  void compose(const Frame& frame, const Compose& options);
  void output(const Frame& frame, unsigned target, const std::array<int, 4>& viewport, Scale scale);
  void drawScreen();  // two triangles with the program in use

 private:
  Program& composeProgram(const Compose& options);
  // Copies the whole of one target to a place in another.
  void copy(unsigned from, unsigned to, const std::array<int, 4>& place, GLenum filter = GL_NEAREST);
  void bindTexture(int unit, const Texture& texture);
  void setDepth(Program& program, const Frame& frame);

  const Gl& gl_;
  Program background_, ambient_, blur_, smooth_, halve_;
  std::array<std::unique_ptr<Program>, 8> compose_;  // a variant for each set of its features, made when first used
  VertexArray screen_;
  Buffer screenBuffer_;
  int width_ = 0, height_ = 0;
  bool stencil_ = false;
  Texture color0_, color1_, depth_, mask_, ambientMap0_, ambientMap1_;
  Framebuffer scene_, composed_, marks_, maskTarget_, ambientTarget0_, ambientTarget1_;
};

}  // namespace passung::render
