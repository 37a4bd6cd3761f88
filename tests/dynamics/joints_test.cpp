// SPDX-License-Identifier: Apache-2.0
// Joints against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "dynamics/engine.h"
#include "tests/dynamics/test_bodies.h"

namespace passung::dynamics {
namespace {

using Kind = JointDef::Kind;
constexpr double kG = 9.81;

// A bar of mass m and half lengths h, centred at p.
BodyDef bar(const std::string& name, const Transform& X_WB, double mass, const Vec3& half) {
  BodyDef b;
  b.name = name;
  b.X_WB = X_WB;
  b.colliders.push_back({collision::Box{half}, {}});
  const Vec3 s = half.cwiseAbs2();
  b.mass = MassProperties{mass, Vec3::Zero(),
                          Mat3(mass / 3 * Vec3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y()).asDiagonal())};
  return b;
}

BodyDef bar(const std::string& name, const Vec3& p, double mass, const Vec3& half) {
  return bar(name, Transform{Quat::Identity(), p}, mass, half);
}

Quat toAxis(const Vec3& axis) { return Quat::FromTwoVectors(Vec3::UnitZ(), axis); }

// A joint at a place in the world, with both frames there.
void addJoint(WorldDef& def, Kind kind, int body, int to, const Vec3& p, const Vec3& axis = Vec3::UnitZ()) {
  JointDef j;
  j.name = jointKindName(kind);
  j.kind = kind;
  j.body = body;
  j.to = to;
  const Transform X_W{toAxis(axis), p};
  const auto in = [&](int i) { return i < 0 ? X_W : def.bodies[static_cast<std::size_t>(i)].X_WB.inverse() * X_W; };
  j.X_AJ = in(to);
  j.X_BK = in(body);
  def.joints.push_back(j);
}

struct Ran {
  double work = 0, error = 0;
  int held = 0, halvings = 0;
};

Ran run(Engine& e, int steps) {
  Ran sum;
  for (int i = 0; i < steps; ++i) {
    const StepReport r = e.step();
    sum.work += r.driveWork;
    sum.held += r.held;
    sum.halvings += r.halvings;
    for (const JointState& j : e.jointStates()) sum.error = std::max(sum.error, j.error);
  }
  return sum;
}

double energy(const Engine& e) {
  double sum = e.shellEnergy();
  for (std::size_t i = 0; i < e.states().size(); ++i) {
    if (e.def().bodies[i].motion != Motion::kDynamic) continue;
    const BodyState& s = e.states()[i];
    const MassProperties& m = e.mass(static_cast<int>(i));
    const Vec3 w = s.X_WB.q.conjugate() * s.w_WB;
    sum += 0.5 * (m.mass * s.v_WC.squaredNorm() + w.dot(m.inertia * w)) - m.mass * e.def().gravity.dot(s.X_WB * m.com);
  }
  return sum;
}

// Complete elliptic integral of the first kind, by the arithmetic-geometric mean.
double ellipticK(double k) {
  double a = 1, b = std::sqrt(1 - k * k);
  for (int i = 0; i < 40; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return kPi / (2 * a);
}

// A bar that hangs from a pin through its end, turned by `angle` from the vertical.
WorldDef pendulum(double angle, double L = 0.3) {
  const Quat q(Eigen::AngleAxisd(angle, Vec3::UnitY()));
  WorldDef def = worldOf({bar("bar", Transform{q, q * Vec3(0, 0, -0.5 * L)}, 0.7, Vec3(0.01, 0.02, 0.5 * L))});
  addJoint(def, Kind::kRevolute, 0, -1, Vec3::Zero(), Vec3::UnitY());
  return def;
}

// Times at which the coordinate of joint 0 passes zero, interpolated.
std::vector<double> crossings(Engine& e, int steps) {
  std::vector<double> times;
  double last = e.jointStates()[0].coordinate;
  for (int i = 1; i <= steps; ++i) {
    e.step();
    const double now = e.jointStates()[0].coordinate;
    if (last * now < 0) times.push_back((i - now / (now - last)) * e.def().dt);
    last = now;
  }
  return times;
}

TEST(Joints, APendulumSwingsWithThePeriodOfTheEllipticIntegral) {
  const double L = 0.3, amplitude = 1.2;
  WorldDef def = pendulum(amplitude);
  // The pin's zero is where the bar hangs.
  def.joints[0].X_AJ = Transform{toAxis(Vec3::UnitY()), Vec3::Zero()};
  def.joints[0].X_BK = Transform{toAxis(Vec3::UnitY()), Vec3(0, 0, 0.5 * L)};
  auto e = makeEngine(def, {});
  EXPECT_NEAR(e->jointStates()[0].coordinate, amplitude, 1e-12);
  const MassProperties& m = e->mass(0);
  const double I = m.inertia(1, 1) + m.mass * 0.25 * L * L;
  const double period = 4 * std::sqrt(I / (m.mass * kG * 0.5 * L)) * ellipticK(std::sin(0.5 * amplitude));
  const std::vector<double> times = crossings(*e, 10000);
  ASSERT_GT(times.size(), 10U);
  const double measured = 2 * (times.back() - times.front()) / static_cast<double>(times.size() - 1);
  EXPECT_NEAR(measured / period, 1, 2e-5);
}

TEST(Joints, APendulumKeepsItsEnergyAndItsPin) {
  auto e = makeEngine(pendulum(1.5), {});
  const double start = energy(*e), scale = 0.7 * kG * 0.3;
  double least = start, most = start;
  Ran ran;
  for (int i = 0; i < 10000; ++i) {
    const Ran one = run(*e, 1);
    ran.error = std::max(ran.error, one.error);
    ran.held += one.held + one.halvings;
    least = std::min(least, energy(*e));
    most = std::max(most, energy(*e));
  }
  EXPECT_EQ(ran.held, 0);
  EXPECT_LT(ran.error, 1e-14);
  EXPECT_LT(most - start, 1e-4 * scale);
  EXPECT_GT(least - start, -1e-4 * scale);
}

// A chaotic motion in space: bars on ball joints.
TEST(Joints, ADoublePendulumKeepsItsEnergy) {
  const Quat q(Eigen::AngleAxisd(0.5 * kPi, Vec3::UnitY()));
  WorldDef def = worldOf({bar("upper", Transform{q, Vec3(0.1, 0, 0)}, 0.5, Vec3(0.01, 0.015, 0.1)),
                          bar("lower", Transform{q, Vec3(0.3, 0, 0)}, 0.3, Vec3(0.01, 0.02, 0.1))});
  def.bodies[1].v_WC = Vec3(0, 0.2, 0);
  def.bodies[1].w_WB = Vec3(0, 0, 2);
  addJoint(def, Kind::kSpherical, 0, -1, Vec3::Zero());
  addJoint(def, Kind::kSpherical, 1, 0, Vec3(0.2, 0, 0));
  auto e = makeEngine(def, {});
  const double start = energy(*e), scale = 0.8 * kG * 0.4;
  const Ran ran = run(*e, 10000);
  EXPECT_EQ(ran.held, 0);
  EXPECT_LT(ran.error, 1e-14);
  EXPECT_NEAR(energy(*e), start, 5e-3 * scale);
}

TEST(Joints, AScrewFallsSlowlyAndTravelsByItsPitch) {
  WorldDef def = worldOf({bar("nut", Vec3(0.02, 0, 0), 0.2, Vec3(0.02, 0.02, 0.01))});
  addJoint(def, Kind::kScrew, 0, -1, Vec3(0.02, 0, 0));
  def.joints[0].pitch = 0.05;
  auto e = makeEngine(def, {});
  const Ran ran = run(*e, 1000);
  const double p = 0.05 / (2 * kPi), I = e->mass(0).inertia(2, 2);
  const double a = kG / (1 + I / (0.2 * p * p));
  const BodyState& s = e->states()[0];
  EXPECT_NEAR(s.v_WC.z() / -a, 1, 2e-3);
  EXPECT_GT(std::abs(e->jointStates()[0].coordinate), 2 * kPi) << "turns are counted";
  EXPECT_NEAR(s.X_WB.p.z(), p * e->jointStates()[0].coordinate, 1e-13);
  EXPECT_NEAR(s.turns.z() * 0.05, s.X_WB.p.z(), 1e-12);
  EXPECT_LT(ran.error, 1e-14);
}

TEST(Joints, ASpringSwingsWithItsPeriodAndKeepsItsAmplitude) {
  WorldDef def = worldOf({bar("mass", Vec3(0, 0, -0.5), 0.4, Vec3(0.02, 0.02, 0.02))});
  def.gravity.setZero();
  addJoint(def, Kind::kPrismatic, 0, -1, Vec3(0, 0, -0.5));
  def.joints[0].stiffness = 30;
  def.joints[0].rest = 0.1;
  auto e = makeEngine(def, {});
  const double w = std::sqrt(30 / 0.4);
  double most = 0;
  int crossed = 0;
  double first = 0, last = 0, before = -0.1;
  for (int i = 1; i <= 10000; ++i) {
    e->step();
    const double x = e->jointStates()[0].coordinate - 0.1;
    if (before * x < 0) {
      last = (i - x / (x - before)) * 1e-3;
      if (crossed++ == 0) first = last;
    }
    before = x;
    if (i > 9000) most = std::max(most, std::abs(x));
  }
  EXPECT_NEAR((last - first) / (crossed - 1), kPi / w, 2e-5 * kPi / w);
  EXPECT_NEAR(most, 0.1, 1e-4);
}

// Decay of a damped spring between two points, exp(-c t / 2 m).
TEST(Joints, ADampedSpringDecays) {
  WorldDef def = worldOf({bar("mass", Vec3(0, 0, -0.5), 0.4, Vec3(0.02, 0.02, 0.02))});
  def.gravity.setZero();
  addJoint(def, Kind::kSpring, 0, -1, Vec3(0, 0, -0.5));
  def.joints[0].X_AJ.p.setZero();
  def.joints[0].stiffness = 30;
  def.joints[0].damping = 0.4;
  def.joints[0].rest = 0.4;
  auto e = makeEngine(def, {});
  run(*e, 1450);
  double most = 0;  // over one period, about t = 1.8 s
  for (int i = 0; i < 700; ++i) {
    run(*e, 1);
    most = std::max(
        most, std::abs(e->jointStates()[0].coordinate - 0.4) * std::exp(0.4 * (1.45 + 1e-3 * (i + 1)) / (2 * 0.4)));
  }
  EXPECT_NEAR(most, 0.1, 0.01);
}

TEST(Joints, ASliderOnASlopeAcceleratesAsTheSlopeSays) {
  const double slope = 0.4;
  const Vec3 axis(std::cos(slope), 0, -std::sin(slope));
  WorldDef def = worldOf({bar("slider", Vec3::Zero(), 2, Vec3(0.02, 0.02, 0.02))});
  addJoint(def, Kind::kPrismatic, 0, -1, Vec3::Zero(), axis);
  auto e = makeEngine(def, {});
  run(*e, 500);
  EXPECT_NEAR(e->states()[0].v_WC.dot(axis), kG * std::sin(slope) * 0.5, 1e-9);
  EXPECT_LT(e->states()[0].w_WB.norm(), 1e-12);
  // The guide carries the normal part of the weight.
  const Vec3 normal(std::sin(slope), 0, std::cos(slope));
  EXPECT_LT((e->jointStates()[0].f_W - 2 * kG * std::cos(slope) * normal).norm(), 1e-8);
}

TEST(Joints, FrictionSlowsASliderAndHoldsIt) {
  WorldDef def = worldOf({bar("slider", Vec3::Zero(), 2, Vec3(0.02, 0.02, 0.02))});
  addJoint(def, Kind::kPrismatic, 0, -1, Vec3::Zero());
  def.joints[0].friction = 0.75 * 2 * kG;
  auto e = makeEngine(def, {});
  run(*e, 400);
  // At the start the weight acts for half a step, and friction holds it.
  EXPECT_NEAR(e->states()[0].v_WC.z(), -0.25 * kG * 0.399, 1e-7);

  def.joints[0].friction = 1.05 * 2 * kG;
  e = makeEngine(def, {});
  run(*e, 1000);
  EXPECT_LT(std::abs(e->states()[0].X_WB.p.z()), 1e-6);
}

// A slider falls on the end of its guide and rests there.
TEST(Joints, ALimitHoldsTheWeight) {
  WorldDef def = worldOf({bar("slider", Vec3::Zero(), 2, Vec3(0.02, 0.02, 0.02))});
  addJoint(def, Kind::kPrismatic, 0, -1, Vec3::Zero());
  def.joints[0].lower = -0.05;
  def.joints[0].upper = 0.02;
  auto e = makeEngine(def, {});
  double lowest = 0;
  for (int i = 0; i < 1000; ++i) {
    const Ran one = run(*e, 1);
    EXPECT_EQ(one.held, 0);
    lowest = std::min(lowest, e->jointStates()[0].coordinate);
  }
  const double size = 0.04 * std::sqrt(3.0);
  EXPECT_GT(lowest, -0.05 - 1e-4 * size);
  EXPECT_NEAR(e->jointStates()[0].coordinate, -0.05, 1e-4 * size);
  EXPECT_LT(e->states()[0].v_WC.norm(), 1e-6);
  EXPECT_NEAR(e->jointStates()[0].f_W.z(), 2 * kG, 1e-3);
}

TEST(Joints, AnAngleLimitStopsAFallingArm) {
  WorldDef def = worldOf({bar("arm", Vec3(0.1, 0, 0), 0.5, Vec3(0.1, 0.01, 0.01))});
  addJoint(def, Kind::kRevolute, 0, -1, Vec3::Zero(), Vec3::UnitY());
  def.joints[0].upper = 0.6;  // positive about y: downwards
  auto e = makeEngine(def, {});
  const Ran ran = run(*e, 2000);
  EXPECT_EQ(ran.held, 0);
  EXPECT_NEAR(e->jointStates()[0].coordinate, 0.6, 1e-3);
  EXPECT_LT(e->states()[0].w_WB.norm(), 1e-5);
  EXPECT_NEAR(e->jointStates()[0].t_W.y(), -0.5 * kG * 0.1 * std::cos(0.6), 1e-3);
}

TEST(Joints, AMotorReachesItsTargetAndHoldsItsLoad) {
  WorldDef def = worldOf({bar("arm", Vec3(0.1, 0, 0), 0.5, Vec3(0.1, 0.02, 0.01))});
  def.gravity.setZero();
  addJoint(def, Kind::kRevolute, 0, -1, Vec3::Zero());
  def.joints[0].motor.speed = 5;
  def.joints[0].motor.limit = 0.05;
  auto e = makeEngine(def, {});
  const double I = e->mass(0).inertia(2, 2) + 0.5 * 0.01;
  run(*e, 200);
  EXPECT_NEAR(e->states()[0].w_WB.z(), 0.05 / I * 0.2, 1e-6);
  EXPECT_NEAR(e->jointStates()[0].motorEffort, 0.05, 1e-12);
  run(*e, 800);
  EXPECT_NEAR(e->states()[0].w_WB.z() / 5, 1, 1e-4);
  EXPECT_NEAR(e->jointStates()[0].rate / 5, 1, 1e-4);

  // Against gravity the arm is carried at the speed; the torque follows the lever arm.
  def.gravity = Vec3(0, -kG, 0);
  def.joints[0].motor.limit = 2;
  e = makeEngine(def, {});
  for (int i = 0; i < 1000; ++i) {
    const Ran one = run(*e, 1);
    EXPECT_EQ(one.held, 0);
    if (i < 30) continue;  // it has to come up to speed
    const double angle = e->jointStates()[0].coordinate;
    EXPECT_NEAR(e->jointStates()[0].motorEffort, 0.5 * kG * 0.1 * std::cos(angle), 5e-3);
    EXPECT_NEAR(e->jointStates()[0].rate / 5, 1, 1e-4);
  }
}

// A constant effort T on a revolute joint without gravity: w = T t / I, and the energy is the work of the motor.
TEST(Joints, AConstantEffortAccelerates) {
  WorldDef def = worldOf({bar("arm", Vec3(0.1, 0, 0), 0.5, Vec3(0.1, 0.02, 0.01))});
  def.gravity.setZero();
  addJoint(def, Kind::kRevolute, 0, -1, Vec3::Zero());
  def.joints[0].motor.effort = -0.05;
  auto e = makeEngine(def, {});
  const double I = e->mass(0).inertia(2, 2) + 0.5 * 0.01;
  double work = 0;
  for (int i = 0; i < 200; ++i) work += e->step().driveWork;
  const double w = -0.05 / I * 0.2;
  EXPECT_NEAR(e->states()[0].w_WB.z(), w, 1e-6);
  EXPECT_EQ(e->jointStates()[0].motorEffort, -0.05);
  EXPECT_NEAR(work / (0.5 * I * w * w), 1, 0.02) << "half a step of the way";

  // Along a prismatic joint: against half the weight.
  def = worldOf({bar("slide", Vec3(0, 0, 0), 2, Vec3(0.1, 0.02, 0.01))});
  addJoint(def, Kind::kPrismatic, 0, -1, Vec3::Zero());
  def.joints[0].motor.effort = 0.5 * 2 * kG;
  e = makeEngine(def, {});
  run(*e, 100);
  const Vec3 axis = e->jointStates()[0].axis_W;
  // Where there are joints, velocities are those of the middle of a step: half a step of gravity is yet to come.
  EXPECT_NEAR(e->states()[0].v_WC.dot(axis), 0.5 * kG * 0.1 + def.gravity.dot(axis) * (0.1 - 0.5 * def.dt), 1e-9);
}

// The motor of a joint is changed while it runs: by speed, by effort, off.
TEST(Joints, AMotorIsChangedWhileItRuns) {
  WorldDef def = worldOf({bar("arm", Vec3(0.1, 0, 0), 0.5, Vec3(0.1, 0.02, 0.01))});
  def.gravity.setZero();
  addJoint(def, Kind::kRevolute, 0, -1, Vec3::Zero());
  auto e = makeEngine(def, {});
  const double I = e->mass(0).inertia(2, 2) + 0.5 * 0.01;
  run(*e, 10);
  EXPECT_EQ(e->states()[0].w_WB.z(), 0);

  e->setMotor(0, {.speed = {}, .effort = 0.05});
  run(*e, 200);
  EXPECT_NEAR(e->states()[0].w_WB.z(), 0.05 / I * 0.2, 1e-6);

  e->setMotor(0, {.speed = -3, .limit = 1});
  run(*e, 1000);
  EXPECT_NEAR(e->states()[0].w_WB.z() / -3, 1, 1e-4);
  EXPECT_EQ(e->def().joints[0].motor.speed, -3.0);

  e->setMotor(0, {});
  run(*e, 300);
  EXPECT_NEAR(e->states()[0].w_WB.z() / -3, 1, 1e-4) << "it turns on freely";
  EXPECT_EQ(e->jointStates()[0].motorEffort, 0);

  EXPECT_THROW(e->setMotor(1, {}), InputError);
  EXPECT_THROW(e->setMotor(0, {.speed = std::nan("")}), InputError);
  EXPECT_THROW(e->setMotor(0, {.speed = 1, .limit = -1}), InputError);
  def.joints[0].kind = Kind::kSpherical;
  EXPECT_THROW(makeEngine(def, {})->setMotor(0, {.speed = {}, .effort = 1}), InputError) << "there is nothing to drive";
}

TEST(Joints, AFixedJointCarriesACantilever) {
  WorldDef def = worldOf({bar("beam", Vec3(0.2, 0, 0), 1.5, Vec3(0.2, 0.01, 0.02)),
                          bar("load", Vec3(0.4, 0, 0.05), 0.5, Vec3(0.02, 0.02, 0.03))});
  addJoint(def, Kind::kFixed, 0, -1, Vec3::Zero());
  addJoint(def, Kind::kFixed, 1, 0, Vec3(0.4, 0, 0.02));
  auto e = makeEngine(def, {});
  const Ran ran = run(*e, 500);
  EXPECT_EQ(ran.held, 0);
  EXPECT_LT(ran.error, 1e-14);
  const std::vector<JointState> j = e->jointStates();
  EXPECT_LT((j[0].f_W - Vec3(0, 0, 2 * kG)).norm(), 1e-7);
  EXPECT_LT((j[0].t_W - Vec3(0, -(1.5 * 0.2 + 0.5 * 0.4) * kG, 0)).norm(), 1e-7);
  EXPECT_LT((j[1].f_W - Vec3(0, 0, 0.5 * kG)).norm(), 1e-7);
  EXPECT_LT(j[1].t_W.norm(), 1e-7);
  EXPECT_LT(e->states()[1].v_WC.norm(), 1e-9);
  EXPECT_LT((e->states()[1].X_WB.p - Vec3(0.4, 0, 0.05)).norm(), 1e-12);
}

// A planar four-bar of revolute joints has three redundant rows in space. Angles of crank, coupler and rocker close
// the loop of the bars.
TEST(Joints, AFourBarTurnsAsItsLoopSays) {
  const double a = 0.1, b = 0.25, c = 0.2, d = 0.28;  // crank, coupler, rocker, ground
  // Start with the crank upright.
  const Vec3 A(0, 0, 0), B(0, a, 0), D(d, 0, 0);
  const double BD = (D - B).norm();
  const double alpha = std::acos((b * b + BD * BD - c * c) / (2 * b * BD));
  const Vec3 e1 = (D - B) / BD, e2(-e1.y(), e1.x(), 0);
  const Vec3 C = B + b * (std::cos(alpha) * e1 + std::sin(alpha) * e2);
  const auto link = [&](const std::string& name, const Vec3& p, const Vec3& q, double mass) {
    return bar(name, Transform{Quat::FromTwoVectors(Vec3::UnitX(), q - p), 0.5 * (p + q)}, mass,
               Vec3(0.5 * (q - p).norm(), 0.01, 0.005));
  };
  WorldDef def = worldOf({link("crank", A, B, 0.2), link("coupler", B, C, 0.4), link("rocker", D, C, 0.3)});
  def.gravity = Vec3(0, -kG, 0);
  addJoint(def, Kind::kRevolute, 0, -1, A);
  addJoint(def, Kind::kRevolute, 1, 0, B);
  addJoint(def, Kind::kRevolute, 2, -1, D);
  addJoint(def, Kind::kRevolute, 2, 1, C);
  def.joints[0].motor.speed = 2 * kPi;
  def.joints[0].motor.limit = 20;
  auto e = makeEngine(def, {});
  for (int i = 0; i < 2000; ++i) {
    const Ran one = run(*e, 1);
    ASSERT_EQ(one.held, 0) << i;
    ASSERT_LT(one.error, 1e-13) << i;
    const BodyState& rocker = e->states()[2];
    const Vec3 tip = rocker.X_WB * Vec3(0.5 * c, 0, 0), crankTip = e->states()[0].X_WB * Vec3(0.5 * a, 0, 0);
    ASSERT_NEAR((tip - crankTip).norm(), b, 1e-12);
    ASSERT_NEAR((tip - D).norm(), c, 1e-12);
    ASSERT_LT(std::abs(tip.z()), 1e-12);
  }
  // Two turns from upright are upright, but for the first steps of the start.
  EXPECT_NEAR(e->jointStates()[0].coordinate / (4 * kPi), 1, 2e-3);
}

TEST(Joints, ADistanceHoldsAndARopeHoldsItsLengthOnly) {
  WorldDef def = worldOf({bar("bob", Vec3(0.3, 0, 0), 1, Vec3(0.02, 0.02, 0.02))});
  addJoint(def, Kind::kDistance, 0, -1, Vec3(0.3, 0, 0));
  def.joints[0].X_AJ.p.setZero();
  auto e = makeEngine(def, {});
  Ran ran = run(*e, 3000);
  EXPECT_LT(ran.error, 1e-14);
  EXPECT_NEAR(e->states()[0].X_WB.p.norm(), 0.3, 1e-13);

  def.joints[0].upper = 0.5;  // slack at first
  def.bodies[0].X_WB.p = Vec3(0, 0, -0.3);
  e = makeEngine(def, {});
  run(*e, 100);
  EXPECT_NEAR(e->states()[0].v_WC.z(), -kG * 0.1, 1e-10);
  run(*e, 1900);
  EXPECT_NEAR(e->states()[0].X_WB.p.z(), -0.5, 1e-5);
  EXPECT_NEAR(e->jointStates()[0].f_W.z(), kG, 1e-3);
}

TEST(Joints, FreeBodiesKeepTheirMomenta) {
  WorldDef def = worldOf(
      {bar("a", Vec3(0, 0, 0), 1, Vec3(0.1, 0.02, 0.03)), bar("b", Vec3(0.2, 0.05, 0), 2, Vec3(0.05, 0.1, 0.02))});
  def.gravity.setZero();
  def.bodies[0].w_WB = Vec3(1, 5, 3);
  def.bodies[1].v_WC = Vec3(0.3, 0.1, -0.2);
  addJoint(def, Kind::kRevolute, 1, 0, Vec3(0.1, 0, 0), Vec3(0.2, 0.3, 1).normalized());
  const auto momenta = [](const Engine& e) {
    Vec3 P = Vec3::Zero(), L = Vec3::Zero();
    for (int i = 0; i < 2; ++i) {
      const BodyState& s = e.states()[static_cast<std::size_t>(i)];
      P += e.mass(i).mass * s.v_WC;
      L += s.X_WB.q * (e.mass(i).inertia * (s.X_WB.q.conjugate() * s.w_WB)) + e.mass(i).mass * s.X_WB.p.cross(s.v_WC);
    }
    return std::pair(P, L);
  };
  auto e = makeEngine(def, {});
  const auto [P0, L0] = momenta(*e);
  const Ran ran = run(*e, 5000);
  const auto [P1, L1] = momenta(*e);
  EXPECT_LT((P1 - P0).norm(), 1e-10);
  EXPECT_LT((L1 - L0).norm(), 1e-9);
  EXPECT_LT(ran.error, 1e-14);
}

TEST(Joints, JoinedBodiesDoNotCollideUnlessAsked) {
  for (const bool collide : {false, true}) {
    BodyDef post = bar("post", Vec3::Zero(), 1, Vec3(0.05, 0.05, 0.05));
    post.motion = Motion::kFixed;
    // An arm that starts level, 1 cm above the post's upper face, and falls onto it.
    WorldDef def = worldOf({post, bar("arm", Vec3(0.05, 0, 0.07), 0.5, Vec3(0.15, 0.01, 0.01))});
    addJoint(def, Kind::kRevolute, 1, 0, Vec3(-0.1, 0, 0.07), Vec3::UnitY());
    def.joints[0].collide = collide;
    auto e = makeEngine(def, {});
    const Ran ran = run(*e, 400);
    EXPECT_EQ(ran.held, 0);
    if (collide) {
      EXPECT_GT(e->contacts().size(), 0U);
      EXPECT_LT(e->jointStates()[0].coordinate, 0.2);
    } else {
      EXPECT_EQ(e->contacts().size(), 0U);
      EXPECT_GT(e->jointStates()[0].coordinate, 1.0);
    }
  }
}

TEST(Joints, MotionIsSimilarAtEveryScale) {
  std::vector<double> angles;
  for (const double s : {1e-3, 1.0, 1e3}) {
    const Quat q(Eigen::AngleAxisd(1, Vec3::UnitY()));
    WorldDef def =
        worldOf({bar("bar", Transform{q, q * Vec3(0, 0, -0.15 * s)}, 0.7 * s * s * s, Vec3(0.01, 0.02, 0.15) * s)});
    def.gravity *= s;
    addJoint(def, Kind::kRevolute, 0, -1, Vec3::Zero(), Vec3::UnitY());
    def.joints[0].lower = -0.3;
    auto e = makeEngine(def, {});
    EXPECT_EQ(run(*e, 700).held, 0);
    angles.push_back(e->jointStates()[0].coordinate);
  }
  EXPECT_NEAR(angles[0], angles[1], 1e-6);
  EXPECT_NEAR(angles[2], angles[1], 1e-6);
}

TEST(Joints, AnyNumberOfThreadsGivesTheSameBits) {
  std::vector<std::uint64_t> hashes;
  for (const int threads : {1, 2}) {
    WorldDef def = pendulum(1.1);
    for (int k = 1; k < 4; ++k) {
      def.bodies.push_back(def.bodies[0]);
      def.bodies.back().name += std::to_string(k);
      def.bodies.back().X_WB.p.y() += k;
      addJoint(def, Kind::kRevolute, k, -1, Vec3(0, k, 0), Vec3::UnitY());
    }
    auto e = makeEngine(def, {.threads = threads});
    run(*e, 300);
    hashes.push_back(stateHash(e->states()));
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(Joints, AreRefusedByThoseWhoHaveNone) {
  for (const char* solver : {"impulse", "penalty", "minimal"}) {
    WorldDef def = pendulum(0.5);
    def.solver.name = solver;
    EXPECT_THROW((void)makeEngine(def, {}), InputError) << solver;
  }
  auto e = makeEngine(pendulum(0.5), {});
  EXPECT_THROW(e->setSolver("impulse", ""), InputError);
  EXPECT_EQ(e->solver(), "implicit");
  run(*e, 10);
#ifdef PASSUNG_BULLET
  EXPECT_THROW((void)makeEngine(pendulum(0.5), {.engine = "bullet"}), InputError);
#endif
}

TEST(Joints, AreRefusedWhereTheyMakeNoSense) {
  WorldDef def = pendulum(0.5);
  def.joints[0].body = -1;
  EXPECT_THROW((void)makeEngine(def, {}), InputError);
  def = pendulum(0.5);
  def.joints[0].X_AJ.p.x() += 0.1;
  EXPECT_THROW((void)makeEngine(def, {}), InputError) << "the sides do not meet";
  def = pendulum(0.5);
  def.joints[0].lower = 0.2;
  EXPECT_THROW((void)makeEngine(def, {}), InputError) << "outside its limits";
  def.joints[0].upper = 0.1;
  EXPECT_THROW((void)makeEngine(def, {}), InputError) << "limits in the wrong order";
}

}  // namespace
}  // namespace passung::dynamics
