// SPDX-License-Identifier: Apache-2.0
// Lines, points, boxes and arrows of a DrawList, and the feature edges of meshes: quads and cones whose widths are
// pixels.
#pragma once

#include <vector>

#include "render/frame.h"
#include "render/mesh_buffers.h"

namespace passung::render {

class StrokePass {
 public:
  explicit StrokePass(const Gl& gl);

  struct EdgeStyle {
    Color color;
    float width = 1.2F;  // [pixel]
  };
  // The sharp edges of one mesh, against the depth buffer.
  void drawMeshEdges(const Frame& frame, const GpuMesh& mesh, const Transform& X_WM, const EdgeStyle& style, bool cut);

  // Everything of the list whose onTop equals `onTop` (boxes count as not on top). widthScale: pixels a listed pixel.
  // What is on top and lies behind a surface (by the depth buffer in use) shows through it with the opacity `hidden`
  // (arrows, which cover more, with less).
  void draw(const DrawList& list, const Frame& frame, bool onTop, double widthScale, double hidden = kHiddenMarks);

 private:
  struct Strokes {
    std::vector<float> vertices;  // from, to, corner, color, width: 13 a vertex
    std::vector<std::uint32_t> indices;
  };
  struct Solids {
    std::vector<float> vertices;  // position, normal, color: 10 a vertex
    std::vector<std::uint32_t> indices;
  };
  static void addLine(Strokes& s, const Vec3& a_V, const Vec3& b_V, const Color& color, double width);
  static void addArrow(Solids& s, const Frame& frame, const DrawArrow& arrow, double widthScale);
  void drawStrokes(Program& program, const Strokes& s, const Frame& frame, float fade);
  void drawSolids(const Solids& s, const Frame& frame, float fade);

  const Gl& gl_;
  Program edgeProgram_, lineProgram_, pointProgram_, solidProgram_;
  VertexArray strokeArray_, solidArray_;
  Buffer strokeBuffer_, strokeIndices_, solidBuffer_, solidIndices_;
};

}  // namespace passung::render
