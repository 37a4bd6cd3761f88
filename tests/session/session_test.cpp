// SPDX-License-Identifier: Apache-2.0
#include "app/session/session.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "app/session/loader.h"
#include "tests/session/free_engine.h"
#include "tests/session/test_scenes.h"

namespace passung::app {
namespace {

using test::FreeEngine;

std::unique_ptr<dynamics::Engine> makeNative(const dynamics::WorldDef& def, const dynamics::EngineOptions&) {
  return dynamics::makeEngine(def, {.engine = "native", .threads = 1});
}
std::unique_ptr<dynamics::Engine> makeFree(const dynamics::WorldDef& def, const dynamics::EngineOptions& options) {
  return std::make_unique<FreeEngine>(def, options.engine);
}

LoadedScene loaded(const scenes::Scene& scene, const EngineFactory& make,
                   const std::vector<std::string>& names = {"a"}) {
  LoadedScene result{std::make_shared<scenes::Scene>(scene), variantsOf(names), {}};
  for (const std::string& name : names) result.engines.push_back(make(scene.world, {.engine = name}));
  return result;
}

std::uint64_t hashOf(const Session& session, std::size_t engine = 0) {
  return dynamics::stateHash(session.frame()->engines[engine].snapshot->states);
}

// Waits for the other thread, for as long as a loaded machine may need; what is waited for does not depend on time.
bool eventually(const std::function<bool()>& condition) {
  for (int i = 0; i < 10000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

// A clock that stands still until told.
struct HandClock {
  std::atomic<double> now{0};
  SecondsClock reader() {
    return [this] { return now.load(); };
  }
};

TEST(Session, GivesTheSameStatesAsSteppingTheEngineDirectly) {
  const scenes::Scene scene = test::cubeOverPlate(0.002);
  const auto engine = makeNative(scene.world, {});
  for (int i = 0; i < 60; ++i) engine->step();

  Session session(makeNative);
  session.open(loaded(scene, makeNative));
  session.step(25);
  session.step(35);
  session.sync();
  EXPECT_EQ(session.frame()->step(), 60);
  EXPECT_EQ(hashOf(session), dynamics::stateHash(engine->states()));
  EXPECT_FALSE(session.frame()->engines.front().snapshot->contacts.empty()) << "the cube should have landed";
}

TEST(Session, ResetStartsTheSameRunAgain) {
  const scenes::Scene scene = test::cubeOverPlate(0.002);
  Session session(makeNative);
  session.open(loaded(scene, makeNative));
  session.sync();
  const std::uint64_t start = hashOf(session);
  session.step(50);
  session.sync();
  const std::uint64_t later = hashOf(session);
  EXPECT_NE(start, later);
  session.reset();
  session.sync();
  EXPECT_EQ(session.frame()->step(), 0);
  EXPECT_EQ(hashOf(session), start);
  session.step(50);
  session.sync();
  EXPECT_EQ(hashOf(session), later);
}

TEST(Session, StepsExactlyAsOftenAsAskedAndThenStands) {
  Session session(makeFree);
  session.open(loaded(test::cubeOverPlate(), makeFree));
  session.step();
  session.step(7);
  session.step(0);
  session.sync();
  EXPECT_EQ(session.frame()->step(), 8);
  EXPECT_FALSE(session.frame()->playing);
  session.sync();
  EXPECT_EQ(session.frame()->step(), 8);
}

TEST(Session, AStepPausesARunThatPlays) {
  HandClock clock;
  Session session(makeFree, clock.reader());
  session.open(loaded(test::cubeOverPlate(), makeFree), true);
  session.sync();
  EXPECT_TRUE(session.frame()->playing);
  session.step(3);
  session.sync();
  EXPECT_FALSE(session.frame()->playing);
  EXPECT_EQ(session.frame()->step(), 3);
}

// dt = 1 ms, so 50 ms of wall time at double speed are 100 steps.
TEST(Session, PlaysTheSpeedFactorTimesThePassedTime) {
  HandClock clock;
  Session session(makeFree, clock.reader());
  session.open(loaded(test::cubeOverPlate(), makeFree));
  session.setSpeed(2);
  session.play();
  session.sync();
  clock.now = 0.05025;
  EXPECT_TRUE(eventually([&] { return session.frame()->step() >= 100; }));
  session.pause();
  session.sync();
  EXPECT_EQ(session.frame()->step(), 100);  // floor(0.05025 s * 2 / 1 ms)
  // While it is paused, time does not count.
  clock.now = 5;
  session.sync();
  session.play();
  session.sync();
  EXPECT_EQ(session.frame()->step(), 100);
}

// The engine of this test has no solvers: the choice is refused in words and the run goes on.
TEST(Session, ARefusedSolverIsSaidAndStopsNothing) {
  HandClock clock;
  Session session(makeFree, clock.reader());
  session.open(loaded(test::cubeOverPlate(), makeFree));
  session.setSolver("impulse");
  session.step(2);
  session.sync();
  EXPECT_NE(session.frame()->refused.find("impulse"), std::string::npos);
  EXPECT_TRUE(session.frame()->error.empty());
  EXPECT_EQ(session.frame()->step(), 2);
}

TEST(Session, TheSolverChangesWhileARunPlaysAndStaysAfterReset) {
  const auto native = [](const dynamics::WorldDef& def, const dynamics::EngineOptions& options) {
    return dynamics::makeEngine(def, options);
  };
  Session session(native);
  LoadedScene scene;
  scene.scene = std::make_shared<const scenes::Scene>(test::cubeOverPlate());
  scene.variants = variantsOf({"native"});
  scene.engines.push_back(native(scene.scene->world, {.engine = "native"}));
  session.open(std::move(scene));
  session.step(5);
  session.setSolver("impulse", "reduced");
  session.step(5);
  session.sync();
  EXPECT_EQ((*session.frame()->infos)[0].solver, "impulse");
  EXPECT_TRUE(session.frame()->refused.empty());
  session.setSolver("implicit", "minimal-6");
  session.reset();
  session.step(5);
  session.sync();
  EXPECT_EQ((*session.frame()->infos)[0].solver, "impulse");
  EXPECT_EQ(session.frame()->step(), 5);
}

TEST(Session, DropsTimeBeyondTheCatchUpLimitAndSaysSo) {
  HandClock clock;
  Session session(makeFree, clock.reader());
  session.open(loaded(test::cubeOverPlate(), makeFree));
  session.play();
  session.sync();
  clock.now = 100;
  const auto limit = static_cast<std::int64_t>(Session::kCatchUp * 1000);
  EXPECT_TRUE(eventually([&] { return session.frame()->step() > limit - 2; }));
  EXPECT_TRUE(eventually([&] { return session.frame()->behind; }));
  session.sync();
  EXPECT_NEAR(static_cast<double>(session.frame()->step()), static_cast<double>(limit), 1);  // rounding of the sum
  EXPECT_LT(session.frame()->realTimeFactor, 0.1);
}

TEST(Session, StepsAllEnginesOnOneClock) {
  const scenes::Scene scene = test::cubeOverPlate();
  Session session(makeFree);
  session.open(loaded(scene, makeFree, {"first", "second"}));
  session.step(20);
  session.sync();
  const auto frame = session.frame();
  ASSERT_EQ(frame->engines.size(), 2U);
  EXPECT_EQ(frame->engines[0].snapshot->step, 20);
  EXPECT_EQ(frame->engines[1].snapshot->step, 20);
  EXPECT_EQ((*frame->infos)[1].name, "second");
  EXPECT_EQ(hashOf(session, 0), hashOf(session, 1));
}

TEST(Session, AnEngineThatFailsStopsTheRunWithItsReason) {
  const EngineFactory fails = [](const dynamics::WorldDef& def, const dynamics::EngineOptions& options) {
    return std::make_unique<FreeEngine>(def, options.engine, 5);
  };
  Session session(fails);
  session.open(loaded(test::cubeOverPlate(), fails));
  session.step(20);
  session.sync();
  EXPECT_EQ(session.frame()->step(), 5);
  EXPECT_EQ(session.frame()->error, "the engine failed on purpose");
  EXPECT_FALSE(session.frame()->playing);
  session.play();  // stays stopped until it is reset
  session.sync();
  EXPECT_FALSE(session.frame()->playing);
  session.reset();
  session.sync();
  EXPECT_TRUE(session.frame()->error.empty());
}

// Nobody asks for a frame: the failure is shown all the same.
TEST(Session, AFailureWhilePlayingIsPublished) {
  const EngineFactory fails = [](const dynamics::WorldDef& def, const dynamics::EngineOptions& options) {
    return std::make_unique<FreeEngine>(def, options.engine, 5);
  };
  Session session(fails);
  session.open(loaded(test::cubeOverPlate(), fails));
  session.play();
  for (int i = 0; i < 5000 && session.frame()->error.empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_EQ(session.frame()->error, "the engine failed on purpose");
  EXPECT_FALSE(session.frame()->playing);
}

TEST(Session, OldFramesStayAsTheyWere) {
  Session session(makeFree);
  session.open(loaded(test::cubeOverPlate(), makeFree));
  session.sync();
  const auto old = session.frame();
  const double z = old->engines[0].snapshot->states[1].X_WB.p.z();
  session.step(100);
  session.sync();
  EXPECT_EQ(old->engines[0].snapshot->states[1].X_WB.p.z(), z);
  EXPECT_NE(session.frame()->engines[0].snapshot->states[1].X_WB.p.z(), z);
}

TEST(Session, CommandsWithoutASceneDoNothing) {
  Session session(makeFree);
  session.play();
  session.step(3);
  session.reset();
  session.pull({.body = 0});
  session.release();
  session.sync();
  EXPECT_EQ(session.frame()->opened, 0U);
  EXPECT_TRUE(session.frame()->engines.empty());
}

TEST(Session, PullingActsOnMovingBodiesOnly) {
  Session session(makeFree);
  session.open(loaded(test::cubeOverPlate(), makeFree));
  session.pull({.body = 0, .p_WT = Vec3(0, 0, 1)});
  session.sync();
  EXPECT_TRUE(session.frame()->pulls.empty());
  session.pull({.body = 99});
  session.sync();
  EXPECT_TRUE(session.frame()->pulls.empty());
  const double z = session.frame()->engines[0].snapshot->states[1].X_WB.p.z();
  session.pull({.body = 1, .p_WT = Vec3(0, 0, z + 0.03)});
  session.step(400);
  session.sync();
  // It hangs where it was pulled, but for the sag of at most 2 % of its size.
  EXPECT_NEAR(session.frame()->engines[0].snapshot->states[1].X_WB.p.z(), z + 0.03, 0.021 * 0.04 * std::sqrt(3.0));
  EXPECT_GT(session.frame()->engines[0].pullForces_W.at(0).z(), 0);
  session.release();
  session.sync();
  EXPECT_TRUE(session.frame()->pulls.empty());
  EXPECT_TRUE(session.frame()->engines[0].pullForces_W.empty());
}

// Each has its own spring; letting go of one leaves the other.
TEST(Session, SeveralBodiesArePulledAtOnce) {
  scenes::Scene scene = test::cubeOverPlate();
  dynamics::BodyDef other = scene.world.bodies[1];
  other.name = "other";
  other.X_WB.p.x() += 0.3;
  scene.world.bodies.push_back(other);
  Session session(makeFree);
  session.open(loaded(scene, makeFree));
  const double weight = dynamics::massProperties(other).mass * 9.81;
  session.pull({.body = 1, .f_W = Vec3(0, 0, weight)});
  session.pull({.body = 2, .f_W = Vec3(weight, 0, weight)});
  session.step(100);
  session.sync();
  auto frame = session.frame();
  const double dt = scene.world.dt;
  ASSERT_EQ(frame->pulls.size(), 2U);
  EXPECT_NEAR(frame->engines[0].snapshot->states[1].v_WC.norm(), 0, 1e-12);
  EXPECT_NEAR(frame->engines[0].snapshot->states[2].v_WC.x(), 100 * dt * 9.81, 1e-9);
  EXPECT_NE(frame->pullOf(2), nullptr);
  EXPECT_EQ(frame->pullOf(0), nullptr);

  session.release(1);
  session.step(10);
  session.sync();
  frame = session.frame();
  EXPECT_NEAR(frame->engines[0].snapshot->states[1].v_WC.z(), -10 * dt * 9.81, 1e-9);
  EXPECT_NEAR(frame->engines[0].snapshot->states[2].v_WC.z(), 0, 1e-9);
  // A second pull on a body takes the place of the first.
  session.pull({.body = 2, .f_W = Vec3(0, 0, weight)});
  session.sync();
  EXPECT_EQ(session.frame()->pulls.size(), 1U);
}

TEST(Session, DrivesAreSetWhileItRunsAndStayOverAReset) {
  scenes::Scene scene = test::cubeOverPlate(1);
  scene.world.gravity.setZero();
  Session session(makeNative);
  session.open(loaded(scene, makeNative));
  dynamics::DriveDef lift;
  lift.name = "lift";
  lift.kind = dynamics::DriveDef::Kind::kForce;
  lift.body = 1;
  lift.value = 3;
  const double a = 3 / dynamics::massProperties(scene.world.bodies[1]).mass, dt = scene.world.dt;
  const auto v = [&] { return session.frame()->engines[0].snapshot->states[1].v_WC.z(); };
  session.step(5);
  session.sync();
  session.setActuation({.drives = {lift}, .motors = {}});
  session.step(20);
  session.sync();
  EXPECT_NEAR(v(), 20 * dt * a, 1e-9);
  session.reset();
  session.step(7);
  session.sync();
  EXPECT_NEAR(v(), 7 * dt * a, 1e-9);
  EXPECT_EQ(session.frame()->engines[0].snapshot->drives.size(), 1U);
  session.open(loaded(scene, makeNative));
  session.step(7);
  session.sync();
  EXPECT_EQ(v(), 0) << "another scene has drives of its own";

  // An engine that cannot says so, and goes on.
  Session other(makeFree);
  other.open(loaded(scene, makeFree));
  other.setActuation({.drives = {lift}, .motors = {}});
  other.step(3);
  other.sync();
  EXPECT_FALSE(other.frame()->refused.empty());
  EXPECT_EQ(other.frame()->step(), 3);
}

TEST(Loader, HandsOverASceneWithItsEngines) {
  Loader loader([](const std::string&) { return test::cubeOverPlate(); }, makeFree);
  loader.start({.file = "any", .variants = variantsOf({"x", "y"}), .scene = nullptr});
  LoadStatus status;
  EXPECT_TRUE(eventually([&] {
    status = loader.poll();
    return !status.running;
  }));
  ASSERT_TRUE(status.loaded.has_value());
  EXPECT_EQ(status.loaded->engines.size(), 2U);
  EXPECT_EQ(status.loaded->scene->name, "cube_over_plate");
  EXPECT_TRUE(status.error.empty());
  EXPECT_FALSE(loader.poll().loaded.has_value()) << "handed out once";
}

TEST(Loader, ReportsWhatWentWrong) {
  Loader loader([](const std::string& file) -> scenes::Scene { throw std::runtime_error(file + ": cannot be read"); },
                makeFree);
  loader.start({.file = "bad.step", .variants = variantsOf({"x"}), .scene = nullptr});
  LoadStatus status;
  EXPECT_TRUE(eventually([&] {
    status = loader.poll();
    return !status.running;
  }));
  EXPECT_FALSE(status.loaded.has_value());
  EXPECT_EQ(status.error, "bad.step: cannot be read");
}

// Three files and two engines are five things; the third file is under way.
TEST(Loader, CountsFilesAndEngines) {
  std::atomic<bool> go{false};
  Loader loader({}, makeFree);
  loader.start(
      {.file = "several", .variants = variantsOf({"x", "y"}), .scene = nullptr, .read = [&](const auto& progress) {
         EXPECT_TRUE(progress(2, 3));
         while (!go) std::this_thread::yield();
         return test::cubeOverPlate();
       }});
  EXPECT_TRUE(eventually([&] {
    const LoadStatus status = loader.poll();
    return status.done == 2 && status.total == 5;
  }));
  go = true;
  LoadStatus status;
  EXPECT_TRUE(eventually([&] {
    status = loader.poll();
    return !status.running;
  }));
  EXPECT_TRUE(status.loaded.has_value());
  EXPECT_EQ(status.done, 4) << "the last engine";
}

TEST(Loader, ACancelledLoadNeverArrives) {
  std::atomic<bool> go{false};
  Loader loader(
      [&](const std::string&) {
        while (!go) std::this_thread::yield();
        return test::cubeOverPlate();
      },
      makeFree);
  loader.start({.file = "slow", .variants = variantsOf({"x"}), .scene = nullptr});
  EXPECT_TRUE(loader.poll().running);
  loader.cancel();
  EXPECT_FALSE(loader.poll().running);
  go = true;
  EXPECT_TRUE(eventually([] { return Loader::threadsAlive() == 0; }));
  EXPECT_FALSE(loader.poll().loaded.has_value());
}

}  // namespace
}  // namespace passung::app
