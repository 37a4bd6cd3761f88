// SPDX-License-Identifier: Apache-2.0
// Problem: do two triangles, or a segment and a triangle, have a point in common? Decided without error.
// Method: the signs of orient3d for the corners against the other's plane reject most pairs; then each edge against the
//   other triangle by the signs of its line with the three sides (Guigue & Devillers, "Fast and Robust
//   Triangle-Triangle Overlap Test Using Orientation Predicates", 2003, without their reordering of corners). Coplanar
//   and degenerate cases are decided in a coordinate plane that keeps them apart.
// Cost: 6 orientations for separated planes, at most 42; see exact_predicates.h.
// Failure modes: those of the predicates. Points moved to another frame are rounded before they come here: what is
//   decided is the question about the rounded points.
#pragma once

#include <array>

#include "core/math.h"

namespace passung::collision {

using Corners = std::array<Vec3, 3>;

// Closed sets: touching counts. Triangles may be degenerate to segments or points.
[[nodiscard]] bool trianglesIntersect(const Corners& a, const Corners& b);
[[nodiscard]] bool segmentIntersectsTriangle(const Vec3& p, const Vec3& q, const Corners& t);
[[nodiscard]] bool segmentsIntersect(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s);

// True only if an edge of one passes from one side of the other to its other side through its inside. Touching,
// coplanar and edge-on-edge contacts do not count.
[[nodiscard]] bool trianglesCross(const Corners& a, const Corners& b);

// Where a segment from p to a point q far away meets a triangle.
enum class Crossing {
  kNone,
  kUp,          // from behind to in front: along the normal
  kDown,        // against the normal
  kStart,       // p lies on the triangle
  kDegenerate,  // through the border, or within the plane
};
[[nodiscard]] Crossing crossingOf(const Vec3& p, const Vec3& q, const Corners& t);

}  // namespace passung::collision
