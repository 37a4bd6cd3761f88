// SPDX-License-Identifier: Apache-2.0
// What is found about fits, overlap and loads: when a world is made, and under large forces.
#include <gtest/gtest.h>

#include <cmath>

#include "collision/queries/penetration.h"
#include "dynamics/engine.h"
#include "tests/collision/test_meshes.h"
#include "tests/dynamics/test_bodies.h"

namespace passung::dynamics {
namespace {

using collision::Box;
using collision::HalfSpace;
using collision::MeshShape;

// A prism ring of `sides` about z: outer radius `outer`, inner radius `inner` (0: solid), turned by `turn`.
std::shared_ptr<const TriangleMesh> ring(double inner, double outer, double height, int sides, double turn) {
  std::vector<Vec3> v;
  std::vector<Triangle> t;
  const auto at = [&](double r, int i, double z) {
    const double a = turn + 2 * kPi * i / sides;
    return Vec3(r * std::cos(a), r * std::sin(a), z);
  };
  for (int i = 0; i < sides; ++i) {
    v.push_back(at(outer, i, 0));
    v.push_back(at(outer, i, height));
    v.push_back(inner > 0 ? at(inner, i, 0) : Vec3(0, 0, 0));
    v.push_back(inner > 0 ? at(inner, i, height) : Vec3(0, 0, height));
  }
  for (int i = 0; i < sides; ++i) {
    const int a = 4 * i, b = 4 * ((i + 1) % sides);
    t.insert(t.end(), {{a, b, b + 1}, {a, b + 1, a + 1}, {a + 1, b + 1, b + 3}, {a + 1, b + 3, a + 3}});
    t.insert(t.end(), {{a + 3, b + 3, b + 2}, {a + 3, b + 2, a + 2}, {a + 2, b + 2, b}, {a + 2, b, a}});
  }
  return TriangleMesh::build(v, t);
}

bool mentions(const Engine& engine, const std::string& text) {
  for (const std::string& w : engine.warnings()) {
    if (w.find(text) != std::string::npos) return true;
  }
  return false;
}

// A shell gives way by g h^2 / 100, h being the substep that a motion known at the start needs: a quarter of the step
// for a ball that slides three motion limits a step.
TEST(Fit, AShellIsAsStiffAsTheSubstepsOfAFastPartAreShort) {
  constexpr double kRadius = 0.05, kStep = 4e-3;
  for (const double speed : {0.0, 3 * 0.25 * kRadius / kStep}) {
    BodyDef ball = bodyOf("ball", collision::Sphere{kRadius}, Vec3(0, 0, kRadius));
    ball.v_WC.x() = speed;
    ball.material.friction = 0;
    WorldDef def = worldOf({bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed), ball});
    def.dt = kStep;
    const auto engine = makeEngine(def, {});
    for (int i = 0; i < 100; ++i) EXPECT_EQ(engine->step().held, 0);
    ASSERT_EQ(engine->contacts().size(), 1U);
    const double shell = def.solver.shell * 2 * kRadius * std::sqrt(3.0);
    const double step = speed > 0 ? kStep / 4 : kStep;
    const double given = shell - engine->contacts()[0].gap, expected = 9.81 * step * step / 100;
    EXPECT_NEAR(given, expected, 1e-3 * expected) << speed;
    EXPECT_DOUBLE_EQ(engine->states()[1].v_WC.x(), speed);
  }
}

// Cubes that start deep in each other and in the floor are stacked on it, straight, and stay.
TEST(Fit, AStackThatStartsInItselfAndInTheFloorIsMovedApart) {
  std::vector<BodyDef> bodies = {bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed)};
  for (int i = 0; i < 4; ++i) {
    bodies.push_back(bodyOf("cube" + std::to_string(i), Box{Vec3::Constant(0.5)}, Vec3(0, 0, 0.49 + 0.99 * i)));
  }
  const auto engine = makeEngine(worldOf(bodies), {});
  EXPECT_TRUE(mentions(*engine, "eased apart"));
  for (int i = 0; i < 300; ++i) engine->step();
  for (int i = 0; i < 4; ++i) {
    const Vec3 p = engine->states()[static_cast<std::size_t>(i) + 1].X_WB.p;
    EXPECT_NEAR(p.z(), 0.5 + i, 2e-3) << i;
    EXPECT_LT(p.head<2>().norm(), 1e-6) << i;
  }
}

