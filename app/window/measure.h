// SPDX-License-Identifier: GPL-3.0-or-later
// The distance between two features, and the points between which it is taken.
#pragma once

#include <optional>

#include "app/window/snap.h"

namespace passung::app {

// A feature at its present place: all in W.
struct PlacedSnap {
  Snap::Kind kind = Snap::Kind::kSurface;
  Vec3 p = Vec3::Zero(), direction = Vec3::UnitZ();
  double radius = 0, halfLength = 0;
};
[[nodiscard]] PlacedSnap placedAt(const Snap& snap, const Transform& X_WB);

struct Measurement {
  Vec3 a = Vec3::Zero(), b = Vec3::Zero();  // [m], W
  double distance = 0;                      // of the two [m]
  std::optional<double> angle{};            // between axes, edges or planes [rad], 0 .. pi/2
  enum class Between {
    kPoints,
    kPointAndAxis,
    kPointAndPlane,
    kAxes,
    kPlanes,
    kAxisAndPlane
  } between = Between::kPoints;
};

// Points: their distance. A point and an axis or a plane: across it. Two axes: where they are nearest (parallel ones:
// across both). Two parallel planes, an axis along a plane: across them; at an angle: between their points.
[[nodiscard]] Measurement measureBetween(const PlacedSnap& a, const PlacedSnap& b);

}  // namespace passung::app
