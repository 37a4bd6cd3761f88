// SPDX-License-Identifier: Apache-2.0
#include "app/session/pull.h"

#include <gtest/gtest.h>

#include "app/session/energy.h"
#include "tests/session/free_engine.h"
#include "tests/session/test_scenes.h"

namespace passung::app {
namespace {

struct Fixture {
  dynamics::WorldDef def = test::cubeOverPlate().world;
  MassProperties mass = dynamics::massProperties(def.bodies[1]);
  dynamics::BodyState state{.X_WB = def.bodies[1].X_WB};
  double size = dynamics::localBounds(def.bodies[1]).size();
};

// Grasped above its centre, a body hangs 2 % of its size below the target: there the spring carries the weight.
TEST(PullForce, CarriesTheWeightAtTheSagItPromises) {
  const Fixture f;
  Pull pull{.body = 1, .p_BG = Vec3(0, 0, 0.02)};
  pull.p_WT = f.state.X_WB * pull.p_BG + Vec3(0, 0, 0.02 * f.size);
  const Vec3 force = pullForce(f.def, f.mass, f.state, f.size, pull);
  EXPECT_NEAR(force.z(), f.mass.mass * 9.81, 1e-9 * f.mass.mass * 9.81);
  EXPECT_NEAR(force.x(), 0, 1e-12);
}

// Off the centre it is the free motion of the grasped point that must be critically damped: with q = p_WT - p_WG the
// acceleration of the point, found here from Newton's and Euler's laws, is w^2 q - 2 w v.
TEST(PullForce, MakesTheGraspedPointACriticallyDampedOscillator) {
  Fixture f;
  f.state.X_WB.q = rotationFromVector(Vec3(0.3, -0.7, 0.2));
  f.state.v_WC = Vec3(0.01, 0.02, -0.015);
  const Pull pull{.body = 1,
                  .p_BG = Vec3(0.02, -0.01, 0.015),
                  .p_WT = f.state.X_WB * Vec3(0.02, -0.01, 0.015) + Vec3(1e-4, 2e-4, -1e-4)};
  const Vec3 force = pullForce(f.def, f.mass, f.state, f.size, pull);
  const Vec3 r = f.state.X_WB.q * (pull.p_BG - f.mass.com);
  const Mat3 R = f.state.X_WB.R();
  const Mat3 J = R * f.mass.inertia * R.transpose();
  const Vec3 turn = J.ldlt().solve(r.cross(force));
  const Vec3 acceleration = force / f.mass.mass + turn.cross(r);  // w_WB = 0
  const double w = std::sqrt(9.81 / (0.02 * f.size));
  const Vec3 expected = w * w * Vec3(1e-4, 2e-4, -1e-4) - 2 * w * f.state.v_WC;
  EXPECT_LT((acceleration - expected).norm(), 1e-9 * expected.norm());
}

TEST(PullForce, IsCutAtThirtyWeights) {
  const Fixture f;
  const Pull pull{.body = 1, .p_BG = Vec3::Zero(), .p_WT = Vec3(1000, 0, 0)};
  EXPECT_NEAR(pullForce(f.def, f.mass, f.state, f.size, pull).norm(), 30 * f.mass.mass * 9.81, 1e-6);
}

// Lengths and gravity times s, density and time as they were: forces go with s^4.
TEST(PullForce, FollowsTheScaleOfTheScene) {
  const Fixture f;
  const Pull pull{.body = 1, .p_BG = Vec3(0.01, 0, 0.02), .p_WT = f.state.X_WB.p + Vec3(0.011, 0, 0.02)};
  const Vec3 force = pullForce(f.def, f.mass, f.state, f.size, pull);
  for (const double s : {1e-3, 1e3}) {
    dynamics::WorldDef def = f.def;
    def.gravity *= s;
    MassProperties mass = f.mass;
    mass.mass *= s * s * s;
    mass.com *= s;
    mass.inertia *= s * s * s * s * s;
    dynamics::BodyState state = f.state;
    state.X_WB.p *= s;
    const Pull scaled{.body = 1, .p_BG = s * pull.p_BG, .p_WT = s * pull.p_WT};
    const Vec3 got = pullForce(def, mass, state, s * f.size, scaled);
    EXPECT_LT((got - force * (s * s * s * s)).norm(), 1e-9 * force.norm() * s * s * s * s);
  }
}

TEST(Energy, OfAFallingCubeIsItsWeightTimesItsHeightAndStays) {
  const scenes::Scene scene = test::cubeOverPlate(0.05);
  test::FreeEngine engine(scene.world);
  const double ground = lowestPoint(scene.world);
  EXPECT_NEAR(ground, -0.02, 1e-15);  // the underside of the plate
  const double m = engine.mass(1).mass;
  EXPECT_NEAR(m, 7850 * 0.04 * 0.04 * 0.04, 1e-12);
  const std::vector<MassProperties> masses{engine.mass(0), engine.mass(1)};
  const auto energyNow = [&] { return energyOf(scene.world, masses, engine.states(), 0, ground); };
  const Energy start = energyNow();
  EXPECT_NEAR(start.potential, m * 9.81 * (0.05 + 0.02 + 0.02), 1e-12);
  EXPECT_EQ(start.kinetic, 0);
  for (int i = 0; i < 100; ++i) engine.step();
  const Energy later = energyNow();
  EXPECT_NEAR(later.kinetic, 0.5 * m * 0.981 * 0.981, 1e-9);  // v = g t at t = 0.1 s
  // Symplectic Euler falls g t dt / 2 too far: 1 % of the fall here.
  EXPECT_NEAR(later.total(), start.total(), 0.011 * later.kinetic);
}

TEST(Energy, LowestPointIsZeroWithoutGravityOrBounds) {
  dynamics::WorldDef def;
  EXPECT_EQ(lowestPoint(def), 0);
  def = test::cubeOverPlate().world;
  def.gravity = Vec3::Zero();
  EXPECT_EQ(lowestPoint(def), 0);
}

}  // namespace
}  // namespace passung::app
