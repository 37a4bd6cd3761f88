// SPDX-License-Identifier: Apache-2.0
// Questions to one mesh and its hierarchy (triangleBvh): rays, closest points, sides, self-intersection.
#pragma once

#include <array>
#include <optional>

#include "collision/bvh/bvh.h"
#include "collision/queries/closest.h"
#include "collision/queries/winding.h"
#include "core/triangle_mesh.h"

namespace passung::collision {

[[nodiscard]] std::array<Vec3, 3> corners(const TriangleMesh& mesh, int triangle);

struct RayHit {
  double t = 0;  // the hit is origin + t * direction, in units of |direction|
  Vec3 point = Vec3::Zero();
  int triangle = -1;
};
// The first triangle along the ray, from either side. Whether a triangle is hit is decided exactly on the ray's points,
// so no ray slips between two triangles. A triangle seen edge-on is not hit.
[[nodiscard]] std::optional<RayHit> raycast(const TriangleMesh& mesh, const Bvh& bvh, const Vec3& origin,
                                            const Vec3& direction);

struct SurfacePoint {
  Vec3 point = Vec3::Zero();
  double distance = 0;  // [m]; negative inside. Of a mesh that is not watertight: never negative.
  int triangle = -1;
  TriangleFeature feature = TriangleFeature::kFace;
  Vec3 normal = Vec3::Zero();  // outward, angle-weighted: of the face, edge or vertex that holds the point
};
// The sign is that of the angle with the weighted normal (Baerentzen & Aanaes, "Signed Distance Computation Using the
// Angle Weighted Pseudonormal", 2005), which is right for every watertight mesh without self-intersections.
[[nodiscard]] SurfacePoint closestPoint(const TriangleMesh& mesh, const Bvh& bvh, const Vec3& p);

// Whether every edge is used as often forwards as backwards: then the mesh bounds a volume, even where more than two
// faces meet in an edge.
[[nodiscard]] bool boundsVolume(const TriangleMesh& mesh);

enum class Side { kOutside, kOn, kInside };

// Tells where points lie, independent of normals. Closed meshes (boundsVolume): the directed crossings of a ray,
// decided exactly; a ray through an edge or a vertex is replaced by another. Others: a winding number above one half.
class SideTest {
 public:
  // The mesh and its triangleBvh must outlive the test.
  SideTest(const TriangleMesh& mesh, const Bvh& bvh);

  [[nodiscard]] bool closed() const { return closed_; }
  [[nodiscard]] Side at(const Vec3& p) const;

 private:
  // Nothing when every ray that was tried met an edge or a vertex.
  [[nodiscard]] std::optional<Side> byRays(const Vec3& p) const;

  const TriangleMesh* mesh_;
  const Bvh* bvh_;
  bool closed_;
  WindingField winding_;
};

// Whether two triangles without a common vertex cross (see trianglesCross): decided exactly. Touching does not count.
[[nodiscard]] bool selfIntersects(const TriangleMesh& mesh);
[[nodiscard]] bool selfIntersects(const TriangleMesh& mesh, const Bvh& bvh);

}  // namespace passung::collision
