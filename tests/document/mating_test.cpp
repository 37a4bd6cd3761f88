// SPDX-License-Identifier: GPL-3.0-or-later
// After mating, axes are in line and planes flush, and the part has not moved more than it must.
#include "app/document/mating.h"

#include <gtest/gtest.h>

#include <random>

namespace passung::app {
namespace {

struct Case {
  Transform X_WB;
  Line own_B, own, other;
};

std::vector<Case> cases() {
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  const auto vec = [&] { return Vec3(normal(random), normal(random), normal(random)); };
  std::vector<Case> all;
  for (int i = 0; i < 60; ++i) {
    Case c;
    c.X_WB = {rotationFromVector(vec()), vec()};
    c.own_B = {vec(), vec().normalized()};
    c.other = {vec(), vec().normalized()};
    c.own = {c.X_WB * c.own_B.p, c.X_WB.q * c.own_B.direction};
    // Parallel and opposite ones are the hard cases.
    if (i % 3 == 1) c.other.direction = c.own.direction;
    if (i % 3 == 2) c.other.direction = -c.own.direction;
    all.push_back(c);
  }
  return all;
}

TEST(Mating, AxesComeInLineAcrossTheLineOnly) {
  for (const Case& c : cases()) {
    const Transform X = mateAxes(c.X_WB, c.own, c.other);
    const Vec3 p = X * c.own_B.p, d = X.q * c.own_B.direction;
    EXPECT_LT(d.cross(c.other.direction).norm(), 1e-12);
    EXPECT_LT((p - c.other.p).cross(c.other.direction).norm(), 1e-12);
    EXPECT_LT(std::abs((p - c.own.p).dot(c.other.direction)), 1e-12) << "no way along the line";
    EXPECT_GE(d.dot(c.own.direction), -1e-12) << "the smaller turn";
    const Transform again = mateAxes(X, {p, d}, c.other);
    EXPECT_LT((again.p - X.p).norm(), 1e-12);
  }
}

TEST(Mating, FacesComeFlushWithOpposedNormals) {
  for (const Case& c : cases()) {
    const Transform X = mateFaces(c.X_WB, c.own, c.other);
    const Vec3 p = X * c.own_B.p, n = X.q * c.own_B.direction;
    EXPECT_LT((n + c.other.direction).norm(), 1e-12);
    EXPECT_LT(std::abs((p - c.other.p).dot(c.other.direction)), 1e-12);
    EXPECT_LT((p - c.own.p).cross(c.other.direction).norm(), 1e-12) << "along the normal only";
  }
}

}  // namespace
}  // namespace passung::app
