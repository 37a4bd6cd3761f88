// SPDX-License-Identifier: GPL-3.0-or-later
// passung bench conglomerates: set-ups, figures, and what it refuses.
#include "app/cli/conglomerates_command.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/bench/conglomerate_bench.h"
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

TEST(BenchConglomerates, WritesFiguresThatFitEachOther) {
  const Json json = written({"--scene", "caduceus_pair", "--steps", "3", "--threads", "2", "--tree", "kd"});
  EXPECT_EQ(json["tree"], "kd");
  EXPECT_EQ(json["threads"], 2);
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
    EXPECT_EQ(setup["near_pairs"]["max"], 1);
    EXPECT_GT(setup["partition_s"], 0);
    EXPECT_GT(setup["build_s"], 0);
    EXPECT_GT(setup["memory_bytes"]["trees"], 0);
    for (const Json& aim : setup["aims"]) EXPECT_EQ(aim["met"], aim["ratio"] <= 1);
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
  }
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
  std::vector<Vec3> vertices;
  for (int i = 0; i < 8; ++i) vertices.emplace_back(i & 1, (i >> 1) & 1, (i >> 2) & 1);
  const auto box = TriangleMesh::build(vertices, {{0, 2, 1},
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
