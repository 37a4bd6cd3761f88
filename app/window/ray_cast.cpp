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

struct Crossing {
  double t;       // [m]
  bool entering;  // through the outer side
};

std::optional<Crossing> meets(const Vec3& a, const Vec3& b, const Vec3& c, const Ray& ray) {
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
  return t > 0 ? std::optional(Crossing{t, det > 0}) : std::nullopt;
}

// Where along a ray the section leaves the parts in place: between `from` and `to`.
struct Kept {
  double from = 0, to = std::numeric_limits<double>::infinity();
  bool cutBefore = false;  // the ray comes through the plane at `from`
};

Kept keptAlong(const std::optional<DrawSection>& section, const Ray& ray) {
  Kept kept;
  if (!section) return kept;
  const double height = section->n.dot(ray.origin - section->p);  // above 0: on the side that is taken away
  const double rate = section->n.dot(ray.direction);
  const double t = rate == 0 ? -1 : -height / rate;
  if (height <= 0) {
    if (t > 0) kept.to = t;
  } else if (t > 0) {
    kept.from = t;
    kept.cutBefore = true;
  } else {
    kept.to = -1;
  }
  return kept;
}

}  // namespace

std::optional<RayHit> castRay(const DrawList& list, const Ray& ray) {
  std::optional<RayHit> nearest;
  const Kept section = keptAlong(list.section, ray);
  double limit = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < list.meshes.size(); ++i) {
    const DrawMesh& item = list.meshes[i];
    if (!item.mesh || item.pickId == 0 || !(item.color.a > 0)) continue;  // what is not seen is not meant
    const Transform X_MW = item.X_WM.inverse();
    const Ray ray_M{X_MW * ray.origin, X_MW.q * ray.direction};
    const Kept kept = item.whole ? Kept{} : section;
    // A cut face is found by all that lies behind it.
    if (!meets(item.mesh->bounds(), ray_M, kept.cutBefore ? std::numeric_limits<double>::infinity() : limit)) continue;
    const auto vertices = item.mesh->vertices();
    int winding = 0, triangle = -1;
    double first = limit;
    for (std::size_t k = 0; k < item.mesh->triangles().size(); ++k) {
      const Triangle& t = item.mesh->triangles()[k];
      const auto crossing = meets(vertices[static_cast<std::size_t>(t[0])], vertices[static_cast<std::size_t>(t[1])],
                                  vertices[static_cast<std::size_t>(t[2])], ray_M);
      if (!crossing || crossing->t < kept.from || crossing->t > kept.to) continue;
      winding += crossing->entering ? -1 : 1;
      if (crossing->t >= first) continue;
      first = crossing->t;
      triangle = static_cast<int>(k);
    }
    if (kept.cutBefore && winding != 0 && item.mesh->diagnosis().watertight && kept.from < limit) {
      first = kept.from;
      triangle = -1;
    }
    if (first >= limit) continue;
    limit = first;
    nearest = RayHit{item.pickId, ray.origin + limit * ray.direction, limit, i, triangle};
  }
  return nearest;
}

Vec3 normalAt(const DrawList& list, const RayHit& hit, const Ray& ray) {
  const DrawMesh& item = list.meshes[hit.mesh];
  Vec3 n = list.section ? list.section->n : -ray.direction;
  if (hit.triangle >= 0) {
    const auto vertices = item.mesh->vertices();
    const Triangle& t = item.mesh->triangles()[static_cast<std::size_t>(hit.triangle)];
    const auto vertex = [&](int k) { return Vec3(vertices[static_cast<std::size_t>(t[static_cast<std::size_t>(k)])]); };
    const Vec3 cross = (vertex(1) - vertex(0)).cross(vertex(2) - vertex(0));
    if (cross.norm() > 0) n = item.X_WM.q * cross;
  }
  n.normalize();
  return n.dot(ray.direction) > 0 ? Vec3(-n) : n;
}

}  // namespace passung::app
