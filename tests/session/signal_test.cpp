// SPDX-License-Identifier: Apache-2.0
// What can be plotted, against closed forms; what a step cost; what monitors say while a scene runs.
#include "app/session/signal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "app/session/session.h"
#include "core/error.h"
#include "tests/session/free_engine.h"
#include "tests/session/test_scenes.h"

namespace passung::app {
namespace {

std::unique_ptr<dynamics::Engine> makeNative(const dynamics::WorldDef& def, const dynamics::EngineOptions&) {
  return dynamics::makeEngine(def, {.engine = "native", .threads = 1});
}
std::unique_ptr<dynamics::Engine> makeFree(const dynamics::WorldDef& def, const dynamics::EngineOptions& options) {
  return std::make_unique<test::FreeEngine>(def, options.engine);
}

// A session with a scene open, and its curves.
class SignalTest : public ::testing::Test {
 protected:
  void open(const scenes::Scene& scene, const EngineFactory& make) {
    session_ = std::make_unique<Session>(make);
    scene_ = scene;
    LoadedScene loaded{std::make_shared<scenes::Scene>(scene), variantsOf({"a"}), {}};
    loaded.engines.push_back(make(scene.world, {.engine = "a"}));
    session_->open(std::move(loaded));
  }
  void plot(const std::vector<std::pair<std::string, std::string>>& names) {
    std::vector<Probe> probes;
    for (const auto& [name, of] : names) probes.push_back(resolved(parseSignal(name, of), scene_.world).value());
    id_ = session_->setProbes(probes);
  }
  SampleRows walk(int steps) {
    session_->step(steps);
    session_->sync();
    SampleRows rows = session_->takeSamples();
    EXPECT_EQ(rows.probesId, id_);
    EXPECT_EQ(rows.values.size(), rows.width * rows.steps.size());
    return rows;
  }

