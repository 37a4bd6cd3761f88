// SPDX-License-Identifier: Apache-2.0
// Problem:  a closed surface of a thread that begins and ends: ridges fade in chamfers and in the run-out, and end in
//           plane faces.
// Method:   radius as a function of angle and height. In each of n half-planes through the axis that is a broken line,
//           computed exactly: the section of the thread, cut by the broken lines of chamfers and run-out. The strips
//           between neighbouring half-planes are filled so that the sum of the squared lengths of the edges across is
//           least (dynamic programming): they follow the helix wherever both sides have the same points.
//           A strip lies between two half-planes and its triangles follow each other in height, so that the surface
//           cannot pass through itself as long as facets are small beside the radius.
// Cost:     O(k^2) for each of the n strips with k points a chain.
// Failure:  none for chains that rise; the caller keeps radii above zero.
#include "scenes/generators/threaded_wall.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace passung::scenes {
namespace {

// The radius of a chain at z; beyond its ends that of the end.
double radiusAt(const Chain& chain, double z) {
  const auto next = std::upper_bound(chain.begin(), chain.end(), z, [](double v, const Vec2& p) { return v < p.x(); });
  if (next == chain.begin()) return chain.front().y();
  if (next == chain.end()) return chain.back().y();
  const Vec2 &a = *(next - 1), &b = *next;
  return a.y() + (b.y() - a.y()) * (z - a.x()) / (b.x() - a.x());
}

// `sign` +1: the greater one, -1: the smaller one.
Chain envelope(const Chain& a, const Chain& b, double sign, double spacing) {
  std::vector<double> heights;
  for (const Vec2& p : a) heights.push_back(p.x());
  for (const Vec2& p : b) heights.push_back(p.x());
  std::sort(heights.begin(), heights.end());
  heights.erase(std::unique(heights.begin(), heights.end()), heights.end());

  const auto hasPoint = [](const Chain& chain, double z) {
    const auto i = std::lower_bound(chain.begin(), chain.end(), z, [](const Vec2& p, double v) { return p.x() < v; });
    return i != chain.end() && i->x() == z;
  };
  Chain result;
  const auto add = [&](double z, double r) {
    if (result.empty() || z - result.back().x() > spacing) result.emplace_back(z, r);
  };
  // How much a is above b, in the sense of the sign; flats of equal radius differ by rounding only.
  const auto lead = [&](double z) {
    const double ra = radiusAt(a, z), rb = radiusAt(b, z);
    return std::abs(ra - rb) <= 1e-12 * (ra + rb) ? 0.0 : sign * (ra - rb);
  };
  double before = 0;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    const double z = heights[i], now = lead(z);
    const double then = i + 1 < heights.size() ? lead(heights[i + 1]) : 0;
    if (now > 0) {
      if (hasPoint(a, z)) add(z, radiusAt(a, z));
    } else if (hasPoint(b, z) || (now == 0 && (before > 0 || then > 0))) {
      // Where a joins or leaves b, that is a corner even when it is no point of b.
      add(z, radiusAt(b, z));
    }
    // Between two heights both are straight: at most one crossing.
    if (now * then < 0) {
      const double t = now / (now - then), next = heights[i + 1];
      add(z + t * (next - z), radiusAt(a, z) + t * (radiusAt(a, next) - radiusAt(a, z)));
    }
    before = now;
  }
  // The end counts, whatever came just before it.
  const Vec2 end(heights.back(), sign * std::max(sign * a.back().y(), sign * b.back().y()));
  while (result.size() > 1 && end.x() - result.back().x() <= spacing) result.pop_back();
  result.push_back(end);
  return result;
}

// Fills the strip between two chains of points in space.
void addStrip(Solid& solid, const std::vector<Vec3>& a, const std::vector<Vec3>& b, bool inward) {
  const std::size_t n = a.size(), m = b.size();
  std::vector<double> cost(n * m, std::numeric_limits<double>::infinity());
  std::vector<char> fromA(n * m, 0);  // the last step to (i, j) went along a
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < m; ++j) {
      const double overA = i > 0 ? cost[(i - 1) * m + j] : std::numeric_limits<double>::infinity();
      const double overB = j > 0 ? cost[i * m + j - 1] : std::numeric_limits<double>::infinity();
      fromA[i * m + j] = overA < overB ? 1 : 0;
      cost[i * m + j] = (i + j == 0 ? 0 : std::min(overA, overB)) + (a[i] - b[j]).squaredNorm();
    }
  }
  for (std::size_t i = n - 1, j = m - 1; i + j > 0;) {
    const bool alongA = j == 0 || (i > 0 && fromA[i * m + j]);
    const Vec3 &p = alongA ? a[i - 1] : a[i], &q = alongA ? b[j] : b[j - 1], &r = alongA ? a[i] : b[j];
    inward ? solid.addTriangle(p, r, q) : solid.addTriangle(p, q, r);
    alongA ? --i : --j;
  }
}

}  // namespace

Chain threadChain(std::span<const Vec2> section, double pitch, double angle, double z0, double z1, double scale) {
  Chain chain;
  const double shift = angle / (2 * kPi);
  // One pitch more on each side, so that the ends are cut from whole lines.
  const auto first = static_cast<int>(std::floor(z0 / pitch - shift)) - 1;
  const auto last = static_cast<int>(std::ceil(z1 / pitch - shift)) + 1;
  for (int k = first; k <= last; ++k) {
    for (const Vec2& p : section) chain.emplace_back(pitch * (p.x() + shift + k), scale * p.y());
  }
  const Vec2 start(z0, radiusAt(chain, z0)), end(z1, radiusAt(chain, z1));
  std::erase_if(chain, [&](const Vec2& p) { return p.x() <= z0 || p.x() >= z1; });
  chain.insert(chain.begin(), start);
  chain.push_back(end);
  return chain;
}

Chain greater(const Chain& a, const Chain& b, double spacing) { return envelope(a, b, 1, spacing); }
Chain smaller(const Chain& a, const Chain& b, double spacing) { return envelope(a, b, -1, spacing); }

void addRoundWall(Solid& solid, std::span<const Chain> chains, bool inward) {
  const std::vector<Vec2> directions = circle(Vec2::Zero(), 1, static_cast<int>(chains.size()));
  std::vector<std::vector<Vec3>> points(chains.size());
  for (std::size_t i = 0; i < chains.size(); ++i) {
    for (const Vec2& p : chains[i]) {
      points[i].emplace_back(p.y() * directions[i].x(), p.y() * directions[i].y(), p.x());
    }
  }
  for (std::size_t i = 0; i < points.size(); ++i) addStrip(solid, points[i], points[(i + 1) % points.size()], inward);
}

void addDisc(Solid& solid, double corner, int facets, double z, bool upward) {
  const std::vector<Vec2> rim = circle(Vec2::Zero(), corner, facets);
  for (std::size_t i = 0; i < rim.size(); ++i) {
    const Vec2 &p = rim[i], &q = rim[(i + 1) % rim.size()];
    const Vec3 a(p.x(), p.y(), z), b(q.x(), q.y(), z), middle(0, 0, z);
    upward ? solid.addTriangle(a, b, middle) : solid.addTriangle(b, a, middle);
  }
}

}  // namespace passung::scenes