// A pin of the hole's own radius overlaps it by its facets. It must neither fall nor fly.
TEST(Fit, APinOfTheHolesOwnSizeKeepsItsOverlapAndStays) {
  BodyDef pin = bodyOf("pin", MeshShape{ring(0, 0.004, 0.03, 24, kPi / 24)}, Vec3(0, 0, -0.005));
  pin.colliders.push_back({MeshShape{ring(0, 0.008, 0.004, 24, 0)}, {Quat::Identity(), Vec3(0, 0, 0.0251)}});
  pin.mass = MassProperties{0.02, Vec3(0, 0, 0.015), Mat3::Identity() * 2e-6};
  const auto engine = makeEngine(
      worldOf({bodyOf("plate", MeshShape{ring(0.004, 0.02, 0.02, 24, 0)}, Vec3::Zero(), Motion::kFixed), pin}), {});
  EXPECT_TRUE(mentions(*engine, "do not fit"));
  const Vec3 start = engine->states()[1].X_WB.p;
  double fastest = 0;
  for (int i = 0; i < 300; ++i) {
    engine->step();
    fastest = std::max(fastest, engine->states()[1].v_WC.norm());
  }
  EXPECT_LT((engine->states()[1].X_WB.p - start).norm(), 3e-4) << "it rests on its head, 0.1 mm below at most";
  EXPECT_LT(fastest, 0.1);
}

// A ring of many triangles that starts in both flanks of its groove, deeper than it can be eased out, keeps that
// overlap and sinks no deeper.
TEST(Fit, ARingThatDoesNotFitItsGrooveSinksNoDeeper) {
  const auto groove = collision::test::revolved(
      {{4e-3, -4e-3}, {16e-3, -4e-3}, {16e-3, 3e-3}, {14e-3, 4e-3}, {10e-3, 0}, {6e-3, 4e-3}, {4e-3, 3e-3}}, 60);
  const auto ring = collision::test::torus(10e-3, 2e-3, 37, 14);
  for (const double deeper : {0.0, 2e-5, 5e-5}) {
    const WorldDef def = worldOf({bodyOf("groove", MeshShape{groove}, Vec3::Zero(), Motion::kFixed),
                                  bodyOf("ring", MeshShape{ring}, Vec3(0, 0, 2e-3 * std::sqrt(2.0) - deeper))});
    const auto engine = makeEngine(def, {});
    EXPECT_TRUE(mentions(*engine, "do not fit")) << deeper;
    const collision::PenetrationOracle oracle(
        std::vector<std::vector<collision::Collider>>{def.bodies[0].colliders, def.bodies[1].colliders});
    const auto depth = [&] { return oracle.measure(0, 1, {}, engine->states()[1].X_WB).depth; };
    const double kept = depth();
    EXPECT_GT(kept, 5e-6) << deeper;
    for (int i = 0; i < 100; ++i) engine->step();
    EXPECT_LT(depth(), 1.02 * kept + 1e-7) << deeper;
    EXPECT_LT(engine->states()[1].v_WC.norm(), 1e-3) << deeper;
  }
}

// The shell of a peg that starts in a hole is a twentieth of its play: at rest on the hole's wall that is the gap.
TEST(Fit, TheShellFollowsThePlayOfTheFit) {
  for (double play : {2e-5, 4e-5}) {
    WorldDef def = worldOf({bodyOf("block", MeshShape{ring(0.01, 0.03, 0.02, 32, 0)}, Vec3::Zero(), Motion::kFixed),
                            bodyOf("peg", MeshShape{ring(0, 0.01 - 0.5 * play, 0.02, 32, 0)}, Vec3::Zero())});
    def.gravity = Vec3(9.81, 0, 0);
    const auto engine = makeEngine(def, {});
    for (int i = 0; i < 200; ++i) engine->step();
    double gap = 1;
    for (const Contact& c : engine->contacts()) gap = std::min(gap, c.gap);
    EXPECT_GT(gap, 0);
    EXPECT_LT(gap, 0.055 * play);
    EXPECT_GT(gap, 0.02 * play) << "and not less than the load asks for";
  }
}

