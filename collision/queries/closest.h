// SPDX-License-Identifier: Apache-2.0
// Problem: the closest points of a point, a segment and a triangle.
// Method: the projection on the plane or line where it falls inside, else the edges that face the point (regions as in
//   Ericson, "Real-Time Collision Detection", 2005, sections 5.1.5 and 5.1.9). Weights come from cross products rather
//   than from differences of dot products, which lose half the digits on slivers and on nearly parallel segments.
// Cost: some 60 to 150 operations, no allocation. A distance errs by 5e-11 of the longest side at most (closest.cpp).
// Failure modes: none on degenerate input: a flat triangle counts as its three edges, a segment of no length as a
//   point. The result is always a point of the triangle or segments, of a sliver within twice its height.
#pragma once

#include "core/math.h"

namespace passung::collision {

struct PointSegment {
  double t = 0;               // the point is a + t (b - a), 0 <= t <= 1; exactly 0 or 1 at an end
  Vec3 point = Vec3::Zero();  // exactly a or b at an end
  double squared = 0;         // squared distance [m^2]
};
[[nodiscard]] PointSegment closestPointSegment(const Vec3& p, const Vec3& a, const Vec3& b);

// The part of a triangle (a, b, c): corners, then sides ab, bc, ca, then the inside.
enum class TriangleFeature { kVertex0, kVertex1, kVertex2, kEdge0, kEdge1, kEdge2, kFace };
[[nodiscard]] constexpr bool isVertex(TriangleFeature f) { return f <= TriangleFeature::kVertex2; }
[[nodiscard]] constexpr bool isEdge(TriangleFeature f) {
  return f >= TriangleFeature::kEdge0 && f <= TriangleFeature::kEdge2;
}
// The index of the corner or side; 0 for the face.
[[nodiscard]] constexpr int indexOf(TriangleFeature f) { return static_cast<int>(f) % 3; }

struct PointTriangle {
  Vec3 point = Vec3::Zero();
  double squared = 0;  // squared distance [m^2]
  TriangleFeature feature = TriangleFeature::kVertex0;
};
[[nodiscard]] PointTriangle closestPointTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

struct SegmentSegment {
  double s = 0, t = 0;  // pointP = p0 + s (p1 - p0), pointQ = q0 + t (q1 - q0); exactly 0 or 1 at an end
  Vec3 pointP = Vec3::Zero(), pointQ = Vec3::Zero();
  double squared = 0;  // squared distance [m^2]
};
// Parallel segments have many closest pairs; one of them with an end point in it is returned.
[[nodiscard]] SegmentSegment closestSegmentSegment(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1);

}  // namespace passung::collision
