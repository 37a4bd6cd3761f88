// SPDX-License-Identifier: Apache-2.0
// The exact predicates against integer arithmetic, and the exact triangle tests against rational linear programming.
#include "collision/queries/exact_triangle.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "collision/queries/exact_predicates.h"
#include "random_geometry.h"

namespace passung::collision {
namespace {

using test::Random;
__extension__ typedef __int128 Wide;

int signOf(Wide x) { return x > 0 ? 1 : (x < 0 ? -1 : 0); }

using Lattice = std::array<std::int64_t, 3>;
Vec3 toVec(const Lattice& p, double unit = 1) {
  return {static_cast<double>(p[0]) * unit, static_cast<double>(p[1]) * unit, static_cast<double>(p[2]) * unit};
}

int integerOrient3d(const Lattice& a, const Lattice& b, const Lattice& c, const Lattice& d) {
  Wide u[3], v[3], w[3];
  for (int k = 0; k < 3; ++k) {
    u[k] = b[k] - a[k];
    v[k] = c[k] - a[k];
    w[k] = d[k] - a[k];
  }
  return signOf(u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
                u[2] * (v[0] * w[1] - v[1] * w[0]));
}

TEST(ExactPredicates, Orient3dAgreesWithIntegersOnNearlyCoplanarPoints) {
  Random random(1);
  int zeros = 0, ones = 0, floatWrong = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    // d is a lattice combination of a, b, c, then moved by a few units of a lattice 2^-38 of their size.
    const std::int64_t big = std::int64_t{1} << 36;
    const auto coordinate = [&] { return static_cast<std::int64_t>(random.uniform(-1, 1) * static_cast<double>(big)); };
    std::array<Lattice, 4> p;
    for (int i = 0; i < 3; ++i) p[i] = {coordinate(), coordinate(), coordinate()};
    const std::int64_t m = random.below(3) - 1, n = random.below(3) - 1;
    for (int k = 0; k < 3; ++k) {
      p[3][k] =
          p[0][k] + m * (p[1][k] - p[0][k]) + n * (p[2][k] - p[0][k]) + random.below(3) / 2 * (random.below(3) - 1);
    }
    const double unit = std::ldexp(1.0, random.below(60) - 60);
    const int expected = integerOrient3d(p[0], p[1], p[2], p[3]);
    const Vec3 a = toVec(p[0], unit), b = toVec(p[1], unit), c = toVec(p[2], unit), d = toVec(p[3], unit);
    ASSERT_EQ(orient3d(a, b, c, d), expected);
    // Every exchange of two points turns the sign.
    ASSERT_EQ(orient3d(b, a, c, d), -expected);
    ASSERT_EQ(orient3d(a, b, d, c), -expected);
    zeros += expected == 0 ? 1 : 0;
    ones += expected != 0 ? 1 : 0;
    const double rounded = (b - a).cross(c - a).dot(d - a);
    floatWrong += (rounded > 0) - (rounded < 0) != expected ? 1 : 0;
  }
  EXPECT_GT(zeros, 2000);
  EXPECT_GT(ones, 2000);
  EXPECT_GT(floatWrong, 100) << "the cases are too easy to test anything";
}

TEST(ExactPredicates, Orient2dAgreesWithIntegersOnNearlyCollinearPoints) {
  Random random(2);
  int zeros = 0, floatWrong = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const std::int64_t big = std::int64_t{1} << 50;
    const auto coordinate = [&] { return static_cast<std::int64_t>(random.uniform(-1, 1) * static_cast<double>(big)); };
    const std::int64_t ax = coordinate(), ay = coordinate(), bx = coordinate(), by = coordinate();
    const std::int64_t m = random.below(5) - 2;
    const std::int64_t cx = ax + m * (bx - ax) + random.below(3) / 2, cy = ay + m * (by - ay) + random.below(3) / 2;
    const int expected = signOf(Wide(bx - ax) * (cy - ay) - Wide(cx - ax) * (by - ay));
    const Vec2 a(static_cast<double>(ax), static_cast<double>(ay)), b(static_cast<double>(bx), static_cast<double>(by)),
        c(static_cast<double>(cx), static_cast<double>(cy));
    ASSERT_EQ(orient2d(a, b, c), expected);
    ASSERT_EQ(orient2d(b, a, c), -expected);
    zeros += expected == 0 ? 1 : 0;
    const double rounded = (b.x() - a.x()) * (c.y() - a.y()) - (c.x() - a.x()) * (b.y() - a.y());
    floatWrong += (rounded > 0) - (rounded < 0) != expected ? 1 : 0;
  }
  EXPECT_GT(zeros, 2000);
  EXPECT_GT(floatWrong, 20);
}

