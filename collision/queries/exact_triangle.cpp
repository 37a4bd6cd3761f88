// SPDX-License-Identifier: Apache-2.0
#include "collision/queries/exact_triangle.h"

#include <algorithm>

#include "collision/queries/exact_predicates.h"

namespace passung::collision {
namespace {

Vec2 dropped(const Vec3& p, int axis) { return {p[(axis + 1) % 3], p[(axis + 2) % 3]}; }

bool lexicographicallyLess(const Vec3& a, const Vec3& b) {
  return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
}

// A coordinate plane in which the three points are not on a line; -1 when they are on one in space.
int planeOf(const Vec3& a, const Vec3& b, const Vec3& c) {
  for (int axis = 0; axis < 3; ++axis) {
    if (orient2d(dropped(a, axis), dropped(b, axis), dropped(c, axis)) != 0) return axis;
  }
  return -1;
}

bool onSegment2d(const Vec2& p, const Vec2& a, const Vec2& b) {  // p on the line ab
  return (p.array() >= a.cwiseMin(b).array()).all() && (p.array() <= a.cwiseMax(b).array()).all();
}

bool segmentsIntersect2d(const Vec2& p, const Vec2& q, const Vec2& r, const Vec2& s) {
  const int r1 = orient2d(p, q, r);
  const int s1 = orient2d(p, q, s);
  const int p1 = orient2d(r, s, p);
  const int q1 = orient2d(r, s, q);
  if (r1 * s1 < 0 && p1 * q1 < 0) return true;
  return (r1 == 0 && onSegment2d(r, p, q)) || (s1 == 0 && onSegment2d(s, p, q)) || (p1 == 0 && onSegment2d(p, r, s)) ||
         (q1 == 0 && onSegment2d(q, r, s));
}

bool inTriangle2d(const Vec2& p, const std::array<Vec2, 3>& t) {
  const int a = orient2d(t[0], t[1], p);
  const int b = orient2d(t[1], t[2], p);
  const int c = orient2d(t[2], t[0], p);
  return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
}

// The segment lies in the triangle's plane, or the triangle is degenerate.
bool flatIntersect(const Vec3& p, const Vec3& q, const Corners& t) {
  const int axis = planeOf(t[0], t[1], t[2]);
  if (axis < 0) {
    const auto [low, high] = std::minmax_element(t.begin(), t.end(), lexicographicallyLess);
    return segmentsIntersect(p, q, *low, *high);
  }
  const Vec2 p2 = dropped(p, axis);
  const Vec2 q2 = dropped(q, axis);
  const std::array<Vec2, 3> t2{dropped(t[0], axis), dropped(t[1], axis), dropped(t[2], axis)};
  if (inTriangle2d(p2, t2) || inTriangle2d(q2, t2)) return true;
  for (std::size_t k = 0; k < 3; ++k) {
    if (segmentsIntersect2d(p2, q2, t2[k], t2[(k + 1) % 3])) return true;
  }
  return false;
}

// On which sides of the line pq the triangle's sides pass. All of one sign (or 0): the line meets the triangle.
std::array<int, 3> lineSides(const Vec3& p, const Vec3& q, const Corners& t) {
  return {orient3d(p, q, t[0], t[1]), orient3d(p, q, t[1], t[2]), orient3d(p, q, t[2], t[0])};
}

bool allOneSign(const std::array<int, 3>& s) {
  return (s[0] >= 0 && s[1] >= 0 && s[2] >= 0) || (s[0] <= 0 && s[1] <= 0 && s[2] <= 0);
}

std::array<int, 3> planeSides(const Corners& plane, const Corners& t) {
  return {orient3d(plane[0], plane[1], plane[2], t[0]), orient3d(plane[0], plane[1], plane[2], t[1]),
          orient3d(plane[0], plane[1], plane[2], t[2])};
}

bool strictlyOneSide(const std::array<int, 3>& s) {
  return (s[0] > 0 && s[1] > 0 && s[2] > 0) || (s[0] < 0 && s[1] < 0 && s[2] < 0);
}

bool segmentMeets(const Vec3& p, const Vec3& q, int sp, int sq, const Corners& t) {
  if (sp * sq > 0) return false;
  if (sp == 0 && sq == 0) return flatIntersect(p, q, t);
  return allOneSign(lineSides(p, q, t));
}

bool segmentCrosses(const Vec3& p, const Vec3& q, int sp, int sq, const Corners& t) {
  if (sp * sq >= 0) return false;
  const auto s = lineSides(p, q, t);
  return s[0] != 0 && s[0] == s[1] && s[1] == s[2];
}

template <class Test>
bool anyEdge(const Corners& a, const std::array<int, 3>& sides, const Corners& b, Test&& test) {
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t n = (k + 1) % 3;
    if (test(a[k], a[n], sides[k], sides[n], b)) return true;
  }
  return false;
}

template <class Test>
bool anyEdgeOfEither(const Corners& a, const Corners& b, Test&& test) {
  const auto sidesB = planeSides(a, b);
  if (strictlyOneSide(sidesB)) return false;
  const auto sidesA = planeSides(b, a);
  if (strictlyOneSide(sidesA)) return false;
  return anyEdge(a, sidesA, b, test) || anyEdge(b, sidesB, a, test);
}

}  // namespace

