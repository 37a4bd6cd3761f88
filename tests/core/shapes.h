// SPDX-License-Identifier: Apache-2.0
// Meshes whose volume, area and inertia are known in closed form.
#pragma once

#include <cmath>
#include <vector>

#include "core/mass_properties.h"

namespace passung::testing {

struct Soup {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;

  // Appends another soup, moved.
  Soup& add(const Soup& other, const Transform& X = {}) {
    const int base = static_cast<int>(vertices.size());
    for (const Vec3& p : other.vertices) vertices.push_back(X * p);
    for (const Triangle& t : other.triangles) triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
    return *this;
  }
  [[nodiscard]] Soup turned() const {
    Soup s = *this;
    for (Triangle& t : s.triangles) std::swap(t[1], t[2]);
    return s;
  }
};

// Axis-aligned, edge lengths e, centred at c.
inline Soup box(const Vec3& e, const Vec3& c = Vec3::Zero()) {
  Soup s;
  for (int i = 0; i < 8; ++i) {
    s.vertices.push_back(c + 0.5 * Vec3((i & 1) ? e.x() : -e.x(), (i & 2) ? e.y() : -e.y(), (i & 4) ? e.z() : -e.z()));
  }
  s.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                 {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return s;
}

// A prism over a regular n-gon of circumradius r, height h, axis z, centred.
inline Soup prism(int n, double r, double h) {
  Soup s;
  for (int side = 0; side < 2; ++side) {
    for (int i = 0; i < n; ++i) {
      const double a = 2 * kPi * i / n;
      s.vertices.emplace_back(r * std::cos(a), r * std::sin(a), (side ? 0.5 : -0.5) * h);
    }
  }
  for (int i = 0; i < n; ++i) {
    const int j = (i + 1) % n;
    s.triangles.push_back({i, j, n + j});
    s.triangles.push_back({i, n + j, n + i});
    if (i > 0 && i < n - 1) {
      s.triangles.push_back({0, i + 1, i});
      s.triangles.push_back({n, n + i, n + i + 1});
    }
  }
  return s;
}

// Ring radius R, tube radius r, axis z.
inline Soup torus(int n, int m, double R, double r) {
  Soup s;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      const double u = 2 * kPi * i / n, v = 2 * kPi * j / m;
      const double d = R + r * std::cos(v);
      s.vertices.emplace_back(d * std::cos(u), d * std::sin(u), r * std::sin(v));
    }
  }
  const auto at = [&](int i, int j) { return (i % n) * m + j % m; };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      s.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      s.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return s;
}

// A sphere of radius r by rings and sectors.
inline Soup sphere(int rings, int sectors, double r) {
  Soup s;
  s.vertices.emplace_back(0, 0, r);
  for (int i = 1; i < rings; ++i) {
    for (int j = 0; j < sectors; ++j) {
      const double u = kPi * i / rings, v = 2 * kPi * j / sectors;
      s.vertices.emplace_back(r * std::sin(u) * std::cos(v), r * std::sin(u) * std::sin(v), r * std::cos(u));
    }
  }
  s.vertices.emplace_back(0, 0, -r);
  const int last = static_cast<int>(s.vertices.size()) - 1;
  const auto at = [&](int i, int j) { return 1 + (i - 1) * sectors + j % sectors; };
  for (int j = 0; j < sectors; ++j) {
    s.triangles.push_back({0, at(1, j), at(1, j + 1)});
    s.triangles.push_back({last, at(rings - 1, j + 1), at(rings - 1, j)});
    for (int i = 1; i < rings - 1; ++i) {
      s.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      s.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return s;
}

}  // namespace passung::testing
