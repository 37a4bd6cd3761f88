// SPDX-License-Identifier: Apache-2.0
// Problem: how deep do two meshes lie in each other? The depth is the largest distance of a surface point of one,
// inside
//   the other, to the other's surface.
// Method: all pairs of triangles that meet, decided exactly. They cut edges into pieces; each piece is inside or
// outside
//   as its middle is. From inside ends the inside spreads along uncut edges. The depth is then maximised over all
//   inside vertices and inside pieces of edges, of both meshes. A part of a mesh without a cut edge is inside as a
//   whole or not at all. Where a mesh is open, "inside" is weak (see SideTest), and the overlap of the crossing
//   triangles themselves counts as well: the least of their reach beyond each other's plane and of the length they have
//   in common.
// Cost: a walk of two hierarchies; then O(log n) for each cut edge and each inside vertex. Parts that only come close
//   pay the walk alone.
// Failure modes: a deepest point within a face, away from all edges of both meshes, is missed: possible only where a
// face
//   runs through the middle of the other part, deeper than that part's half thickness. Coordinates of the second mesh
//   are rounded once into the frame of the first (1e-16 of the size of the parts).
#pragma once

#include "collision/queries/surface_depth.h"

namespace passung::collision {

struct MeshDepth {
  double depth = 0;         // [m]
  Vec3 p_A = Vec3::Zero();  // the deepest point, in the frame of A
  int triangleA = -1, triangleB = -1;
  bool intersecting = false;  // two triangles meet (touching counts), or one part lies inside the other
};

[[nodiscard]] MeshDepth meshDepth(const PreparedMesh& a, const PreparedMesh& b, const Transform& X_AB);

}  // namespace passung::collision
