// SPDX-License-Identifier: Apache-2.0
// A convex cell of space with the part of a solid's surface in it: what the decomposition cuts in two again and again.
#pragma once

#include <array>
#include <vector>

#include "collision/bvh/bvh.h"
#include "collision/queries/mesh_queries.h"
#include "core/triangle_mesh.h"

namespace passung::dynamics {

// A mesh with what is needed to ask where a point lies.
struct Solid {
  // The mesh must outlive it.
  explicit Solid(const TriangleMesh& mesh);
  Solid(const Solid&) = delete;

  // Inside by more than rounding. Points on the surface come into a piece through its patches, on the right side.
  [[nodiscard]] bool contains(const Vec3& p) const;
  // Distance [m] from p to the solid; 0 inside.
  [[nodiscard]] double distance(const Vec3& p) const;

  const TriangleMesh& mesh;
  collision::Bvh bvh;
  collision::SideTest side;
};

// The points with dot(normal, p) = offset; the negative side is where the normal does not point.
struct CutPlane {
  Vec3 normal = Vec3::UnitZ();  // unit
  double offset = 0;

  [[nodiscard]] double distance(const Vec3& p) const { return normal.dot(p) - offset; }
};

// A convex piece of a triangle of the surface.
struct SurfacePatch {
  std::vector<Vec3> corners;
  Vec3 normal;       // outward, unit
  int triangle = 0;  // of the mesh
};

struct CellCorner {
  Vec3 p;
  bool inSolid = false;
};

// Convex cell as the faces of its polytope, every face a loop of corners.
struct ConvexCell {
  std::vector<std::vector<CellCorner>> faces;
  std::vector<SurfacePatch> patches;
  int level = 0;  // number of cuts that made it
};

// The cell that holds the whole surface: the mesh's box, enlarged by `margin` [m].
[[nodiscard]] ConvexCell wholeCell(const TriangleMesh& mesh, double margin);

// Both sides of a cut: {negative, positive}. Points within `eps` [m] of the plane count as on it. A patch in the plane
// goes to the side of its solid.
[[nodiscard]] std::array<ConvexCell, 2> cut(const ConvexCell& cell, const CutPlane& plane, double eps,
                                            const Solid& solid);

}  // namespace passung::dynamics
