// SPDX-License-Identifier: Apache-2.0
// Variants on one clock, and what is measured of them.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

#include "app/run/simulation_run.h"
#include "app/session/recording_frames.h"
#include "app/session/session.h"
#include "core/error.h"
#include "dynamics/recording.h"
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

LoadedScene loaded(const scenes::Scene& scene, const EngineFactory& make, const std::vector<Variant>& variants) {
  LoadedScene result{std::make_shared<scenes::Scene>(scene), variants, {}};
  for (const Variant& variant : variants) result.engines.push_back(makeEngineOf(make, scene, variant));
  return result;
}

TEST(Comparison, HasTheFiguresOfTheCommandLine) {
  scenes::Scene scene = test::cubeOverPlate(0.002);
  scene.duration = 0.1;
  const std::vector<Variant> variants{Variant{}, Variant{.dt = 0.0005}, Variant{.solver = "impulse", .friction = 0.4}};
  Session session(makeNative);
  session.open(loaded(scene, makeNative, variants));
  session.step(100);
  session.sync();
  const auto results = session.results();
  ASSERT_TRUE(results);
  ASSERT_EQ(results->runs.size(), variants.size());
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const auto engine = makeEngineOf(makeNative, scene, variants[i]);
    SimulationRun run(scene, *engine, {.duration = 0.1});
    const RunResult expected = runAll(run);
    const RunResult& measured = results->runs[i];
    EXPECT_EQ(measured.stateHash, expected.stateHash) << i;
    EXPECT_EQ(measured.steps, expected.steps) << i;
    EXPECT_EQ(measured.maxPenetration, expected.maxPenetration) << i;
    EXPECT_EQ(measured.energy.maxGain, expected.energy.maxGain) << i;
    EXPECT_EQ(measured.energy.potentialDrop, expected.energy.potentialDrop) << i;
    EXPECT_EQ(measured.contactsMean, expected.contactsMean) << i;
    EXPECT_EQ(measured.bodies[1].rest.drift, expected.bodies[1].rest.drift) << i;
    EXPECT_EQ(measured.bodies[1].rest.maxSpeed, expected.bodies[1].rest.maxSpeed) << i;
    EXPECT_EQ(measured.curve.size(), expected.curve.size()) << i;
    EXPECT_GT(measured.wall, 0) << i;
  }
  EXPECT_EQ(results->runs[2].settings, "friction 0.4");
}

// Each engine is at most half of its own step away from the one that sets the clock, and meets it where it can.
TEST(Comparison, OtherTimeStepsFollowTheFirstOnesClock) {
  const std::vector<Variant> variants{Variant{.engine = "a"}, Variant{.engine = "b", .dt = 0.00025},
                                      Variant{.engine = "c", .dt = 0.0007}, Variant{.engine = "d", .dt = 0.003}};
  Session session(makeFree);
  session.open(loaded(test::cubeOverPlate(), makeFree, variants));
  for (int i = 0; i < 42; ++i) {
    session.step(1);
    session.sync();
    const auto frame = session.frame();
    const double now = 1e-3 * (i + 1);
    EXPECT_EQ(frame->step(), i + 1);
    for (std::size_t k = 0; k < variants.size(); ++k) {
      const double time = frame->engines[k].snapshot->time;
      EXPECT_LE(std::abs(time - now), (k == 0 || k == 1 ? 1e-12 : 0.5 * (*frame->infos)[k].dt + 1e-12)) << k;
    }
  }
  const auto frame = session.frame();
  EXPECT_EQ(frame->engines[1].snapshot->step, 168);
  EXPECT_EQ(frame->engines[2].snapshot->step, 60);
  EXPECT_EQ(frame->engines[3].snapshot->step, 14);
}

// An engine whose steps take long, and are counted.
class SlowEngine : public test::FreeEngine {
 public:
  SlowEngine(const dynamics::WorldDef& def, std::chrono::milliseconds time, std::atomic<int>& count)
      : FreeEngine(def), time_(time), count_(count) {}
  dynamics::StepReport step() override {
    std::this_thread::sleep_for(time_);
    ++count_;
    return FreeEngine::step();
  }

 private:
  std::chrono::milliseconds time_;
  std::atomic<int>& count_;
};

