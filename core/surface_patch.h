// SPDX-License-Identifier: Apache-2.0
// Problem: the plane or cylinder that a triangle of a CAD mesh was made from, to measure and to align by.
// Method: coplanar neighbours are taken together. Where their rim is smooth, cylinders are tried: the axis across the
//   normals of the nearest triangles, the circle through their vertices; what agrees is joined to the patch, and axis
//   and radius are fitted to its vertices (Gauss-Newton on the distances from the axis). Then the tolerance is
//   narrowed: a patch that shrinks with it lies on another surface, that touches the cylinder only. The largest patch
//   counts.
// Cost: linear in the triangles of the patch and its rim, and a mark for each triangle of the mesh.
// Failure modes: cones, spheres, tori and free surfaces are `kOther`, but for single bands of facets whose corners do
//   lie on a cylinder; a cylinder of which less than 15 degrees or fewer than three facets are seen counts as its
//   facets; of a scanned surface with corners off by more than 0.04 % of the radius no cylinder is found.
#pragma once

#include <vector>

#include "core/triangle_mesh.h"

namespace passung {

struct SurfacePatch {
  enum class Kind { kOther, kPlane, kCylinder };
  Kind kind = Kind::kOther;
  std::vector<int> triangles;         // connected; of `kOther` the one that was asked for
  Vec3 center = Vec3::Zero();         // of area; of a cylinder the middle of its axis [m]
  Vec3 direction = Vec3::UnitZ();     // unit: outward normal, or the cylinder's axis (of either sense)
  double radius = 0, halfLength = 0;  // of a cylinder [m]
  bool hole = false;                  // the cylinder's surface looks at its axis
};

// The patch that holds a triangle. Precondition: the triangle is one of the mesh.
[[nodiscard]] SurfacePatch patchAround(const TriangleMesh& mesh, int triangle);

}  // namespace passung
