// SPDX-License-Identifier: Apache-2.0
// Problem: contact points between two convex parts, apart or overlapping by any depth.
// Method: the axis of largest separation (least overlap) among the face normals of both and the cross products of their
//   edges; edge pairs that form no face of the Minkowski difference are left out by a test on the sphere of directions.
//   A face axis: the most opposed face of the other part, clipped against the sides of the first; an edge axis: the
//   closest points of the two edges.
// Source: separating axes: Gottschalk, Lin and Manocha, "OBBTree" (1996). Edge test and clipping: Gregorius, "The
//   Separating Axis Test between Convex Polyhedra", Game Developers Conference (2013). Clipping: Sutherland and
//   Hodgman, "Reentrant Polygon Clipping" (1974).
// Why beside NearSet: a corner above another part's edge (aligned boxes) has its closest face undefined as soon as it
//   overlaps; one axis for the whole pair has no such trouble.
// Cost: O(faces vertices + edges^2); about a microsecond for two boxes.
// Failure modes: the axis may change from step to step where two overlaps are equal; a face of the first part is then
//   preferred.
#pragma once

#include <vector>

#include "collision/narrowphase/convex_polyhedron.h"
#include "collision/narrowphase/near_set.h"

namespace passung::collision {

// Appends the terms with gap < cutoff [m]; normals from A to B, in W. Gaps are distances along the common normal.
void convexManifold(const ConvexPolyhedron& a, const Transform& X_WA, const ConvexPolyhedron& b, const Transform& X_WB,
                    double cutoff, std::vector<ContactTerm>& terms);

}  // namespace passung::collision
