// SPDX-License-Identifier: Apache-2.0
#include "dynamics/bullet/convex_cell.h"

#include <algorithm>
#include <cmath>

namespace passung::dynamics {
namespace {

// The face that a cut gives to both sides: the cut points sorted round their middle, equal ones joined.
std::vector<CellCorner> capOf(const std::vector<Vec3>& points, const CutPlane& plane, double eps, const Solid& solid) {
  std::vector<Vec3> unique;
  for (const Vec3& p : points) {
    const bool known = std::any_of(unique.begin(), unique.end(), [&](const Vec3& q) { return (p - q).norm() <= eps; });
    if (!known) unique.push_back(p);
  }
  if (unique.size() < 3) return {};

  Vec3 middle = Vec3::Zero();
  for (const Vec3& p : unique) middle += p / static_cast<double>(unique.size());
  const Vec3 u = plane.normal.unitOrthogonal(), v = plane.normal.cross(u);
  const auto angle = [&](const Vec3& p) { return std::atan2(v.dot(p - middle), u.dot(p - middle)); };
  std::sort(unique.begin(), unique.end(), [&](const Vec3& p, const Vec3& q) { return angle(p) < angle(q); });
  std::vector<CellCorner> cap;
  for (const Vec3& p : unique) cap.push_back({p, solid.contains(p)});
  return cap;
}

// Cuts a convex loop of points: the corners on each side, with the crossing points on both.
void cutLoop(const std::vector<Vec3>& loop, const CutPlane& plane, double eps, std::vector<Vec3>& negative,
             std::vector<Vec3>& positive) {
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec3 &p = loop[i], &q = loop[(i + 1) % loop.size()];
    const double dp = plane.distance(p), dq = plane.distance(q);
    if (dp <= eps) negative.push_back(p);
    if (dp >= -eps) positive.push_back(p);
    if ((dp > eps && dq < -eps) || (dp < -eps && dq > eps)) {
      const Vec3 x = p + (dp / (dp - dq)) * (q - p);
      negative.push_back(x);
      positive.push_back(x);
    }
  }
}

}  // namespace

Solid::Solid(const TriangleMesh& m) : mesh(m), bvh(collision::triangleBvh(m)), side(m, bvh) {}

bool Solid::contains(const Vec3& p) const {
  return side.at(p) == collision::Side::kInside &&
         std::abs(collision::closestPoint(mesh, bvh, p).distance) > 1e-7 * mesh.bounds().size();
}

double Solid::distance(const Vec3& p) const {
  if (side.at(p) == collision::Side::kInside) return 0;
  return std::abs(collision::closestPoint(mesh, bvh, p).distance);
}

ConvexCell wholeCell(const TriangleMesh& mesh, double margin) {
  const Aabb box = mesh.bounds().grown(margin);
  const auto corner = [&](int i) {
    return CellCorner{Vec3((i & 1) != 0 ? box.upper.x() : box.lower.x(), (i & 2) != 0 ? box.upper.y() : box.lower.y(),
                           (i & 4) != 0 ? box.upper.z() : box.lower.z()),
                      false};
  };
  ConvexCell cell;
  for (const auto& face : {std::array{0, 2, 3, 1}, std::array{4, 5, 7, 6}, std::array{0, 1, 5, 4},
                           std::array{2, 6, 7, 3}, std::array{0, 4, 6, 2}, std::array{1, 3, 7, 5}}) {
    cell.faces.push_back({corner(face[0]), corner(face[1]), corner(face[2]), corner(face[3])});
  }
  const auto vertices = mesh.vertices();
  for (std::size_t t = 0; t < mesh.triangles().size(); ++t) {
    const Triangle& f = mesh.triangles()[t];
    cell.patches.push_back({{vertices[static_cast<std::size_t>(f[0])], vertices[static_cast<std::size_t>(f[1])],
                             vertices[static_cast<std::size_t>(f[2])]},
                            mesh.faceNormals()[t],
                            static_cast<int>(t)});
  }
  return cell;
}

std::array<ConvexCell, 2> cut(const ConvexCell& cell, const CutPlane& plane, double eps, const Solid& solid) {
  std::array<ConvexCell, 2> sides;
  for (ConvexCell& side : sides) side.level = cell.level + 1;

  // The cell's faces. Old corners keep what is known about them; crossing points are looked up.
  std::vector<Vec3> onPlane;
  for (const auto& face : cell.faces) {
    std::array<std::vector<CellCorner>, 2> halves;
    for (std::size_t i = 0; i < face.size(); ++i) {
      const CellCorner &p = face[i], &q = face[(i + 1) % face.size()];
      const double dp = plane.distance(p.p), dq = plane.distance(q.p);
      if (dp <= eps) halves[0].push_back(p);
      if (dp >= -eps) halves[1].push_back(p);
      if (std::abs(dp) <= eps) onPlane.push_back(p.p);
      if ((dp > eps && dq < -eps) || (dp < -eps && dq > eps)) {
        const Vec3 x = p.p + (dp / (dp - dq)) * (q.p - p.p);
        const CellCorner crossing{x, solid.contains(x)};
        halves[0].push_back(crossing);
        halves[1].push_back(crossing);
        onPlane.push_back(x);
      }
    }
    for (int s = 0; s < 2; ++s) {
      auto& half = halves[static_cast<std::size_t>(s)];
      if (half.size() >= 3) sides[static_cast<std::size_t>(s)].faces.push_back(std::move(half));
    }
  }
  const auto cap = capOf(onPlane, plane, eps, solid);
  if (!cap.empty()) {
    for (ConvexCell& side : sides) side.faces.push_back(cap);
  }

  for (const SurfacePatch& patch : cell.patches) {
    double lowest = 0, highest = 0;
    for (const Vec3& p : patch.corners) {
      const double d = plane.distance(p);
      lowest = std::min(lowest, d);
      highest = std::max(highest, d);
    }
    if (lowest >= -eps && highest <= eps) {
      sides[patch.normal.dot(plane.normal) > 0 ? 0 : 1].patches.push_back(patch);
    } else if (highest <= eps) {
      sides[0].patches.push_back(patch);
    } else if (lowest >= -eps) {
      sides[1].patches.push_back(patch);
    } else {
      SurfacePatch negative{{}, patch.normal, patch.triangle}, positive = negative;
      cutLoop(patch.corners, plane, eps, negative.corners, positive.corners);
      if (negative.corners.size() >= 3) sides[0].patches.push_back(std::move(negative));
      if (positive.corners.size() >= 3) sides[1].patches.push_back(std::move(positive));
    }
  }
  return sides;
}

}  // namespace passung::dynamics
