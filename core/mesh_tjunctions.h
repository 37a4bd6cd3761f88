// SPDX-License-Identifier: Apache-2.0
// Open edges that meet the vertices of other open edges instead of their ends.
#pragma once

#include <span>
#include <vector>

#include "core/mass_properties.h"

namespace passung {

// An open edge with vertices of other open edges on it.
struct TJunctionEdge {
  int face = -1, side = 0;    // from corner `side` of the face to the next one
  std::vector<int> points;    // the vertices that lie on it, in order along it
  std::vector<int> partners;  // faces with an open edge along one of the parts into which the points cut the edge
};

// All open edges that, cut at the vertices of open edges that lie within `tolerance` [m] of them, and together with all
// others cut so, have a counterpart of opposite direction along at least one of their parts. Edges of sheets that only
// touch have none. Vertices count as the same by their index: weld first.
[[nodiscard]] std::vector<TJunctionEdge> tJunctionEdges(std::span<const Vec3> vertices,
                                                        std::span<const Triangle> triangles, double tolerance);

// Splits the faces of those edges at the points on them and returns how many points were put in. The surface moves by
// at most the tolerance, and not at all where the points lie on the edges exactly.
int mendTJunctions(std::span<const Vec3> vertices, std::vector<Triangle>& triangles, double tolerance);

}  // namespace passung
