// SPDX-License-Identifier: Apache-2.0
// The monitors of motion and force, each passed and failed, on motions with a closed form.
#include <gtest/gtest.h>

#include "app/run/screw_law.h"
#include "app/run/simulation_run.h"
#include "tests/app/fake_engine.h"

namespace passung::app {
namespace {

using Type = scenes::Monitor::Type;
using Law = scenes::Monitor::Law;
using dynamics::BodyState;

scenes::Monitor monitor(Type type, double value = 0) {
  scenes::Monitor m;
  m.type = type;
  m.name = "m";
  m.body = "box";
  m.value = value;
  return m;
}

// One second of `motion` of a box of half sides 0.1 m (mass 8 kg, inertia 8 * 0.04 / 6 about each axis), beside a body
// "other" that stands still at the origin.
MonitorResult judge(const scenes::Monitor& m, const std::function<BodyState(double t)>& motion,
                    const std::function<std::vector<dynamics::Contact>(double)>& contacts = {}) {
  scenes::Scene scene = boxScene(Vec3::Constant(0.1));
  scene.world.bodies.push_back(scene.world.bodies[0]);
  scene.world.bodies[1].name = "other";
  scene.monitors = {m};
  FakeEngine engine(scene.world, [&](int body, double t) { return body == 0 ? motion(t) : stateAt({0, 0, 0}); });
  engine.contactsAt = contacts;
  SimulationRun run(scene, engine, {.duration = 1, .sample = 0.01, .checkPenetration = false});
  const MonitorResult result = runAll(run).monitors.at(0);
  EXPECT_FALSE(result.detail.empty());
  return result;
}

// Falls from rest with the acceleration a along z.
std::function<BodyState(double)> falling(double a) {
  return [a](double t) { return stateAt({0, 0, 0.5 * a * t * t}, {0, 0, a * t}); };
}

// Turns about z at a constant rate [1/s] and travels along it.
BodyState screwing(double t, double rate, double speed) {
  BodyState state = stateAt({0, 0, speed * t}, {0, 0, speed});
  state.X_WB.q = rotationFromVector({0, 0, 2 * kPi * rate * t});
  state.w_WB = {0, 0, 2 * kPi * rate};
  state.turns = {0, 0, rate * t};
  return state;
}

TEST(MotionMonitors, accelerationAgainstAValueAndAgainstGravity) {
  scenes::Monitor m = monitor(Type::kAcceleration);
  m.expected = -2;
  m.percent = 1;
  EXPECT_TRUE(judge(m, falling(-2.01)).passed);
  EXPECT_FALSE(judge(m, falling(-2.03)).passed);
  EXPECT_FALSE(judge(m, falling(2)).passed) << "the sign counts";
  const MonitorResult r = judge(m, falling(-2.01));
  EXPECT_NEAR(*r.measured, -2.01, 1e-12);
  EXPECT_EQ(*r.expected, -2);

  m.expected.reset();
  m.law = Law::kGravity;
  EXPECT_TRUE(judge(m, falling(-9.8)).passed);
  EXPECT_FALSE(judge(m, falling(-9.6)).passed);
}

// I = 8 * 0.04 / 6, m = 8, p = 0.1: a = g / (1 + 0.04 / 6 / 0.01) = 0.6 g.
TEST(MotionMonitors, accelerationOfANutThatHasToTurn) {
  scenes::Monitor m = monitor(Type::kAcceleration);
  m.law = Law::kScrew;
  m.screw.pitch = 0.1 * 2 * kPi;
  EXPECT_TRUE(judge(m, falling(-0.6 * 9.81)).passed);
  EXPECT_NEAR(*judge(m, falling(-1)).expected, -0.6 * 9.81, 1e-12);
  EXPECT_FALSE(judge(m, falling(-0.5 * 9.81)).passed);
}

// At rest for half of the time: the window decides, and a window without steps fails.
TEST(MotionMonitors, windows) {
  const auto late = [](double t) { return t < 0.5 ? stateAt({0, 0, 0}) : falling(-3)(t - 0.5); };
  scenes::Monitor m = monitor(Type::kAcceleration);
  m.expected = -3;
  EXPECT_FALSE(judge(m, late).passed);
  m.from = 0.5;
  EXPECT_TRUE(judge(m, late).passed);
  m.to = 0.9;
  EXPECT_TRUE(judge(m, late).passed);
  m.from = 2;
  m.to = 3;
  EXPECT_FALSE(judge(m, late).passed);
}

// A wall takes speed away in the middle; while free the body falls with 3 m/s^2.
TEST(MotionMonitors, accelerationWhileFreeLeavesTouchedStepsOut) {
  const auto motion = [](double t) { return stateAt({0, 0, -t}, {0, 0, -3 * t + (t > 0.5005 ? 1.0 : 0.0)}); };
  const auto contacts = [](double t) {
    dynamics::Contact contact;
    contact.bodyA = 0;
    contact.bodyB = 1;
    contact.f_W = {0, 0, -8000};
    return t > 0.5005 && t < 0.5015 ? std::vector{contact} : std::vector<dynamics::Contact>{};
  };
  scenes::Monitor m = monitor(Type::kAcceleration);
  m.expected = -3;
  m.percent = 0.01;
  EXPECT_FALSE(judge(m, motion, contacts).passed);
  m.whileFree = true;
  EXPECT_TRUE(judge(m, motion, contacts).passed);
  EXPECT_FALSE(judge(m, motion).passed) << "nothing touches it, so the jump counts";
}

TEST(MotionMonitors, neverClimbs) {
  // Down, 1 mm up between 0.4 and 0.5 s, down again.
  const auto motion = [](double t) {
    const double z = t < 0.4 ? -t : t < 0.5 ? -0.4 + 0.01 * (t - 0.4) : -0.399 - (t - 0.5);
    return stateAt({0, 0, z});
  };
  EXPECT_TRUE(judge(monitor(Type::kNeverClimbs, 0.0011), motion).passed);
  const MonitorResult r = judge(monitor(Type::kNeverClimbs, 0.0009), motion);
  EXPECT_FALSE(r.passed);
  EXPECT_NEAR(*r.measured, 0.001, 1e-9);
  EXPECT_NEAR(r.at, 0.49, 2e-3);
  scenes::Monitor sideways = monitor(Type::kNeverClimbs, 1e-9);
  sideways.axis = Vec3::UnitX();
  EXPECT_TRUE(judge(sideways, motion).passed);
}

// A corner of the box moves by 0.1 sqrt(2) times the angle, where the body's centre does not move at all.
TEST(MotionMonitors, creepAndDriftAreThoseOfAnyPoint) {
  const auto motion = [](double t) {
    BodyState state = stateAt({0, 0, 0});
    state.X_WB.q = rotationFromVector({0, 0, 1e-3 * t});
    return state;
  };
  const double way = 0.1 * std::sqrt(2) * 1e-3;
  EXPECT_TRUE(judge(monitor(Type::kCreep, 1.01 * way), motion).passed);
  EXPECT_FALSE(judge(monitor(Type::kCreep, 0.99 * way), motion).passed);
  EXPECT_TRUE(judge(monitor(Type::kDrift, 1.01 * way), motion).passed);
  EXPECT_FALSE(judge(monitor(Type::kDrift, 0.99 * way), motion).passed);
  scenes::Monitor half = monitor(Type::kDrift, 0.51 * way);
  half.from = 0.5;
  EXPECT_TRUE(judge(half, motion).passed);
  half.from = 0.4;
  EXPECT_FALSE(judge(half, motion).passed);
}

TEST(MotionMonitors, sidewaysShiftAndStanding) {
  const auto motion = [](double t) { return stateAt({0.03 * t, 0.04 * t, -t}); };
  EXPECT_TRUE(judge(monitor(Type::kSidewaysShift, 0.0501), motion).passed);
  EXPECT_FALSE(judge(monitor(Type::kSidewaysShift, 0.0499), motion).passed);
  EXPECT_TRUE(judge(monitor(Type::kStands, 1.01), motion).passed);
  EXPECT_FALSE(judge(monitor(Type::kStands, 0.99), motion).passed);
  scenes::Monitor all = monitor(Type::kStands, 0.99);
  all.body.clear();
  EXPECT_FALSE(judge(all, motion).passed) << "one that leaves is enough";
  EXPECT_TRUE(judge(all, falling(-1)).passed);
}

TEST(MotionMonitors, travelPerTurn) {
  scenes::Monitor m = monitor(Type::kTravelPerTurn);
  m.screw.pitch = 0.02;
  m.percent = 0.5;
  const auto motion = [](double pitch) { return [=](double t) { return screwing(t, -5, -5 * pitch); }; };
  EXPECT_TRUE(judge(m, motion(0.02)).passed);
  EXPECT_TRUE(judge(m, motion(0.02009)).passed);
  EXPECT_FALSE(judge(m, motion(0.0202)).passed);
  EXPECT_FALSE(judge(m, motion(-0.02)).passed) << "a left-hand thread";
  EXPECT_FALSE(judge(m, falling(-1)).passed) << "it does not turn";
  m.other = "other";
  EXPECT_TRUE(judge(m, motion(0.02)).passed);
}

TEST(MotionMonitors, ranges) {
  const auto motion = [](double t) { return screwing(t, 2, -0.5); };
  scenes::Monitor m = monitor(Type::kSpeed);
  m.least = 0.4;
  EXPECT_TRUE(judge(m, motion).passed);
  m.axis = Vec3::UnitZ();
  EXPECT_FALSE(judge(m, motion).passed) << "along the axis it is negative";
  m.least.reset();
  m.most = -0.4;
  EXPECT_TRUE(judge(m, motion).passed);

  m = monitor(Type::kAngularSpeed);
  m.least = 12.5;
  m.most = 12.6;
  EXPECT_TRUE(judge(m, motion).passed);  // 4 pi
  m.least = 12.58;
  EXPECT_FALSE(judge(m, motion).passed);

  m = monitor(Type::kTurns);
  m.least = 1.9;
  m.most = 2.1;
  EXPECT_TRUE(judge(m, motion).passed);
  m.most = 1.95;
  EXPECT_FALSE(judge(m, motion).passed);
}

// A nut pressed against "other" from above by 100 N, at a mean radius of 0.05 m.
std::vector<dynamics::Contact> pressed(double force) {
  std::vector<dynamics::Contact> contacts;
  for (const double x : {-0.04, 0.06}) {
    dynamics::Contact contact;
    contact.bodyA = 0;
    contact.bodyB = 1;
    contact.n_W = {0, 0, -1};
    contact.p_W = {x, 0, 0.3};
    contact.f_W = {0, 0, -0.5 * force};
    contacts.push_back(contact);
  }
  return contacts;
}

TEST(MotionMonitors, contactForceAgainstAValue) {
  scenes::Monitor m = monitor(Type::kContactForce);
  m.other = "other";
  m.expected = 100;
  const auto still = [](double) { return stateAt({0, 0, 0}); };
  EXPECT_TRUE(judge(m, still, [](double) { return pressed(101); }).passed);
  EXPECT_FALSE(judge(m, still, [](double) { return pressed(110); }).passed);
  EXPECT_FALSE(judge(m, still).passed) << "no contact, no force";
  std::swap(m.body, m.other);
  EXPECT_FALSE(judge(m, still, [](double) { return pressed(100); }).passed) << "the other one is pushed down";
}

// Friction 0.2 (the default), flanks without lean, thread and face both at r = 0.05, P = 2 pi 0.05 * 0.1, so that
// tan l = 0.1: T = F r ((0.1 + 0.2) / (1 - 0.02) + 0.2).
TEST(MotionMonitors, contactForceAgainstThePowerScrew) {
  scenes::Monitor m = monitor(Type::kContactForce);
  m.other = "other";
  m.law = Law::kPowerScrew;
  m.screw.thread = "other";
  m.screw.pitch = 2 * kPi * 0.05 * 0.1;
  m.screw.flankDegrees = 0;
  m.screw.torque = 100 * 0.05 * (0.3 / 0.98 + 0.2);
  const auto still = [](double) { return stateAt({0, 0, 0}); };
  const auto contacts = [](double) { return pressed(100); };
  MonitorResult r = judge(m, still, contacts);
  EXPECT_TRUE(r.passed);
  EXPECT_NEAR(*r.expected, 100, 1e-9);
  EXPECT_NEAR(*r.measured, 100, 1e-9);
  m.screw.torque *= 1.2;
  EXPECT_FALSE(judge(m, still, contacts).passed);
  m.screw.torque /= 1.2;
  m.screw.bearingRadius = 0.1;
  EXPECT_FALSE(judge(m, still, contacts).passed);
}

TEST(MotionMonitors, energyGainByTheSizeOfAScene) {
  // 1 kg m^2/s^2 out of nothing: 8 kg from rest to 0.5 m/s; m g L = 8 * 9.81 * 0.2 sqrt(3) for each of the two.
  const auto motion = [](double t) { return stateAt({0, 0, 0}, {0.5 * t, 0, 0}); };
  scenes::Monitor m = monitor(Type::kMaxEnergyGain, 1.01 / (8 * 9.81 * 0.2 * std::sqrt(3)));
  EXPECT_FALSE(judge(m, motion).passed) << "nothing falls";
  m.ofSize = true;
  EXPECT_TRUE(judge(m, motion).passed);
  m.value *= 0.98;
  EXPECT_FALSE(judge(m, motion).passed);
}

// M16, from tables: pitch 2 mm, flank 30 degrees.
TEST(ScrewLaw, knownFigures) {
  const ThreadContact crest{.pitch = 0.002, .radius = 0.00795, .halfAngle = kPi / 6};
  EXPECT_NEAR(normalHalfAngle(crest), kPi / 6, 0.001);
  EXPECT_NEAR(selfLockFriction(crest), 0.0347, 1e-4);
  // Without friction a torque T does the work 2 pi T a turn, which lifts F by P.
  EXPECT_NEAR(clampForce(1, crest, 0, 0.01, 0), 2 * kPi / 0.002, 1e-9);
  // At the friction of self-locking half of the work goes into the thread, nearly.
  EXPECT_NEAR(clampForce(1, crest, selfLockFriction(crest), 0.01, 0), kPi / 0.002, 5);
}

}  // namespace
}  // namespace passung::app
