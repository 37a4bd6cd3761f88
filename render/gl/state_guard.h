// SPDX-License-Identifier: Apache-2.0
// Puts back the OpenGL state that a frame touches, so that the renderer can share a context with a window toolkit.
#pragma once

#include <array>

#include "render/gl/functions.h"

namespace passung::render {

class StateGuard {
 public:
  explicit StateGuard(const Gl& gl);
  ~StateGuard();
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;

 private:
  static constexpr int kUnits = 4;  // texture units the renderer uses
  const Gl& gl_;
  GLint drawFramebuffer_ = 0, readFramebuffer_ = 0, program_ = 0, vertexArray_ = 0, arrayBuffer_ = 0, activeUnit_ = 0;
  std::array<GLint, kUnits> textures_{}, samplers_{};
  std::array<GLint, 4> viewport_{}, scissor_{}, blendFunc_{};
  std::array<GLint, 2> blendEquation_{};
  std::array<GLboolean, 4> colorMask_{};
  std::array<GLfloat, 4> clearColor_{};
  std::array<GLfloat, 2> polygonOffset_{};
  GLdouble clearDepth_ = 1;
  std::array<GLdouble, 2> depthRange_{0, 1};
  GLboolean depthMask_ = GL_TRUE;
  GLint depthFunc_ = 0, cullFace_ = 0, frontFace_ = 0, unpack_ = 0, pack_ = 0, packRow_ = 0, unpackRow_ = 0,
        pixelPack_ = 0, pixelUnpack_ = 0;
  std::array<GLint, 2> polygonMode_{};
  std::array<GLboolean, 10> enabled_{};
  // Of front and back: function, reference, mask of values, three operations, mask of writing.
  std::array<std::array<GLint, 7>, 2> stencil_{};
  GLint clearStencil_ = 0;
};

// The state every frame starts from.
void setDefaultState(const Gl& gl);

}  // namespace passung::render
