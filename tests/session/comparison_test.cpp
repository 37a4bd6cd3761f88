// SPDX-License-Identifier: Apache-2.0
// Variants on one clock, and what is measured of them.
#include <gtest/gtest.h>

#include <cmath>

#include "app/run/simulation_run.h"
#include "app/session/session.h"
#include "tests/session/free_engine.h"
#include "tests/session/test_scenes.h"

namespace passung::app {
namespace {

std::unique_ptr<dynamics::Engine> makeNative(const dynamics::WorldDef& def, const std::string&) {
  return dynamics::makeEngine(def, {.engine = "native", .threads = 1});
}
std::unique_ptr<dynamics::Engine> makeFree(const dynamics::WorldDef& def, const std::string& name) {
  return std::make_unique<test::FreeEngine>(def, name);
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
  ASSERT_EQ(results->size(), variants.size());
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const auto engine = makeEngineOf(makeNative, scene, variants[i]);
    SimulationRun run(scene, *engine, {.duration = 0.1});
    const RunResult expected = runAll(run);
    const RunResult& measured = (*results)[i];
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
  EXPECT_EQ((*results)[2].settings, "friction 0.4");
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
  const RunResult& result = session.results()->front();
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
  EXPECT_EQ(session.results()->front().steps, 30);
  session.resume(session.history().beside(10, 0));
  session.sync();
  EXPECT_EQ(session.results()->front().steps, 0);
  session.step(15);
  session.sync();
  EXPECT_EQ(session.results()->front().steps, 15);
  EXPECT_NEAR(session.results()->front().curve.front().time, 0.010, 1e-12);
  session.reset();
  session.step(3);
  session.sync();
  EXPECT_EQ(session.results()->front().steps, 3);
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

}  // namespace
}  // namespace passung::app