bool segmentsIntersect(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
  if (orient3d(p, q, r, s) != 0) return false;
  int axis = planeOf(p, q, r);
  if (axis < 0) axis = planeOf(p, q, s);
  if (axis < 0) axis = planeOf(r, s, p);
  if (axis < 0) axis = planeOf(r, s, q);
  if (axis >= 0) {
    return segmentsIntersect2d(dropped(p, axis), dropped(q, axis), dropped(r, axis), dropped(s, axis));
  }
  // All on one line, where the lexicographic order is the order along the line.
  const auto [pqLow, pqHigh] = std::minmax(p, q, lexicographicallyLess);
  const auto [rsLow, rsHigh] = std::minmax(r, s, lexicographicallyLess);
  return !lexicographicallyLess(pqHigh, rsLow) && !lexicographicallyLess(rsHigh, pqLow);
}

bool segmentIntersectsTriangle(const Vec3& p, const Vec3& q, const Corners& t) {
  // Needles have planes that far segments cross.
  for (int a = 0; a < 3; ++a) {
    if (std::max(p[a], q[a]) < std::min({t[0][a], t[1][a], t[2][a]})) return false;
    if (std::min(p[a], q[a]) > std::max({t[0][a], t[1][a], t[2][a]})) return false;
  }
  return segmentMeets(p, q, orient3d(t[0], t[1], t[2], p), orient3d(t[0], t[1], t[2], q), t);
}

bool trianglesIntersect(const Corners& a, const Corners& b) { return anyEdgeOfEither(a, b, segmentMeets); }

bool trianglesCross(const Corners& a, const Corners& b) { return anyEdgeOfEither(a, b, segmentCrosses); }

Crossing crossingOf(const Vec3& p, const Vec3& q, const Corners& t) {
  const int sp = orient3d(t[0], t[1], t[2], p);
  const int sq = orient3d(t[0], t[1], t[2], q);
  if (sp * sq > 0) return Crossing::kNone;
  if (sp == 0 && sq == 0) {
    if (!flatIntersect(p, q, t)) return Crossing::kNone;
    return flatIntersect(p, p, t) ? Crossing::kStart : Crossing::kDegenerate;
  }
  const auto s = lineSides(p, q, t);
  if (!allOneSign(s)) return Crossing::kNone;
  if (sp == 0) return Crossing::kStart;
  if (sq == 0 || s[0] == 0 || s[1] == 0 || s[2] == 0) return Crossing::kDegenerate;
  return sq > 0 ? Crossing::kUp : Crossing::kDown;
}

}  // namespace passung::collision
