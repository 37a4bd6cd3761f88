// SPDX-License-Identifier: Apache-2.0
#include "core/math.h"

#include <gtest/gtest.h>

#include <random>

namespace passung {
namespace {

TEST(Math, LogInvertsExpForAllAnglesBelowPi) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (double angle : {0.0, 1e-13, 1e-9, 1e-5, 1e-3, 0.1, 1.0, 2.0, 3.1}) {
    const Vec3 axis = Vec3(normal(random), normal(random), normal(random)).normalized();
    const Vec3 phi = angle * axis;
    EXPECT_LT((vectorFromRotation(rotationFromVector(phi)) - phi).norm(), 1e-12 * (1 + angle)) << angle;
  }
}

TEST(Math, InverseTransformUndoesATransform) {
  const Transform X{rotationFromVector(Vec3(0.3, -1.2, 0.7)), Vec3(1, 2, -3)};
  const Vec3 p(0.4, 5, -6);
  EXPECT_LT((X.inverse() * (X * p) - p).norm(), 1e-14);
  EXPECT_LT(((X * X.inverse()).p).norm(), 1e-14);
}

}  // namespace
}  // namespace passung
