// SPDX-License-Identifier: Apache-2.0
// The figures of a run against closed forms: the motion is scripted, so each of them is known.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/run/csv_sink.h"
#include "app/run/simulation_run.h"
#include "app/run/units.h"
#include "core/error.h"
#include "tests/app/fake_engine.h"

namespace passung::app {
namespace {

constexpr double kG = 9.81;

RunResult runFake(const scenes::Scene& scene, FakeEngine& engine, double duration, double sample = 0.01) {
  SimulationRun run(scene, engine, {.duration = duration, .sample = sample});
  return runAll(run);
}

// A box thrown up at v0 and sideways, exact parabola: the energy stays, the potential rises to its apex and falls
// again.
TEST(RunStatistics, projectileKeepsItsEnergyAndFallsByItsHeight) {
  for (const double s : {0.001, 1.0, 1000.0}) {
    const Vec3 half = s * Vec3(0.1, 0.05, 0.02);
    scenes::Scene scene = boxScene(half);
    scene.world.gravity *= s;
    const double m = 1000 * 8 * half.prod();
    const double v0 = 2 * s, u0 = 0.5 * s, g = kG * s;
    FakeEngine engine(scene.world, [&](int, double t) {
      return stateAt({u0 * t, 0, v0 * t - 0.5 * g * t * t}, {u0, 0, v0 - g * t});
    });
    const RunResult r = runFake(scene, engine, 1.0);
    // The zero is the lowest point of the start, half a height below the centre of mass.
    const double start = 0.5 * m * (v0 * v0 + u0 * u0) + m * g * half.z();
    EXPECT_NEAR(r.energy.start, start, 1e-12 * start);
    EXPECT_NEAR(r.energy.end, start, 1e-12 * start);
    EXPECT_LE(r.energy.maxGain, 1e-12 * start);
    // The apex lies between two steps: at most m g (g dt / 2)^2 / (2 g) is missed.
    const double drop = m * g * (v0 * v0 / (2 * g) - (v0 - 0.5 * g));
    EXPECT_NEAR(r.energy.potentialDrop, drop, m * g * g * 1e-6 + 1e-12 * start);
    EXPECT_EQ(r.steps, 1000);
    EXPECT_DOUBLE_EQ(r.simulated, 1.0);
    EXPECT_TRUE(r.finite);
    EXPECT_FALSE(r.bodies[0].rest.atRest);
    EXPECT_DOUBLE_EQ(r.bodies[0].rest.since, 0.5);
    EXPECT_NEAR(r.bodies[0].mass.mass, m, 1e-12 * m);
  }
}

// Kinetic energy of a body that spins about its y axis: 1/2 I w^2, in any pose.
TEST(RunStatistics, spinCountsWithItsInertia) {
  scenes::Scene scene = boxScene({0.1, 0.05, 0.02});
  scene.world.gravity.setZero();
  const double w = 7;
  FakeEngine engine(scene.world, [&](int, double t) {
    dynamics::BodyState state = stateAt(Vec3::Zero());
    const Quat tilt = rotationFromVector({0.3, -0.4, 1.1});
    state.X_WB.q = tilt * rotationFromVector({0, w * t, 0});
    state.w_WB = tilt * Vec3(0, w, 0);
    state.turns = {0, w * t / (2 * kPi), 0};
    return state;
  });
  const RunResult r = runFake(scene, engine, 1.0);
  const double m = 1000 * 0.2 * 0.1 * 0.04;
  const double energy = 0.5 * (m / 12 * (0.2 * 0.2 + 0.04 * 0.04)) * w * w;
  EXPECT_NEAR(r.energy.start, energy, 1e-12 * energy);
  EXPECT_NEAR(r.energy.end, energy, 1e-12 * energy);
  EXPECT_NEAR(r.bodies[0].turns.y(), w / (2 * kPi), 1e-12);
  // The fastest point is a corner: w times its distance from the axis.
  EXPECT_NEAR(r.bodies[0].rest.maxSpeed, w * std::hypot(0.1, 0.02), 1e-9);
}

// The velocity in the report is that of the body's origin, the state's that of the centre of mass.
TEST(RunStatistics, reportsTheVelocityOfTheOrigin) {
  scenes::Scene scene = boxScene({0.1, 0.1, 0.1});
  scene.world.bodies[0].colliders[0].X_BG.p = {1, 0, 0};
  FakeEngine engine(scene.world, [](int, double) {
    dynamics::BodyState state = stateAt(Vec3::Zero(), {0, 3, 0});
    state.w_WB = {0, 0, 3};
    return state;
  });
  const RunResult r = runFake(scene, engine, 0.01);
  EXPECT_NEAR(r.bodies[0].v_WB.norm(), 0, 1e-12);
  EXPECT_NEAR((r.bodies[0].com_W - Vec3(1, 0, 0)).norm(), 0, 1e-12);
}

// A box that slides at 1 m/s until 0.3 s, then creeps 1e-9 m: at rest since 0.3 s, its drift the creep.
TEST(RunStatistics, restStartsWhereMotionEndsAndMeasuresTheDriftAfterIt) {
  scenes::Scene scene = boxScene({0.1, 0.05, 0.02});
  FakeEngine engine(scene.world, [](int, double t) {
    if (t < 0.3 - 1e-9) return stateAt({t, 0, 0}, {1, 0, 0});
    return stateAt({0.3 + 1e-9 * std::min(1.0, t - 0.3), 0, 0});
  });
  const RunResult r = runFake(scene, engine, 2.0);
  EXPECT_TRUE(r.bodies[0].rest.atRest);
  EXPECT_NEAR(r.bodies[0].rest.since, 0.3, 1e-9);
  EXPECT_NEAR(r.bodies[0].rest.drift, 1e-9, 1e-15);
  EXPECT_EQ(r.bodies[0].rest.tiltChange, 0);
  EXPECT_EQ(r.bodies[0].rest.maxSpeed, 0);
}

// The limit is 1e-3 sqrt(g L), L the diagonal: just below it is rest, just above is not.
TEST(RunStatistics, restHasTheSpeedLimitOfTheSizeAndGravity) {
  for (const double s : {0.001, 1.0, 1000.0}) {
    scenes::Scene scene = boxScene(s * Vec3(0.1, 0.05, 0.02));
    scene.world.gravity *= s;
    const double limit = 1e-3 * std::sqrt(kG * s * 2 * s * Vec3(0.1, 0.05, 0.02).norm());
    for (const double factor : {0.999, 1.001}) {
      FakeEngine engine(scene.world, [&](int, double t) {
        return stateAt({factor * limit * t, 0, 0}, {factor * limit, 0, 0});
      });
      const RunResult r = runFake(scene, engine, 1.0);
      EXPECT_EQ(r.bodies[0].rest.atRest, factor < 1) << s;
      // At rest from the start, or measured from half time.
      EXPECT_NEAR(r.bodies[0].rest.drift, factor * limit * (factor < 1 ? 1.0 : 0.5), 1e-9 * limit);
    }
  }
}

// At the top of a throw a body is slow for an instant; a run that ends there does not call it rest.
TEST(RunStatistics, theTopOfAThrowIsNoRest) {
  scenes::Scene scene = boxScene({0.1, 0.05, 0.02});
  FakeEngine engine(scene.world, [](int, double t) {
    const double u = t - 0.5;
    return stateAt({0, 0, -0.5 * kG * u * u}, {0, 0, -kG * u});
  });
  EXPECT_FALSE(runFake(scene, engine, 0.5).bodies[0].rest.atRest);
}

// A tilt of 0.01 rad about the box's centre after rest: the corners move by 0.01 times their distance from the axis.
TEST(RunStatistics, tiltChangeAndDriftOfARotation) {
  scenes::Scene scene = boxScene({0.1, 0.05, 0.02});
  FakeEngine engine(scene.world, [](int, double t) {
    dynamics::BodyState state = stateAt(Vec3::Zero());
    if (t > 0.5) state.X_WB.q = rotationFromVector({0, 0.01, 0});
    return state;
  });
  const RunResult r = runFake(scene, engine, 1.0);
  EXPECT_NEAR(r.bodies[0].rest.tiltChange, 0.01, 1e-12);
  EXPECT_NEAR(r.bodies[0].rest.drift, 2 * std::sin(0.005) * std::hypot(0.1, 0.02), 1e-12);
}

// The total falls by 2 J, rises by 0.5 J in the middle of a sample interval and falls again: the gain is 0.5 J although
// no sample sees it, less what resolving an overlap put in.
TEST(RunStatistics, energyGainIsTheRiseAboveTheRunningMinimumOfEveryStep) {
  scenes::Scene scene = boxScene({0.1, 0.05, 0.02});
  FakeEngine engine(scene.world, [](int, double) { return stateAt(Vec3::Zero()); });
  const auto shell = [](double t) { return t < 0.2 ? 5.0 : t < 0.2045 ? 3.0 : t < 0.2055 ? 3.5 : 1.0; };
  engine.shellAt = shell;
  EXPECT_NEAR(runFake(scene, engine, 1.0).energy.maxGain, 0.5, 1e-12);

  FakeEngine resolving(scene.world, [](int, double) { return stateAt(Vec3::Zero()); });
  resolving.shellAt = shell;
  resolving.report = [](std::int64_t step) {
    dynamics::StepReport report;
    report.overlapWork = step == 205 ? 0.3 : 0;
    return report;
  };
  const RunResult r = runFake(scene, resolving, 1.0);
  EXPECT_NEAR(r.energy.maxGain, 0.2, 1e-12);
  EXPECT_NEAR(r.energy.overlapWork, 0.3, 1e-12);
}

// A kinematic lift raises a box at constant speed: the box gains m g h, all of it the lift's work, so nothing is
// gained.
TEST(RunStatistics, workOfAKinematicBodyIsNoGain) {
  scenes::Scene scene = boxScene({0.1, 0.1, 0.1});
  dynamics::BodyDef lift = scene.world.bodies[0];
  lift.name = "lift";
  lift.motion = dynamics::Motion::kKinematic;
  scene.world.bodies.push_back(lift);
  const double m = 8.0, v = 0.25;
  FakeEngine engine(scene.world, [&](int body, double t) { return stateAt({0, 0, v * t - 0.2 * body}, {0, 0, v}); });
  engine.contactsAt = [&](double t) {
    dynamics::Contact contact;
    contact.bodyA = 0;
    contact.bodyB = 1;
    contact.p_W = {0, 0, v * t - 0.1};
    contact.f_W = {0, 0, -m * kG};  // on the lift; its opposite carries the box
    return std::vector{contact};
  };
  const RunResult r = runFake(scene, engine, 1.0);
  EXPECT_NEAR(r.energy.end - r.energy.start, m * kG * v, 1e-9);
  EXPECT_NEAR(r.energy.maxGain, 0, 1e-9);
}

// A user pulls a box up by a force of twice its weight: E grows by exactly the force's work.
TEST(SimulationRun, workOfTheUserIsNoGain) {
  scenes::Scene scene = boxScene({0.1, 0.1, 0.1});
  const double m = 8.0;
  FakeEngine engine(scene.world, [](int, double t) { return stateAt({0, 0, 0.5 * kG * t * t}, {0, 0, kG * t}); });
  SimulationRun run(scene, engine, {.duration = 1.0, .sample = 0.1});
  do {
    run.applyForce({.body = 0, .p_W = engine.states()[0].X_WB * Vec3(0.1, 0, 0), .f_W = {0, 0, 2 * m * kG}});
  } while (run.advance());
  const RunResult r = run.finish();
  EXPECT_NEAR(r.energy.end - r.energy.start, m * kG * kG, 1e-9);
  EXPECT_NEAR(r.energy.maxGain, 0, 1e-9);
}

TEST(SimulationRun, countsContactsHalvingsAndStagesByStep) {
  scenes::Scene scene = boxScene({0.1, 0.1, 0.1});
  FakeEngine engine(scene.world, [](int, double) { return stateAt(Vec3::Zero()); });
  engine.report = [](std::int64_t step) {
    dynamics::StepReport report;
    report.contacts = static_cast<int>(step);  // 1 .. 100
    report.halvings = step % 10 == 0 ? 3 : 0;  // in ten steps
    report.stage_ms[2] = 0.5;
    return report;
  };
  const RunResult r = runFake(scene, engine, 0.1);
  EXPECT_DOUBLE_EQ(r.contactsMean, 50.5);
  EXPECT_EQ(r.contactsMax, 100);
  EXPECT_EQ(r.stepsHalved, 10);
  EXPECT_DOUBLE_EQ(r.stage_ms[2], 0.5);
}

TEST(SimulationRun, tellsStatesThatAreNotFinite) {
  scenes::Scene scene = boxScene({0.1, 0.1, 0.1});
  FakeEngine engine(scene.world, [](int, double t) {
    return stateAt({t > 0.0495 && t < 0.0505 ? std::nan("") : 0.0, 0, 0});
  });
  SimulationRun run(scene, engine, {.duration = 0.1, .sample = 0.04});
  EXPECT_FALSE(runAll(run).finite);
}

// Samples at 0, every interval, and at the end; an interval below the step samples each step.
TEST(SimulationRun, samplesAtTheAskedTimes) {
  struct Times : RunSink {
    void sample(const RunSample& sample) override {
      times.push_back(sample.time);
      lastCount += sample.last ? 1 : 0;
    }
    void finish() override { finished = true; }
    std::vector<double> times;
    int lastCount = 0;
    bool finished = false;
  };
  const scenes::Scene scene = boxScene({0.1, 0.1, 0.1});
  const auto timesOf = [&](double duration, double sample) {
    FakeEngine engine(scene.world, [](int, double) { return stateAt(Vec3::Zero()); });
    SimulationRun run(scene, engine, {.duration = duration, .sample = sample});
    Times sink;
    run.addSink(sink);
    static_cast<void>(runAll(run));
    EXPECT_EQ(sink.lastCount, 1);
    EXPECT_TRUE(sink.finished);
    return sink.times;
  };
  EXPECT_EQ(timesOf(10.0, 0.01).size(), 1001U);
  EXPECT_EQ(timesOf(0.1, 1e-5).size(), 101U);
  EXPECT_EQ(timesOf(0.0, 0.01), std::vector<double>{0.0});
  const std::vector<double> odd = timesOf(0.1, 0.03);
  ASSERT_EQ(odd.size(), 5U);
  EXPECT_NEAR(odd[1], 0.03, 1e-12);
  EXPECT_NEAR(odd[3], 0.09, 1e-12);
  EXPECT_NEAR(odd[4], 0.1, 1e-12);
}

TEST(SimulationRun, cancelStillReportsWhatWasRun) {
  const scenes::Scene scene = boxScene({0.1, 0.1, 0.1});
  FakeEngine engine(scene.world, [](int, double) { return stateAt(Vec3::Zero()); });
  std::atomic<bool> cancel{false};
  SimulationRun run(scene, engine, {.duration = 1.0, .sample = 0.01, .cancel = &cancel});
  for (int i = 0; i < 25; ++i) run.advance();
  cancel = true;
  EXPECT_FALSE(run.advance());
  const RunResult r = run.finish();
  EXPECT_TRUE(r.cancelled);
  EXPECT_EQ(r.steps, 25);
  ASSERT_EQ(r.warnings.size(), 1U);
}

TEST(SimulationRun, refusesBadTimes) {
  const scenes::Scene scene = boxScene({0.1, 0.1, 0.1});
  FakeEngine engine(scene.world, [](int, double) { return stateAt(Vec3::Zero()); });
  EXPECT_THROW(SimulationRun(scene, engine, {.duration = -1}), InputError);
  EXPECT_THROW(SimulationRun(scene, engine, {.duration = std::nan("")}), InputError);
  EXPECT_THROW(SimulationRun(scene, engine, {.duration = 1, .sample = 0}), InputError);
  EXPECT_THROW(SimulationRun(scene, engine, {.duration = 1e300}), InputError);
}

// Two boxes pushed into each other by 10 mm: the exact check sees it, as the whole run's deepest.
TEST(SimulationRun, measuresPenetrationOfTrueShapes) {
  scenes::Scene scene = boxScene({0.1, 0.1, 0.1});
  scene.world.bodies.push_back(scene.world.bodies[0]);
  scene.world.bodies[1].name = "other";
  FakeEngine engine(scene.world, [](int body, double t) {
    return stateAt({body * (t > 0.045 && t < 0.055 ? 0.19 : 0.21), 0.01 * body, 0.02 * body});
  });
  EXPECT_NEAR(runFake(scene, engine, 0.1).maxPenetration, 0.01, 1e-9);
}

TEST(CsvSink, hasTheColumnsOfTheManualAndARowPerBodyAndSample) {
  scenes::Scene scene = boxScene({0.1, 0.1, 0.1});
  scene.world.bodies[0].name = "a \"b\", c";
  FakeEngine engine(scene.world, [](int, double t) { return stateAt({t, 0, 0}, {1, 0, 0}); });
  const std::string path =
      (std::filesystem::temp_directory_path() / ("passung_" + std::to_string(::getpid()) + ".csv")).string();
  {
    CsvSink sink(path, engine);
    SimulationRun run(scene, engine, {.duration = 0.02, .sample = 0.01});
    run.addSink(sink);
    static_cast<void>(runAll(run));
  }
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  EXPECT_EQ(line, "t,body,px,py,pz,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,turns_x,turns_y,turns_z,contacts,max_penetration");
  int rows = 0;
  while (std::getline(in, line)) {
    EXPECT_NE(line.find("\"a \"\"b\"\", c\""), std::string::npos);
    ++rows;
  }
  EXPECT_EQ(rows, 3);
  std::filesystem::remove(path);
}

TEST(Units, readAsPeopleWriteThem) {
  EXPECT_EQ(readable(0, "m"), "0 m");
  EXPECT_EQ(readable(0.0165, "m"), "16.5 mm");
  EXPECT_EQ(readable(1.2e-7, "m"), "120 nm");
  EXPECT_EQ(readable(0.9999, "m"), "1.00 m");
  EXPECT_EQ(readable(-2.5e-3, "s"), "-2.50 ms");
  EXPECT_EQ(readable(std::nan(""), "m"), "not finite");
}

}  // namespace
}  // namespace passung::app
