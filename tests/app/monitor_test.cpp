// SPDX-License-Identifier: Apache-2.0
// Each type of monitor once passed and once failed, on a box that moves along x as x = t, half side 0.1.
#include <gtest/gtest.h>

#include "app/run/simulation_run.h"
#include "core/error.h"
#include "tests/app/fake_engine.h"

namespace passung::app {
namespace {

using Type = scenes::Monitor::Type;

scenes::Monitor monitor(Type type, const char* body = "box") {
  scenes::Monitor m;
  m.type = type;
  m.name = "m";
  m.body = body;
  return m;
}

// One second of x = t beside a second box that stands at y = 1, at rest.
MonitorResult judge(const scenes::Monitor& m,
                    const std::function<std::vector<dynamics::Contact>(double)>& contacts = {}) {
  scenes::Scene scene = boxScene(Vec3::Constant(0.1));
  scene.world.bodies.push_back(scene.world.bodies[0]);
  scene.world.bodies[1].name = "other";
  scene.monitors = {m};
  FakeEngine engine(scene.world, [](int body, double t) {
    return body == 0 ? stateAt({t, 0, 0}, {1, 0, 0}) : stateAt({0, 1, 0});
  });
  engine.contactsAt = contacts;
  SimulationRun run(scene, engine, {.duration = 1, .sample = 0.01});
  const MonitorResult result = runAll(run).monitors.at(0);
  EXPECT_FALSE(result.detail.empty());
  return result;
}

TEST(Monitors, rest) {
  EXPECT_FALSE(judge(monitor(Type::kAtRest)).passed);
  EXPECT_TRUE(judge(monitor(Type::kAtRest, "other")).passed);
  EXPECT_FALSE(judge(monitor(Type::kAtRest, "")).passed);  // all moving bodies
}

// The box's right side leaves x <= 0.6 when t > 0.5; its left side x <= 0.45 when t >= 0.55.
TEST(Monitors, boxes) {
  scenes::Monitor m = monitor(Type::kInsideBox);
  m.box.add(Vec3(-1, -1, -1));
  m.box.add(Vec3(2, 1, 1));
  EXPECT_TRUE(judge(m).passed);
  m.box.upper.x() = 0.6;
  MonitorResult r = judge(m);
  EXPECT_FALSE(r.passed);
  EXPECT_NEAR(r.at, 0.5, 2e-3);
  m.atEnd = true;
  EXPECT_FALSE(judge(m).passed);

  m.type = Type::kOutsideBox;
  m.atEnd = false;
  EXPECT_FALSE(judge(m).passed);
  EXPECT_EQ(judge(m).at, 0);
  m.atEnd = true;
  EXPECT_TRUE(judge(m).passed);
}

TEST(Monitors, distances) {
  scenes::Monitor m = monitor(Type::kPosition);
  m.point = {0.7, 0, 0};
  m.value = 0.05;
  MonitorResult r = judge(m);
  EXPECT_TRUE(r.passed);
  EXPECT_NEAR(r.at, 0.65, 1.1e-3);
  m.atEnd = true;
  EXPECT_FALSE(judge(m).passed);
  m.point = {2, 0, 0};
  m.atEnd = false;
  EXPECT_FALSE(judge(m).passed);

  scenes::Monitor d = monitor(Type::kDistance);
  d.other = "other";
  d.value = 1.0;
  EXPECT_TRUE(judge(d).passed);
  d.value = 0.9;
  EXPECT_FALSE(judge(d).passed);
}

TEST(Monitors, contacts) {
  const auto touching = [](double from, double to) {
    return [=](double t) {
      dynamics::Contact contact;
      contact.bodyA = 0;
      contact.bodyB = 1;
      contact.f_W = {0, 1, 0};
      return t > from && t < to ? std::vector{contact} : std::vector<dynamics::Contact>{};
    };
  };
  scenes::Monitor m = monitor(Type::kContact, "other");
  m.other = "box";
  EXPECT_FALSE(judge(m).passed);
  EXPECT_TRUE(judge(m, touching(0.3, 2)).passed);
  EXPECT_NEAR(judge(m, touching(0.3, 2)).at, 0.31, 1e-9);
  EXPECT_FALSE(judge(m, touching(0.3, 0.6)).passed);
  m.forbidden = true;
  EXPECT_TRUE(judge(m).passed);
  // One step is enough, between two samples.
  const MonitorResult r = judge(m, touching(0.4035, 0.4045));
  EXPECT_FALSE(r.passed);
  EXPECT_NEAR(r.at, 0.404, 1e-9);
}

TEST(Monitors, combinations) {
  scenes::Monitor good = monitor(Type::kAtRest, "other");
  scenes::Monitor bad = monitor(Type::kAtRest);
  scenes::Monitor m = monitor(Type::kAll, "");
  m.children = {good, bad};
  EXPECT_FALSE(judge(m).passed);
  m.type = Type::kAny;
  EXPECT_TRUE(judge(m).passed);
  m.children = {bad, bad};
  EXPECT_FALSE(judge(m).passed);
  m.type = Type::kAll;
  m.children = {good, good};
  EXPECT_TRUE(judge(m).passed);
}

TEST(Monitors, penetrationAndEnergy) {
  scenes::Monitor m = monitor(Type::kMaxPenetration, "");
  m.value = 1e-6;
  EXPECT_TRUE(judge(m).passed);

  scenes::Scene scene = boxScene(Vec3::Constant(0.1));
  scene.world.bodies.push_back(scene.world.bodies[0]);
  scene.world.bodies[1].name = "other";
  scenes::Monitor gain = monitor(Type::kMaxEnergyGain, "");
  gain.value = 0.1;
  scene.monitors = {m, gain};
  // The second box sinks 0.02 m into the first and gains speed from nowhere.
  FakeEngine engine(scene.world, [](int body, double t) {
    return stateAt({0, 0, body == 0 ? 0 : 0.21 - 0.03 * t}, {0, 0, body == 0 ? 0 : -t});
  });
  SimulationRun run(scene, engine, {.duration = 1, .sample = 0.01});
  const RunResult r = runAll(run);
  EXPECT_FALSE(r.monitors[0].passed);
  EXPECT_NEAR(r.monitors[0].at, 1.0 / 3, 0.02);
  EXPECT_FALSE(r.monitors[1].passed);
  EXPECT_FALSE(r.passed());
}

TEST(Monitors, unknownBodyIsAnInputError) { EXPECT_THROW(judge(monitor(Type::kAtRest, "nobody")), InputError); }

}  // namespace
}  // namespace passung::app
