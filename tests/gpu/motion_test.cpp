// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/motion.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "tests/collision/random_geometry.h"

namespace passung::gpu {
namespace {

using collision::test::Random;

Double3 plain(const Vec3& p) { return {p.x(), p.y(), p.z()}; }

double differenceOf(const Transform& X, const Transform& Y) { return (X.R() - Y.R()).norm() + (X.p - Y.p).norm(); }

TEST(Motion, TurnsByTheSineAndCosineOfHalfTheAngle) {
  RigidMotion m{};
  m.axis.z = 1;
  for (const double angle : {0.0, 1e-12, 0.3, 1.0, 2.5, kPi}) {
    m.angle = angle;
    for (int k = 0; k <= 100; ++k) {
      double q[4];
      turnAt(m, k / 100.0, q);
      EXPECT_NEAR(q[0], std::cos(0.5 * angle * k / 100), 4e-16);
      EXPECT_NEAR(q[3], std::sin(0.5 * angle * k / 100), 4e-16);
    }
  }
}

TEST(Motion, BeginsAndEndsAtTheGivenPoses) {
  Random random(1);
  for (int n = 0; n < 500; ++n) {
    const Transform X0 = random.pose(2);
    Transform X1 = random.pose(2);
    if (n % 3 == 0) X1.q = rotationFromVector(std::pow(10, random.uniform(-12, 0)) * random.direction()) * X0.q;
    if (n % 50 == 0) X1.q = X0.q;
    for (const RigidMotion& m : {straightMotion(X0, X1, random.inCube(1)), screwMotion(X0, X1)}) {
      // The axis of a small turn may be far away; its roundings count.
      const double rounding = 1e-15 * lengthOf(m, 2) * 64;
      EXPECT_LT(differenceOf(transformAt(m, 0), X0), rounding);
      EXPECT_LT(differenceOf(transformAt(m, 1), X1), rounding);
      const double t = random.uniform(0, 1);
      const MotionPose X = poseAt(m, t);
      const Vec3 q = random.inCube(1);
      const Double3 p = place(X, plain(q));
      EXPECT_LT((Vec3(p.x, p.y, p.z) - transformAt(m, t) * q).norm(), rounding);
    }
  }
}

// A point on a helix of a known axis, radius and pitch.
TEST(Motion, OfAScrewIsAHelix) {
  Random random(2);
  for (int n = 0; n < 200; ++n) {
    const Transform X_AH = random.pose(1);
    const double angle = random.uniform(0.01, kPi - 0.01), pitch = random.uniform(-1, 1);
    const auto at = [&](double t) {
      return X_AH * Transform{Quat(Eigen::AngleAxisd(t * angle, Vec3::UnitZ())), Vec3(0, 0, t * pitch)};
    };
    const RigidMotion m = screwMotion(at(0), at(1));
    for (const double t : {0.2, 0.5, 0.9}) EXPECT_LT(differenceOf(transformAt(m, t), at(t)), 1e-11);
  }
}

TEST(Motion, IsNeverFasterThanItsBounds) {
  Random random(3);
  double tightest = 0;
  for (int n = 0; n < 2000; ++n) {
    const RigidMotion m = straightMotion(random.pose(1), random.pose(1), random.inCube(0.5));
    const Vec3 q = random.inCube(1), normal = random.direction();
    const double rho = reachOf(m, plain(q));
    const double t = random.uniform(0, 1), h = 1e-6;
    const Vec3 velocity = (transformAt(m, t + h) * q - transformAt(m, t - h) * q) / (2 * h);
    EXPECT_LE(velocity.norm(), speedBound(m, rho) + 1e-8);
    EXPECT_LE(normal.dot(velocity), speedBoundAlong(m, rho, plain(normal)) + 1e-8);
    EXPECT_LE(speedBoundAlong(m, rho, plain(normal)), speedBound(m, rho) + 1e-12);
    tightest = std::max(tightest, velocity.norm() / speedBound(m, rho));
  }
  EXPECT_GT(tightest, 0.98);
}

TEST(Motion, SweepsBoxesThatHoldTheWholeWay) {
  Random random(4);
  double ratio = 0;
  for (int n = 0; n < 500; ++n) {
    const Transform X0 = random.pose(1);
    Transform X1 = random.pose(1);
    if (n % 2 == 0) X1 = {rotationFromVector(0.3 * random.direction()) * X0.q, X0.p + random.inCube(0.3)};
    const RigidMotion m = n % 3 == 0 ? screwMotion(X0, X1) : straightMotion(X0, X1, random.inCube(0.5));
    OrientedBox box;
    box.X_MB = random.pose(1);
    for (int k = 0; k < 3; ++k) box.half[k] = random.below(4) == 0 ? 0 : random.uniform(0, 0.5);
    const double t0 = random.uniform(0, 0.8), t1 = t0 + random.uniform(0, 1 - t0);
    const OrientedBox swept = sweptBox(m, box, t0, t1);
    const Transform X_SA = swept.X_MB.inverse();
    Aabb needed;
    for (int k = 0; k < 300; ++k) {
      Vec3 q;
      for (int i = 0; i < 3; ++i)
        q[i] = box.half[i] * (k % 3 == 0 ? random.uniform(-1, 1) : (random.below(2) ? 1 : -1));
      const Vec3 p = X_SA * (transformAt(m, random.uniform(t0, t1)) * (box.X_MB * q));
      for (int i = 0; i < 3; ++i) ASSERT_LE(std::abs(p[i]), swept.half[i]);
      needed.add(p);
    }
    if (n % 2 == 0) ratio = std::max(ratio, (2 * swept.half - needed.extent()).maxCoeff());
  }
  EXPECT_LT(ratio, 1);  // turns of 0.3: little is added
}

TEST(Motion, RefusesWhatIsNoPose) {
  const Transform good, scaled{Quat(2, 0, 0, 0), Vec3::Zero()}, lost{Quat::Identity(), Vec3(0, std::nan(""), 0)};
  for (const Transform& bad : {scaled, lost}) {
    EXPECT_THROW((void)straightMotion(good, bad, Vec3::Zero()), InputError);
    EXPECT_THROW((void)screwMotion(bad, good), InputError);
  }
}

}  // namespace
}  // namespace passung::gpu
