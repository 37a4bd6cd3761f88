// SPDX-License-Identifier: Apache-2.0
// What contacts see of a shape: points, convex edges and triangles, a rounding radius, and hierarchies over them.
//
// A mesh has all three and radius 0. A sphere is one point with a radius, a capsule one edge with a radius, a box and a
// cylinder are meshes. A half-space has nothing but its plane z = 0. One set of distance terms then serves all pairs.
#pragma once

#include <memory>
#include <vector>

#include "collision/bvh/bvh.h"
#include "collision/narrowphase/convex_polyhedron.h"
#include "collision/shapes/shape.h"

namespace passung::collision {

// A convex edge that takes part in edge-edge contacts.
struct ContactEdge {
  int v0 = 0, v1 = 0;  // points; equal for a sphere's centre
  // In-face directions, perpendicular to the edge, pointing into the two faces (unit). The outward normal cone of the
  // edge is { m perpendicular to the edge : m.t0 <= 0 and m.t1 <= 0 }. Only meaningful with `cone`.
  Vec3 t0 = Vec3::Zero(), t1 = Vec3::Zero();
  bool cone = false;  // false for round shapes and for boundaries of open meshes: such edges have no inside
};

class FeatureClusters;

// A triangle laid out for closest-point tests that mostly end on its face.
struct PackedTriangle {
  Vec3 a, ab, ac;
  Vec3 toB, toC;  // barycentric coordinates of p: (p - a) . toB, (p - a) . toC; zero for needles
};

// What does not depend on which edges are listed.
struct ContactSurface {
  std::vector<Vec3> points;  // in the shape's frame G
  std::vector<PackedTriangle> triangles;
  std::vector<Vec3> edgeNormals;  // pseudo-normal of each mesh edge (sum of its face normals, unit)
  Bvh triangleBvh, pointBvh;
};

struct ContactGeometry {
  explicit ContactGeometry(std::shared_ptr<const ContactSurface> surface);

  std::shared_ptr<const TriangleMesh> mesh;        // null for spheres, capsules and half-spaces
  std::shared_ptr<const ConvexPolyhedron> convex;  // null unless the mesh is convex with few faces
  std::shared_ptr<const ContactSurface> surface;   // never null; what the references below refer to
  const std::vector<Vec3>& points;
  const std::vector<PackedTriangle>& triangles;
  const std::vector<Vec3>& edgeNormals;
  const Bvh &triangleBvh, &pointBvh;
  std::vector<ContactEdge> edges;
  std::vector<int> edgeOf;  // of each edge of the mesh the contact edge that it is, or -1
  Bvh edgeBvh;
  double radius = 0;  // rounding [m]
  bool halfSpace = false;
  bool twoSided = false;  // an open mesh: no inside, the side is remembered from the start of a step
  std::shared_ptr<const FeatureClusters> clusters;  // of large meshes, else null
  Aabb bounds;                                      // without the radius; infinite for a half-space
  double size = 0;                                  // diagonal of the bounds with the radius [m]; 0 for a half-space
  double thickness = 0;  // mean thickness 2 V / A [m]: the plate's thickness, the rod's radius

  // `hiddenDepth` [m]: convex edges are listed when a pair of unlisted ones could hide more overlap than this.
  // Large meshes get clusters if `clusters`. `like`: a geometry of the same mesh and with clusters or without alike,
  // from which is taken what it has in common with the new one; or null.
  static std::shared_ptr<const ContactGeometry> make(const Shape& shape, double hiddenDepth, bool clusters = true,
                                                     const ContactGeometry* like = nullptr);
};

// How many convex edges of a mesh ContactGeometry::make() lists.
[[nodiscard]] std::size_t listedEdges(const TriangleMesh& mesh, double hiddenDepth);

}  // namespace passung::collision
