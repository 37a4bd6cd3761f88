// SPDX-License-Identifier: Apache-2.0
#include "dynamics/solver/gap_potential.h"

#include <gtest/gtest.h>

namespace passung::dynamics {
namespace {

constexpr GapPotential kPotential{.r0 = 8e-6, .k = 1e7};

TEST(GapPotential, ForceAndSlopeAreTheDerivativesOfTheEnergyEverywhere) {
  const double r0 = kPotential.r0;
  for (double x : {-3.0, -0.5, 0.0, 0.004, 0.02, 0.1, 0.3, 0.49, 0.51, 0.7, 0.95}) {
    const double d = x * r0;
    const double h = 1e-6 * r0;
    const double force = -(kPotential.at(d + h).energy - kPotential.at(d - h).energy) / (2 * h);
    const double slope = -(kPotential.at(d + h).force - kPotential.at(d - h).force) / (2 * h);
    EXPECT_NEAR(kPotential.at(d).force, force, 1e-4 * force + 1e-9) << x;
    EXPECT_NEAR(kPotential.at(d).slope, slope, 1e-4 * slope) << x;
  }
}

TEST(GapPotential, JoinsItsPiecesWithEqualForceAndSlope) {
  for (double x : {0.5, 0.01}) {
    const double d = x * kPotential.r0;
    const double e = 1e-9 * kPotential.r0;
    EXPECT_NEAR(kPotential.at(d - e).force / kPotential.at(d + e).force, 1, 1e-6);
    EXPECT_NEAR(kPotential.at(d - e).slope / kPotential.at(d + e).slope, 1, 1e-6);
  }
  EXPECT_EQ(kPotential.at(kPotential.r0).force, 0);
}

TEST(GapPotential, ResistsMoreTheSmallerTheGap) {
  // The force k2/d: each halving of the gap doubles it, down to a hundredth of the shell.
  for (double x = 0.5; x > 0.02; x /= 2) {
    EXPECT_NEAR(kPotential.at(0.5 * x * kPotential.r0).force / kPotential.at(x * kPotential.r0).force, 2, 1e-9) << x;
  }
  EXPECT_GT(kPotential.at(0).force, kPotential.at(0.01 * kPotential.r0).force);
}

}  // namespace
}  // namespace passung::dynamics
