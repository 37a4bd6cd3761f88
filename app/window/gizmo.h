// SPDX-License-Identifier: GPL-3.0-or-later
// The handles that move and turn a part: an arrow along each axis, a square across each, a ring round each. Geometry
// and mouse only; no widgets, no edits.
#pragma once

#include <optional>

#include "app/window/view_tool.h"

namespace passung::app {

struct GizmoHandle {
  enum class Kind { kArrow, kSquare, kRing };
  Kind kind = Kind::kArrow;
  int axis = 0;  // 0 .. 2: x, y, z of the world
  bool operator==(const GizmoHandle&) const = default;
};

class Gizmo {
 public:
  Vec3 center = Vec3::Zero();  // [m], W
  double length = 1;           // of an arrow [m]

  // So large in the picture that it can be taken hold of at any zoom.
  [[nodiscard]] static Gizmo at(const Vec3& center, const Camera& camera, int height);

  // The handle under the mouse.
  [[nodiscard]] std::optional<GizmoHandle> under(const ViewPoint& at) const;
  void addTo(DrawList& list, const std::optional<GizmoHandle>& active) const;

  struct Motion {
    Vec3 way = Vec3::Zero();   // [m]
    Vec3 turn = Vec3::Zero();  // about the centre: axis times angle [rad]
    [[nodiscard]] Transform of(const Transform& X_WB, const Vec3& center) const;
  };
  // What a drag from one place of the mouse to another means for a handle; in whole steps where `stepped`. Nothing
  // where the line of sight lies along what would be moved in.
  [[nodiscard]] std::optional<Motion> dragged(const GizmoHandle& handle, const Ray& from, const Ray& to,
                                              bool stepped) const;
  [[nodiscard]] double step() const;                   // [m]
  static constexpr double kAngleStep = 5 * kPi / 180;  // [rad]
};

}  // namespace passung::app
