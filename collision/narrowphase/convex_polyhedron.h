// SPDX-License-Identifier: Apache-2.0
// A convex part as its faces, for contact manifolds by clipping (convex_manifold.h).
#pragma once

#include <memory>
#include <vector>

#include "core/triangle_mesh.h"

namespace passung::collision {

struct ConvexPolyhedron {
  struct Face {
    Vec3 normal = Vec3::UnitZ();  // unit, outward
    double offset = 0;            // the face lies in normal . x = offset [m]
    int first = 0, count = 0;     // its corners in `loops`, counterclockwise seen from outside
  };
  struct Edge {
    int v0 = 0, v1 = 0, face0 = 0, face1 = 0;
  };
  std::vector<Vec3> vertices;  // frame of the mesh
  std::vector<Face> faces;
  std::vector<int> loops;
  std::vector<Edge> edges;
  Vec3 center = Vec3::Zero();  // a point inside
  double size = 0;             // diagonal of the bounds [m]

  // The cost of a manifold grows with the product of two parts' edges; with more faces closest features are cheaper.
  static constexpr std::size_t kMaxFaces = 24;

  // Triangles in one plane become one face. Null for a mesh that is not closed, not convex or has too many faces.
  static std::shared_ptr<const ConvexPolyhedron> make(const TriangleMesh& mesh);
};

}  // namespace passung::collision