// Engines of which those of the name "slow" are.
EngineFactory oneSlow(std::chrono::milliseconds time, std::atomic<int>& count) {
  return [time, &count](const dynamics::WorldDef& def, const dynamics::EngineOptions& options) {
    return options.engine == "slow" ? std::make_unique<SlowEngine>(def, time, count) : makeFree(def, options);
  };
}

// One step of the clock is a thousand long ones of the second engine: the session still ends after the one that runs.
TEST(Comparison, ManyStepsOfAnotherEngineDoNotHoldUpTheEnd) {
  std::atomic<int> count{0};
  const EngineFactory make = oneSlow(std::chrono::milliseconds(20), count);
  {
    Session session(make);
    session.open(loaded(test::cubeOverPlate(), make, {Variant{.engine = "a"}, Variant{.engine = "slow", .dt = 1e-6}}));
    session.step();
    while (count == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_LT(count, 1000);
}

// A batch of steps ends within a step of the clock; what is seen is one instant all the same.
TEST(Comparison, AFrameIsOneInstantWhereABatchEndsWithinAStep) {
  std::atomic<int> count{0};
  const EngineFactory make = oneSlow(std::chrono::milliseconds(15), count);
  Session session(make);
  session.open(loaded(test::cubeOverPlate(), make, {Variant{.engine = "a"}, Variant{.engine = "slow", .dt = 0.00025}}));
  session.step(3);
  std::int64_t seen = 0;
  while (seen < 3) {
    session.setSpeed(1 + 0.1 * static_cast<double>(seen));  // something to publish
    const auto frame = session.frame();
    if (frame->engines.empty()) continue;
    seen = frame->step();
    ASSERT_EQ(frame->engines[1].snapshot->step, 4 * seen);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  session.sync();
  EXPECT_EQ(count, 12);
  for (const auto& frame : session.history().frames()) {
    EXPECT_EQ(frame->engines[1].snapshot->step, 4 * frame->step());
  }
}

// Steps of the clock that take two batches each, in many short steps of a follower: each is shown once it is done.
TEST(Comparison, StepsThatTakeMoreThanABatchAreAllShown) {
  std::atomic<int> count{0};
  const EngineFactory make = oneSlow(std::chrono::milliseconds(1), count);
  Session session(make);
  session.open(loaded(test::cubeOverPlate(), make, {Variant{.engine = "a"}, Variant{.engine = "slow", .dt = 0.00005}}));
  session.sync();
  const std::size_t before = session.history().frames().size();
  session.step(12);
  session.sync();
  EXPECT_EQ(count, 240);
  EXPECT_GE(session.history().frames().size() - before, 11U);
}

TEST(Comparison, AStepTooShortForTheClockIsRefusedInOneLine) {
  const scenes::Scene scene = test::cubeOverPlate();  // 1 ms
  EXPECT_NO_THROW(checkClock(scene, {Variant{}, Variant{.dt = 1e-6}, Variant{.dt = 1}}));
  EXPECT_NO_THROW(checkClock(scene, {Variant{.dt = 1e-9}, Variant{}}));
  try {
    checkClock(scene, {Variant{}, Variant{.dt = 1e-9}});
    ADD_FAILURE();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(),
                 "variant native, dt 1.00 ns: its time step is 1e+06 times shorter than that of the first variant; "
                 "at most 1000 times, or make it the first");
  }
}

// What a step costs is kept with the number of steps that each engine took meanwhile.
TEST(Comparison, CostsCountTheStepsOfEachEngine) {
  Session session(makeFree);
  session.open(
      loaded(test::cubeOverPlate(), makeFree,
             {Variant{.engine = "a"}, Variant{.engine = "b", .dt = 0.00025}, Variant{.engine = "c", .dt = 0.003}}));
  session.step(42);
  session.sync();
  const std::vector<StepCost> costs = session.costs().last(100);
  ASSERT_EQ(costs.size(), 42U);
  int rare = 0;
  for (const StepCost& cost : costs) {
    EXPECT_EQ(cost.engines[0].steps, 1);
    EXPECT_EQ(cost.engines[1].steps, 4);
    rare += cost.engines[2].steps;
  }
  EXPECT_EQ(rare, 14);
  const EngineCost four{.steps = 4, .step = 10, .stages = {8, 2}};
  EXPECT_EQ(four.ofOne().step, 2.5);
  EXPECT_EQ(four.ofOne().stages[0], 2);
}

// A recorded state is at the same time in engines of other steps: each counts by its own.
TEST(Comparison, GoingBackIntoARecordingKeepsTheTimeOfEveryEngine) {
  const std::vector<Variant> variants{Variant{.engine = "a", .dt = 0.0005}, Variant{.engine = "b"},
                                      Variant{.engine = "c", .dt = 0.002}};
  Session session(makeFree);
  const scenes::Scene scene = test::cubeOverPlate();
  LoadedScene opened = loaded(scene, makeFree, variants);
  for (int step = 2; step <= 20; step += 2) {
    auto state = std::make_shared<dynamics::WorldSnapshot>(dynamics::snapshotOf(*opened.engines[1], {}));
    state->step = step;
    state->time = 1e-3 * step;
    opened.recorded.push_back(state);
  }
  session.open(std::move(opened));
  session.sync();
  EXPECT_EQ(session.history().summary().count, 11U);
  session.resume(session.history().at(0.0101));
  session.sync();
  for (const bool on : {false, true}) {
    if (on) session.step(4), session.sync();  // 2 ms
    const auto frame = session.frame();
    for (const EngineFrame& engine : frame->engines) {
      EXPECT_NEAR(engine.snapshot->time, on ? 0.012 : 0.010, 1e-12);
    }
    EXPECT_GE(session.history().summary().count, on ? 7U : 6U) << "what was before stays";
  }
}

// A recording says with which step it was made, and which variants it cannot hold.
TEST(Comparison, ARecordingIsOfTheFirstVariant) {
  Session session(makeFree);
  const std::string path = ::testing::TempDir() + "comparison_test.prec";
  session.open(loaded(test::cubeOverPlate(), makeFree, {Variant{.engine = "a", .dt = 0.0005}, Variant{.engine = "b"}}));
  session.step(4);
  session.sync();
  saveRecording(path, session.history().frames());
  dynamics::Recording recording(path);
  EXPECT_EQ(recording.header().dt, 0.0005);
  const auto last = recording.sample(recording.sampleCount() - 1);
  EXPECT_DOUBLE_EQ(last.time, static_cast<double>(last.step) * recording.header().dt);
  session.open(
      loaded(test::cubeOverPlate(), makeFree, {Variant{.engine = "a", .friction = 0.1}, Variant{.engine = "b"}}));
  session.sync();
  EXPECT_THROW(saveRecording(path, session.history().frames()), InputError);
}

// The work of the user's hand is no gain of energy. In free fall the account must close to the discretisation: a body
// that is pulled up with twice its weight for n steps of symplectic Euler.
TEST(Comparison, TheUsersWorkIsNoGain) {
  Session session(makeFree);
  session.open(loaded(test::cubeOverPlate(), makeFree, variantsOf({"a", "b"})));
  session.sync();
  const double weight = session.frame()->infos->front().masses[1].mass * 9.81;
  session.pull(Pull{.body = 1, .f_W = Vec3(0, 0, 2 * weight)});
  session.step(200);
  session.sync();
  const RunResult& result = session.results()->runs.front();
  const double lift = result.bodies[1].X_WB.p.z() - 0.04;
  EXPECT_NEAR(lift, 0.5 * 9.81 * 0.2 * 0.201, 1e-9);
  EXPECT_LT(result.energy.maxGain, 0.01 * weight * lift);
}

TEST(Comparison, OneEngineAloneIsNotMeasured) {
  Session session(makeNative);
  session.open(loaded(test::cubeOverPlate(), makeNative, variantsOf({"native", "native"})));
  session.step(5);
  session.sync();
  EXPECT_TRUE(session.results());
  session.open(loaded(test::cubeOverPlate(), makeNative, variantsOf({"native"})));
  session.step(5);
  session.sync();
  EXPECT_FALSE(session.results());
}

TEST(Comparison, MeasuringBeginsAnewAfterAResetAndAfterGoingBack) {
  Session session(makeNative);
  session.open(loaded(test::cubeOverPlate(0.002), makeNative, variantsOf({"native", "native"})));
  for (int i = 0; i < 30; ++i) session.step(1), session.sync();
  EXPECT_EQ(session.results()->runs.front().steps, 30);
  session.resume(session.history().beside(10, 0));
  session.sync();
  EXPECT_EQ(session.results()->runs.front().steps, 0);
  session.step(15);
  session.sync();
  EXPECT_EQ(session.results()->runs.front().steps, 15);
  EXPECT_NEAR(session.results()->runs.front().curve.front().time, 0.010, 1e-12);
  session.reset();
  session.step(3);
  session.sync();
  EXPECT_EQ(session.results()->runs.front().steps, 3);
}

TEST(Comparison, AVariantKeepsTheSolverItWasAskedForWith) {
  Session session(makeNative);
  session.open(loaded(test::cubeOverPlate(), makeNative, {Variant{}, Variant{.solver = "impulse"}}));
  session.setSolver("penalty");
  session.sync();
  EXPECT_EQ(session.frame()->infos->at(0).solver, "penalty");
  EXPECT_EQ(session.frame()->infos->at(1).solver, "impulse");
  EXPECT_EQ(session.frame()->refused, "");
}

// A scene that asks whether the falling cube stays within a metre, which it does, and within nothing, which it does
// not.
scenes::Scene judgedScene() {
  scenes::Scene scene = test::cubeOverPlate(0.002);
  for (const double value : {1.0, 1e-12}) {
    scenes::Monitor stands;
    stands.type = scenes::Monitor::Type::kStands;
    stands.name = "stands";
    stands.body = "cube";
    stands.value = value;
    scene.monitors.push_back(stands);
  }
  return scene;
}

// In a comparison the window's monitors are those of its figures; alone, they are judged beside the run.
TEST(Comparison, MonitorsAreJudgedOnceAndAnewWithTheFigures) {
  for (const auto& names : {std::vector<std::string>{"native"}, {"native", "native"}}) {
    Session session(makeNative);
    session.open(loaded(judgedScene(), makeNative, variantsOf(names)));
    session.step(20);
    session.sync();
    const auto judged = session.frame()->engines.front().monitors;
    ASSERT_TRUE(judged);
    ASSERT_EQ(judged->size(), 2U);
    EXPECT_TRUE(judged->at(0).passed);
    EXPECT_FALSE(judged->at(1).passed);
    if (names.size() > 1) {
      const auto& figures = session.results()->runs.front().monitors;
      ASSERT_EQ(figures.size(), 2U);
      EXPECT_EQ(figures[1].detail, judged->at(1).detail);
      // Each engine has its own.
      const auto other = session.frame()->engines.back().monitors;
      ASSERT_TRUE(other);
      ASSERT_EQ(other->size(), 2U);
      EXPECT_EQ(session.results()->runs.back().monitors[1].detail, other->at(1).detail);
    }
    // Another solver begins a run of its own.
    session.setSolver("impulse");
    session.sync();
    EXPECT_NE(session.frame()->engines.front().monitors->at(1).detail, judged->at(1).detail);
  }
}

// Figures of a scene that has left are not those of the one that is open, even while both play.
TEST(Comparison, FiguresAreOfTheSceneThatIsOpen) {
  Session session(makeNative, [] { return 0.0; });
  session.open(loaded(test::cubeOverPlate(), makeNative, variantsOf({"native", "native"})), true);
  session.sync();
  session.open(loaded(test::cubeOverPlate(), makeNative, variantsOf({"native", "native"})), true);
  session.sync();
  ASSERT_TRUE(session.results());
  EXPECT_EQ(session.results()->frame->opened, session.frame()->opened);
}

// A reset is no answer to why the monitors cannot be judged.
TEST(Comparison, AResetKeepsWhatCannotBeJudged) {
  scenes::Scene scene = judgedScene();
  scene.monitors[0].body = "nobody";
  Session session(makeNative);
  session.open(loaded(scene, makeNative, variantsOf({"native"})));
  session.sync();
  const std::string why = session.frame()->refused;
  EXPECT_NE(why, "");
  session.reset();
  session.sync();
  EXPECT_EQ(session.frame()->refused, why);
}

}  // namespace
}  // namespace passung::app
