// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/engine.h"

namespace passung::dynamics {
namespace {

using collision::Box;
using collision::Capsule;
using collision::HalfSpace;
using collision::Shape;
using collision::Sphere;

BodyDef bodyOf(const std::string& name, const Shape& shape, const Vec3& p, Motion motion = Motion::kDynamic) {
  BodyDef b;
  b.name = name;
  b.motion = motion;
  b.X_WB.p = p;
  b.colliders.push_back({shape, {}});
  return b;
}

WorldDef worldOf(std::vector<BodyDef> bodies) {
  WorldDef def;
  def.bodies = std::move(bodies);
  def.solver.sleeping = false;
  return def;
}

void run(Engine& engine, int steps) {
  for (int i = 0; i < steps; ++i) engine.step();
}

// A symplectic step sums the velocities at the ends of the steps: z = -g dt^2 n (n + 1) / 2.
TEST(World, FreeFallFollowsTheDiscreteParabola) {
  auto engine = makeEngine(worldOf({bodyOf("ball", Sphere{0.01}, Vec3(0, 0, 1))}), {});
  const int n = 300;
  run(*engine, n);
  const double dt = 1e-3, g = 9.81;
  EXPECT_NEAR(engine->states()[0].X_WB.p.z(), 1 - g * dt * dt * n * (n + 1) / 2, 1e-12);
  EXPECT_NEAR(engine->states()[0].v_WC.z(), -g * dt * n, 1e-12);
}

TEST(World, ABoxRestsOnAHalfSpaceOneShellUp) {
  auto engine = makeEngine(worldOf({bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed),
                                    bodyOf("box", Box{Vec3(0.02, 0.01, 0.005)}, Vec3(0, 0, 0.02))}),
                           {});
  run(*engine, 2000);
  const BodyState& s = engine->states()[1];
  const double r0 = 1e-4 * 2 * Vec3(0.02, 0.01, 0.005).norm();
  EXPECT_GT(s.X_WB.p.z(), 0.005);
  EXPECT_LT(s.X_WB.p.z(), 0.005 + r0);
  EXPECT_LT(s.v_WC.norm(), 1e-9);
  EXPECT_NEAR(std::abs(s.X_WB.q.w()), 1, 1e-9);
  Vec3 sum = Vec3::Zero();
  for (const Contact& c : engine->contacts()) sum += c.f_W;
  EXPECT_NEAR(sum.z(), engine->mass(1).mass * 9.81, 1e-6 * engine->mass(1).mass * 9.81);
}

}  // namespace
}  // namespace passung::dynamics
