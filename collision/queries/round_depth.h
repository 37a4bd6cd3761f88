// SPDX-License-Identifier: Apache-2.0
// Depths of spheres, capsules and half-spaces. A sphere is a capsule whose axis has no length.
//
// Problem and method: a round shape overlaps by its radius less the signed distance of its axis; against a mesh the
// axis
//   is cut by the triangles it meets, and where it runs inside, its greatest depth adds to the radius.
// Cost: O(log n + triangles near the shape). Failure modes: an open mesh has no inside, so there only the outer
// distance
//   counts.
#pragma once

#include "collision/queries/surface_depth.h"

namespace passung::collision {

struct RoundShape {
  Vec3 a, b;  // ends of the axis
  double radius = 0;
};

struct RoundDepth {
  double depth = 0;       // [m]; negative or 0 when apart
  Vec3 p = Vec3::Zero();  // a deepest point
  int triangle = -1;      // of the mesh
};

// All in the frame of the mesh or, for the others, in one common frame.
[[nodiscard]] RoundDepth roundMeshDepth(const RoundShape& r, const PreparedMesh& m);
[[nodiscard]] RoundDepth roundRoundDepth(const RoundShape& r, const RoundShape& s);
// The half-space z <= 0 of the frame.
[[nodiscard]] RoundDepth roundHalfSpaceDepth(const RoundShape& r);
[[nodiscard]] RoundDepth meshHalfSpaceDepth(const PreparedMesh& m, const Transform& X_HM);

}  // namespace passung::collision
