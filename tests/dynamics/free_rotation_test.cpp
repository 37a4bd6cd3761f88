// SPDX-License-Identifier: Apache-2.0
#include "dynamics/integrator/free_rotation.h"

#include <gtest/gtest.h>

namespace passung::dynamics {
namespace {

// A symmetric top (I1 = I2, I3) with momentum L: its axis precesses about L at |L| / I1 (Euler; Landau and Lifshitz,
// Mechanics, section 33).
TEST(FreeRotation, ASymmetricTopPrecessesAtLOverI1) {
  const double I1 = 2e-3, I3 = 5e-3;
  const Mat3 inverse = Vec3(1 / I1, 1 / I1, 1 / I3).asDiagonal();
  const Vec3 L(0, 0, 0.04);
  const Quat q0 = rotationFromVector(Vec3(0.4, 0, 0));
  const double omega = L.norm() / I1;
  const double t = 0.37;
  Quat q = q0;
  for (int i = 0; i < 370; ++i) q = freeRotation(q, L, inverse, t / 370);
  const Vec3 expected = rotationFromVector(Vec3(0, 0, omega * t)) * (q0 * Vec3::UnitZ());
  EXPECT_LT((q * Vec3::UnitZ() - expected).norm(), 1e-8);
}

TEST(FreeRotation, ABodyThatTumblesFarInOneStepKeepsItsEnergy) {
  const Mat3 inverse = Vec3(1.0, 0.5, 1.0 / 3).asDiagonal();
  const Vec3 L(10, 20, -15);
  const auto energy = [&](const Quat& q) {
    const Vec3 l = q.conjugate() * L;
    return 0.5 * l.dot(inverse * l);
  };
  Quat q = Quat::Identity();
  const double e0 = energy(q);
  for (int i = 0; i < 100; ++i) q = freeRotation(q, L, inverse, 0.1);  // more than a radian a step
  EXPECT_NEAR(energy(q) / e0, 1, 1e-6);
}

}  // namespace
}  // namespace passung::dynamics