TEST(ExactPredicates, SeeOneUnitInTheLastPlace) {
  const Vec3 a(0.1, 0.2, 0.3), b(0.1 + 0.7, 0.2, 0.3), c(0.1, 0.2 + 0.9, 0.3);
  EXPECT_EQ(orient3d(a, b, c, Vec3(0.5, 0.5, 0.3)), 0);
  EXPECT_EQ(orient3d(a, b, c, Vec3(0.5, 0.5, std::nextafter(0.3, 1.0))), 1);
  EXPECT_EQ(orient3d(a, b, c, Vec3(0.5, 0.5, std::nextafter(0.3, 0.0))), -1);
  // Tiny against large coordinates, far below what a rounded sum can hold.
  EXPECT_EQ(orient3d(Vec3(0, 0, 0), Vec3(1e10, 0, 0), Vec3(0, 1e10, 0), Vec3(1e10, 1e10, 1e-40)), 1);
}

// ---------------------------------------------------------------------------------------------------------------------
// The reference for closed sets: convex hulls of points meet exactly when sum(l_i a_i) = sum(m_j b_j) with sums 1 has a
// solution l, m >= 0. If it has one, it has a basic one: at most five unknowns, the others 0. All bases are tried, in
// rational arithmetic on small integers.

struct Fraction {
  Wide n = 0, d = 1;
  Fraction() = default;
  Fraction(Wide numerator, Wide denominator = 1) : n(numerator), d(denominator) {
    if (d < 0) {
      n = -n;
      d = -d;
    }
    Wide a = n < 0 ? -n : n, b = d;
    while (b != 0) {
      const Wide r = a % b;
      a = b;
      b = r;
    }
    if (a > 1) {
      n /= a;
      d /= a;
    }
  }
  friend Fraction operator*(const Fraction& a, const Fraction& b) { return {a.n * b.n, a.d * b.d}; }
  friend Fraction operator/(const Fraction& a, const Fraction& b) { return {a.n * b.d, a.d * b.n}; }
  friend Fraction operator-(const Fraction& a, const Fraction& b) { return {a.n * b.d - b.n * a.d, a.d * b.d}; }
};

// Whether the columns, taken with weights >= 0, give the right side. Only if the columns are independent.
bool basisFeasible(const std::vector<std::array<std::int64_t, 5>>& columns, const std::array<std::int64_t, 5>& right) {
  const std::size_t n = columns.size();
  std::array<std::array<Fraction, 6>, 5> m;
  for (std::size_t r = 0; r < 5; ++r) {
    for (std::size_t c = 0; c < n; ++c) m[r][c] = Fraction(columns[c][r]);
    m[r][n] = Fraction(right[r]);
  }
  std::size_t row = 0;
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = row;
    while (pivot < 5 && m[pivot][c].n == 0) ++pivot;
    if (pivot == 5) return false;
    std::swap(m[row], m[pivot]);
    for (std::size_t r = 0; r < 5; ++r) {
      if (r == row || m[r][c].n == 0) continue;
      const Fraction f = m[r][c] / m[row][c];
      for (std::size_t k = c; k <= n; ++k) m[r][k] = m[r][k] - f * m[row][k];
    }
    ++row;
  }
  for (std::size_t r = n; r < 5; ++r) {
    if (m[r][n].n != 0) return false;
  }
  for (std::size_t r = 0; r < n; ++r) {
    const Fraction x = m[r][n] / m[r][r];
    if (x.n < 0) return false;
  }
  return true;
}

bool hullsMeet(const std::vector<Lattice>& a, const std::vector<Lattice>& b) {
  std::vector<std::array<std::int64_t, 5>> columns;
  for (const Lattice& p : a) columns.push_back({p[0], p[1], p[2], 1, 0});
  for (const Lattice& p : b) columns.push_back({-p[0], -p[1], -p[2], 0, 1});
  const std::array<std::int64_t, 5> right{0, 0, 0, 1, 1};
  for (unsigned subset = 1; subset < (1U << columns.size()); ++subset) {
    std::vector<std::array<std::int64_t, 5>> basis;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if ((subset >> i) & 1U) basis.push_back(columns[i]);
    }
    if (basis.size() <= 5 && basisFeasible(basis, right)) return true;
  }
  return false;
}

Lattice latticePoint(Random& random, int range) {
  return {random.below(2 * range + 1) - range, random.below(2 * range + 1) - range,
          random.below(2 * range + 1) - range};
}

bool degenerate(const std::vector<Lattice>& t) {
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    if ((t[1][i] - t[0][i]) * (t[2][j] - t[0][j]) != (t[1][j] - t[0][j]) * (t[2][i] - t[0][i])) return false;
  }
  return true;
}

