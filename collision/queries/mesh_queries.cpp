// SPDX-License-Identifier: Apache-2.0
#include "collision/queries/mesh_queries.h"

#include <algorithm>
#include <limits>

#include "collision/queries/exact_triangle.h"

namespace passung::collision {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

Vec3 featureNormal(const TriangleMesh& mesh, int triangle, TriangleFeature feature) {
  const auto t = static_cast<std::size_t>(triangle);
  const auto k = static_cast<std::size_t>(indexOf(feature));
  if (isVertex(feature)) return mesh.vertexNormals()[static_cast<std::size_t>(mesh.triangles()[t][k])];
  if (isEdge(feature)) {
    const MeshEdge& e = mesh.edges()[static_cast<std::size_t>(mesh.triangleEdges()[t][k])];
    Vec3 n = mesh.faceNormals()[static_cast<std::size_t>(e.face0)];
    if (e.face1 >= 0) n += mesh.faceNormals()[static_cast<std::size_t>(e.face1)];
    const double length = n.norm();
    // A knife edge folded shut has no normal of its own.
    if (length > 0) return n / length;
  }
  return mesh.faceNormals()[t];
}

}  // namespace

std::array<Vec3, 3> corners(const TriangleMesh& mesh, int triangle) {
  const Triangle& t = mesh.triangles()[static_cast<std::size_t>(triangle)];
  const auto v = mesh.vertices();
  return {v[static_cast<std::size_t>(t[0])], v[static_cast<std::size_t>(t[1])], v[static_cast<std::size_t>(t[2])]};
}

std::optional<RayHit> raycast(const TriangleMesh& mesh, const Bvh& bvh, const Vec3& origin, const Vec3& direction) {
  const double length = direction.norm();
  if (!(length > 0) || bvh.empty()) return std::nullopt;

  // The ray as a segment that ends beyond the mesh.
  const Aabb box = bvh.bounds();
  const double tEnd = 2 * ((box.center() - origin).norm() + box.size()) / length;
  const Vec3 end = origin + tEnd * direction;
  RayHit hit;
  bvh.alongRay(origin, direction, tEnd, [&](int triangle, double best) {
    const auto c = corners(mesh, triangle);
    if (!segmentIntersectsTriangle(origin, end, c)) return best;
    const Vec3 n = (c[1] - c[0]).cross(c[2] - c[0]);
    const double t = n.dot(c[0] - origin) / n.dot(direction);
    if (!(t < best)) return best;
    hit = {std::max(t, 0.0), origin + std::max(t, 0.0) * direction, triangle};
    return hit.t;
  });
  return hit.triangle < 0 ? std::nullopt : std::optional(hit);
}

SurfacePoint closestPoint(const TriangleMesh& mesh, const Bvh& bvh, const Vec3& p) {
  SurfacePoint best;
  const double squared = bvh.nearest(p, kInf, [&](int triangle, double bestSquared) {
    const auto c = corners(mesh, triangle);
    const PointTriangle q = closestPointTriangle(p, c[0], c[1], c[2]);
    if (!(q.squared < bestSquared)) return bestSquared;
    best.point = q.point;
    best.triangle = triangle;
    best.feature = q.feature;
    return q.squared;
  });
  if (best.triangle < 0) return best;
  best.normal = featureNormal(mesh, best.triangle, best.feature);
  const bool inside = mesh.diagnosis().watertight && best.normal.dot(p - best.point) < 0;
  best.distance = inside ? -std::sqrt(squared) : std::sqrt(squared);
  return best;
}

bool boundsVolume(const TriangleMesh& mesh) {
  std::vector<int> balance(mesh.edges().size(), 0);
  for (std::size_t t = 0; t < mesh.triangles().size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto e = static_cast<std::size_t>(mesh.triangleEdges()[t][k]);
      balance[e] += mesh.triangles()[t][k] == mesh.edges()[e].v0 ? 1 : -1;
    }
  }
  return std::all_of(balance.begin(), balance.end(), [](int b) { return b == 0; });
}

SideTest::SideTest(const TriangleMesh& mesh, const Bvh& bvh)
    : mesh_(&mesh), bvh_(&bvh), closed_(boundsVolume(mesh)), winding_(mesh, bvh) {}

Side SideTest::at(const Vec3& p) const {
  if (bvh_->empty() || !bvh_->bounds().contains(p)) return Side::kOutside;
  if (closed_) {
    if (const auto side = byRays(p)) return *side;
  }
  return std::abs(winding_.at(p)) > 0.5 ? Side::kInside : Side::kOutside;
}

std::optional<Side> SideTest::byRays(const Vec3& p) const {
  // The shortest way out along an axis, slightly tilted so that it meets no edges of parts built along the axes.
  const Aabb box = bvh_->bounds();
  int axis = 0;
  double way = kInf;
  for (int i = 0; i < 3; ++i) {
    const double d = std::min(p[i] - box.lower[i], box.upper[i] - p[i]);
    if (d < way) {
      way = d;
      axis = i;
    }
  }
  const double sign = p[axis] - box.lower[axis] <= box.upper[axis] - p[axis] ? -1 : 1;
  const double length = 2 * way + 0.01 * box.size();
  for (int attempt = 1; attempt <= 16; ++attempt) {
    Vec3 d = Vec3::Zero();
    d[axis] = sign * length;
    d[(axis + 1) % 3] = length * 0.0371 * attempt;
    d[(axis + 2) % 3] = length * 0.0229 * attempt * (attempt % 2 == 0 ? 1 : -1);
    const Vec3 q = p + d;
    int crossings = 0;
    bool degenerate = false;
    bool on = false;
    bvh_->alongRay(p, d, 1, [&](int triangle, double best) {
      const Crossing c = crossingOf(p, q, corners(*mesh_, triangle));
      crossings += c == Crossing::kUp ? 1 : (c == Crossing::kDown ? -1 : 0);
      on = c == Crossing::kStart;
      degenerate = c == Crossing::kDegenerate;
      return on || degenerate ? -1.0 : best;  // a negative end stops the ray
    });
    if (on) return Side::kOn;
    if (!degenerate) return crossings != 0 ? Side::kInside : Side::kOutside;
  }
  return std::nullopt;
}

bool selfIntersects(const TriangleMesh& mesh) { return selfIntersects(mesh, triangleBvh(mesh)); }

bool selfIntersects(const TriangleMesh& mesh, const Bvh& bvh) {
  bool found = false;
  Bvh::overlappingPairs(bvh, bvh, Transform{}, 0, [&](int i, int j) {
    if (found || i >= j) return;
    const Triangle& s = mesh.triangles()[static_cast<std::size_t>(i)];
    const Triangle& t = mesh.triangles()[static_cast<std::size_t>(j)];
    for (const int v : s) {
      if (v == t[0] || v == t[1] || v == t[2]) return;
    }
    found = trianglesCross(corners(mesh, i), corners(mesh, j));
  });
  return found;
}

}  // namespace passung::collision
