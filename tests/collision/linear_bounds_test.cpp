// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/linear_bounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace passung::collision {
namespace {

// Linear gaps, one by one, as the definition says it.
double freeShareOf(const std::vector<float>& before, const std::vector<float>& after, double radius, double rest,
                   double keep) {
  double share = 1;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double gap = static_cast<double>(before[i]) - radius, end = static_cast<double>(after[i]) - radius;
    const double least = gap > rest ? rest : keep * gap;
    if (gap > 0 && end < gap && end < least) share = std::min(share, (gap - least) / (gap - end));
  }
  return share;
}

// Any number of gaps: open, closed, growing, shrinking a little or below nought.
TEST(LinearBounds, FreeShareEndsWhereTheFirstGapHasShrunk) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> gap(-0.2F, 2), change(-1, 1);
  int limited = 0, free = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const auto count = static_cast<std::size_t>(trial % 29);
    std::vector<float> before(count), after(count);
    // Most gaps are wide: otherwise one always limits.
    const float wide = trial % 3 == 0 ? 0 : 3;
    for (std::size_t i = 0; i < count; ++i) {
      before[i] = gap(random) + (random() % 20 == 0 ? 0 : wide);
      after[i] = before[i] + change(random);
    }
    const float radius = trial % 2 == 0 ? 0 : 0.1F;
    const double expected = freeShareOf(before, after, static_cast<double>(radius), 0.5, 0.25);
    const float share = LinearBounds::freeShare(before, after, radius, 0.5F, 0.25F);
    EXPECT_NEAR(static_cast<double>(share), expected, 1e-5);
    EXPECT_GT(share, 0);
    EXPECT_LE(share, 1);
    (expected < 1 ? limited : free) += 1;
  }
  EXPECT_GT(limited, 1000);
  EXPECT_GT(free, 500);
}

// Bounds are those of the moved points; chosen ones are the same to the bit, also where a longer set was before.
TEST(LinearBounds, AreLinearInThePlaceOfThePoint) {
  std::mt19937 random(11);
  std::normal_distribution<double> n;
  const auto vector = [&] { return Vec3(n(random), n(random), n(random)); };
  LinearBounds bounds, chosen;
  chosen.resize(40);
  for (int trial = 0; trial < 50; ++trial) {
    const Transform X0{rotationFromVector(vector()), vector()};
    const Transform X1{rotationFromVector(1e-3 * vector()) * X0.q, X0.p + 1e-3 * vector()};
    const Vec3 centre = vector();
    const auto count = static_cast<std::size_t>(1 + trial % 37);
    bounds.resize(count);
    std::vector<double> expected;
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 point = vector(), direction = vector().normalized();
      const double distance = std::abs(n(random));
      bounds.set(i, distance, direction, X0 * point - centre, 0);
      expected.push_back(distance + direction.dot(X1 * point - X0 * point));
    }
    std::vector<float> values, few;
    const Displacement d(X0, X1, centre);
    bounds.at(d, count, values);
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_NEAR(static_cast<double>(values[i]), expected[i], 1e-6 * (1 + expected[i]));
      if (random() % 2 == 0) indices.push_back(i);
    }
    // A tangent plane elsewhere, through the moved place.
    const Vec3 point = vector(), direction = vector().normalized(), place = X0 * point;
    const Vec3 touch = place - std::abs(n(random)) * direction;
    bounds.tighten(0, direction, touch, place, place - centre, 0);
    bounds.at(d, count, values);
    EXPECT_NEAR(static_cast<double>(values[0]), direction.dot(X1 * point - touch), 1e-5);
    chosen.choose(bounds, indices);
    ASSERT_EQ(chosen.size(), indices.size());
    chosen.at(d, chosen.size(), few);
    for (std::size_t i = 0; i < indices.size(); ++i) EXPECT_EQ(few[i], values[indices[i]]);
  }
}

}  // namespace
}  // namespace passung::collision
