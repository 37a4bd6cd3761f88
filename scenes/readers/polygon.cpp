// SPDX-License-Identifier: Apache-2.0
// Problem:  triangulate a polygon in space that is flat up to rounding.
// Method:   ear clipping in the plane of the mean normal (Newell); an ear is a convex corner whose triangle holds no
//           other corner. Quads and convex polygons need no search.
// Source:   G. H. Meisters, "Polygons have ears", 1975.
// Cost:     O(n^2) ears, O(n) each; polygons of files have a few corners.
// Failure:  a polygon that crosses itself is closed by a fan: all its corners are used, its area means little.
#include "scenes/readers/polygon.h"

#include <cmath>
#include <numeric>

namespace passung::scenes {
namespace {

using Vec2 = Eigen::Vector2d;

double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

// Twice the signed area of a, b, c.
double turn(const Vec2& a, const Vec2& b, const Vec2& c) { return cross(b - a, c - a); }

std::vector<Vec2> flattened(std::span<const Vec3> corners) {
  Vec3 n = Vec3::Zero();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    n += (corners[i] - corners[0]).cross(corners[(i + 1) % corners.size()] - corners[0]);
  }
  int k = 0;
  n.cwiseAbs().maxCoeff(&k);
  // Dropping the largest component of the normal keeps turns; its sign keeps their sense.
  const int u = n[k] >= 0 ? (k + 1) % 3 : (k + 2) % 3;
  const int v = n[k] >= 0 ? (k + 2) % 3 : (k + 1) % 3;
  std::vector<Vec2> flat;
  flat.reserve(corners.size());
  for (const Vec3& p : corners) flat.emplace_back(p[u] - corners[0][u], p[v] - corners[0][v]);
  return flat;
}

bool isEar(const std::vector<Vec2>& p, const std::vector<int>& ring, std::size_t i) {
  const std::size_t n = ring.size();
  const int ia = ring[(i + n - 1) % n], ib = ring[i], ic = ring[(i + 1) % n];
  const Vec2 &a = p[static_cast<std::size_t>(ia)], &b = p[static_cast<std::size_t>(ib)],
             &c = p[static_cast<std::size_t>(ic)];
  if (turn(a, b, c) <= 0) return false;
  for (const int j : ring) {
    if (j == ia || j == ib || j == ic) continue;
    const Vec2& q = p[static_cast<std::size_t>(j)];
    if (q == a || q == b || q == c) continue;
    if (turn(a, b, q) >= 0 && turn(b, c, q) >= 0 && turn(c, a, q) >= 0) return false;
  }
  return true;
}

}  // namespace

std::vector<Triangle> triangulated(std::span<const Vec3> corners) {
  const int n = static_cast<int>(corners.size());
  std::vector<Triangle> result;
  if (n < 3) return result;
  result.reserve(corners.size() - 2);
  std::vector<int> ring(corners.size());
  std::iota(ring.begin(), ring.end(), 0);
  const std::vector<Vec2> p = flattened(corners);

  bool convex = true;
  for (int i = 0; i < n && convex; ++i) {
    convex = turn(p[static_cast<std::size_t>(i)], p[static_cast<std::size_t>((i + 1) % n)],
                  p[static_cast<std::size_t>((i + 2) % n)]) >= 0;
  }
  // A convex polygon is a fan at once.
  while (!convex && ring.size() > 3) {
    std::size_t ear = 0;
    while (ear < ring.size() && !isEar(p, ring, ear)) ++ear;
    if (ear == ring.size()) break;
    const std::size_t m = ring.size();
    result.push_back({ring[(ear + m - 1) % m], ring[ear], ring[(ear + 1) % m]});
    ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  for (std::size_t i = 1; i + 1 < ring.size(); ++i) result.push_back({ring[0], ring[i], ring[i + 1]});
  return result;
}

}  // namespace passung::scenes
