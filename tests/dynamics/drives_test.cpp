// SPDX-License-Identifier: Apache-2.0
// Drives against closed forms: a symplectic step adds h F / m to a velocity, whatever the mass and the step.
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "dynamics/engine.h"

namespace passung::dynamics {
namespace {

using Kind = DriveDef::Kind;

BodyDef block(const std::string& name, const Vec3& p, double mass, const Vec3& inertia,
              Motion motion = Motion::kDynamic) {
  BodyDef b;
  b.name = name;
  b.motion = motion;
  b.X_WB.p = p;
  b.colliders.push_back({collision::Box{Vec3(0.05, 0.05, 0.05)}, {}});
  b.mass = MassProperties{mass, Vec3::Zero(), Mat3(inertia.asDiagonal())};
  return b;
}

WorldDef freeWorld(std::vector<BodyDef> bodies) {
  WorldDef def;
  def.gravity.setZero();
  def.solver.sleeping = false;
  def.bodies = std::move(bodies);
  return def;
}

DriveDef drive(Kind kind, double value, const Vec3& axis, int body = 0) {
  DriveDef d;
  d.name = "drive";
  d.kind = kind;
  d.value = value;
  d.axis = axis;
  d.body = body;
  return d;
}

struct Ran {
  double work = 0;
  int held = 0;
};

Ran run(Engine& e, int steps) {
  Ran sum;
  for (int i = 0; i < steps; ++i) {
    const StepReport report = e.step();
    sum.work += report.driveWork;
    sum.held += report.held;
  }
  return sum;
}

double kinetic(const Engine& e, int i) {
  const BodyState& s = e.states()[static_cast<std::size_t>(i)];
  const Vec3 w = s.X_WB.q.conjugate() * s.w_WB;
  return 0.5 * (e.mass(i).mass * s.v_WC.squaredNorm() + w.dot(e.mass(i).inertia * w));
}

TEST(Drives, AConstantForceAcceleratesAndItsWorkIsForceTimesWay) {
  WorldDef def = freeWorld({block("a", Vec3::Zero(), 2, Vec3(1, 1, 1))});
  def.drives = {drive(Kind::kForce, 3, Vec3(0, 2, 0))};
  auto e = makeEngine(def, {});
  const Ran ran = run(*e, 1000);
  EXPECT_NEAR(e->states()[0].v_WC.y(), 1.5, 1e-12);
  EXPECT_NEAR(ran.work, 3 * e->states()[0].X_WB.p.y(), 1e-12);
  EXPECT_DOUBLE_EQ(e->driveStates()[0].effort, 3);
}

TEST(Drives, AForceOffTheCentreTurnsTheBodyAsItsMomentSays) {
  WorldDef def = freeWorld({block("a", Vec3::Zero(), 2, Vec3(1, 1, 4))});
  def.drives = {drive(Kind::kForce, 3, Vec3::UnitY())};
  def.drives[0].point_B = Vec3(0.2, 0, 0);
  def.drives[0].frame = 0;  // turns with the body
  auto e = makeEngine(def, {});
  run(*e, 100);
  EXPECT_NEAR(e->states()[0].w_WB.z(), 0.1 * 3 * 0.2 / 4, 1e-12);
}

TEST(Drives, ATorqueActsBetweenItsTimesOnly) {
  WorldDef def = freeWorld({block("a", Vec3::Zero(), 2, Vec3(1, 1, 0.5))});
  def.drives = {drive(Kind::kTorque, 2, Vec3::UnitZ())};
  def.drives[0].start = 0.1;
  def.drives[0].stop = 0.35;
  auto e = makeEngine(def, {});
  run(*e, 100);
  EXPECT_EQ(e->states()[0].w_WB.norm(), 0);
  run(*e, 900);
  EXPECT_NEAR(e->states()[0].w_WB.z(), 2 / 0.5 * 0.25, 1e-12);
}

TEST(Drives, ASpinMotorAcceleratesAtItsLimitThenTracks) {
  WorldDef def = freeWorld({block("a", Vec3::Zero(), 2, Vec3(1, 1, 0.5))});
  def.drives = {drive(Kind::kSpin, 20, Vec3::UnitZ())};
  def.drives[0].limit = 10;  // 20 rad/s^2: the target after 1 s
  auto e = makeEngine(def, {});
  const Ran first = run(*e, 500);
  EXPECT_NEAR(e->states()[0].w_WB.z(), 10, 1e-9);
  EXPECT_NEAR(e->driveStates()[0].effort, 10, 1e-12);
  const Ran second = run(*e, 1000);
  EXPECT_NEAR(e->states()[0].w_WB.z() / 20, 1, 1e-4);
  EXPECT_NEAR(e->states()[0].turns.z(), (0.5 * 20 + 0.5 * 20) / (2 * kPi), 0.01);
  // Implicit: the work covers the energy gained and the loss of the integrator, of one step's share.
  const double work = first.work + second.work;
  EXPECT_GE(work, kinetic(*e, 0) * (1 - 1e-9));
  EXPECT_LE(work, kinetic(*e, 0) * 1.01);
}

TEST(Drives, ASpinMotorLeavesAllOtherMotionFree) {
  BodyDef body = block("a", Vec3::Zero(), 2, Vec3(0.5, 0.5, 0.5));
  body.v_WC = Vec3(1, 2, 3);
  body.w_WB = Vec3(0.3, -0.4, 0);
  WorldDef def = freeWorld({body});
  def.gravity = Vec3(0, 0, -9.81);
  def.drives = {drive(Kind::kSpin, 5, Vec3::UnitZ())};
  auto e = makeEngine(def, {});
  run(*e, 200);
  EXPECT_LT((e->states()[0].v_WC - Vec3(1, 2, 3 - 9.81 * 0.2)).norm(), 1e-10);
  EXPECT_LT((e->states()[0].w_WB - Vec3(0.3, -0.4, 5)).norm(), 1e-4 * 5);
}

TEST(Drives, TheReactionKeepsMomentum) {
  WorldDef def =
      freeWorld({block("a", Vec3::Zero(), 2, Vec3(0.2, 0.3, 0.5)), block("b", Vec3(0, 0, 1), 3, Vec3(0.4, 0.6, 1.5))});
  def.drives = {drive(Kind::kSpin, 8, Vec3(1, 2, 3)), drive(Kind::kSpeed, 0.3, Vec3::UnitX())};
  for (DriveDef& d : def.drives) d.reaction = 1;
  auto e = makeEngine(def, {});
  const Ran ran = run(*e, 50);
  EXPECT_EQ(ran.held, 0);
  Vec3 P = Vec3::Zero(), L = Vec3::Zero();
  for (int i = 0; i < 2; ++i) {
    const BodyState& s = e->states()[static_cast<std::size_t>(i)];
    P += e->mass(i).mass * s.v_WC;
    L += s.X_WB.q * (e->mass(i).inertia * (s.X_WB.q.conjugate() * s.w_WB)) + e->mass(i).mass * s.X_WB.p.cross(s.v_WC);
  }
  EXPECT_LT(P.norm(), 1e-10);
  EXPECT_LT(L.norm(), 1e-9);
  const Vec3 axis = Vec3(1, 2, 3).normalized();
  EXPECT_NEAR(axis.dot(e->states()[0].w_WB - e->states()[1].w_WB) / 8, 1, 2e-4);
}

// A hoist: the force that lifts against gravity is the weight.
TEST(Drives, ASpeedMotorCarriesItsLoad) {
  WorldDef def = freeWorld({block("a", Vec3::Zero(), 2, Vec3(1, 1, 1))});
  def.gravity = Vec3(0, 0, -9.81);
  def.drives = {drive(Kind::kSpeed, 0.1, Vec3::UnitZ())};
  def.drives[0].limit = 30;
  auto e = makeEngine(def, {});
  run(*e, 1000);
  EXPECT_NEAR(e->states()[0].v_WC.z() / 0.1, 1, 1e-4);
  EXPECT_NEAR(e->driveStates()[0].effort, 2 * 9.81, 1e-3);
}

// Too weak by a fifth: it saturates, and the load falls with a fifth of g.
TEST(Drives, ATooWeakMotorStalls) {
  WorldDef def = freeWorld({block("a", Vec3::Zero(), 2, Vec3(1, 1, 1))});
  def.gravity = Vec3(0, 0, -10);
  def.drives = {drive(Kind::kSpeed, 0.1, Vec3::UnitZ())};
  def.drives[0].limit = 16;
  auto e = makeEngine(def, {});
  const Ran ran = run(*e, 500);
  EXPECT_NEAR(e->states()[0].v_WC.z(), -0.2 * 10 * 0.5, 1e-9);
  EXPECT_NEAR(ran.work, 16 * e->states()[0].X_WB.p.z(), 1e-9);
}

// A block on a table is turned against friction: mu m g times the mean distance of the support's corners.
TEST(Drives, AMotorTurnsAgainstContactFriction) {
  BodyDef table;
  table.name = "table";
  table.motion = Motion::kFixed;
  table.colliders.push_back({collision::HalfSpace{}, {}});
  BodyDef b = block("a", Vec3(0, 0, 0.05), 2, Vec3(0.01, 0.01, 0.01));
  WorldDef def = freeWorld({table, b});
  def.gravity = Vec3(0, 0, -9.81);
  def.drives = {drive(Kind::kSpin, 2, Vec3::UnitZ(), 1)};
  def.drives[0].limit = 5;
  auto e = makeEngine(def, {});
  const Ran ran = run(*e, 500);
  EXPECT_EQ(ran.held, 0);
  EXPECT_NEAR(e->states()[1].w_WB.z() / 2, 1, 1e-4);
  EXPECT_NEAR(e->driveStates()[0].effort, 0.2 * 2 * 9.81 * 0.05 * std::sqrt(2.0), 2e-3);

  // Below that torque the block stays.
  def.drives[0].limit = 0.2;
  e = makeEngine(def, {});
  run(*e, 500);
  EXPECT_LT(e->states()[1].w_WB.norm(), 1e-4);
}

TEST(Drives, AStartingDriveWakesItsBody) {
  BodyDef table;
  table.name = "table";
  table.motion = Motion::kFixed;
  table.colliders.push_back({collision::HalfSpace{}, {}});
  WorldDef def = freeWorld({table, block("a", Vec3(0, 0, 0.05), 2, Vec3(0.01, 0.01, 0.01))});
  def.gravity = Vec3(0, 0, -9.81);
  def.solver.sleeping = true;
  def.drives = {drive(Kind::kForce, 30, Vec3::UnitZ(), 1)};
  def.drives[0].start = 1;
  auto e = makeEngine(def, {});
  run(*e, 1000);
  EXPECT_TRUE(e->states()[1].asleep);
  run(*e, 100);
  EXPECT_FALSE(e->states()[1].asleep);
  EXPECT_NEAR(e->states()[1].v_WC.z(), (15 - 9.81) * 0.1, 0.02);
}

TEST(Drives, MotionIsSimilarAtEveryScale) {
  std::vector<double> speeds;
  for (const double s : {1e-3, 1.0, 1e3}) {
    BodyDef b = block("a", Vec3::Zero(), 2 * s * s * s, Vec3(1, 1, 0.5) * std::pow(s, 5));
    b.colliders.clear();
    b.colliders.push_back({collision::Box{Vec3::Constant(0.05 * s)}, {}});
    WorldDef def = freeWorld({b});
    def.gravity = Vec3(0, 0, -9.81 * s);
    def.drives = {drive(Kind::kSpin, 20, Vec3::UnitZ()), drive(Kind::kSpeed, 0.1 * s, Vec3::UnitZ())};
    def.drives[0].limit = 10 * std::pow(s, 5);
    def.drives[1].limit = 30 * std::pow(s, 4);
    auto e = makeEngine(def, {});
    run(*e, 700);
    EXPECT_NEAR(e->states()[0].w_WB.z(), 14, 1e-6);
    EXPECT_NEAR(e->states()[0].v_WC.z() / s, 0.1, 1e-5);
  }
}

#ifdef PASSUNG_BULLET
TEST(Drives, BulletTakesThemAsLoads) {
  WorldDef def = freeWorld({block("a", Vec3::Zero(), 2, Vec3(1, 1, 0.5)), block("b", Vec3(1, 0, 0), 2, Vec3(1, 1, 0.5)),
                            block("c", Vec3(2, 0, 0), 2, Vec3(1, 1, 0.5))});
  def.drives = {drive(Kind::kForce, 3, Vec3::UnitY()), drive(Kind::kTorque, 2, Vec3::UnitZ(), 1),
                drive(Kind::kSpin, 5, Vec3::UnitZ(), 2)};
  def.drives[2].limit = 10;
  auto e = makeEngine(def, {.engine = "bullet"});
  const Ran ran = run(*e, 500);
  EXPECT_NEAR(e->states()[0].v_WC.y(), 0.75, 1e-6);
  EXPECT_NEAR(e->states()[1].w_WB.z(), 2, 1e-6);
  EXPECT_NEAR(e->states()[2].w_WB.z(), 5, 1e-6);
  EXPECT_NEAR(ran.work, kinetic(*e, 0) + kinetic(*e, 1) + kinetic(*e, 2), 0.03 * ran.work);
}
#endif

TEST(Drives, AreRefusedWithoutABodyOrAnAxis) {
  WorldDef def = freeWorld({block("a", Vec3::Zero(), 2, Vec3(1, 1, 1))});
  def.drives = {drive(Kind::kForce, 3, Vec3::Zero())};
  EXPECT_THROW((void)makeEngine(def, {}), InputError);
  def.drives = {drive(Kind::kForce, 3, Vec3::UnitX(), 1)};
  EXPECT_THROW((void)makeEngine(def, {}), InputError);
}

// --- Changed while they run

// From a changed value on, a free body is accelerated by it: v = h sum F_i / m, whatever came before.
TEST(Drives, AnotherValueActsFromTheNextStepOn) {
  for (const char* name : {"native", "bullet"}) {
    WorldDef def = freeWorld({block("a", Vec3::Zero(), 2, Vec3(1, 1, 1))});
    def.drives = {drive(Kind::kForce, 3, Vec3::UnitX())};
    auto e = makeEngine(def, {.engine = name, .threads = 1});
    run(*e, 10);
    std::vector<DriveDef> changed = e->def().drives;
    changed[0].value = -5;
    e->setDrives(changed);
    run(*e, 4);
    EXPECT_NEAR(e->states()[0].v_WC.x(), def.dt * (10 * 3 - 4 * 5) / 2, 1e-6) << name;
    EXPECT_NEAR(e->driveStates()[0].effort, -5, 1e-12) << name;
    EXPECT_EQ(e->def().drives[0].value, -5) << name;

    // A further one, about which the scene knew nothing.
    changed.push_back(drive(Kind::kTorque, 0.7, Vec3::UnitZ()));
    e->setDrives(changed);
    run(*e, 3);
    EXPECT_NEAR(e->states()[0].w_WB.z(), def.dt * 3 * 0.7, 1e-6) << name;
    ASSERT_EQ(e->driveStates().size(), 2u) << name;

    e->setDrives({});
    const Vec3 v = e->states()[0].v_WC;
    run(*e, 3);
    EXPECT_NEAR((e->states()[0].v_WC - v).norm(), 0, 1e-12) << name << ": nothing drives it any more";
  }
}

TEST(Drives, AMotorTakesAnotherSpeedAndWakesWhatSleeps) {
  WorldDef def = freeWorld({block("a", Vec3::Zero(), 2, Vec3(0.01, 0.01, 0.01))});
  def.solver.sleeping = true;
  def.drives = {drive(Kind::kSpin, 0, Vec3::UnitZ())};
  auto e = makeEngine(def, {});
  run(*e, 3000);
  ASSERT_TRUE(e->states()[0].asleep);
  std::vector<DriveDef> changed = def.drives;
  changed[0].value = 4;
  changed[0].limit = 0.5;
  e->setDrives(changed);
  run(*e, 10);
  EXPECT_FALSE(e->states()[0].asleep);
  EXPECT_NEAR(e->states()[0].w_WB.z(), 10 * def.dt * 0.5 / 0.01, 1e-9) << "the torque is at its limit";
  run(*e, 1000);
  EXPECT_NEAR(e->states()[0].w_WB.z() / 4, 1, 1e-4);
}

TEST(Drives, BadOnesAreRefusedAndNothingChanges) {
  WorldDef def = freeWorld({block("a", Vec3::Zero(), 2, Vec3(1, 1, 1))});
  def.drives = {drive(Kind::kForce, 3, Vec3::UnitX())};
  for (const char* name : {"native", "bullet"}) {
    auto e = makeEngine(def, {.engine = name, .threads = 1});
    for (DriveDef bad : {drive(Kind::kForce, std::nan(""), Vec3::UnitX()), drive(Kind::kForce, 1, Vec3::Zero()),
                         drive(Kind::kForce, 1, Vec3::UnitX(), 7), drive(Kind::kForce, 1, Vec3::UnitX(), -1)}) {
      EXPECT_THROW(e->setDrives({bad}), InputError) << name;
    }
    run(*e, 10);
    EXPECT_NEAR(e->states()[0].v_WC.x(), def.dt * 10 * 3 / 2, 1e-6) << name;
  }
}

}  // namespace
}  // namespace passung::dynamics
