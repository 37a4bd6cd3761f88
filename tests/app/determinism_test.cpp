// SPDX-License-Identifier: GPL-3.0-or-later
// The check of bits, with engines that are the same and with one that is not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/determinism_command.h"
#include "app/run/determinism_check.h"
#include "app/run/report.h"
#include "core/error.h"
#include "dynamics/recording.h"
#include "scenes/scene.h"
#include "tests/app/fake_engine.h"

namespace passung::app {
namespace {

using testing::HasSubstr;

// Two boxes that stand; with more than one thread, the second is `off` to the side from step `from` on.
ThreadedFactory standing(std::int64_t from, double off) {
  scenes::Scene scene = boxScene(Vec3::Constant(0.01));
  scene.world.bodies.push_back(scene.world.bodies[0]);
  scene.world.bodies[1].name = "other";
  return [def = scene.world, from, off](int threads) {
    return std::make_unique<FakeEngine>(def, [=, dt = def.dt](int body, double time) {
      const bool wrong = threads > 1 && body == 1 && from >= 0 && time > (static_cast<double>(from) - 0.5) * dt;
      return stateAt(Vec3(wrong ? off : 0.0, body, 0));
    });
  };
}

TEST(Determinism, EqualEnginesAreFollowedToTheEnd) {
  const DeterminismResult result = checkDeterminism(standing(-1, 0), {.steps = 25, .threads = {1, 3}});
  EXPECT_TRUE(result.same());
  EXPECT_EQ(result.steps, 25);
  EXPECT_EQ(result.hashes[0], result.hashes[1]);
  EXPECT_FALSE(result.cancelled);
  EXPECT_EQ(describe(result, boxScene(Vec3::Ones()).world), "the same bits over 25 steps with 1 and 3 threads");
}

TEST(Determinism, TheFirstStepAndBodyThatDifferAreNamed) {
  const DeterminismResult result = checkDeterminism(standing(7, 1e-3), {.steps = 25, .threads = {1, 3}});
  ASSERT_TRUE(result.difference);
  EXPECT_EQ(result.difference->step, 7);
  EXPECT_DOUBLE_EQ(result.difference->time, 7e-3);
  EXPECT_EQ(result.difference->body, 1);
  EXPECT_DOUBLE_EQ(result.difference->distance, 1e-3);
  EXPECT_EQ(result.steps, 7) << "it ends there";
  dynamics::WorldDef def;
  def.bodies.resize(2);
  def.bodies[1].name = "other";
  EXPECT_EQ(describe(result, def), "differs with 1 and 3 threads: first after step 7 (0.007 s), 'other', by 1.00 mm");
}

TEST(Determinism, TheSmallestBitCounts) {
  EXPECT_EQ(checkDeterminism(standing(3, 5e-324), {.steps = 5, .threads = {1, 2}}).difference.value().step, 3);
}

TEST(Determinism, ProgressCanEndIt) {
  const DeterminismResult result = checkDeterminism(
      standing(-1, 0), {.steps = std::int64_t{1} << 40, .threads = {1, 2}}, [](std::int64_t) { return false; });
  EXPECT_TRUE(result.cancelled);
  EXPECT_TRUE(result.same());
}

TEST(Determinism, AStackIsTheSameForAnyNumberOfThreads) {
  ::testing::internal::CaptureStdout();
  const int status = runDeterminism({"box_stack", "--steps", "60", "--threads", "3", "--json"});
  const nlohmann::json json = nlohmann::json::parse(::testing::internal::GetCapturedStdout());
  EXPECT_EQ(status, 0);
  EXPECT_EQ(json.at("same"), true);
  EXPECT_EQ(json.at("steps"), 60);
  EXPECT_EQ(json.at("threads"), (nlohmann::json{1, 3}));
  // Of 64 bits, which a JSON number does not hold.
  for (const auto& hash : json.at("hashes")) {
    EXPECT_EQ(hash.get<std::string>().size(), 16U);
    EXPECT_EQ(hash.get<std::string>().find_first_not_of("0123456789abcdef"), std::string::npos);
  }
}

// The states are those of a run with that solver, not of the scene's own.
TEST(Determinism, TheSolverAskedForIsTheOneThatIsChecked) {
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(runDeterminism({"box_stack", "--steps", "20", "--solver", "impulse", "--json"}), 0);
  const nlohmann::json json = nlohmann::json::parse(::testing::internal::GetCapturedStdout());
  EXPECT_EQ(json.at("solver"), "impulse");
  scenes::Scene scene = scenes::loadScene("box_stack");
  scene.world.solver.name = "impulse";
  const auto engine = dynamics::makeEngine(scene.world, {.engine = "native", .threads = 1});
  for (int i = 0; i < 20; ++i) engine->step();
  EXPECT_EQ(json.at("hashes").at(0), hashText(dynamics::stateHash(engine->states())));
}

TEST(Determinism, WhatCannotBeCheckedIsRefusedInOneLine) {
  const auto errorOf = [](const std::vector<std::string>& args) -> std::string {
    try {
      (void)runDeterminism(args);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(errorOf({"box_stack", "--set", "duration=0"}), HasSubstr("duration: it is 0 s, not one step"));
  EXPECT_THAT(errorOf({"box_stack", "--steps", "0"}), HasSubstr("--steps: it is 0"));
  EXPECT_THAT(errorOf({"box_stack", "--engine", "bullet", "--solver", "impulse"}), HasSubstr("has its own solver"));
  EXPECT_THAT(errorOf({"box_stack", "--solver", "best"}), HasSubstr("there is no solver 'best'"));
  const std::string recording = ::testing::TempDir() + "determinism_test.prec";
  dynamics::RecordingWriter(recording, {}).finish();
  EXPECT_THAT(errorOf({recording}), HasSubstr("a recording is of one run"));
}

}  // namespace
}  // namespace passung::app
