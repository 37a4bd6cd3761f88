// SPDX-License-Identifier: Apache-2.0
#include "gpu/conglomerates/convex_hull.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/aabb.h"

namespace passung::gpu {
namespace {

// Shares of the size: thinner is flat; a point so little outside is on the hull.
constexpr double kFlat = 1e-9;
constexpr double kOnHull = 1e-12;

using Facet = ConvexHull::Facet;
using DirectedEdge = std::pair<int, int>;

// The index of the point for which `measure` is largest, and that measure.
template <class Measure>
std::pair<int, double> extreme(std::span<const Vec3> points, Measure&& measure) {
  std::pair<int, double> best{0, -std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double m = measure(points[i]);
    if (m > best.second) best = {static_cast<int>(i), m};
  }
  return best;
}

Facet facetOf(std::span<const Vec3> points, int a, int b, int c) {
  Facet facet{{a, b, c}};
  const Vec3 n = (points[b] - points[a]).cross(points[c] - points[a]);
  const double length = n.norm();
  if (length > 0) facet.normal = n / length;
  facet.offset = facet.normal.dot(points[a]);
  return facet;
}

// Replaces the facets that the point sees by a cone from it over their rim.
void addPoint(std::span<const Vec3> points, int p, double tolerance, std::vector<Facet>& facets,
              std::vector<DirectedEdge>& rim) {
  rim.clear();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < facets.size(); ++i) {
    if (facets[i].normal.dot(points[p]) - facets[i].offset > tolerance) {
      const auto [a, b, c] = facets[i].corners;
      rim.insert(rim.end(), {{a, b}, {b, c}, {c, a}});
    } else {
      facets[kept++] = facets[i];
    }
  }
  if (kept == facets.size()) return;
  facets.resize(kept);
  std::sort(rim.begin(), rim.end());
  for (const auto& [a, b] : rim) {
    if (!std::binary_search(rim.begin(), rim.end(), DirectedEdge{b, a})) facets.push_back(facetOf(points, a, b, p));
  }
}

}  // namespace

ConvexHull convexHull(std::span<const Vec3> points) {
  ConvexHull hull;
  if (points.empty()) return hull;
  Aabb box;
  for (const Vec3& p : points) box.add(p);
  const double size = box.size(), flat = kFlat * size;
  if (!(size > 0)) return hull;

  // The widest tetrahedron, corner by corner.
  int axis = 0;
  box.extent().maxCoeff(&axis);
  const int a = extreme(points, [&](const Vec3& p) { return -p[axis]; }).first;
  const int b = extreme(points, [&](const Vec3& p) { return (p - points[a]).squaredNorm(); }).first;
  const Vec3 line = (points[b] - points[a]).normalized();
  const auto [c, width] = extreme(points, [&](const Vec3& p) { return (p - points[a]).cross(line).norm(); });
  hull.dimension = 1;
  hull.direction = line;
  if (width <= flat) return hull;
  const Vec3 normal = line.cross(points[c] - points[a]).normalized();
  const auto [d, thickness] = extreme(points, [&](const Vec3& p) { return std::abs(normal.dot(p - points[a])); });
  hull.dimension = 2;
  hull.direction = normal;
  if (thickness <= flat) return hull;
  hull.dimension = 3;

  std::vector<Facet>& facets = hull.facets;
  if (normal.dot(points[d] - points[a]) > 0) {
    facets = {facetOf(points, a, c, b), facetOf(points, a, b, d), facetOf(points, b, c, d), facetOf(points, c, a, d)};
  } else {
    facets = {facetOf(points, a, b, c), facetOf(points, b, a, d), facetOf(points, c, b, d), facetOf(points, a, c, d)};
  }
  std::vector<DirectedEdge> rim;
  for (int p = 0; p < static_cast<int>(points.size()); ++p) addPoint(points, p, kOnHull * size, facets, rim);
  for (Facet& facet : facets) {
    for (const Vec3& p : points) facet.offset = std::max(facet.offset, facet.normal.dot(p));
  }
  return hull;
}

}  // namespace passung::gpu
