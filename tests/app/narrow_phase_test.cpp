// SPDX-License-Identifier: Apache-2.0
// The narrow phase as a user chooses it: built-in scenes run to the same bits, and what cannot be is said in one line.
#include "app/run/narrow_phase.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "dynamics/engine.h"
#include "gpu/pipeline/conglomerate_source.h"
#include "scenes/scene.h"
#include "tests/app/call.h"

namespace passung::app {
namespace {

using test::call;
using test::Outcome;

nlohmann::json reportOf(const std::vector<std::string>& args) {
  const Outcome outcome = call(args);
  EXPECT_TRUE(outcome.err.empty()) << outcome.err;
  return nlohmann::json::parse(outcome.out);
}

struct Totals {
  long long contacts = 0, queries = 0;
};

void expectEqualRuns(const std::string& name, const std::string& solver, int threads, gpu::TreeKind tree, int steps,
                     Totals& totals) {
  scenes::Scene scene = scenes::loadScene(name);
  scene.world.solver.name = solver;
  gpu::SourceSettings settings;
  settings.threads = threads;
  settings.model.tree = tree;
  settings.partitioner = gpu::Partitioner::kHierarchy;
  const auto source = std::make_shared<gpu::ConglomerateSource>(settings);
  const auto expected = dynamics::makeEngine(scene.world, {.threads = 1});
  const auto engine = dynamics::makeEngine(scene.world, {.threads = threads, .facePairs = source});
  for (int s = 0; s < steps; ++s) {
    (void)expected->step();
    (void)engine->step();
    ASSERT_EQ(dynamics::stateHash(engine->states()), dynamics::stateHash(expected->states())) << name << ", step " << s;
    const auto c = expected->contacts(), d = engine->contacts();
    ASSERT_EQ(d.size(), c.size()) << name << ", step " << s;
    for (std::size_t k = 0; k < c.size(); ++k) {
      ASSERT_EQ(d[k].feature, c[k].feature);
      ASSERT_TRUE(d[k].gap == c[k].gap && d[k].n_W == c[k].n_W && d[k].p_W == c[k].p_W && d[k].f_W == c[k].f_W);
    }
    totals.contacts += static_cast<long long>(c.size());
  }
  totals.queries += source->report().queries;
}

TEST(NarrowPhase, AScrewTurnsInItsHoleToTheSameBits) {
  Totals totals;
  expectEqualRuns("screw_into_bracket", "impulse", 2, gpu::TreeKind::kOctree, 300, totals);
  expectEqualRuns("screw_into_bracket", "penalty", 1, gpu::TreeKind::kKdTree, 100, totals);
  EXPECT_GT(totals.contacts, 1000);
  EXPECT_GT(totals.queries, 10);
}

TEST(NarrowPhase, AllKindsOfBuiltInScenesRunToTheSameBitsSlow) {
  Totals totals;
  for (const char* name :
       {"peg_in_hole_8mm", "square_peg", "ten_gears", "torus_chain", "m16_factory_loose", "m4_nut_on_bolt"}) {
    expectEqualRuns(name, "impulse", 2, gpu::TreeKind::kOctree, 200, totals);
    expectEqualRuns(name, "penalty", 1, gpu::TreeKind::kKdTree, 40, totals);
  }
  EXPECT_GT(totals.contacts, 10000);
  EXPECT_GT(totals.queries, 200);
}

TEST(NarrowPhase, TheReportNamesIt) {
  const std::vector<std::string> run{"run",    "screw_into_bracket", "--solver", "impulse", "--duration", "0.05",
                                     "--json", "--threads",          "1"};
  const nlohmann::json own = reportOf(run);
  std::vector<std::string> asked = run;
  asked.insert(asked.end(), {"--narrow-phase", "conglomerates"});
  const nlohmann::json report = reportOf(asked);
  EXPECT_EQ(report.at("state_hash"), own.at("state_hash"));
  EXPECT_EQ(report.at("settings"), "conglomerates");
  EXPECT_FALSE(own.contains("narrow_phase"));
  const nlohmann::json& phase = report.at("narrow_phase");
  EXPECT_EQ(phase.at("name"), "conglomerates");
  EXPECT_EQ(phase.at("backend"), "cpu");
  EXPECT_FALSE(phase.contains("fallback"));
  EXPECT_GT(phase.at("searches"), 0);
  EXPECT_LE(phase.at("searches"), report.at("steps"));
  EXPECT_GE(phase.at("mesh_pairs"), phase.at("searches"));
  EXPECT_GT(phase.at("face_pairs"), 0);
  EXPECT_EQ(phase.at("meshes"), 2);
  EXPECT_GT(phase.at("search_s"), 0);
  double stages = 0;
  for (const char* stage : {"boxes", "search", "sort", "exact"}) stages += phase.at("stages_s").at(stage).get<double>();
  EXPECT_GT(stages, 0);
  EXPECT_LE(stages, phase.at("search_s"));

  if (gpu::deviceStatus().usable) return;
  asked.insert(asked.end(), {"--backend", "cuda"});
  const nlohmann::json instead = reportOf(asked);
  EXPECT_EQ(instead.at("state_hash"), own.at("state_hash"));
  const std::string line = instead.at("narrow_phase").at("fallback");
  EXPECT_NE(line.find("the processor takes its place"), std::string::npos) << line;
  EXPECT_EQ(instead.at("warnings").back(), "narrow phase: " + line);
}

// A recording of one narrow phase replays by the other.
TEST(NarrowPhase, ARecordingReplaysByTheOther) {
  const std::string file =
      (std::filesystem::temp_directory_path() / ("passung_narrow_" + std::to_string(::getpid()) + ".prec")).string();
  (void)reportOf({"run", "screw_into_bracket", "--solver", "impulse", "--duration", "0.1", "--json", "--record", file});
  const nlohmann::json replay = reportOf({"run", file, "--json", "--narrow-phase", "conglomerates"});
  std::filesystem::remove(file);
  EXPECT_EQ(replay.at("replay").at("matched"), true);
  EXPECT_EQ(replay.at("narrow_phase").at("name"), "conglomerates");
}

TEST(NarrowPhase, ComparesBesideTheOther) {
  const nlohmann::json both =
      reportOf({"compare", "screw_into_bracket", "--duration", "0.05", "--json", "--variant", "native,solver=impulse",
                "--variant", "native,solver=impulse,narrow-phase=conglomerates"});
  const nlohmann::json& variants = both.at("variants");
  ASSERT_EQ(variants.size(), 2);
  EXPECT_EQ(variants[0].at("state_hash"), variants[1].at("state_hash"));
  EXPECT_TRUE(variants[1].contains("narrow_phase"));
}

TEST(NarrowPhase, WhatCannotBeIsOneLineAndStatusTwo) {
  const std::vector<std::vector<std::string>> bad{
      {"--narrow-phase", "trees"},
      {"--narrow-phase", "conglomerates"},  // the scene's own solver is implicit
      {"--narrow-phase", "conglomerates", "--solver", "minimal"},
      {"--narrow-phase", "conglomerates", "--engine", "bullet"},
      {"--narrow-phase", "conglomerates", "--solver", "impulse", "--backend", "gpu"},
      {"--backend", "cpu"},
      {"--narrow-phase", "hierarchies", "--backend", "cuda"},
  };
  for (const std::vector<std::string>& options : bad) {
    std::vector<std::string> args{"run", "screw_into_bracket"};
    args.insert(args.end(), options.begin(), options.end());
    const Outcome outcome = call(args);
    EXPECT_EQ(outcome.status, 2) << options.back();
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
  EXPECT_NE(call({"run", "screw_into_bracket", "--narrow-phase", "conglomerates"})
                .err.find("it looks for contacts at every pose that it tries within a step"),
            std::string::npos);
}

}  // namespace
}  // namespace passung::app