// A force of some million weights closes shells to almost nothing; what is pressed neither passes nor is held.
TEST(Fit, ALoadOfAMillionWeightsIsCarried) {
  const auto engine = makeEngine(worldOf({bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed),
                                          bodyOf("box", Box{Vec3(0.01, 0.01, 0.01)}, Vec3(0, 0, 0.01001))}),
                                 {});
  const double weight = engine->mass(1).mass * 9.81;
  int held = 0;
  double load = 0;
  for (int i = 0; i < 400; ++i) {
    load = weight * std::min(1e6, 1e4 * i);
    engine->applyForce(1, engine->states()[1].X_WB * engine->mass(1).com, Vec3(0, 0, -load));
    held += engine->step().held;
  }
  double carried = 0, gap = 1;
  for (const Contact& c : engine->contacts()) {
    carried += c.f_W.z();
    gap = std::min(gap, c.gap);
  }
  EXPECT_EQ(held, 0);
  EXPECT_GT(gap, 0);
  EXPECT_NEAR(std::abs(carried), load + weight, 1e-3 * load);
  EXPECT_NEAR(engine->states()[1].X_WB.p.z(), 0.01, 1e-5);
}

// Where all contacts stay, hundreds of them take no more iterations than a few: Newton's method is left to converge.
TEST(Fit, ManyContactsThatStayTakeNoMoreIterationsThanFew) {
  const auto iterationsOf = [](const collision::Shape& shape, double height, std::size_t contacts) {
    const auto engine = makeEngine(worldOf({bodyOf("floor", HalfSpace{}, Vec3::Zero(), Motion::kFixed),
                                            bodyOf("part", shape, Vec3(0, 0, height + 1e-6))}),
                                   {});
    const double weight = engine->mass(1).mass * 9.81;
    int iterations = 0;
    for (int i = 0; i < 300; ++i) {
      const double load = 50 * weight * (1 + 0.9 * std::sin(0.7 * i));
      engine->applyForce(1, engine->states()[1].X_WB * engine->mass(1).com, Vec3(0, 0, -load));
      const StepReport report = engine->step();
      if (i < 100) continue;
      iterations += report.iterations;
      EXPECT_EQ(engine->contacts().size(), contacts);
    }
    return iterations;
  };
  const int few = iterationsOf(Box{Vec3(0.01, 0.01, 0.01)}, 0.01, 4);
  const int many = iterationsOf(MeshShape{ring(0.005, 0.01, 0.01, 64, 0)}, 0.01, 128);
  EXPECT_GT(few, 200);
  EXPECT_LT(many, 1.3 * few + 200);
}

// Metres from the origin the last digit of a place, times the stiffness of closed shells, is a force that no iteration
// can remove: the step must be content with it.
TEST(Fit, ALoadIsCarriedFarFromTheOrigin) {
  const Vec3 far(3, -2, 4);
  const auto engine = makeEngine(worldOf({bodyOf("floor", Box{Vec3(0.05, 0.05, 0.01)}, far, Motion::kFixed),
                                          bodyOf("box", Box{Vec3(0.01, 0.01, 0.01)}, far + Vec3(0, 0, 0.02001))}),
                                 {});
  const double weight = engine->mass(1).mass * 9.81;
  int held = 0, halvings = 0, iterations = 0;
  double load = 0;
  for (int i = 0; i < 300; ++i) {
    load = weight * std::min(1e6, 1e4 * i);
    engine->applyForce(1, engine->states()[1].X_WB * engine->mass(1).com, Vec3(0, 0, -load));
    const StepReport report = engine->step();
    held += report.held;
    if (i < 150) continue;
    halvings += report.halvings;
    iterations += report.iterations;
  }
  double carried = 0, gap = 1;
  for (const Contact& c : engine->contacts()) {
    carried += c.f_W.z();
    gap = std::min(gap, c.gap);
  }
  EXPECT_EQ(held, 0);
  EXPECT_EQ(halvings, 0);
  EXPECT_LT(iterations, 10 * 150);
  EXPECT_GT(gap, 0);
  EXPECT_NEAR(std::abs(carried), load + weight, 1e-2 * load);
  EXPECT_LT((engine->states()[1].X_WB.p - far - Vec3(0, 0, 0.02)).norm(), 2e-5);
}

}  // namespace
}  // namespace passung::dynamics
