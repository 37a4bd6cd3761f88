// SPDX-License-Identifier: Apache-2.0
// A list of plain things to draw. Overlays fill it, the renderer draws it; neither knows the other.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/triangle_mesh.h"

namespace passung {

struct Color {
  float r = 0.7F, g = 0.7F, b = 0.7F, a = 1.0F;  // sRGB, 0..1
};

struct DrawMesh {
  std::shared_ptr<const TriangleMesh> mesh;  // identity of the pointer is the key of the renderer's buffers
  Transform X_WM;
  Color color;
  bool edges = true;         // draw the sharp edges as dark lines
  bool selected = false;     // draw with a highlight
  bool whole = false;        // not cut by the section
  std::uint32_t pickId = 0;  // 0: not pickable
  // One a vertex of the mesh, in place of `color` (whose alpha stays); identity of the pointer is the key of its
  // buffer.
  std::shared_ptr<const std::vector<Color>> vertexColors{};
};

// A plane that cuts the parts: what lies on the side of its normal is not drawn, and the solid that it meets shows a
// face in the part's colour. Marks are not cut.
struct DrawSection {
  Vec3 p = Vec3::Zero();   // a point of the plane [m], W
  Vec3 n = Vec3::UnitX();  // unit
  bool hatch = true;       // lines on the cut faces, a direction for each part
};

struct DrawLine {
  Vec3 a, b;  // [m], in W
  Color color;
  float width = 1.5F;  // [pixel]
  bool onTop = false;  // drawn over everything
};

struct DrawPoint {
  Vec3 p;
  Color color;
  float size = 7.0F;  // [pixel]
  bool onTop = true;
};

// An arrow from `from` to `to`; the head is a cone whose size follows the window.
struct DrawArrow {
  Vec3 from, to;
  Color color;
  float width = 3.0F;  // [pixel]
  bool onTop = true;
};

struct DrawBox {
  Aabb box;
  Transform X_WB;  // frame of the box
  Color color;
};

// Text at a place in the world, or at a place in the window when `screen` is set (p.x, p.y in pixels from the top
// left).
struct DrawText {
  Vec3 p = Vec3::Zero();
  std::string text;
  Color color{0.1F, 0.1F, 0.1F, 1.0F};
  bool screen = false;
  float size = 13.0F;   // [pixel]
  bool yields = false;  // left out where it would cover another text, or one that yields and comes before it
};

// A filled rectangle in the window, in pixels from the top left.
struct DrawSwatch {
  double x = 0, y = 0, width = 12, height = 12;
  Color color;
};

struct DrawList {
  std::vector<DrawMesh> meshes;
  std::vector<DrawLine> lines;
  std::vector<DrawPoint> points;
  std::vector<DrawArrow> arrows;
  std::vector<DrawBox> boxes;
  std::vector<DrawText> texts;
  std::vector<DrawSwatch> swatches;
  std::optional<DrawSection> section;
  // What the ground (at its lowest z) and the grid are made for [m], W; empty: the bounds of the meshes. Give it where
  // bodies move, so that the ground stays.
  Aabb stage;
};

}  // namespace passung
