// SPDX-License-Identifier: Apache-2.0
// Problem: triangles for the plane faces of generated parts, without needles where the outline allows it.
// Method: holes are joined to the outline by bridges and the result is clipped ear by ear (Meisters 1975; Eberly,
// "Triangulation by Ear Clipping", 2002); interior points are inserted; edges are then flipped until every free edge
// is locally Delaunay (Lawson 1977), which makes the smallest angle as large as the given points allow.
// Cost: quadratic in the number of points, meant for hundreds. Fails, with InputError, on loops that cross.
#include "scenes/generators/polygon.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/error.h"

namespace passung::scenes {
namespace {

using Points = std::span<const Vec2>;
using DirectedEdge = std::pair<int, int>;

bool insideTriangle(const Vec2& p, const Vec2& a, const Vec2& b, const Vec2& c) {
  return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
}

// Whether the open segments p q and a b cross or overlap.
bool cross(const Vec2& p, const Vec2& q, const Vec2& a, const Vec2& b) {
  return turn(p, q, a) * turn(p, q, b) < 0 && turn(a, b, p) * turn(a, b, q) < 0;
}

// Joins a hole to the outline by the shortest bridge that crosses no edge.
Loop bridged(Points points, const Loop& outline, const Loop& hole, std::span<const Loop> all) {
  std::vector<std::tuple<double, std::size_t, std::size_t>> bridges;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    for (std::size_t k = 0; k < hole.size(); ++k) {
      bridges.emplace_back((points[outline[i]] - points[hole[k]]).squaredNorm(), i, k);
    }
  }
  std::sort(bridges.begin(), bridges.end());
  const auto blocked = [&](const Loop& loop, int a, int b) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const int u = loop[i];
      const int v = loop[(i + 1) % loop.size()];
      if (u == a || u == b || v == a || v == b) continue;
      if (cross(points[a], points[b], points[u], points[v])) return true;
    }
    return false;
  };
  for (const auto& [length, i, k] : bridges) {
    const int a = outline[i];
    const int b = hole[k];
    if (blocked(outline, a, b)) continue;
    if (std::any_of(all.begin(), all.end(), [&](const Loop& loop) { return blocked(loop, a, b); })) continue;
    Loop result(outline.begin(), outline.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    for (std::size_t n = 0; n <= hole.size(); ++n) result.push_back(hole[(k + n) % hole.size()]);
    result.insert(result.end(), outline.begin() + static_cast<std::ptrdiff_t>(i), outline.end());
    return result;
  }
  throw InputError("", "", "a hole of the outline crosses another loop");
}

bool isEar(Points points, const Loop& loop, std::size_t i) {
  const std::size_t n = loop.size();
  const int a = loop[(i + n - 1) % n];
  const int b = loop[i];
  const int c = loop[(i + 1) % n];
  if (turn(points[a], points[b], points[c]) <= 0) return false;
  return std::none_of(loop.begin(), loop.end(), [&](int q) {
    const Vec2& p = points[q];
    if (p == points[a] || p == points[b] || p == points[c]) return false;
    return insideTriangle(p, points[a], points[b], points[c]);
  });
}

std::vector<Triangle> clipEars(Points points, Loop loop) {
  std::vector<Triangle> triangles;
  while (loop.size() >= 3) {
    const std::size_t n = loop.size();
    std::size_t ear = n;
    for (std::size_t i = 0; i < n && ear == n; ++i) {
      if (isEar(points, loop, i)) ear = i;
    }
    if (ear == n) throw InputError("", "", "the outline crosses itself");
    triangles.push_back({loop[(ear + n - 1) % n], loop[ear], loop[(ear + 1) % n]});
    loop.erase(loop.begin() + static_cast<std::ptrdiff_t>(ear));
    if (loop.size() == 2) break;
  }
  return triangles;
}

