// SPDX-License-Identifier: Apache-2.0
// What the terms of a NearSet are compared with: loops over all triangles.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "collision/narrowphase/near_set.h"
#include "collision/queries/closest.h"
#include "test_meshes.h"

namespace passung::collision::test {

// The unsigned distance of each point of `from` to all triangles of `to`, by a loop over all pairs.
inline std::vector<double> bruteForce(const ContactGeometry& from, const ContactGeometry& to,
                                      const Transform& X_ToFrom) {
  std::vector<double> d;
  for (const Vec3& p_F : from.points) {
    const Vec3 p = X_ToFrom * p_F;
    double best = std::numeric_limits<double>::infinity();
    for (const Triangle& t : to.mesh->triangles()) {
      best = std::min(best, closestPointTriangle(p, to.points[static_cast<std::size_t>(t[0])],
                                                 to.points[static_cast<std::size_t>(t[1])],
                                                 to.points[static_cast<std::size_t>(t[2])])
                                .squared);
    }
    d.push_back(std::sqrt(best));
  }
  return d;
}

inline Transform randomMotion(std::mt19937& random, double length, double angle) {
  std::normal_distribution<double> n;
  return {rotationFromVector(angle * Vec3(n(random), n(random), n(random))),
          length * Vec3(n(random), n(random), n(random))};
}

// Inside: an odd number of crossings of a ray in a direction without symmetry.
inline bool inside(const ContactGeometry& g, const Vec3& p) {
  const Vec3 dir = Vec3(0.3712, 0.7431, 0.5571).normalized();
  int crossings = 0;
  for (const Triangle& t : g.mesh->triangles()) {
    const Vec3 a = g.points[static_cast<std::size_t>(t[0])], b = g.points[static_cast<std::size_t>(t[1])],
               c = g.points[static_cast<std::size_t>(t[2])];
    const Vec3 e1 = b - a, e2 = c - a, h = dir.cross(e2);
    const double det = e1.dot(h);
    if (std::abs(det) < 1e-30) continue;
    const Vec3 s = p - a;
    const double u = s.dot(h) / det, v = dir.dot(s.cross(e1)) / det;
    if (u >= 0 && v >= 0 && u + v <= 1 && e2.dot(s.cross(e1)) / det > 0) ++crossings;
  }
  return crossings % 2 == 1;
}

// The gaps of the points of one shape.
inline std::map<std::size_t, double> gapsOfPoints(const std::vector<ContactTerm>& terms, int side) {
  std::map<std::size_t, double> gaps;
  for (const ContactTerm& t : terms) {
    if (t.feature >> 62 == static_cast<std::uint64_t>(side)) gaps[(t.feature >> 31) & 0x7fffffff] = t.gap;
  }
  return gaps;
}

// A wavy torus: many triangles, convex and concave edges of all angles.
inline std::shared_ptr<const TriangleMesh> wavyTorus(double R, double r, int n, int m) {
  std::vector<Vec3> v;
  std::vector<Triangle> t;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      const double a = 2 * kPi * i / n, b = 2 * kPi * j / m;
      const double s = r * (1 + 0.15 * std::sin(5 * a) * std::cos(3 * b) + (j % 4 == 0 ? 0.05 : 0.0));
      v.emplace_back((R + s * std::cos(b)) * std::cos(a), (R + s * std::cos(b)) * std::sin(a), s * std::sin(b));
      const int p = i * m + j, q = i * m + (j + 1) % m, u = (i + 1) % n * m + j, w = (i + 1) % n * m + (j + 1) % m;
      t.push_back({p, u, w});
      t.push_back({p, w, q});
    }
  }
  return TriangleMesh::build(v, t);
}

inline void expectSame(const std::vector<ContactTerm>& x, const std::vector<ContactTerm>& y) {
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(x[i].feature, y[i].feature);
    EXPECT_EQ(x[i].gap, y[i].gap);
    EXPECT_EQ(x[i].n_W, y[i].n_W);
    EXPECT_EQ(x[i].p_W, y[i].p_W);
    EXPECT_EQ(x[i].weight, y[i].weight);
  }
}

}  // namespace passung::collision::test
