// SPDX-License-Identifier: Apache-2.0
// What one frame is drawn with: the camera as matrices, the bounds of what is drawn and the light.
//
// View space is OpenGL's (x right, y up, z towards the viewer), with the eye at the origin and lengths divided by the
// distance from eye to target. So a scene of any size gives the same numbers to single precision, and vertices far from
// the world's origin keep their digits: the differences are taken in double precision here.
#pragma once

#include "core/draw_list.h"
#include "render/renderer.h"

namespace passung::render {

struct Frame {
  int width = 0, height = 0;  // [pixel]
  double unit = 1;            // metres per unit of view space
  Vec3 eye_W = Vec3::Zero();
  Mat3 R_VW = Mat3::Identity();
  bool orthographic = false;
  double tanHalf = 0.3;  // of the vertical field of view
  double nearDepth = 0.1,
         farDepth = 10;  // along the view direction [view units]; negative near is possible in an orthographic view
  Eigen::Matrix4f projection = Eigen::Matrix4f::Identity();

  std::optional<DrawSection> section;  // finite, with a unit normal

  Aabb meshBounds;     // of all meshes [m], W
  Aabb stage;          // what ground and grid are made for [m], W
  double groundZ = 0;  // [m]
  // The part of the picture (x, y from the lower left, width, height) that shows the meshes, with a rim for what they
  // darken round them.
  std::array<int, 4> meshRect{};

  [[nodiscard]] Vec3 toView(const Vec3& p_W) const { return R_VW * (p_W - eye_W) / unit; }
  // Radius of ambient occlusion [view units]: a share of the stage, but no more than a share of the view when only a
  // detail is seen.
  [[nodiscard]] double ambientRadius() const;
  // From a mesh's buffer coordinates q (p_M = center + size q) to view space.
  [[nodiscard]] Eigen::Matrix4f modelView(const Transform& X_WM, const Vec3& center_M, double size) const;
  // Of buffer coordinates q: (c, 1) . (q, 1) in `clip` is the distance from the section's plane to the side that is
  // kept, in sizes of the mesh; always above 0 for what is not cut.
  [[nodiscard]] std::array<float, 4> clip(const Transform& X_WM, const Vec3& center_M, double size, bool cut) const;
  // Whether the section's plane meets a box of frame M.
  [[nodiscard]] bool cuts(const Aabb& box_M, const Transform& X_WM) const;
  // Pixels per view unit at a depth.
  [[nodiscard]] double pixelsPerUnit(double depth) const;
  // Pixel (from the top left, y down) of a point of view space, and its depth; false behind the eye.
  [[nodiscard]] bool project(const Vec3& p_V, double& x, double& y) const;
};

// Elements that are not finite are left out of the bounds. `view` may be degenerate (eye = target, up along the view):
// it is repaired.
[[nodiscard]] Frame makeFrame(const DrawList& list, const View& view, int width, int height, bool ground);

// Narrows the projection to one pixel (x, y from the top left), for picking.
[[nodiscard]] Eigen::Matrix4f pixelProjection(const Frame& frame, int x, int y);

[[nodiscard]] bool drawable(const DrawMesh& mesh);

// Grid cell and reach of the ground for a stage: the cell is 1, 2 or 5 times a power of ten, about a tenth of the
// stage.
struct GroundSize {
  double cell = 1, reach = 1;  // [m]
};
[[nodiscard]] GroundSize groundSize(const Aabb& stage);

// The largest of 1, 2, 5 times a power of ten that is not above x.
[[nodiscard]] double roundLengthBelow(double x);
// "20 mm", "5 m", "50 um" (with the Greek letter).
[[nodiscard]] std::string lengthText(double metres);

}  // namespace passung::render
