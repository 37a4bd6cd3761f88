// SPDX-License-Identifier: Apache-2.0
// Problem: the smallest distance of two surfaces of triangles, and the two points where it is.
// Method: branch and bound over both hierarchies, nearest pair of boxes first. A pair of boxes is bounded from below by
//   their distance along the axes of either frame, a pair of triangles also by their distance from each other's plane;
//   what cannot be nearer than the best so far is dropped (Quinlan, "Efficient Distance Computation between Non-Convex
//   Objects", 1994, with the bounds of boxes instead of spheres).
// Cost: O(log n) on surfaces with one near place; on parallel surfaces the pairs whose bounds lie below the distance.
// Failure modes: none of its own. Coordinates of B are rounded once into the frame of A (1e-16 of the size of the
// parts),
//   so a distance below that is not told from another.
#pragma once

#include <limits>
#include <span>

#include "collision/bvh/bvh.h"
#include "collision/queries/exact_triangle.h"

namespace passung::collision {

struct TriangleDistance {
  double squared = std::numeric_limits<double>::infinity();  // [m^2]; 0 when they meet, decided exactly
  Vec3 p = Vec3::Zero(), q = Vec3::Zero();                   // the closest points, of the first and of the second
};
// Triangles may be degenerate to segments or points. Nothing (infinity) when not nearer than the limit [m^2].
[[nodiscard]] TriangleDistance closestTriangles(const Corners& a, const Corners& b,
                                                double limitSquared = std::numeric_limits<double>::infinity());

// Triangles and their hierarchy, item i being triangle i; all must outlive the view. A segment is one flat triangle.
struct SurfaceView {
  const Bvh* bvh = nullptr;
  std::span<const Vec3> vertices;
  std::span<const Triangle> triangles;
};

struct SurfacePairDistance {
  double value = std::numeric_limits<double>::infinity();  // [m]
  Vec3 pA_A = Vec3::Zero(), pB_A = Vec3::Zero();           // the points of A and of B, in the frame of A
  int triangleA = -1, triangleB = -1;
};
// Nothing (triangles -1) when the surfaces are not nearer than `limit` [m]. Surfaces that meet are at distance 0; one
// inside the other is not: that is a question for meshDepth.
[[nodiscard]] SurfacePairDistance surfacesDistance(const SurfaceView& a, const SurfaceView& b, const Transform& X_AB,
                                                   double limit = std::numeric_limits<double>::infinity());

}  // namespace passung::collision
