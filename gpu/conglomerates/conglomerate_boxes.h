// SPDX-License-Identifier: Apache-2.0
// Problem: a tight oriented box round each conglomerate, and which boxes of two parts may be near each other.
// Method: boxes along a few candidate frames, the one of least surface: the mesh's axes, the principal axes of the
// convex
//   hull's surface (S. Gottschalk, M. C. Lin and D. Manocha, "OBBTree", SIGGRAPH 1996, section 4), and, for the hull's
//   largest facets, the facet's plane with the rectangle of least area round the hull's shadow on it. The pair test is
//   that of separating axes (the same, section 5).
// Cost: of a box, points times hull facets, for at most kHullPoints points chosen in evenly spread directions; a pair
//   some 100 operations, fewer for those that are far apart.
// Failure modes: not the smallest box there is (one whose edges, not a face, touch the hull is not tried). Near an
//   oblique corner the pair test calls boxes near that are somewhat farther apart than the distance.
#pragma once

#include <span>
#include <vector>

#include "core/triangle_mesh.h"
#include "gpu/conglomerates/partition.h"

namespace passung::gpu {

// The points p_B with |p_B| <= half on each axis. M is the mesh's frame, B the box's own: its origin the centre.
struct OrientedBox {
  Transform X_MB;
  Vec3 half = Vec3::Zero();  // [m]; flat sets give a side as thin as rounding

  [[nodiscard]] double area() const {  // of the surface [m^2]
    return 8 * (half.x() * half.y() + half.y() * half.z() + half.z() * half.x());
  }
};

// Holds every point: sides are padded by more than the rounding of their computation. Precondition: one point or more.
[[nodiscard]] OrientedBox tightBox(std::span<const Vec3> points);
// The same in a given frame: for points that have moved, at a fraction of the cost.
[[nodiscard]] OrientedBox boxAlong(const Quat& q_MB, std::span<const Vec3> points);

struct ConglomerateBoxes {
  std::vector<OrientedBox> boxes;  // one a conglomerate
  OrientedBox whole;               // round all of them
};
[[nodiscard]] ConglomerateBoxes conglomerateBoxes(const TriangleMesh& mesh, const Partition& partition);

// False only if the boxes are more than `distance` [m] apart when B's mesh is placed at X_AB in A's; padded by more
// than the rounding of its computation.
[[nodiscard]] bool near(const OrientedBox& a, const OrientedBox& b, const Transform& X_AB, double distance);

}  // namespace passung::gpu
