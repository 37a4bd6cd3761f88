// SPDX-License-Identifier: Apache-2.0
// The command line as a user meets it: exit statuses, one line an error, complete reports.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/run/report.h"
#include "app/run/simulation_run.h"
#include "tests/app/call.h"
#include "tests/app/fake_engine.h"

namespace passung::app {
namespace {

using test::call;
using test::Outcome;

namespace fs = std::filesystem;

class CliTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("passung_cli_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const char* name) const { return (folder_ / name).string(); }
  static nlohmann::json read(const std::string& file) {
    std::ifstream in(file);
    return nlohmann::json::parse(in);
  }
  fs::path folder_;
};

TEST_F(CliTest, everyBadArgumentIsOneLineAndStatusTwo) {
  const std::string scene = "screw_into_bracket";
  const std::vector<std::vector<std::string>> bad{
      {"run"},
      {"run", ""},
      {"run", "no_such_scene"},
      {"run", path("missing.stl")},
      {"run", folder_.string()},
      {"run", scene, "extra"},
      {"run", scene, "--unknown"},
      {"run", scene, "--duration"},
      {"run", scene, "--duration", "-1"},
      {"run", scene, "--duration", "soon"},
      {"run", scene, "--duration", "nan"},
      {"run", scene, "--duration", "inf"},
      {"run", scene, "--dt", "0"},
      {"run", scene, "--dt", "-0.001"},
      {"run", scene, "--duration", "1e300"},
      {"run", scene, "--sample", "0"},
      {"run", scene, "--sample", "nan"},
      {"run", scene, "--threads", "-1"},
      {"run", scene, "--threads", "two"},
      {"run", scene, "--engine", "jolt"},
      {"run", scene, "--set", "solver.contact_policy=minimal-6"},
      {"run", scene, "--set", "solver.contact_policy=minimal-6", "--solver", "penalty"},
      {"run", scene, "--set", "solver.contact_policy=all", "--solver", "minimal"},
      {"run", scene, "--solver", "magic"},
      {"run", scene, "--engine", "bullet", "--solver", "implicit"},
      {"run", scene, "--set", "novalue"},
      {"run", scene, "--set", "=1"},
      {"run", scene, "--set", "no.such.key=1"},
      {"run", scene, "--set", "solver.sleeping=perhaps"},
      {"run", scene, "--report", path("none/r.json")},
      {"run", scene, "--report", folder_.string()},
      {"run", scene, "--csv", path("none/r.csv")},
      {"run", scene, "--record", path("none/r.prec")},
      {"run", scene, "--image", path("none/r.png")},
      {"run", scene, "--report", path("same"), "--csv", path("same")},
      {"run", scene, "--report", ""},
      {"run", scene, "--csv", ""},
      {"run", scene, "--record", ""},
      {"run", scene, "--image="},
      {"run", scene, "--threads", "1000000"},
      {"run", scene, "--unit", "parsec"},
      {"run", scene, "--dt", "10", "--duration", "1"},
      {"render"},
      {"render", scene},
      {"render", scene, "--out", path("none/r.png")},
      {"render", scene, "--out", folder_.string()},
      {"render", scene, "--out", path("r.png"), "--time", "1e300"},
      {"render", scene, "--out", path("r.png"), "--time", "nan"},
      {"render", scene, "--out", path("r.png"), "--size", "0x7"},
      {"render", scene, "--out", path("r.png"), "--overlay", "fog"},
      {"render", scene, "--out", path("r.png"), "--camera", "nowhere"},
      {"render", scene, "--out", path("r.png"), "--engine", "jolt"},
      {"render", scene, "--out", path("r.png"), "--solver", "magic"},
      {"render", scene, "--out", path("r.png"), "--set", "=1"},
      {"render", scene, "--unknown"},
      {"info", scene, "--unit", "parsec"},
      {"bench", "--engines", "jolt"},
      {"bench", "assembly", "no_such_check"},
      {"bench", "assembly", "--threads", "-1"},
      {"bench", "assembly", "screw", "--json", path("none/b.json")},
      {"bench", "conglomerates", "--json", path("none/b.json")},
      {"bench", "conglomerates", "--json", ""},
      {"bench", "peers", "--json", path("none/b.json")},
      {"bench", "convergence", "slope", "--json", path("none/b.json")},
      {"bench", "convergence", "slope", "--csv", path("none/b.csv")},
      {"bench", "frames", "--json", path("none/b.json")},
      {"bench", "frames", "--json", folder_.string()},
      {"bench", "frames", "--json", ""},
      {"bench", "window", "--json", path("none/b.json")},
      {"bench", "window", "--json", ""},
      {"bench", "peers", "no_such_scene"},
      {"bench", "peers", "--duration", "-1"},
      {"bench", "convergence", "no_such_study"},
      {"bench", "frames", "--triangles", "3"},
      {"bench", "frames", "--frames", "0"},
      {"bench", "frames", "--width", "1000000"},
      {"bench", "convergence", "--solvers", "magic"},
      {"bench", "convergence", "slope", "--svg", path("none/b.svg")},
      {"bench", "--threads", "1000000"},
      {"bench", "box_stack", "--json", path("none/b.json")},
      {"compare"},
      {"compare", scene, "--engines", "native,jolt"},
      {"compare", scene, "--engines", "bullet", "--solvers", "implicit"},
      {"compare", scene, "--solvers", "implicit,magic"},
      {"bench", "--duration", "0"},
      {"bench", "no_such_scene"},
      {"runn"},
      {"--wrong"},
      {"--at", "-1"},
      {},  // no window in this dispatcher
  };
  for (const auto& args : bad) {
    std::string shown;
    for (const std::string& arg : args) shown += " '" + arg + "'";
    const Outcome outcome = call(args);
    EXPECT_EQ(outcome.status, 2) << shown << ": " << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << shown << ": " << outcome.err;
    EXPECT_GT(outcome.err.size(), 20U) << shown;
    // A file that cannot be written is told before anything is measured.
    if (shown.find("none/") != std::string::npos) EXPECT_EQ(outcome.out, "") << shown;
    EXPECT_FALSE(outcome.err.starts_with("passung: passung")) << shown << ": " << outcome.err;
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 0) << "a refused run leaves no files";
}

TEST_F(CliTest, helpAndVersion) {
  EXPECT_EQ(call({"--version"}).out, "passung 0.1.0\n");
  const Outcome help = call({"--help"});
  EXPECT_EQ(help.status, 0);
  for (const char* command : {"run", "compare", "render", "bench"})
    EXPECT_NE(help.out.find(command), std::string::npos);
  for (const char* command : {"run", "compare", "bench"}) {
    const Outcome own = call({command, "--help"});
    EXPECT_EQ(own.status, 0);
    EXPECT_NE(own.out.find("--duration"), std::string::npos);
  }
  for (const char* command : {"info", "convert", "scenes"}) EXPECT_EQ(call({command, "--help"}).status, 0) << command;
  const Outcome render = call({"render", "--help"});
  if (render.err.find("no renderer") == std::string::npos) {
    EXPECT_EQ(render.status, 0);
    EXPECT_NE(render.out.find("--overlay"), std::string::npos);
  }
}

// In a hidden-line drawing parts are paper, so their colours make no difference; else they do.
TEST_F(CliTest, aHiddenLinePictureHasNoColours) {
  if (call({"render", "--help"}).err.find("no renderer") != std::string::npos) GTEST_SKIP() << "built without it";
  const auto picture = [&](const std::string& color, bool drawing) {
    std::vector<std::string> args{"render",    "falling_rod", "--out", path("r.png"),
                                  "--size",    "80x60",       "--set", "bodies.rod.color=" + color,
                                  "--overlay", "none"};
    if (drawing) args.emplace_back("--hidden-line");
    const Outcome outcome = call(args);
    if (outcome.status != 0) return std::string();
    std::ifstream in(path("r.png"), std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    return bytes.str();
  };
  const std::string red = picture("[1, 0, 0]", true);
  if (red.empty()) GTEST_SKIP() << "no off-screen OpenGL here";
  EXPECT_EQ(red, picture("[0, 0, 1]", true));
  const std::string shaded = picture("[1, 0, 0]", false);
  EXPECT_FALSE(shaded.empty());
  EXPECT_NE(red, shaded);
  EXPECT_NE(shaded, picture("[0, 0, 1]", false)) << "else the colour is not seen at all";
}

// The keys of the manual, all of them.
TEST_F(CliTest, reportIsComplete) {
  scenes::Scene scene = boxScene({0.1, 0.05, 0.02});
  scenes::Monitor rest;
  rest.name = "rest";
  scene.monitors.push_back(rest);
  FakeEngine engine(scene.world, [](int, double) { return stateAt({1, 2, 3}); });
  SimulationRun run(scene, engine, {.duration = 0.1, .sample = 0.01});
  const nlohmann::json json = nlohmann::json::parse(jsonText(reportJson(runAll(run))));
  for (const char* key : {"passung",
                          "scene",
                          "scale",
                          "engine",
                          "solver",
                          "dt",
                          "steps",
                          "simulated_s",
                          "load_s",
                          "wall_s",
                          "checks_s",
                          "real_time_factor",
                          "threads",
                          "state_hash",
                          "finite",
                          "stages_ms",
                          "steps_halved",
                          "contacts",
                          "max_penetration_m",
                          "energy_j",
                          "bodies",
                          "monitors",
                          "warnings"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  for (const char* key : {"broadphase", "narrowphase", "contacts", "solver", "continuous", "integrate"}) {
    EXPECT_TRUE(json["stages_ms"].contains(key)) << key;
  }
  for (const char* key : {"start", "end", "potential_drop", "max_gain", "overlap_work"}) {
    EXPECT_TRUE(json["energy_j"].contains(key)) << key;
  }
  EXPECT_TRUE(json["contacts"].contains("mean") && json["contacts"].contains("max"));
  const auto& body = json["bodies"].at(0);
  for (const char* key : {"name", "mass_kg", "inertia_kgm2", "position_m", "orientation_wxyz", "velocity_mps",
                          "angular_velocity_radps", "turns", "asleep_s", "rest", "center_of_mass_m"}) {
    EXPECT_TRUE(body.contains(key)) << key;
  }
  for (const char* key : {"at_rest", "since_s", "drift_m", "tilt_change_rad", "max_speed_mps"}) {
    EXPECT_TRUE(body["rest"].contains(key)) << key;
  }
  for (const char* key : {"name", "passed", "at_s", "detail"}) EXPECT_TRUE(json["monitors"].at(0).contains(key)) << key;
  // Inertia of a 0.2 x 0.1 x 0.04 box of density 1000 about its centre: xx, yy, zz, xy, xz, yz.
  EXPECT_NEAR(body["inertia_kgm2"][0], 0.8 / 12 * (0.01 + 0.0016), 1e-12);
  EXPECT_NEAR(body["inertia_kgm2"][2], 0.8 / 12 * (0.04 + 0.01), 1e-12);
  EXPECT_EQ(body["inertia_kgm2"].size(), 6U);
  EXPECT_EQ(json["state_hash"].get<std::string>().size(), 16U);
  EXPECT_EQ(body["orientation_wxyz"], nlohmann::json::parse("[1.0,0.0,0.0,0.0]"));
}

TEST_F(CliTest, jsonPrintsTheReportOnlyAndFilesAgree) {
  const Outcome outcome = call({"run", "screw_into_bracket", "--duration", "0.02", "--json", "--report", path("r.json"),
                                "--csv", path("r.csv"), "--threads", "1"});
  EXPECT_TRUE(outcome.err.empty()) << outcome.err;
  const nlohmann::json printed = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(printed, read(path("r.json")));
  EXPECT_EQ(printed["steps"], 20);
  EXPECT_EQ(printed["threads"], 1);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 2);
}

// Equal variants write files of their own, and none of them over another output.
TEST_F(CliTest, equalVariantsKeepTheirFiles) {
  const std::vector<std::string> compare{"compare",    "box_stack", "--engines", "native,native",
                                         "--duration", "0.01",      "--csv",     path("o.csv")};
  EXPECT_LE(call(compare).status, 1);
  EXPECT_TRUE(fs::exists(path("o.native.csv")));
  EXPECT_TRUE(fs::exists(path("o.native-2.csv")));
  std::vector<std::string> clashing = compare;
  clashing.insert(clashing.end(), {"--report", path("o.native-2.csv")});
  const Outcome outcome = call(clashing);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("it names the same file as --report"), std::string::npos) << outcome.err;
}

// A policy that one solver refuses: it has a place in the report and a line in the table, and the others run.
TEST_F(CliTest, comparingGoesOnWhereAVariantIsRefused) {
  const Outcome outcome =
      call({"compare", "box_stack", "--solvers", "impulse,implicit", "--engines", "native", "--duration", "0.02",
            "--set", "solver.contact_policy=persistent-4", "--report", path("r.json")});
  EXPECT_LE(outcome.status, 1) << outcome.err;
  EXPECT_NE(outcome.out.find("native (implicit): not run: "), std::string::npos) << outcome.out;
  const nlohmann::json report = read(path("r.json"));
  ASSERT_EQ(report["variants"].size(), 2U);
  EXPECT_EQ(report["variants"][0]["solver"], "impulse");
  EXPECT_EQ(report["variants"][0]["steps"], 10);
  EXPECT_EQ(report["variants"][1]["solver"], "implicit");
  EXPECT_FALSE(report["variants"][1]["refused"].get<std::string>().empty());

  // Where the reference itself is refused, there is nothing to compare with.
  EXPECT_EQ(call({"compare", "box_stack", "--solvers", "implicit,impulse", "--engines", "native", "--duration", "0.02",
                  "--set", "solver.contact_policy=persistent-4"})
                .status,
            2);
}

TEST_F(CliTest, everySolverAndTheOtherEnginesInOneTable) {
  const Outcome outcome = call({"compare", "box_stack", "--solvers", "implicit,impulse,minimal,penalty", "--engines",
                                "native,bullet", "--duration", "0.02", "--threads", "1"});
  std::istringstream lines(outcome.out);
  std::string head;
  std::getline(lines, head);
  std::size_t at = 0;
  for (const char* name : {"box_stack", "implicit", "impulse", "minimal", "penalty"}) {
    const std::size_t found = head.find(name, at);
    ASSERT_NE(found, std::string::npos) << head;
    at = found;
  }
  EXPECT_LE(head.size(), 120U);
}

TEST_F(CliTest, aRecordingReplaysToTheSameBits) {
  ASSERT_LE(call({"run", "screw_into_bracket", "--duration", "0.2", "--record", path("r.prec"), "--set",
                  "materials.default.friction=0.05", "--dt", "0.002", "--json"})
                .status,
            1);
  const Outcome replay = call({"run", path("r.prec"), "--json"});
  const nlohmann::json json = nlohmann::json::parse(replay.out);
  EXPECT_TRUE(json["replay"]["matched"].get<bool>());
  EXPECT_EQ(json["replay"]["samples"], 21);
  EXPECT_DOUBLE_EQ(json["dt"].get<double>(), 0.002);
  // What a recording fixes cannot be asked for anew.
  const std::vector<std::vector<std::string>> refused{{"--duration", "1"},      {"--dt", "0.001"},
                                                      {"--engine", "bullet"},   {"--engine", "native"},
                                                      {"--solver", "implicit"}, {"--set", "scale=2"}};
  for (const auto& option : refused)
    EXPECT_EQ(call({"run", path("r.prec"), option[0], option[1]}).status, 2) << option[0];
}

}  // namespace
}  // namespace passung::app
