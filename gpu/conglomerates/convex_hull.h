// SPDX-License-Identifier: Apache-2.0
// Problem: the convex hull of some hundred points, to measure how concave a patch is and to align boxes with.
// Method: incremental (Preparata and Shamos, "Computational Geometry", 1985, section 3.4): from the widest tetrahedron,
//   each further point replaces the facets that it sees by a cone over their rim. At the end every plane is pushed out
//   until it bounds all points, so that thin facets with a wrong normal make the hull loose, never too small.
// Cost: points times facets.
// Failure modes: none; what is flat or thin within 1e-9 of its size has no facets but a plane or a line.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/math.h"

namespace passung::gpu {

struct ConvexHull {
  struct Facet {
    std::array<int, 3> corners{};  // of the points, counterclockwise seen from outside
    Vec3 normal = Vec3::Zero();    // unit and outward; zero for a facet without area
    double offset = 0;             // normal . x <= offset for every point [m]
  };

  int dimension = 0;               // 3: a solid, 2: flat, 1: on a line, 0: one point
  Vec3 direction = Vec3::UnitZ();  // of dimension 2 the plane's normal, of dimension 1 the line's direction; unit
  std::vector<Facet> facets;       // of dimension 3
};

[[nodiscard]] ConvexHull convexHull(std::span<const Vec3> points);

}  // namespace passung::gpu