// Splits the triangle, or the two triangles beside the edge, that hold point q.
void insertPoint(Points points, std::vector<Triangle>& triangles, int q) {
  const Vec2& p = points[q];
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const auto [a, b, c] = triangles[t];
    if (!insideTriangle(p, points[a], points[b], points[c])) continue;
    const std::array<int, 3> corner{a, b, c};
    for (std::size_t k = 0; k < 3; ++k) {
      const int u = corner[k];
      const int v = corner[(k + 1) % 3];
      if (turn(points[u], points[v], p) > 0) continue;
      // On the edge u v: the triangle beyond it is split as well.
      const int w = corner[(k + 2) % 3];
      triangles[t] = {u, q, w};
      triangles.push_back({q, v, w});
      for (Triangle& other : triangles) {
        for (std::size_t m = 0; m < 3; ++m) {
          if (other[m] != v || other[(m + 1) % 3] != u) continue;
          const int x = other[(m + 2) % 3];
          other = {v, q, x};
          triangles.push_back({q, u, x});
          return;
        }
      }
      throw InputError("", "", "an interior point lies on the outline");
    }
    triangles[t] = {a, b, q};
    triangles.push_back({b, c, q});
    triangles.push_back({c, a, q});
    return;
  }
  throw InputError("", "", "an interior point lies outside the outline");
}

// Positive when d lies inside the circle through a, b, c; relative to the size of the quadrangle.
double inCircle(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
  const Vec2 u = a - d;
  const Vec2 v = b - d;
  const Vec2 w = c - d;
  const double det = u.squaredNorm() * (v.x() * w.y() - v.y() * w.x()) -
                     v.squaredNorm() * (u.x() * w.y() - u.y() * w.x()) +
                     w.squaredNorm() * (u.x() * v.y() - u.y() * v.x());
  const double size = std::max({u.squaredNorm(), v.squaredNorm(), w.squaredNorm()});
  return det / (size * size);
}

void flipToDelaunay(Points points, std::vector<Triangle>& triangles, const std::set<DirectedEdge>& fixed) {
  // Points on one circle give a determinant of rounding size either way: they must not flip for ever.
  constexpr double kStrict = 1e-9;
  bool changed = true;
  for (int pass = 0; changed && pass < 1000; ++pass) {
    changed = false;
    std::map<DirectedEdge, std::size_t> owner;
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      for (std::size_t k = 0; k < 3; ++k) owner[{triangles[t][k], triangles[t][(k + 1) % 3]}] = t;
    }
    std::vector<bool> touched(triangles.size(), false);
    for (const auto& [edge, t] : owner) {
      const auto [u, v] = edge;
      if (u > v || fixed.count(edge) || fixed.count({v, u})) continue;
      const auto beyond = owner.find({v, u});
      if (beyond == owner.end() || touched[t] || touched[beyond->second]) continue;
      const auto opposite = [&](const Triangle& triangle) {
        return *std::find_if(triangle.begin(), triangle.end(), [&](int q) { return q != u && q != v; });
      };
      const int w = opposite(triangles[t]);
      const int x = opposite(triangles[beyond->second]);
      if (inCircle(points[u], points[v], points[w], points[x]) <= kStrict) continue;
      if (turn(points[w], points[x], points[v]) <= 0 || turn(points[x], points[w], points[u]) <= 0) continue;
      triangles[t] = {w, x, v};
      triangles[beyond->second] = {x, w, u};
      touched[t] = touched[beyond->second] = changed = true;
    }
  }
}

}  // namespace

std::vector<Triangle> triangulate(std::span<const Vec2> points, std::span<const Loop> loops,
                                  std::span<const int> interior) {
  Loop outline = loops[0];
  for (std::size_t i = 1; i < loops.size(); ++i) outline = bridged(points, outline, loops[i], loops);
  std::vector<Triangle> triangles = clipEars(points, std::move(outline));
  for (const int q : interior) insertPoint(points, triangles, q);

  std::set<DirectedEdge> fixed;
  for (const Loop& loop : loops) {
    for (std::size_t i = 0; i < loop.size(); ++i) fixed.emplace(loop[i], loop[(i + 1) % loop.size()]);
  }
  flipToDelaunay(points, triangles, fixed);
  return triangles;
}

}  // namespace passung::scenes
