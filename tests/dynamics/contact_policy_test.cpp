// SPDX-License-Identifier: Apache-2.0
// Contact policies as geometry: what they must keep of a set of points.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "dynamics/contacts/contact_manager.h"
#include "dynamics/contacts/contact_reduction.h"

namespace passung::dynamics {
namespace {

ContactPoint pointAt(const Vec3& p, double gap, std::uint64_t feature, const Vec3& n = Vec3::UnitZ()) {
  ContactPoint c;
  c.feature = feature;
  c.gap = gap;
  c.n_W = c.nA_C = n;
  c.p_W = p;
  c.pA_C = p - 0.5 * gap * n;
  c.pB_C = p + 0.5 * gap * n;
  return c;
}

// Largest extent of the points along a direction: of a support polygon it is that of all its points.
double support(const std::vector<ContactPoint>& points, const Vec3& direction) {
  double most = -std::numeric_limits<double>::infinity();
  for (const ContactPoint& p : points) most = std::max(most, direction.dot(p.p_W));
  return most;
}

double deepest(const std::vector<ContactPoint>& points) {
  double least = std::numeric_limits<double>::infinity();
  for (const ContactPoint& p : points) least = std::min(least, p.gap);
  return least;
}

TEST(ContactPolicies, ReductionKeepsTheSupportPolygonAndTheDeepestPointOfEachDirection) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-1, 1), depth(-0.01, 0.01);
  for (int round = 0; round < 50; ++round) {
    std::vector<ContactPoint> up, aside;
    for (int i = 0; i < 60; ++i) {
      up.push_back(pointAt({place(random), place(random), 0}, depth(random), static_cast<std::uint64_t>(i)));
      aside.push_back(pointAt({3, place(random), place(random)}, depth(random), static_cast<std::uint64_t>(100 + i),
                              Vec3::UnitX()));
    }
    std::vector<ContactPoint> all = up;
    all.insert(all.end(), aside.begin(), aside.end());
    reduceToSupport(0.02, all);
    EXPECT_LT(all.size(), 60U) << "it must reduce";
    std::vector<ContactPoint> keptUp, keptAside;
    for (const ContactPoint& p : all) (p.n_W.z() > 0.5 ? keptUp : keptAside).push_back(p);
    for (int k = 0; k < 32; ++k) {
      const double a = 2 * kPi * k / 32;
      EXPECT_NEAR(support(keptUp, {std::cos(a), std::sin(a), 0}), support(up, {std::cos(a), std::sin(a), 0}), 1e-12);
      EXPECT_NEAR(support(keptAside, {0, std::cos(a), std::sin(a)}), support(aside, {0, std::cos(a), std::sin(a)}),
                  1e-12);
    }
    EXPECT_EQ(deepest(keptUp), deepest(up));
    EXPECT_EQ(deepest(keptAside), deepest(aside));
  }
}

TEST(ContactPolicies, ReductionLeavesOutPointsOnTheSidesAndInside) {
  std::vector<ContactPoint> points;
  std::uint64_t id = 0;
  for (int i = 0; i <= 4; ++i) {
    for (int j = 0; j <= 4; ++j)
      points.push_back(pointAt({0.25 * i, 0.25 * j, 0}, i == 2 && j == 2 ? -0.001 : 0, id++));
  }
  reduceToSupport(0.01, points);
  EXPECT_EQ(points.size(), 5U) << "four corners and the deepest in the middle";
}

TEST(ContactPolicies, PersistentFourKeepsTheDeepestAndSpansTheArea) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> place(-0.7, 0.7);
  for (int round = 0; round < 50; ++round) {
    std::vector<ContactPoint> points;
    std::uint64_t id = 0;
    for (double x : {-1.0, 1.0}) {
      for (double y : {-1.0, 1.0}) points.push_back(pointAt({x, y, 0}, 0, id++));
    }
    points[static_cast<std::size_t>(round) % 4].gap = -0.001;
    for (int i = 0; i < 20; ++i) points.push_back(pointAt({place(random), place(random), 0}, 0, id++));
    persistFour({}, {}, {}, 0.01, 0.01, points);
    ASSERT_EQ(points.size(), 4U);
    EXPECT_EQ(deepest(points), -0.001);
    for (double x : {-1.0, 1.0}) {
      for (double y : {-1.0, 1.0}) EXPECT_NEAR(support(points, {x, y, 0}), 2, 1e-12) << "the corner " << x << ", " << y;
    }
  }
}

TEST(ContactPolicies, PersistentPointsFollowTheirAnchorsAndAreDroppedWhenTheyPartOrSlide) {
  std::vector<ContactPoint> old = {pointAt({0, 0, 0}, 0, 1), pointAt({1, 0, 0}, 0, 2)};
  old[0].normalForce = 5;
  const auto movedBy = [&](const Vec3& way) {
    std::vector<ContactPoint> points;
    persistFour(old, {}, {Quat::Identity(), way}, 0.01, 0.02, points);
    return points;
  };
  const auto kept = movedBy({0.01, 0, 0.005});
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_NEAR(kept[0].gap, 0.005, 1e-15);
  EXPECT_EQ(kept[0].normalForce, 5);
  EXPECT_TRUE(movedBy({0, 0, 0.011}).empty()) << "parted";
  EXPECT_TRUE(movedBy({0.021, 0, 0}).empty()) << "slid";
}

TEST(ContactPolicies, MinimalSixRegistersOnePointAStepAndNoMoreThanSix) {
  std::vector<ContactPoint> registered;
  for (int step = 1; step <= 9; ++step) {
    std::vector<ContactPoint> points;
    for (std::uint64_t i = 0; i < 10; ++i)
      points.push_back(pointAt({static_cast<double>(i), 0, 0}, 0.001 * static_cast<double>(9 - i), i));
    registerOneOfSix(registered, 0.01, points);
    EXPECT_EQ(points.size(), static_cast<std::size_t>(std::min(step, 6)));
    EXPECT_EQ(points.back().feature, static_cast<std::uint64_t>(10 - std::min(step, 6))) << "the nearest of the others";
    registered = points;
  }
  // Points that are no longer found give their places free.
  std::vector<ContactPoint> points = {pointAt({0, 0, 0}, 0, 0), pointAt({9, 0, 0}, 0, 9)};
  registerOneOfSix(registered, 0.01, points);
  EXPECT_EQ(points.size(), 2U);
}

}  // namespace
}  // namespace passung::dynamics
