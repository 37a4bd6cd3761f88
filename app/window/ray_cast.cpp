// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/ray_cast.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace passung::app {

namespace {

// Whether the ray meets the box closer than `limit` [m].
bool meets(const Aabb& box, const Ray& ray, double limit) {
  double enter = 0, leave = limit;
  for (int k = 0; k < 3; ++k) {
    const double inverse = 1 / ray.direction[k];
    double t0 = (box.lower[k] - ray.origin[k]) * inverse, t1 = (box.upper[k] - ray.origin[k]) * inverse;
    if (std::isnan(t0) || std::isnan(t1)) continue;  // parallel and on the plane
    if (t0 > t1) std::swap(t0, t1);
    enter = std::max(enter, t0);
    leave = std::min(leave, t1);
  }
  return enter <= leave;
}

std::optional<double> meets(const Vec3& a, const Vec3& b, const Vec3& c, const Ray& ray) {
  const Vec3 e1 = b - a, e2 = c - a;
  const Vec3 h = ray.direction.cross(e2);
  const double det = e1.dot(h);
  if (det == 0) return std::nullopt;
  const Vec3 s = ray.origin - a;
  const double u = s.dot(h) / det;
  if (!(u >= 0 && u <= 1)) return std::nullopt;
  const Vec3 q = s.cross(e1);
  const double v = ray.direction.dot(q) / det;
  if (!(v >= 0 && u + v <= 1)) return std::nullopt;
  const double t = e2.dot(q) / det;
  return t > 0 ? std::optional(t) : std::nullopt;
}

}  // namespace

std::optional<RayHit> castRay(const DrawList& list, const Ray& ray) {
  std::optional<RayHit> nearest;
  double limit = std::numeric_limits<double>::infinity();
  for (const DrawMesh& item : list.meshes) {
    if (!item.mesh || item.pickId == 0) continue;
    const Transform X_MW = item.X_WM.inverse();
    const Ray ray_M{X_MW * ray.origin, X_MW.q * ray.direction};
    if (!meets(item.mesh->bounds(), ray_M, limit)) continue;
    const auto vertices = item.mesh->vertices();
    for (const Triangle& t : item.mesh->triangles()) {
      const auto distance = meets(vertices[static_cast<std::size_t>(t[0])], vertices[static_cast<std::size_t>(t[1])],
                                  vertices[static_cast<std::size_t>(t[2])], ray_M);
      if (!distance || *distance >= limit) continue;
      limit = *distance;
      nearest = RayHit{item.pickId, ray.origin + limit * ray.direction, limit};
    }
  }
  return nearest;
}

}  // namespace passung::app
