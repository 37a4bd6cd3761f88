// SPDX-License-Identifier: Apache-2.0
#include "collision/queries/round_depth.h"

#include <algorithm>
#include <cmath>

#include "collision/queries/exact_triangle.h"

namespace passung::collision {
namespace {

struct AxisTriangle {
  double squared = 0;
  Vec3 onTriangle = Vec3::Zero();
};

// The distance of a segment that does not pass through the triangle.
AxisTriangle axisTriangle(const Vec3& a, const Vec3& b, const Corners& t) {
  AxisTriangle best{std::numeric_limits<double>::infinity(), Vec3::Zero()};
  const auto offer = [&best](double squared, const Vec3& p) {
    if (squared < best.squared) best = {squared, p};
  };
  for (const Vec3& end : {a, b}) {
    const PointTriangle q = closestPointTriangle(end, t[0], t[1], t[2]);
    offer(q.squared, q.point);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const SegmentSegment s = closestSegmentSegment(a, b, t[k], t[(k + 1) % 3]);
    offer(s.squared, s.pointQ);
  }
  return best;
}

// A unit vector from q to p; any one when they coincide.
Vec3 direction(const Vec3& p, const Vec3& q) {
  const double length = (p - q).norm();
  return length > 0 ? Vec3((p - q) / length) : Vec3::UnitZ();
}

}  // namespace

RoundDepth roundMeshDepth(const RoundShape& r, const PreparedMesh& m) {
  Aabb box;
  box.add(r.a);
  box.add(r.b);

  // The nearest triangle within the radius, and the triangles that the axis passes through.
  double nearest = r.radius * r.radius;
  RoundDepth result{-1, Vec3::Zero(), -1};
  std::vector<double> cuts;
  m.bvh.overlapping(
      box,
      [&](int triangle) {
        const Corners t = corners(*m.mesh, triangle);
        const AxisTriangle d = axisTriangle(r.a, r.b, t);
        if (d.squared <= nearest) {
          nearest = d.squared;
          result.p = d.onTriangle;
          result.triangle = triangle;
        }
        if (r.a != r.b && segmentIntersectsTriangle(r.a, r.b, t)) {
          const Vec3 n = (t[1] - t[0]).cross(t[2] - t[0]);
          const double da = n.dot(r.a - t[0]);
          const double db = n.dot(r.b - t[0]);
          const double s = da == db ? 0.0 : std::clamp(da / (da - db), 0.0, 1.0);
          cuts.push_back(s);
          nearest = 0;
          result.p = r.a + s * (r.b - r.a);
          result.triangle = triangle;
        }
      },
      r.radius);
  if (result.triangle >= 0) result.depth = r.radius - std::sqrt(nearest);

  Deepest inside;
  insidePieces(m, r.a, r.b, cuts, [&](double s0, double s1) {
    deepestOnSegment(m, r.a + s0 * (r.b - r.a), r.a + s1 * (r.b - r.a), 0, inside);
  });
  if (inside.triangle < 0) return result;
  const Vec3 out = surfaceDistance(m, inside.point).point;
  return {r.radius + inside.depth, inside.point + r.radius * direction(inside.point, out), inside.triangle};
}

RoundDepth roundRoundDepth(const RoundShape& r, const RoundShape& s) {
  const SegmentSegment c = closestSegmentSegment(r.a, r.b, s.a, s.b);
  const double depth = r.radius + s.radius - std::sqrt(c.squared);
  return {depth, c.pointQ + s.radius * direction(c.pointP, c.pointQ), -1};
}

RoundDepth roundHalfSpaceDepth(const RoundShape& r) {
  const Vec3& low = r.a.z() <= r.b.z() ? r.a : r.b;
  return {r.radius - low.z(), low - Vec3(0, 0, r.radius), -1};
}

RoundDepth meshHalfSpaceDepth(const PreparedMesh& m, const Transform& X_HM) {
  const auto vertices = m.mesh->vertices();
  const Vec3 n_M = X_HM.q.conjugate() * Vec3::UnitZ();
  std::size_t lowest = 0;
  double height = std::numeric_limits<double>::infinity();
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const double h = n_M.dot(vertices[v]);
    if (h < height) {
      height = h;
      lowest = v;
    }
  }
  const int e = m.edgesOfVertex[static_cast<std::size_t>(m.edgeStart[lowest])];
  return {-(height + X_HM.p.z()), X_HM * vertices[lowest], m.mesh->edges()[static_cast<std::size_t>(e)].face0};
}

}  // namespace passung::collision
