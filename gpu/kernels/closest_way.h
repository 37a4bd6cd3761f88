// SPDX-License-Identifier: Apache-2.0
// Problem: the shortest way between two triangles that do not meet, as a vector.
// Method: that of triangle_distance.h: 6 corners against the other triangle and 9 pairs of edges (Ericson, "Real-Time
//   Collision Detection", 2005, sections 5.1.5 and 5.1.9), which are all there is between triangles apart.
// Cost: some 1500 operations.
// Failure modes: of triangles that meet, an edge may pass through the inside of the other one: then the way is between
//   other parts, and the triangles are not apart along it. The direction of a way that is short against the triangles
//   is as rounded as their coordinates.
#pragma once

#include "gpu/kernels/triangle_distance.h"

namespace passung::gpu {

// From a segment to a point.
PASSUNG_HD inline Double3 wayFromSegment(Double3 p, Double3 a, Double3 b) { return p - closestOnSegment(p, a, b); }

PASSUNG_HD inline Double3 shorter(Double3 p, Double3 q) { return squaredNorm(q) < squaredNorm(p) ? q : p; }

// From a triangle to a point.
PASSUNG_HD inline Double3 wayFromTriangle(Double3 p, const TriangleCorners& t) {
  const Double3 a = t.v[0];
  const Double3 b = t.v[1];
  const Double3 c = t.v[2];
  const Double3 n = cross(b - a, c - a);
  const double nn = squaredNorm(n);
  const double longest = greatest(greatest(squaredNorm(b - a), squaredNorm(c - a)), squaredNorm(c - b));
  if (nn > kFlatSine * longest * longest && dot(n, cross(b - a, p - a)) >= 0 && dot(n, cross(p - a, c - a)) >= 0 &&
      dot(n, cross(c - b, p - b)) >= 0) {
    return (dot(n, p - measuredFrom(p, a, b, c, nn, longest)) / nn) * n;
  }
  return shorter(shorter(wayFromSegment(p, a, b), wayFromSegment(p, b, c)), wayFromSegment(p, c, a));
}

// From the segment q to the segment p.
PASSUNG_HD inline Double3 wayBetweenSegments(Double3 p0, Double3 p1, Double3 q0, Double3 q1) {
  const Double3 u = p1 - p0;
  const Double3 v = q1 - q0;
  const Double3 w = q0 - p0;
  const Double3 n = cross(u, v);
  const double nn = squaredNorm(n);
  // One of the four ends takes part unless both closest points are inside.
  Double3 best = shorter(shorter(wayFromSegment(p0, q0, q1), wayFromSegment(p1, q0, q1)),
                         shorter(-1.0 * wayFromSegment(q0, p0, p1), -1.0 * wayFromSegment(q1, p0, p1)));
  if (nn > kFlatSine * squaredNorm(u) * squaredNorm(v)) {
    const double s = dot(cross(w, v), n) / nn;
    const double t = dot(cross(w, u), n) / nn;
    if (s > 0 && s < 1 && t > 0 && t < 1) best = shorter(best, (p0 + s * u) - (q0 + t * v));
  }
  return best;
}

// From b to a.
PASSUNG_HD inline Double3 closestWay(const TriangleCorners& a, const TriangleCorners& b) {
  Double3 best = a.v[0] - b.v[0];
  for (int k = 0; k < 3; ++k) {
    best = shorter(best, wayFromTriangle(a.v[k], b));
    best = shorter(best, -1.0 * wayFromTriangle(b.v[k], a));
    for (int l = 0; l < 3; ++l)
      best = shorter(best, wayBetweenSegments(a.v[k], a.v[(k + 1) % 3], b.v[l], b.v[(l + 1) % 3]));
  }
  return best;
}

}  // namespace passung::gpu