  scenes::Scene scene_;
  std::unique_ptr<Session> session_;
  std::uint64_t id_ = 0;
};

// Symplectic Euler from rest: v = -g n dt and z = z0 - g dt^2 n (n + 1) / 2 after n steps; all of them are sampled.
TEST_F(SignalTest, FreeFallIsSampledAtEveryStep) {
  scenes::Scene scene = test::cubeOverPlate();
  open(scene, makeFree);
  plot({{"velocity.z", "cube"}, {"velocity", "cube"}, {"position.z", "cube"}, {"kinetic", ""}, {"contacts", ""}});
  const SampleRows rows = walk(50);
  ASSERT_EQ(rows.steps.size(), 50U);
  ASSERT_EQ(rows.width, 5U);
  const double g = 9.81, dt = scene.world.dt;
  const double mass = dynamics::massProperties(scene.world.bodies[1]).mass;
  for (std::size_t i = 0; i < rows.steps.size(); ++i) {
    const double n = static_cast<double>(i) + 1, v = g * n * dt;
    EXPECT_EQ(rows.steps[i], static_cast<std::int64_t>(i) + 1);
    EXPECT_NEAR(rows.values[5 * i], -v, 1e-12);
    EXPECT_NEAR(rows.values[5 * i + 1], v, 1e-12);
    EXPECT_NEAR(rows.values[5 * i + 2], 0.04 - g * dt * dt * n * (n + 1) / 2, 1e-12);
    EXPECT_NEAR(rows.values[5 * i + 3], 0.5 * mass * v * v, 1e-12);
    EXPECT_EQ(rows.values[5 * i + 4], 0);
  }
  EXPECT_TRUE(session_->takeSamples().steps.empty()) << "each row is handed out once";
}

// A cube at rest: the plate bears its weight, at no torque, and potential energy is that of its centre.
TEST_F(SignalTest, ThePlateBearsTheCube) {
  scenes::Scene scene = test::cubeOverPlate(1e-4);
  scene.world.solver.sleeping = false;
  open(scene, makeNative);
  session_->step(1500);
  session_->sync();
  plot({{"force.z", "cube"},
        {"force", "plate"},
        {"force.z", "plate"},
        {"torque", "cube"},
        {"part_contacts", "cube"},
        {"potential", ""},
        {"energy", ""},
        {"step_time", ""},
        {"solver_time", ""}});
  const SampleRows rows = walk(1);
  ASSERT_EQ(rows.values.size(), 9U);
  const double weight = dynamics::massProperties(scene.world.bodies[1]).mass * 9.81;
  EXPECT_NEAR(rows.values[0], weight, 1e-3 * weight);
  EXPECT_NEAR(rows.values[1], weight, 1e-3 * weight);
  EXPECT_NEAR(rows.values[2], -weight, 1e-3 * weight);
  EXPECT_LT(rows.values[3], 1e-3 * weight * 0.02);
  EXPECT_GE(rows.values[4], 3);
  EXPECT_NEAR(rows.values[5], weight * 0.04, 1e-3 * weight * 0.04)
      << "the zero is the underside of the plate, 20 mm deep";
  EXPECT_GE(rows.values[6], rows.values[5]);
  EXPECT_GT(rows.values[7], 0);
  EXPECT_LE(rows.values[8], rows.values[7]);
}

TEST(Signal, TextsAreReadAsTheyAreWritten) {
  for (const SignalKind& kind : signalKinds()) {
    const std::string of = kind.of == SignalOf::kScene ? "" : "a part";
    const Signal signal = parseSignal(kind.name, of);
    EXPECT_EQ(signal.text(), of.empty() ? kind.name : std::string(kind.name) + " a part");
    if (!kind.vector) continue;
    EXPECT_EQ(parseSignal(std::string(kind.name) + ".y", of).component, 1);
    EXPECT_EQ(parseSignal(std::string(kind.name) + ".y", of).text(), std::string(kind.name) + ".y a part");
  }
  const auto error = [](const std::string& name, const std::string& of) -> std::string {
    try {
      (void)parseSignal(name, of);
    } catch (const InputError& e) {
      return e.what();
    }
    return {};
  };
  EXPECT_THAT(error("velocty", "a"), testing::HasSubstr("there is no quantity 'velocty'; one of position, velocity"));
  EXPECT_THAT(error("velocity.w", "a"), testing::HasSubstr("velocity.x, .y or .z"));
  EXPECT_THAT(error("contacts.x", ""), testing::HasSubstr("one number"));
  EXPECT_THAT(error("velocity", ""), testing::HasSubstr("is of a part or joint"));
  EXPECT_THAT(error("energy", "a"), testing::HasSubstr("is of the whole scene"));
  EXPECT_FALSE(resolved(parseSignal("velocity", "nobody"), test::cubeOverPlate().world));
}

// A pendulum at rest: the hinge carries its weight, and torques it by the weight times the lever.
TEST_F(SignalTest, AJointCarriesWhatHangsOnIt) {
  scenes::Scene scene;
  dynamics::BodyDef bob;
  bob.name = "bob";
  bob.colliders.push_back({collision::Box{Vec3::Constant(0.05)}, {}});
  bob.mass = MassProperties{.mass = 2, .com = Vec3::Zero(), .inertia = Mat3::Identity()};
  scene.world.bodies.push_back(bob);
  dynamics::JointDef weld;
  weld.name = "weld";
  weld.kind = dynamics::JointDef::Kind::kFixed;
  weld.body = 0;
  weld.X_AJ.p = Vec3(-0.5, 0, 0);
  weld.X_BK.p = Vec3(-0.5, 0, 0);
  scene.world.joints.push_back(weld);
  open(scene, makeNative);
  session_->step(200);
  session_->sync();
  plot({{"joint_force.z", "weld"}, {"joint_torque.y", "weld"}});
  const SampleRows rows = walk(1);
  ASSERT_EQ(rows.values.size(), 2U);
  EXPECT_NEAR(rows.values[0], 2 * 9.81, 1e-4 * 2 * 9.81);
  // About the weld, the weight's torque is (0.5, 0, 0) x (0, 0, -m g) = (0, 0.5 m g, 0); the joint holds against it.
  EXPECT_NEAR(rows.values[1], -0.5 * 2 * 9.81, 1e-4 * 2 * 9.81);
}

TEST(StepCosts, KeepTheLastSteps) {
  StepCosts costs;
  EXPECT_TRUE(costs.last(5).empty());
  for (int i = 0; i < 7; ++i) costs.add({.engines = {}, .monitors = static_cast<double>(i)});
  const auto last = costs.last(3);
  ASSERT_EQ(last.size(), 3U);
  EXPECT_EQ(last[0].monitors, 4);
  EXPECT_EQ(last[2].monitors, 6);
  EXPECT_EQ(costs.last(100).size(), 7U);
  const Spread odd = spreadOf({3, 1, 2});
  EXPECT_EQ(odd.min, 1);
  EXPECT_EQ(odd.median, 2);
  EXPECT_EQ(odd.max, 3);
  EXPECT_EQ(spreadOf({4, 1, 2, 3}).median, 2.5);
  EXPECT_EQ(spreadOf({}).max, 0);
}

TEST_F(SignalTest, EveryStepHasItsCost) {
  open(test::cubeOverPlate(), makeNative);
  session_->step(40);
  session_->sync();
  const auto costs = session_->costs().last(1000);
  ASSERT_EQ(costs.size(), 40U);
  for (const StepCost& cost : costs) {
    ASSERT_EQ(cost.engines.size(), 1U);
    double stages = 0;
    for (const double stage : cost.engines[0].stages) stages += stage;
    EXPECT_GT(cost.engines[0].step, 0);
    EXPECT_LE(stages, 1.01 * cost.engines[0].step);
  }
  session_->reset();
  session_->sync();
  EXPECT_TRUE(session_->costs().last(1000).empty());
}

scenes::Monitor monitorOf(scenes::Monitor::Type type, const std::string& name, const std::string& body) {
  scenes::Monitor monitor;
  monitor.type = type;
  monitor.name = name;
  monitor.body = body;
  return monitor;
}

// The cube falls 2 mm, which takes 20 ms, and comes to rest: both are told when they happen, and once.
TEST_F(SignalTest, MonitorsAreEventsOfTheHistory) {
  scenes::Scene scene = test::cubeOverPlate(0.002);
  scene.monitors = {monitorOf(scenes::Monitor::Type::kContact, "lands", "cube"),
                    monitorOf(scenes::Monitor::Type::kContact, "floats", "cube"),
                    monitorOf(scenes::Monitor::Type::kAtRest, "rests", "cube")};
  scene.monitors[0].other = scene.monitors[1].other = "plate";
  scene.monitors[1].forbidden = true;
  open(scene, makeNative);
  session_->sync();
  for (int i = 0; i < 300; ++i) {
    session_->step(2);
    session_->sync();
  }
  const auto frame = session_->frame();
  ASSERT_TRUE(frame->engines.front().monitors);
  ASSERT_EQ(frame->engines.front().monitors->size(), 3U);
  EXPECT_TRUE((*frame->engines.front().monitors)[0].passed);
  EXPECT_FALSE((*frame->engines.front().monitors)[1].passed);
  EXPECT_TRUE((*frame->engines.front().monitors)[2].passed);
  std::map<std::string, HistoryEvent> told;
  const auto textOf = [](const HistoryEvent& e) {
    return "monitor " + e.what + (e.kind == HistoryEvent::Kind::kMet ? " is met" : " is not met");
  };
  for (const HistoryEvent& e : session_->history().events()) {
    for (const char* text : {"monitor lands is met", "monitor floats is not met", "monitor rests is met"}) {
      if (textOf(e) != text) continue;
      EXPECT_FALSE(told.contains(text)) << "once: " << text;
      told[text] = e;
    }
  }
  ASSERT_EQ(told.size(), 3U);
  EXPECT_EQ(told["monitor floats is not met"].kind, HistoryEvent::Kind::kFailed);
  EXPECT_EQ(told["monitor lands is met"].kind, HistoryEvent::Kind::kMet);
  const double fall = std::sqrt(2 * 0.002 / 9.81);
  EXPECT_NEAR(told["monitor floats is not met"].time, fall, 3e-3);
  EXPECT_NEAR(told["monitor lands is met"].time, fall, 13e-3) << "contacts are looked at every 10 ms";
  EXPECT_GT(told["monitor rests is met"].time, fall);
  EXPECT_EQ(session_->history().beside(told["monitor rests is met"].step, 0)->step(),
            told["monitor rests is met"].step);
}

}  // namespace
}  // namespace passung::app
