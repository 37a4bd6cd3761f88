// SPDX-License-Identifier: Apache-2.0
// Large meshes whose expected places lie deep inside each other, or beyond.
#include <gtest/gtest.h>

#include <cmath>

#include "collision/queries/penetration.h"
#include "dynamics/engine.h"
#include "tests/collision/test_meshes.h"
#include "tests/dynamics/test_bodies.h"

namespace passung::dynamics {
namespace {

using collision::MeshShape;
using collision::test::MeshPtr;

constexpr double kPitch = 2e-3, kRib = 0.8e-3;  // [m]
constexpr double kGap = 0.5 * kPitch - kRib;    // between the ribs of both, in the middle

// A rod with ribs around it, or the ring in whose ribs these are.
MeshPtr ribbed(double wall, double ribs, double far, int count) {
  const bool ring = far > wall;
  std::vector<std::pair<double, double>> profile;
  const double height = count * kPitch;
  // Counter-clockwise: a rod's ribs upwards on its outer side, a ring's downwards on its inner one.
  for (int i = 0; i < count; ++i) {
    const double z = ring ? height - (i + 0.5) * kPitch : (i + 0.5) * kPitch, half = ring ? -0.5 * kRib : 0.5 * kRib;
    profile.insert(profile.end(), {{wall, z - half}, {ribs, z - half}, {ribs, z + half}, {wall, z + half}});
  }
  const double first = ring ? height : 0, last = ring ? 0 : height;
  profile.insert(profile.begin(), {wall, first});
  profile.insert(profile.end(), {{wall, last}, {far, last}, {far, first}});
  return collision::test::revolved(profile, 40);
}

// Whatever the way of a step is, up to one by which the ribs would be past each other, the ring is stopped by the next
// rib and nothing overlaps.
TEST(ThrownParts, ARingDoesNotLeapOverTheRibsOfItsRod) {
  const auto rod = ribbed(8e-3, 9e-3, 4e-3, 6), ring = ribbed(9.2e-3, 8.2e-3, 14e-3, 3);
  const collision::PenetrationOracle oracle(
      std::vector<std::vector<collision::Collider>>{{{MeshShape{rod}, {}}}, {{MeshShape{ring}, {}}}});
  int stopped = 0;
  for (const double way : {0.15e-3, 0.45e-3, 0.8e-3, 1.2e-3, 1.6e-3, 1.9e-3, 2.4e-3}) {
    for (const double turning : {0.0, 200.0}) {
      const Vec3 start(0, 0, 0.5 * kPitch + kPitch);
      BodyDef thrown = bodyOf("ring", MeshShape{ring}, start);
      WorldDef def = worldOf({bodyOf("rod", MeshShape{rod}, Vec3::Zero(), Motion::kFixed), thrown});
      def.gravity.setZero();
      def.dt = 1e-3;
      def.bodies[1].v_WC = Vec3(0, 0, -way / def.dt);
      def.bodies[1].w_WB = Vec3(0, 0, turning);
      const auto engine = makeEngine(def, {});
      ASSERT_TRUE(engine->warnings().empty());
      for (int step = 0; step < 12; ++step) {
        const StepReport report = engine->step();
        EXPECT_EQ(report.held, 0) << way << " " << turning << " " << step;
        const Transform& X = engine->states()[1].X_WB;
        ASSERT_LT((X.p - start).norm(), 1.5 * kGap) << way << " " << step;
        EXPECT_FALSE(oracle.measure(0, 1, {}, X).intersecting) << way << " " << step;
      }
      stopped += engine->states()[1].v_WC.z() > -0.5 * way / def.dt ? 1 : 0;
    }
  }
  EXPECT_EQ(stopped, 14);
}

// Lumps that are thrown at each other in all ways, as far a step as they may move, never overlap at its end: where
// lists see nothing of it the alarm tells.
TEST(ThrownParts, LumpsNeverOverlap) {
  collision::test::Random random(5);
  int touched = 0, deep = 0;
  for (int trial = 0; trial < 120; ++trial) {
    const MeshPtr target = collision::test::lump(random, 0.01, 14), thrown = collision::test::lump(random, 0.01, 14);
    const collision::PenetrationOracle oracle(
        std::vector<std::vector<collision::Collider>>{{{MeshShape{target}, {}}}, {{MeshShape{thrown}, {}}}});
    WorldDef def = worldOf({bodyOf("target", MeshShape{target}, Vec3::Zero(), Motion::kFixed),
                            bodyOf("thrown", MeshShape{thrown}, 0.027 * random.direction())});
    def.gravity.setZero();
    def.dt = 1e-3;
    def.bodies[1].X_WB.q = random.rotation();
    def.bodies[1].v_WC = (random.inCube(0.006) - def.bodies[1].X_WB.p) * random.uniform(0.03, 0.12) / def.dt;
    def.bodies[1].w_WB = random.inCube(300);
    const auto engine = makeEngine(def, {});
    ASSERT_TRUE(engine->warnings().empty()) << trial;
    for (int step = 0; step < 25; ++step) {
      Transform expected = engine->states()[1].X_WB;
      expected.p += def.dt * engine->states()[1].v_WC;
      deep += oracle.measure(0, 1, {}, expected).depth > 1e-4 ? 1 : 0;
      engine->step();
      touched += engine->contacts().empty() ? 0 : 1;
      ASSERT_FALSE(oracle.measure(0, 1, {}, engine->states()[1].X_WB).intersecting) << trial << " " << step;
    }
  }
  EXPECT_GT(touched, 100);
  EXPECT_GT(deep, 30);
}

}  // namespace
}  // namespace passung::dynamics
