// SPDX-License-Identifier: Apache-2.0
// Meshes of known form for the collision tests.
#pragma once

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "core/triangle_mesh.h"
#include "random_geometry.h"

namespace passung::collision::test {

using MeshPtr = std::shared_ptr<const TriangleMesh>;

// A ring of quadrilaterals around z from a closed profile of (radius, z) points, counter-clockwise in the r-z plane.
inline MeshPtr revolved(const std::vector<std::pair<double, double>>& profile, int segments, double startAngle = 0) {
  std::vector<Vec3> v;
  std::vector<Triangle> t;
  const int m = static_cast<int>(profile.size());
  for (int k = 0; k < segments; ++k) {
    const double angle = startAngle + 2 * kPi * k / segments;
    for (const auto& [r, z] : profile) v.push_back({r * std::cos(angle), r * std::sin(angle), z});
  }
  for (int k = 0; k < segments; ++k) {
    const int n = (k + 1) % segments;
    for (int i = 0; i < m; ++i) {
      const int j = (i + 1) % m;
      t.push_back({k * m + i, n * m + i, n * m + j});
      t.push_back({k * m + i, n * m + j, k * m + j});
    }
  }
  return TriangleMesh::build(std::move(v), std::move(t));
}

inline MeshPtr torus(double ring, double tube, int around, int across) {
  std::vector<std::pair<double, double>> profile;
  for (int i = 0; i < across; ++i) {
    const double a = 2 * kPi * i / across;
    profile.emplace_back(ring + tube * std::cos(a), tube * std::sin(a));
  }
  return revolved(profile, around);
}

// A pipe of polygonal section: inner and outer radius of the corners, height 2 h.
inline MeshPtr pipe(double inner, double outer, double h, int segments, double startAngle = 0) {
  return revolved({{inner, -h}, {outer, -h}, {outer, h}, {inner, h}}, segments, startAngle);
}

// One part of two shells, the second one shifted.
inline MeshPtr together(const TriangleMesh& a, const TriangleMesh& b, const Vec3& shift) {
  std::vector<Vec3> v(a.vertices().begin(), a.vertices().end());
  std::vector<Triangle> t(a.triangles().begin(), a.triangles().end());
  const int first = static_cast<int>(v.size());
  for (const Vec3& p : b.vertices()) v.push_back(p + shift);
  for (const Triangle& f : b.triangles()) t.push_back({f[0] + first, f[1] + first, f[2] + first});
  return TriangleMesh::build(std::move(v), std::move(t));
}

inline std::vector<Triangle> boxTriangles(int base, bool inwards) {
  std::vector<Triangle> t{{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                          {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  for (Triangle& x : t) {
    for (int& i : x) i += base;
    if (inwards) std::swap(x[1], x[2]);
  }
  return t;
}

inline std::vector<Vec3> boxVertices(const Vec3& lower, const Vec3& upper) {
  std::vector<Vec3> v;
  for (int i = 0; i < 8; ++i) {
    v.push_back({(i & 1) ? upper.x() : lower.x(), (i & 2) ? upper.y() : lower.y(), (i & 4) ? upper.z() : lower.z()});
  }
  return v;
}

inline MeshPtr box(const Vec3& lower, const Vec3& upper) {
  return TriangleMesh::build(boxVertices(lower, upper), boxTriangles(0, false));
}

// A box of half side 1 with a closed cavity of half side `cavity`.
inline MeshPtr hollowBox(double cavity) {
  auto v = boxVertices(-Vec3::Ones(), Vec3::Ones());
  for (const Vec3& p : boxVertices(Vec3::Constant(-cavity), Vec3::Constant(cavity))) v.push_back(p);
  auto t = boxTriangles(0, false);
  for (const Triangle& x : boxTriangles(8, true)) t.push_back(x);
  return TriangleMesh::build(std::move(v), std::move(t));
}

// A ball with random bumps: closed, not convex, without self-intersection (every ray from the centre meets it once).
inline MeshPtr lump(Random& random, double size, int around = 16) {
  std::vector<Vec3> v{{0, 0, -size}};
  std::vector<Triangle> t;
  const int rings = around / 2 - 1;
  for (int i = 0; i < rings; ++i) {
    const double lat = -0.5 * kPi + kPi * (i + 1) / (rings + 1);
    for (int k = 0; k < around; ++k) {
      const double lon = 2 * kPi * k / around;
      const double r = size * random.uniform(0.5, 1.3);
      v.push_back(r * Vec3(std::cos(lat) * std::cos(lon), std::cos(lat) * std::sin(lon), std::sin(lat)));
    }
  }
  const int top = static_cast<int>(v.size());
  v.push_back({0, 0, size});
  for (int k = 0; k < around; ++k) {
    const int n = (k + 1) % around;
    t.push_back({0, 1 + n, 1 + k});
    t.push_back({top, 1 + (rings - 1) * around + k, 1 + (rings - 1) * around + n});
    for (int i = 0; i + 1 < rings; ++i) {
      const int a = 1 + i * around;
      t.push_back({a + k, a + n, a + around + n});
      t.push_back({a + k, a + around + n, a + around + k});
    }
  }
  return TriangleMesh::build(std::move(v), std::move(t));
}

// The same surface with vertices and triangles in another order and the corners of triangles turned.
inline MeshPtr shuffled(Random& random, const TriangleMesh& m) {
  std::vector<int> place(m.vertices().size());
  for (std::size_t i = 0; i < place.size(); ++i) place[i] = static_cast<int>(i);
  for (std::size_t i = place.size(); i > 1; --i) std::swap(place[i - 1], place[random.below(static_cast<int>(i))]);
  std::vector<Vec3> v(place.size());
  for (std::size_t i = 0; i < place.size(); ++i) v[place[i]] = m.vertices()[i];
  std::vector<Triangle> t;
  for (const Triangle& x : m.triangles()) {
    const int k = random.below(3);
    t.push_back({place[x[k]], place[x[(k + 1) % 3]], place[x[(k + 2) % 3]]});
  }
  for (std::size_t i = t.size(); i > 1; --i) std::swap(t[i - 1], t[random.below(static_cast<int>(i))]);
  return TriangleMesh::build(std::move(v), std::move(t));
}

// A torus of `n` x `m` quadrilaterals with ripples; `squeeze` below one makes some rows of slivers that flat.
inline MeshPtr ripples(double size, int n, int m, double squeeze) {
  std::vector<Vec3> v;
  std::vector<Triangle> t;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      const double a = 2 * kPi * (i % 3 == 1 ? i - 1 + squeeze : i) / n, b = 2 * kPi * j / m;
      const double r = 0.3 * size * (1 + 0.15 * std::sin(4 * a) * std::cos(3 * b));
      v.emplace_back((size + r * std::cos(b)) * std::cos(a), (size + r * std::cos(b)) * std::sin(a), r * std::sin(b));
      const int p = i * m + j, q = i * m + (j + 1) % m, u = (i + 1) % n * m + j, w = (i + 1) % n * m + (j + 1) % m;
      t.push_back({p, u, w});
      t.push_back({p, w, q});
    }
  }
  return TriangleMesh::build(v, t);
}

}  // namespace passung::collision::test
