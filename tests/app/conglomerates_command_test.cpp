// SPDX-License-Identifier: GPL-3.0-or-later
// passung bench conglomerates: set-ups, figures, and what it refuses.
#include "app/cli/conglomerates_command.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/bench/conglomerate_bench.h"
#include "app/bench/conglomerate_report.h"
#include "app/cli/args.h"
#include "app/cli/dispatch.h"
#include "core/error.h"

namespace passung::app {
namespace {

using Json = nlohmann::json;

// Runs the command and reads the file that it writes.
Json written(std::vector<std::string> args, int status = 0) {
  const std::string file =
      (std::filesystem::temp_directory_path() / ("conglomerates" + std::to_string(::getpid()) + ".json")).string();
  args.insert(args.end(), {"--quiet", "--json", file});
  testing::internal::CaptureStdout();
  const int got = runBenchConglomerates(args);
  const std::string table = testing::internal::GetCapturedStdout();
  EXPECT_EQ(got, status) << table;
  EXPECT_NE(table.find("equal to those of hierarchies"), std::string::npos) << table;
  Json json = Json::parse(std::ifstream(file));
  std::filesystem::remove(file);
  return json;
}

std::shared_ptr<const TriangleMesh> unitBox() {
  std::vector<Vec3> vertices;
  for (int i = 0; i < 8; ++i) vertices.emplace_back(i & 1, (i >> 1) & 1, (i >> 2) & 1);
  return TriangleMesh::build(vertices, {{0, 2, 1},
                                        {1, 2, 3},
                                        {4, 5, 6},
                                        {5, 7, 6},
                                        {0, 1, 4},
                                        {1, 5, 4},
                                        {2, 6, 3},
                                        {3, 6, 7},
                                        {0, 4, 2},
                                        {2, 4, 6},
                                        {1, 3, 5},
                                        {3, 7, 5}});
}

std::string printed(const ConglomerateTimes& times) {
  std::ostringstream out;
  printTimes(out, times);
  return out.str();
}

TEST(BenchConglomerates, WritesFiguresThatFitEachOther) {
  const Json json = written({"--scene", "caduceus_pair", "--steps", "3", "--threads", "2", "--tree", "kd"});
  EXPECT_EQ(json["tree"], "kd");
  EXPECT_EQ(json["threads"], 2);
  EXPECT_EQ(json["backend"], "cpu");
  EXPECT_EQ(json["backend_asked"], "cpu");
  EXPECT_EQ(json["interrupted"], false);
  ASSERT_EQ(json["setups"].size(), 2U);
  for (const Json& setup : json["setups"]) {
    EXPECT_TRUE(setup["contacts_equal"]);
    EXPECT_EQ(setup["calls"], 3);
    EXPECT_EQ(setup["hierarchies"]["calls"], 3);
    EXPECT_GT(setup["box_pairs"]["max"], 0);
    EXPECT_LE(setup["contacts"]["max"], setup["candidates"]["max"]);
    double parts = 0;
    for (const char* stage : {"boxes", "search", "sort", "exact", "transfers"}) {
      const Json& spread = setup["stages_s"][stage];
      EXPECT_GE(spread["median"], 0);
      EXPECT_LE(spread["median"], spread["max"]);
      parts += spread["mean"].get<double>();
    }
    EXPECT_LE(parts, setup["stages_s"]["all"]["mean"].get<double>());
    EXPECT_GT(setup["processor_s"]["median"], 0);
    EXPECT_EQ(setup["bytes_moved"]["max"], 0);
    EXPECT_EQ(setup["pairs_with_contacts"]["max"], setup["contacts"]["max"] > 0 ? 1 : 0);
    EXPECT_EQ(setup["one_pair"]["calls"], 0);
    EXPECT_GT(setup["partition_s"], 0);
    EXPECT_GT(setup["build_s"], 0);
    EXPECT_GT(setup["memory_bytes"]["trees"], 0);
    for (const Json& aim : setup["aims"]) {
      EXPECT_EQ(aim["met"], aim["ratio"] <= 1);
      EXPECT_EQ(aim["origin"], "published");
    }
  }
  EXPECT_EQ(json["setups"][0]["name"], "caduceus_static");
}

// The deeper the staff is in the ring, the more faces meet.
TEST(BenchConglomerates, TheFallingStaffMeetsMoreAndMore) {
  const PairSetup moving = setupGroups()[0].make({})[1];
  ASSERT_EQ(moving.X_WB.size(), 250U);
  const auto contactsAt = [&](std::size_t pose) {
    PairSetup one = moving;
    one.X_WB = {moving.X_WB[pose]};
    return timeConglomerates(one, {.steps = 1}).contacts.max;
  };
  EXPECT_LT(contactsAt(0), contactsAt(120));
  EXPECT_LT(contactsAt(120), contactsAt(249));
}

TEST(BenchConglomerates, AsksEveryPairOfConglomeratesWhereBoxesAreOff) {
  const Json json = written({"--scene", "screwdrivers_and_crankcase", "--steps", "1"});
  const Json& setup = json["setups"][0];
  const Json& counts = setup["conglomerates"];
  ASSERT_EQ(counts.size(), 3U) << "a mesh each, as generated";
  EXPECT_EQ(setup["box_pairs"]["max"], counts[0].get<int>() * (counts[1].get<int>() + counts[2].get<int>()));
}

// With a device or without one, contacts are the same; where there is none, a line says so.
TEST(BenchConglomerates, TheDeviceOrWhatTakesItsPlaceFindsTheSame) {
  const Json cpu = written({"--scene", "caduceus_pair", "--steps", "2"});
  const Json cuda = written({"--scene", "caduceus_pair", "--steps", "2", "--backend", "cuda"});
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(cuda["setups"][i]["contacts"], cpu["setups"][i]["contacts"]);
    EXPECT_TRUE(cuda["setups"][i]["contacts_equal"]);
    EXPECT_EQ(cuda["setups"][i].contains("fallback"), !gpu::deviceStatus().usable);
    EXPECT_EQ(cuda["setups"][i]["backend"], cuda["backend"]);
  }
  EXPECT_EQ(cuda["backend_asked"], "cuda");
  EXPECT_EQ(cuda["backend"], gpu::deviceStatus().usable ? "cuda" : "cpu");
}

TEST(BenchConglomerates, BackendsAreNamedByWhereCallsRan) {
  EXPECT_EQ(backendsOf({}), "");
  EXPECT_EQ(backendsOf({gpu::Backend::kCuda}), "cuda");
  EXPECT_EQ(backendsOf({gpu::Backend::kCuda, gpu::Backend::kCpu}), "cpu and cuda");
}

// Three boxes in a row: the first and the last are far from each other.
TEST(BenchConglomerates, PairsAreTimedOneByOneWhereBoxesAreNear) {
  PairSetup setup{.name = "row", .group = "row", .shows = "three boxes"};
  setup.meshes.assign(3, unitBox());
  setup.pairs = {{0, 1}, {0, 2}, {1, 2}};
  setup.X_WB.resize(1, std::vector<Transform>(3));
  for (std::size_t b = 0; b < 3; ++b) setup.X_WB[0][b].p = {1.005 * static_cast<double>(b), 0, 0};
  setup.distance = 0.01;
  setup.iterations = 4;
  EXPECT_EQ(timeConglomerates(setup, {}).onePairCalls, 0U);
  setup.pairByPair = true;
  setup.aims = {{PairAim::Stage::kSearch, PairAim::Statistic::kMax, 1e3, "none", PairAim::Origin::kDerived, true}};
  const ConglomerateTimes times = timeConglomerates(setup, {});
  EXPECT_EQ(times.onePairCalls, 2U * 4U);
  EXPECT_EQ(times.touchingPairs.max, 2);
  EXPECT_TRUE(times.equal);
  EXPECT_GT(times.onePairSearch.mean, 0);
  EXPECT_LE(times.onePairSearch.mean, times.onePairSearch.max);
  EXPECT_EQ(times.aims[0].measured, times.onePairSearch.max);
}

TEST(BenchConglomerates, WhatWasInterruptedBeforeTheFirstCallIsNotJudged) {
  const std::atomic<bool> cancel{true};
  PairSetup setup = setupGroups()[0].make({})[0];
  setup.aims.push_back({PairAim::Stage::kBuild, PairAim::Statistic::kMedian, 1e3, "none"});
  const ConglomerateTimes times = timeConglomerates(setup, {.cancel = &cancel});
  const nlohmann::ordered_json json = timesJson(times);
  EXPECT_EQ(json["calls"], 0);
  EXPECT_TRUE(json["contacts_equal"].is_null());
  ASSERT_EQ(json["aims"].size(), 3U);
  for (const auto& aim : json["aims"]) {
    EXPECT_TRUE(aim["met"].is_null());
    EXPECT_TRUE(aim["ratio"].is_null());
  }
  const std::string table = printed(times);
  EXPECT_EQ(table.find(": met"), std::string::npos) << table;
  EXPECT_NE(table.find(": not judged"), std::string::npos) << table;
  EXPECT_NE(table.find("not compared"), std::string::npos) << table;
}

TEST(BenchConglomerates, ATimeOfZeroIsNotJudged) {
  ConglomerateTimes times;
  times.iterations = 1;
  times.exact = {.median = 1, .mean = 1, .max = 1};
  const auto judged = [&](PairAim::Stage stage, double limit) {
    return judge({stage, PairAim::Statistic::kMedian, limit, "none"}, times, {});
  };
  EXPECT_FALSE(judged(PairAim::Stage::kSearch, 1).measured);
  EXPECT_FALSE(judged(PairAim::Stage::kExactShare, 0.25).measured);
  EXPECT_FALSE(judged(PairAim::Stage::kExactShare, 0.25).met());
  EXPECT_TRUE(judged(PairAim::Stage::kExact, 1).met());
  times.search = {.median = 8, .mean = 2, .max = 9};
  EXPECT_EQ(judged(PairAim::Stage::kExactShare, 0.25).measured, 0.125);
  EXPECT_TRUE(judged(PairAim::Stage::kExactShare, 0.25).met());
}

// The search's own structures and those of the walk beside are judged apart, each by its name.
TEST(BenchConglomerates, BuildsAreJudgedByTheirNames) {
  ConglomerateTimes times;
  times.iterations = 1;
  times.partition = 1;
  times.build = 2;
  times.hierarchyBuild = 0.5;
  times.all = {.median = 0.25, .mean = 0.25, .max = 0.25};
  times.contacts = {.median = 565, .mean = 565, .max = 565};
  for (const auto stage : {PairAim::Stage::kBuild, PairAim::Stage::kHierarchyBuild, PairAim::Stage::kAll}) {
    PairAim aim{stage, PairAim::Statistic::kMedian, 1, "none", PairAim::Origin::kDerived};
    aim.otherModel = true;
    times.aims.push_back(judge(aim, times, {}));
  }
  const std::string table = printed(times);
  for (const char* line : {
           "partition and build of conglomerates: 3.00 s, aim 1.00 s, 3 x: MISSED, on another model (derived: none)",
           "build of hierarchies (the walk beside): 500 ms, aim 1.00 s, 0.5 x: met at this size only, on another model",
           "all, median: 250 ms, aim 1.00 s, 0.25 x: met at this size only, on another model with 565 contacts "
           "(derived",
       })
    EXPECT_NE(table.find(line), std::string::npos) << table;
  const nlohmann::ordered_json json = timesJson(times);
  EXPECT_EQ(json["aims"][0]["what"], "partition and build of conglomerates");
  EXPECT_EQ(json["aims"][0]["met"], false);
  EXPECT_EQ(json["aims"][1]["what"], "build of hierarchies (the walk beside)");
  EXPECT_EQ(json["aims"][1]["of_another_model"], true);
}

// Bounds and multiples of other figures are derived; only what was printed as a time is published.
TEST(BenchConglomerates, AimsSayWhereTheyComeFrom) {
  const auto aimOf = [](int group) { return setupGroups()[static_cast<std::size_t>(group)].make({})[0].aims[0]; };
  EXPECT_EQ(aimOf(0).origin, PairAim::Origin::kPublished);
  EXPECT_EQ(aimOf(2).origin, PairAim::Origin::kDerived);
  EXPECT_EQ(aimOf(2).limit, 2.5 * 1.5e-3);
  EXPECT_EQ(aimOf(3).origin, PairAim::Origin::kDerived);
  EXPECT_EQ(aimOf(3).limit, 1.0 / 25);
}

// Copies share what is made of a mesh: memory is that of one pair.
TEST(BenchConglomerates, ModelsOfCopiesAreShared) {
  const Json one = written({"--scene", "many_copies", "--copies", "1", "--steps", "1", "--partitioner", "hierarchy"});
  const Json two = written({"--scene", "many_copies", "--copies", "2", "--steps", "1", "--partitioner", "hierarchy"});
  EXPECT_EQ(one["setups"][0]["memory_bytes"], two["setups"][0]["memory_bytes"]);
  EXPECT_EQ(two["setups"][0]["object_pairs"], 2);
  EXPECT_GT(two["setups"][0]["contacts"]["max"], one["setups"][0]["contacts"]["max"]);
  const double patches = two["setups"][0]["patch_points"]["max"];
  EXPECT_GT(patches, 0);
  EXPECT_LT(patches, two["setups"][0]["contacts"]["max"].get<double>() / 2);
}

// A box against itself: 12 faces on themselves; of the pairs without a common corner none is near.
TEST(BenchConglomerates, ABodyAgainstItselfCountsWhatIsNotItsMesh) {
  const auto box = unitBox();
  PairSetup setup{.name = "box", .group = "box", .shows = "itself"};
  setup.meshes = {box};
  setup.pairs = {{0, 0}};
  setup.X_WB = {{Transform{}}};
  setup.distance = 0.01;
  setup.self = true;
  setup.iterations = 1;
  const ConglomerateTimes times = timeConglomerates(setup, {});
  // Every face touches those that share a corner with it, and no other.
  int sharing = 0;
  for (const Triangle& t : box->triangles()) {
    for (const Triangle& u : box->triangles()) {
      sharing += std::any_of(t.begin(), t.end(), [&](int v) { return std::find(u.begin(), u.end(), v) != u.end(); });
    }
  }
  EXPECT_EQ(times.contacts.max, sharing);
  EXPECT_EQ(times.ownContacts.max, 0);
  EXPECT_TRUE(times.equal);
}

TEST(BenchConglomerates, AnswersBadArgumentsInOneLine) {
  const std::vector<std::vector<std::string>> bad{{"--scene", "caduceus"},
                                                  {"--backend", "gpu"},
                                                  {"--tree", "bsp"},
                                                  {"--partitioner", "hacd"},
                                                  {"--steps", "0"},
                                                  {"--copies", "-1"},
                                                  {"--threads", "-2"},
                                                  {"--spacing", "0"},
                                                  {"--least", "20", "--most", "10", "--scene", "caduceus_pair"},
                                                  {"--colour"},
                                                  {"--json", "no/such/folder/x.json"}};
  for (std::vector<std::string> args : bad) {
    args.insert(args.begin(), {"bench", "conglomerates"});
    args.emplace_back("--quiet");
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    EXPECT_EQ(dispatch(args, {}), kExitInput) << args[2];
    static_cast<void>(testing::internal::GetCapturedStdout());
    const std::string error = testing::internal::GetCapturedStderr();
    EXPECT_EQ(std::count(error.begin(), error.end(), '\n'), 1) << error;
    EXPECT_NE(error.find("passung: "), std::string::npos);
  }
  EXPECT_THROW(runBenchConglomerates({"--help"}), HelpAsked);
}

}  // namespace
}  // namespace passung::app
