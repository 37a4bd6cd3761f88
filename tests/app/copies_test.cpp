// SPDX-License-Identifier: Apache-2.0
// Copies of a scene: their start poses, and the command as a user meets it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/run/copies_run.h"
#include "app/run/report.h"
#include "core/error.h"
#include "dynamics/engine.h"
#include "scenes/scene.h"
#include "tests/app/call.h"

namespace passung::app {
namespace {

using test::call;
using test::Outcome;

TEST(Copies, StartWithinTheirBoundsAndTheFirstWhereTheSceneSays) {
  const dynamics::WorldDef def = scenes::loadScene("screw_into_bracket").world;
  const auto copies = copiesOf(def, {.copies = 200, .shift = 1e-3, .turn = 0.02, .seed = 5});
  ASSERT_EQ(copies.size(), 200u);
  Vec3 lowest = Vec3::Zero(), highest = Vec3::Zero();
  double turned = 0;
  for (std::size_t k = 0; k < copies.size(); ++k) {
    for (std::size_t b = 0; b < def.bodies.size(); ++b) {
      const Transform &X = copies[k].bodies[b].X_WB, &X0 = def.bodies[b].X_WB;
      const Vec3 com = dynamics::massProperties(def.bodies[b]).com;
      const Vec3 off = X * com - X0 * com;
      if (k == 0 || def.bodies[b].motion != dynamics::Motion::kDynamic) {
        EXPECT_TRUE(X.p == X0.p && X.q.coeffs() == X0.q.coeffs());
        continue;
      }
      EXPECT_LE(off.cwiseAbs().maxCoeff(), 1e-3 + 1e-15);
      EXPECT_LE(X.q.angularDistance(X0.q), 0.02 * std::sqrt(3.0) + 1e-12);
      lowest = lowest.cwiseMin(off);
      highest = highest.cwiseMax(off);
      turned = std::max(turned, X.q.angularDistance(X0.q));
    }
  }
  EXPECT_LT(lowest.maxCoeff(), -0.9e-3) << "the bounds are not used";
  EXPECT_GT(highest.minCoeff(), 0.9e-3);
  EXPECT_GT(turned, 0.02);
}

TEST(Copies, AreTheSameHoweverManyThereAre) {
  const dynamics::WorldDef def = scenes::loadScene("screw_into_bracket").world;
  const auto few = copiesOf(def, {.copies = 3, .shift = 1e-3}), many = copiesOf(def, {.copies = 9, .shift = 1e-3});
  const auto other = copiesOf(def, {.copies = 3, .shift = 1e-3, .seed = 2});
  for (std::size_t b = 0; b < def.bodies.size(); ++b) {
    EXPECT_TRUE(few[2].bodies[b].X_WB.p == many[2].bodies[b].X_WB.p);
    if (def.bodies[b].motion != dynamics::Motion::kDynamic) continue;
    EXPECT_FALSE(few[2].bodies[b].X_WB.p == few[1].bodies[b].X_WB.p);
    EXPECT_FALSE(few[2].bodies[b].X_WB.p == other[2].bodies[b].X_WB.p);
  }
}

TEST(Copies, RangesAreOfSortedValues) {
  EXPECT_EQ(rangeOf({3, 1, 2}).median, 2);
  EXPECT_EQ(rangeOf({4, 1, 2, 3}).median, 2.5);
  EXPECT_EQ(rangeOf({4, 1, 2, 3}).least, 1);
  EXPECT_EQ(rangeOf({4, 1, 2, 3}).most, 4);
  EXPECT_EQ(rangeOf({}).most, 0);
}

TEST(Copies, TheCommandGivesEachTheBitsItHasAlone) {
  const std::string csv =
      (std::filesystem::temp_directory_path() / ("passung_copies_" + std::to_string(::getpid()) + ".csv")).string();
  const std::vector<std::string> base{
      "copies",  "screw_into_bracket", "--copies", "5",         "--shift", "2e-5",  "--turn", "0.002", "--solver",
      "impulse", "--duration",         "0.1",      "--threads", "2",       "--json"};
  std::vector<std::string> args = base;
  args.insert(args.end(), {"--alone", "5", "--csv", csv});
  const Outcome own = call(args);
  ASSERT_EQ(own.status, 0) << own.err;
  args = base;
  args.insert(args.end(), {"--narrow-phase", "conglomerates", "--alone", "2"});
  const Outcome other = call(args);
  ASSERT_EQ(other.status, 0) << other.err;
  const auto a = nlohmann::json::parse(own.out), b = nlohmann::json::parse(other.out);
  EXPECT_EQ(a.at("alone").at("compared"), 5);
  EXPECT_TRUE(a.at("alone").at("differ").empty());
  EXPECT_EQ(b.at("alone").at("compared"), 2);
  ASSERT_EQ(a.at("ends").size(), 5u);
  EXPECT_EQ(a.at("ends"), b.at("ends"));
  EXPECT_NE(a.at("ends")[1].at("state_hash"), a.at("ends")[2].at("state_hash"));
  EXPECT_EQ(b.at("narrow_phase").at("name"), "conglomerates");
  EXPECT_EQ(b.at("searches"), b.at("narrow_phase").at("searches"));
  EXPECT_GT(b.at("mesh_pairs"), b.at("searches"));
  EXPECT_EQ(a.at("steps"), 100);
  EXPECT_GT(a.at("frame_ms").at("mean"), 0);

  // The first copy is the scene itself.
  scenes::Scene scene = scenes::loadScene("screw_into_bracket");
  scene.world.solver.name = "impulse";
  const auto engine = dynamics::makeEngine(scene.world, {});
  for (int s = 0; s < 100; ++s) (void)engine->step();
  EXPECT_EQ(a.at("ends")[0].at("state_hash"), hashText(dynamics::stateHash(engine->states())));

  std::ifstream in(csv);
  int rows = 0;
  for (std::string line; std::getline(in, line); ++rows) EXPECT_EQ(std::count(line.begin(), line.end(), ','), 19);
  std::filesystem::remove(csv);
  EXPECT_EQ(rows, 1 + 5);
}

TEST(Copies, WhatCannotBeIsOneLineAndStatusTwo) {
  const std::vector<std::vector<std::string>> bad{
      {"--copies", "0"},      {"--shift", "-1"},   {"--turn", "nan"},
      {"--duration", "0"},    {"--alone", "-1"},   {"--narrow-phase", "conglomerates"},
      {"--solver", "magic"},  {"--threads", "-1"}, {"--backend", "cuda"},
      {"--duration", "1e-9"}, {"--csv", ""},       {"--report", "x.json", "--csv", "x.json"},
  };
  for (const std::vector<std::string>& options : bad) {
    std::vector<std::string> args{"copies", "screw_into_bracket"};
    args.insert(args.end(), options.begin(), options.end());
    const Outcome outcome = call(args);
    EXPECT_EQ(outcome.status, 2) << options[0] << ' ' << options[1];
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
}

TEST(Copies, TheBenchmarkComparesBothNarrowPhasesSlow) {
  const Outcome outcome = call({"bench", "copies", "--copies", "2", "--frames", "1", "--quiet"});
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  EXPECT_EQ(outcome.out.find("NOT EQUAL"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("11.000 for all"), std::string::npos) << outcome.out;
  EXPECT_EQ(call({"bench", "copies", "--copies", "0"}).status, 2);
  EXPECT_EQ(call({"bench", "copies", "--solvers", "implicit", "--copies", "1"}).status, 2);
}

}  // namespace
}  // namespace passung::app
