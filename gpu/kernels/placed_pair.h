// SPDX-License-Identifier: Apache-2.0
// What the search and the exact test read of a pair of objects, and the exact test of a pair of their faces.
#pragma once

#include "gpu/kernels/device_types.h"
#include "gpu/kernels/triangle_distance.h"

namespace passung::gpu {

// What the exact test needs: B placed in the frame of A, and the distance.
struct ExactPlacement {
  Pose X_AB;              // of the meshes
  double limitSquared;    // the least double above the square of the distance [m^2]
  double clearlySquared;  // the square of a distance at which boxes are clearly farther [m^2]
};

struct PlacedPair {
  ExactPlacement exact;
  Placement bInA, aInB;  // of the shells' frames
  float distance;        // the distance and the rounding, rounded outwards [m]
  float rounding;        // of corners and samples by floats and by placing, rounded outwards [m]
};
static_assert(sizeof(ExactPlacement) == 112 && sizeof(PlacedPair) == 216);

PASSUNG_HD inline bool commonCorner(const TriangleCorners& a, const TriangleCorners& b) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      if (a.v[i].x == b.v[j].x && a.v[i].y == b.v[j].y && a.v[i].z == b.v[j].z) return true;
    }
  }
  return false;
}

// The exact test of a pair of faces, b in the frame of its own mesh.
PASSUNG_HD inline FilteredDistance testFaces(const ExactPlacement& o, const TriangleCorners& a, TriangleCorners b) {
  for (int k = 0; k < 3; ++k) b.v[k] = placed(o.X_AB, b.v[k]);
  // Boxes tell most candidates apart; only those that are clearly farther are left out.
  const double boxes = boxesSquaredDistance(a, b);
  if (boxes > o.clearlySquared) return {Nearness::kFarther, 0};
  // A corner in common, as faces of one mesh and of equal ones have: they meet.
  if (commonCorner(a, b)) return {Nearness::kNear, 0};
  return filteredDistance(a, b, o.limitSquared, boxes > 0);
}

}  // namespace passung::gpu