TEST(ExactTriangle, IntersectionAgreesWithRationalProgrammingIncludingTouchingCoplanarAndDegenerate) {
  Random random(3);
  int yes = 0, no = 0, coplanar = 0, flat = 0;
  for (int trial = 0; trial < 12000; ++trial) {
    const int range = 1 + trial % 4;
    std::vector<Lattice> a, b;
    for (int k = 0; k < 3; ++k) {
      a.push_back(latticePoint(random, range));
      b.push_back(latticePoint(random, range));
      if (trial % 5 == 0) a.back()[2] = b.back()[2] = 0;
    }
    const bool expected = hullsMeet(a, b);
    // A unit that is no power of two rounds the corners: lattice questions are only the same for exact multiples.
    const double unit = std::ldexp(1.0, random.below(20) - 10);
    const Corners ta{toVec(a[0], unit), toVec(a[1], unit), toVec(a[2], unit)};
    const Corners tb{toVec(b[0], unit), toVec(b[1], unit), toVec(b[2], unit)};
    ASSERT_EQ(trianglesIntersect(ta, tb), expected) << trial;
    ASSERT_EQ(trianglesIntersect(tb, ta), expected);
    ASSERT_EQ(trianglesIntersect({ta[2], ta[0], ta[1]}, {tb[1], tb[0], tb[2]}), expected);
    ASSERT_EQ(segmentIntersectsTriangle(ta[0], ta[1], tb), hullsMeet({a[0], a[1]}, b)) << trial;
    ASSERT_EQ(segmentsIntersect(ta[0], ta[1], tb[0], tb[1]), hullsMeet({a[0], a[1]}, {b[0], b[1]})) << trial;
    if (trianglesCross(ta, tb)) {
      ASSERT_TRUE(expected);
    }
    (expected ? yes : no) += 1;
    coplanar += trial % 5 == 0 ? 1 : 0;
    flat += degenerate(a) || degenerate(b) ? 1 : 0;
  }
  EXPECT_GT(yes, 2000);
  EXPECT_GT(no, 2000);
  EXPECT_GT(coplanar, 2000);
  EXPECT_GT(flat, 300);
}

TEST(ExactTriangle, CrossingNeedsAnEdgeThroughTheInside) {
  const Corners floor{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};
  EXPECT_TRUE(trianglesCross(floor, {Vec3(1, 1, -1), Vec3(1, 1, 1), Vec3(3, 3, 1)}));
  // Touching with a corner, lying in the plane, crossing through the border.
  EXPECT_FALSE(trianglesCross(floor, {Vec3(1, 1, 0), Vec3(1, 1, 1), Vec3(3, 3, 1)}));
  EXPECT_FALSE(trianglesCross(floor, {Vec3(1, 1, 0), Vec3(2, 1, 0), Vec3(1, 2, 0)}));
  EXPECT_FALSE(trianglesCross(floor, {Vec3(0, 0, -1), Vec3(0, 0, 1), Vec3(-3, -3, 1)}));
  EXPECT_TRUE(trianglesIntersect(floor, {Vec3(1, 1, 0), Vec3(1, 1, 1), Vec3(3, 3, 1)}));
  EXPECT_FALSE(trianglesIntersect(floor, {Vec3(1, 1, std::nextafter(0.0, 1.0)), Vec3(1, 1, 1), Vec3(3, 3, 1)}));
}

TEST(ExactTriangle, CrossingOfALineHasADirectionOrADegeneracy) {
  const Corners floor{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};
  EXPECT_EQ(crossingOf({1, 1, -1}, {1, 1, 9}, floor), Crossing::kUp);
  EXPECT_EQ(crossingOf({1, 1, 1}, {1, 1, -9}, floor), Crossing::kDown);
  EXPECT_EQ(crossingOf({1, 1, 1}, {1, 1, 9}, floor), Crossing::kNone);
  EXPECT_EQ(crossingOf({3, 3, -1}, {3, 3, 9}, floor), Crossing::kNone);
  EXPECT_EQ(crossingOf({1, 1, 0}, {1, 1, 9}, floor), Crossing::kStart);
  EXPECT_EQ(crossingOf({1, 1, 0}, {9, 1, 0}, floor), Crossing::kStart);
  EXPECT_EQ(crossingOf({-1, 1, 0}, {9, 1, 0}, floor), Crossing::kDegenerate);
  EXPECT_EQ(crossingOf({1, 0, -1}, {1, 0, 9}, floor), Crossing::kDegenerate);
  EXPECT_EQ(crossingOf({-1, -1, 0}, {-9, -1, 0}, floor), Crossing::kNone);
}

}  // namespace
}  // namespace passung::collision
