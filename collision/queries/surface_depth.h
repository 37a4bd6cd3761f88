// SPDX-License-Identifier: Apache-2.0
// A mesh prepared for depth measurements, and the depth of points and edges below its surface.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "collision/bvh/bvh.h"
#include "collision/queries/mesh_queries.h"

namespace passung::collision {

// What the oracle keeps of a mesh. Immutable, shared by all bodies with the same mesh.
struct PreparedMesh {
  explicit PreparedMesh(std::shared_ptr<const TriangleMesh> source);
  PreparedMesh(const PreparedMesh&) = delete;
  PreparedMesh& operator=(const PreparedMesh&) = delete;

  std::shared_ptr<const TriangleMesh> mesh;
  Bvh bvh;
  SideTest side;
  std::vector<int> edgeStart, edgesOfVertex;  // edges of vertex v: edgesOfVertex[edgeStart[v] .. edgeStart[v + 1])
  std::vector<int> componentOfVertex;         // parts of the mesh connected by edges, numbered from 0
  std::vector<int> vertexOfComponent;         // one vertex of each
};

struct SurfaceDistance {
  double value = std::numeric_limits<double>::infinity();  // [m], unsigned
  Vec3 point = Vec3::Zero();
  int triangle = -1;
};
// The closest point of the surface; nothing (triangle -1) when it is not closer than `limit`.
[[nodiscard]] SurfaceDistance surfaceDistance(const PreparedMesh& m, const Vec3& p,
                                              double limit = std::numeric_limits<double>::infinity());

// The deepest point found so far.
struct Deepest {
  double depth = 0;           // [m]
  Vec3 point = Vec3::Zero();  // in the frame of the mesh it lies in
  int triangle = -1;          // of that mesh, the closest one
  int source = -1;            // what the caller was measuring when it was found

  bool offer(double d, const Vec3& p, int t, int s) {
    if (!(d > depth)) return false;
    *this = {d, p, t, s};
    return true;
  }
};

// Maximises the distance to the surface over the segment pq, which is known to lie inside. Branch and bound: along a
// piece of the segment the distance to one triangle is convex, so its ends bound the distance to the surface from
// above; so does a slope of one. Stops when nothing deeper than (1 + 1e-3) times the best can be left, or at an
// evaluation limit (then the result is a lower bound).
void deepestOnSegment(const PreparedMesh& m, const Vec3& p, const Vec3& q, int source, Deepest& best);

// The pieces of the segment pq inside a mesh, where `cuts` are all the places (0..1) at which it meets the surface.
// Calls inside(s0, s1) for each.
template <class Inside>
void insidePieces(const PreparedMesh& m, const Vec3& p, const Vec3& q, std::vector<double>& cuts, Inside&& inside) {
  cuts.push_back(0);
  cuts.push_back(1);
  std::sort(cuts.begin(), cuts.end());
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const double s0 = cuts[i];
    const double s1 = cuts[i + 1];
    if (!(s1 > s0)) continue;
    const Vec3 middle = p + (0.5 * (s0 + s1)) * (q - p);
    if (m.side.at(middle) == Side::kInside) inside(s0, s1);
  }
}

}  // namespace passung::collision
