// SPDX-License-Identifier: GPL-3.0-or-later
// The clash report of scenes and files whose gaps and depths are known.
#include "app/cli/clash_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/run/clash_report.h"
#include "core/error.h"
#include "core/output_file.h"

namespace passung::app {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

struct Output {
  int status = -1;
  std::string text;
};
Output clash(const std::vector<std::string>& args) {
  ::testing::internal::CaptureStdout();
  Output output;
  try {
    output.status = runClash(args);
  } catch (const InputError& e) {
    output.status = 2;
    std::cout << e.what();
  }
  output.text = ::testing::internal::GetCapturedStdout();
  return output;
}

// Cubes of 20 mm in a row: the second is 1 mm into the first, the third touches the second, the fourth is 0.5 mm off.
class ClashCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = (std::filesystem::temp_directory_path() / ("clash-" + std::to_string(::getpid()) + ".json")).string();
    json scene = {{"version", 1}, {"name", "row"}, {"purpose", "cubes"}, {"bodies", json::array()}};
    const std::vector<std::pair<std::string, double>> cubes{
        {"first", 0}, {"second", 0.019}, {"third", 0.039}, {"fourth", 0.0595}};
    for (const auto& [name, x] : cubes) {
      scene["bodies"].push_back(
          {{"name", name}, {"position", {x, 0, 0}}, {"shapes", {{{"type", "box"}, {"size", {0.02, 0.02, 0.02}}}}}});
    }
    writeFile(path_, scene.dump());
  }
  void TearDown() override { std::filesystem::remove(path_); }

  std::string path_;
};

TEST_F(ClashCommand, ReportsClashTouchAndClearanceWithTheirPlaces) {
  const Output output = clash({path_, "--json", "--clearance", "0.001"});
  EXPECT_EQ(output.status, 1);
  const json report = json::parse(output.text);
  EXPECT_EQ(report.at("counts"), (json{{"clash", 1}, {"touching", 1}, {"clearance", 1}}));
  EXPECT_NEAR(report.at("deepest_clash_m").get<double>(), 1e-3, 1e-12);
  EXPECT_NEAR(report.at("smallest_gap_m").get<double>(), 5e-4, 1e-12);
  const json& pairs = report.at("pairs");
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_EQ(pairs[0].at("state"), "clash");
  EXPECT_EQ(pairs[0].at("a"), "first");
  EXPECT_EQ(pairs[0].at("b"), "second");
  EXPECT_EQ(pairs[1].at("state"), "touching");
  EXPECT_EQ(pairs[2].at("state"), "clearance");
  EXPECT_NEAR(pairs[2].at("point_a_m")[0].get<double>(), 0.049, 1e-12);
  EXPECT_NEAR(pairs[2].at("point_b_m")[0].get<double>(), 0.0495, 1e-12);
}

TEST_F(ClashCommand, TheLimitAndTheToleranceDecideWhatIsReported) {
  EXPECT_EQ(json::parse(clash({path_, "--json", "--clearance", "0.0004"}).text).at("pairs").size(), 2U);
  const Output mild = clash({path_, "--json", "--tolerance", "0.0011", "--clearance", "0.001"});
  EXPECT_EQ(mild.status, 0) << "no clash deeper than the tolerance";
  EXPECT_EQ(json::parse(mild.text).at("counts").at("touching"), 3);
}

TEST_F(ClashCommand, TheTableIsInMillimetres) {
  const Output output = clash({path_, "--quiet"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.text, HasSubstr("1 clash, 1 touching, 1 clearance; deepest clash 1 mm; smallest gap 0.5 mm"));
  EXPECT_THAT(output.text, HasSubstr("tolerance:"));
}

TEST_F(ClashCommand, BadInputIsOneLine) {
  EXPECT_THAT(clash({path_, "--clearance", "-1"}).text, HasSubstr("--clearance"));
  EXPECT_EQ(clash({path_, "--tolerance", "nan"}).status, 2);
  EXPECT_EQ(clash({"no_such_scene"}).status, 2);
  EXPECT_EQ(clash({"missing.step"}).status, 2);
  const std::string mesh = std::string(PASSUNG_TEST_DATA) + "/drake_tests/quad_cube.obj";
  EXPECT_THAT(clash({mesh, "--set", "scale=2"}).text, HasSubstr("--set"));
}

TEST_F(ClashCommand, AFileWithoutNeighboursHasNothingToReport) {
  const std::string mesh = std::string(PASSUNG_TEST_DATA) + "/drake_tests/quad_cube.obj";
  const Output output = clash({mesh, "--json", "--unit", "cm"});
  EXPECT_EQ(output.status, 0);
  EXPECT_TRUE(json::parse(output.text).at("pairs").empty());
}

// Three cubes in a row with gaps of 2 um: the engine presses the first two, and only sees the third.
TEST(ClashReport, PairsThatAreHeldApartByTheirShellTouch) {
  dynamics::WorldDef def;
  for (int i = 0; i < 3; ++i) {
    dynamics::BodyDef body;
    body.name = std::to_string(i);
    body.colliders.push_back({collision::Box{Vec3::Constant(0.01)}, {}});
    body.X_WB.p = Vec3((0.02 + 2e-6) * i, 0, 0);
    def.bodies.push_back(body);
  }
  ClashReport report = ClashCheck(def).report(startPoses(def), {.limit = 1e-3, .tolerance = {}, .threads = 1});
  ASSERT_EQ(report.apart, 2);
  const std::vector<dynamics::Contact> contacts{{.bodyA = 0, .bodyB = 1, .gap = 2e-6, .f_W = Vec3(3, 0, 0)},
                                                {.bodyA = 1, .bodyB = 2, .gap = 2e-6}};
  countPressed(report, contacts);
  EXPECT_EQ(report.touching, 1);
  EXPECT_EQ(report.apart, 1);
  ASSERT_EQ(report.pairs.size(), 2U);
  EXPECT_EQ(report.pairs[0].state, collision::ClearanceState::kTouching);
  EXPECT_EQ(report.pairs[0].bodyA, 0);
  EXPECT_NEAR(report.pairs[0].gap, 2e-6, 1e-12) << "as measured";
  EXPECT_NEAR(report.smallestGap().value(), 2e-6, 1e-12) << "that of the pair that is not pressed";
}

TEST(ClashReport, LeavesOutPairsOfJoints) {
  dynamics::WorldDef def;
  for (int i = 0; i < 3; ++i) {
    dynamics::BodyDef body;
    body.name = std::to_string(i);
    body.colliders.push_back({collision::Box{Vec3::Constant(0.5)}, {}});
    body.X_WB.p = Vec3(0.9 * i, 0, 0);
    def.bodies.push_back(body);
  }
  dynamics::JointDef joint;
  joint.body = 1;
  joint.to = 0;
  joint.collide = false;
  def.joints.push_back(joint);
  const ClashReport report = ClashCheck(def).report(startPoses(def), {});
  ASSERT_EQ(report.joined.size(), 1U);
  ASSERT_EQ(report.pairs.size(), 1U);
  EXPECT_EQ(report.pairs[0].bodyA, 1);
  EXPECT_NEAR(report.deepestClash().value(), 0.1, 1e-12);
}

}  // namespace
}  // namespace passung::app
