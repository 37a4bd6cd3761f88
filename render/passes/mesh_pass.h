// SPDX-License-Identifier: Apache-2.0
// Shaded parts, opaque and transparent, the ground under them, and flat masks of parts.
#pragma once

#include "render/frame.h"
#include "render/mesh_buffers.h"
#include "render/passes/shadow_pass.h"

namespace passung::render {

class MeshPass {
 public:
  explicit MeshPass(const Gl& gl);

  // Sets what all parts of a frame share; `shadows` decides whether the map counts; `plain`: light is worked out at the
  // vertices, without shadows.
  void begin(const Frame& frame, const ShadowPass& shadow, bool shadows, bool plain);
  // One part with the depth test on. An opaque one replaces what is there; a transparent one (alpha < 1) is blended,
  // its far side first. `part` tells its place and how it is cut.
  void draw(const Frame& frame, const GpuMesh& mesh, const DrawMesh& part, const Color& color);
  // The face that the section cuts into a closed part, of one colour. The target has a stencil of zeros, and has it
  // again afterwards. `hatch`: pixels a nominal pixel; 0: none.
  void drawCap(const Frame& frame, const GpuMesh& mesh, const DrawMesh& part, const Color& color, double hatch);

  struct Ground {
    Color ink;
    bool lines = true, solid = true;  // solid: it hides what is behind it
    float shade = 0.3F;               // darkness of a full shadow
  };
  void drawGround(const Frame& frame, const ShadowPass& shadow, bool shadows, const Ground& ground);

  // One part in one flat colour that hides what is behind it, as draw() places it.
  void drawPaper(const Frame& frame, const GpuMesh& mesh, const DrawMesh& part, const Color& color);
  // One part in one flat colour, through `projection`.
  void drawFlat(const Frame& frame, const Eigen::Matrix4f& projection, const GpuMesh& mesh, const DrawMesh& part,
                const std::array<float, 4>& color);

 private:
  void setShadow(Program& program, const Frame& frame, const ShadowPass& shadow, bool shadows);
  void drawTriangles(const GpuMesh& mesh);
  void drawPlane(const Frame& frame, const DrawMesh& part, const Color& color, double hatch);
  // For the program in use, until drawTriangles is done.
  void setClip(Program& program, const Frame& frame, const GpuMesh& mesh, const DrawMesh& part);

  const Gl& gl_;
  Program shaded_, plain_, ground_, flat_, cap_;
  Program* lit_ = &shaded_;  // that draw() uses: one of the first two
  VertexArray disc_;
  Buffer discBuffer_;
};

}  // namespace passung::render
