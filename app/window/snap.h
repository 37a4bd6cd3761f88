// SPDX-License-Identifier: GPL-3.0-or-later
// The feature of a part under the mouse: a corner, an edge, a face's centre, a cylinder's axis, or a mere point.
#pragma once

#include <optional>

#include "app/window/view_tool.h"
#include "core/surface_patch.h"

namespace passung::app {

enum class SnapMode {
  kPoint,    // a corner or an edge near the mouse, else the point of the surface
  kFeature,  // the centre of the plane, or the axis of the cylinder, that the mouse is on
};

struct Snap {
  enum class Kind { kSurface, kVertex, kEdge, kPlane, kAxis };
  Kind kind = Kind::kSurface;
  int body = -1;                   // -1: no part, fixed in the world
  Vec3 p = Vec3::Zero();           // [m], in the frame of the body
  Vec3 direction = Vec3::UnitZ();  // unit, of an edge, a plane's normal or an axis
  double radius = 0;               // of an axis' cylinder [m]
  double halfLength = 0;           // of an edge or an axis [m], from p to either side
};

// The surface that the mouse was on last: to find it again costs time with each of its triangles.
class PatchCache {
 public:
  const SurfacePatch& at(const std::shared_ptr<const TriangleMesh>& mesh, int triangle);

 private:
  std::shared_ptr<const TriangleMesh> mesh_;
  std::vector<bool> inside_;  // by triangle
  SurfacePatch patch_;
};

inline constexpr double kVertexReach = 10, kEdgeReach = 7;  // [pixel]

// `X_WB`: the poses of the bodies as drawn. Nothing over the background.
[[nodiscard]] std::optional<Snap> snapAt(const ViewPoint& at, SnapMode mode, const std::vector<Transform>& X_WB,
                                         PatchCache& patches);

}  // namespace passung::app
