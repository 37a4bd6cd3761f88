// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/info_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "app/cli/convert_command.h"
#include "core/error.h"
#include "scenes/importer.h"
#include "scenes/scene.h"

namespace passung::app {
namespace {

using ::testing::HasSubstr;

std::string dataPath(const std::string& file) { return std::string(PASSUNG_TEST_DATA) + "/" + file; }

std::string outputOf(int (*command)(const std::vector<std::string>&), const std::vector<std::string>& args) {
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(command(args), 0);
  return ::testing::internal::GetCapturedStdout();
}

std::string errorOf(int (*command)(const std::vector<std::string>&), const std::vector<std::string>& args) {
  try {
    ::testing::internal::CaptureStdout();
    command(args);
    ::testing::internal::GetCapturedStdout();
    return {};
  } catch (const InputError& e) {
    ::testing::internal::GetCapturedStdout();
    return e.what();
  }
}

// A box of 2 x 2 x 2 units: every figure is known.
TEST(InfoCommand, ReportsABoxExactly) {
  const auto j = nlohmann::json::parse(
      outputOf(runInfo, {dataPath("drake_tests/quad_cube.obj"), "--json", "--unit", "cm", "--density", "1000"}));
  EXPECT_EQ(j.at("format"), "OBJ");
  EXPECT_EQ(j.at("unit"), "cm");
  EXPECT_EQ(j.at("unit_source"), "given");
  EXPECT_TRUE(j.at("warnings").empty());
  ASSERT_EQ(j.at("parts").size(), 1U);
  const auto& part = j.at("parts")[0];
  EXPECT_EQ(part.at("triangles"), 12);
  EXPECT_EQ(part.at("vertices"), 8);
  EXPECT_EQ(part.at("components"), 1);
  EXPECT_EQ(part.at("watertight"), true);
  EXPECT_EQ(part.at("inverted"), false);
  EXPECT_EQ(part.at("self_intersecting"), false);
  for (const char* key : {"open_edges", "non_manifold_edges", "degenerate_dropped", "duplicate_dropped"}) {
    EXPECT_EQ(part.at(key), 0) << key;
  }
  EXPECT_NEAR(part.at("bounds_m")[0][0].get<double>(), -0.01, 1e-15);
  EXPECT_NEAR(part.at("bounds_m")[1][2].get<double>(), 0.01, 1e-15);
  EXPECT_NEAR(part.at("area_m2").get<double>(), 24e-4, 1e-15);
  EXPECT_NEAR(part.at("volume_m3").get<double>(), 8e-6, 1e-18);
  EXPECT_NEAR(part.at("mass_kg").get<double>(), 8e-3, 1e-15);
  EXPECT_EQ(part.at("density_kgpm3"), 1000);
  const std::vector<double> inertia = part.at("inertia_kgm2");
  ASSERT_EQ(inertia.size(), 6U);
  // m (a^2 + b^2) / 12
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(inertia[i], 8e-3 * 8e-4 / 12, 1e-18);
  for (std::size_t i = 3; i < 6; ++i) EXPECT_NEAR(inertia[i], 0, 1e-18);
}

TEST(InfoCommand, TextNamesEveryPartAndWarns) {
  const std::string text = outputOf(runInfo, {dataPath("drake_tests/two_cube_objects.obj")});
  EXPECT_THAT(text, HasSubstr("2 parts"));
  EXPECT_THAT(text, HasSubstr("watertight"));
  EXPECT_THAT(text, HasSubstr("warning: the file states no unit"));
}

TEST(InfoCommand, ListsTheBodiesOfABuiltInScene) {
  const auto j = nlohmann::json::parse(outputOf(runInfo, {"box_stack", "--json"}));
  EXPECT_EQ(j.at("format"), "scene");
  EXPECT_GE(j.at("parts").size(), 2U);
}

TEST(InfoCommand, BadArgumentsAreOneLine) {
  EXPECT_THAT(errorOf(runInfo, {dataPath("none.obj")}), HasSubstr("no such file"));
  EXPECT_THAT(errorOf(runInfo, {dataPath("drake_tests/quad_cube.obj"), "--density", "-1"}), HasSubstr("--density"));
  EXPECT_THAT(errorOf(runInfo, {dataPath("drake_tests/quad_cube.obj"), "--unit", "mile"}),
              HasSubstr("mm, cm, m, in, ft"));
  EXPECT_THAT(errorOf(runInfo, {}), HasSubstr("FILE"));
  EXPECT_THAT(errorOf(runInfo, {"no_such_scene"}), HasSubstr("no_such_scene"));
}

// Of this process alone: tests run side by side.
std::string temporaryFile(const std::string& name) {
  return ::testing::TempDir() + "passung_" + std::to_string(::getpid()) + "_" + name;
}

TEST(ConvertCommand, KeepsTheSolidsFromFormatToFormat) {
  const std::string obj = temporaryFile("converted.obj"), scene = temporaryFile("converted.json");
  EXPECT_THAT(outputOf(runConvert, {dataPath("drake_tests/two_cube_objects.obj"), obj, "--unit", "cm"}),
              HasSubstr("2 parts"));
  const scenes::ImportedFile read = scenes::importFile(obj);
  ASSERT_EQ(read.parts.size(), 2U);
  for (const scenes::ImportedPart& part : read.parts) EXPECT_NEAR(part.mesh->unitMass().mass, 8e-6, 1e-18);

  outputOf(runConvert, {obj, scene});
  const auto j = nlohmann::json::parse(outputOf(runInfo, {scene, "--json"}));
  EXPECT_EQ(j.at("format"), "scene");
  EXPECT_EQ(j.at("parts").size(), 2U);
  std::remove(obj.c_str());
  std::remove(scene.c_str());
}

TEST(ConvertCommand, WritesTheBodiesOfASceneWhereTheyStart) {
  const std::string obj = temporaryFile("stack.obj");
  outputOf(runConvert, {"box_stack", obj});
  EXPECT_GE(scenes::importFile(obj).parts.size(), 2U);
  std::remove(obj.c_str());
}

TEST(ConvertCommand, ASceneCopiedElsewhereFindsItsMeshFiles) {
  const std::string copy = temporaryFile("copied_scene.json");
  outputOf(runConvert, {"falling_parts", copy});
  EXPECT_EQ(scenes::loadScene(copy).world.bodies.size(), scenes::loadScene("falling_parts").world.bodies.size());
  std::remove(copy.c_str());
}

TEST(ConvertCommand, NeverWritesOverItsInput) {
  const std::string obj = temporaryFile("kept.obj");
  outputOf(runConvert, {"box_stack", obj});
  EXPECT_THAT(errorOf(runConvert, {obj, obj, "--unit", "m"}), HasSubstr("input as well"));
  std::remove(obj.c_str());
}

TEST(ConvertCommand, PartsWithoutANameTakeThatOfTheirFile) {
  for (const char* format : {"stl", "ply", "off"}) {
    const std::string file = temporaryFile(std::string("nameless.") + format);
    outputOf(runConvert, {"box_stack", file});
    for (const scenes::ImportedPart& part : scenes::importFile(file).parts)
      EXPECT_THAT(part.name, HasSubstr("nameless")) << format;
    std::remove(file.c_str());
  }
}

TEST(ConvertCommand, UnknownFormatsAreNamed) {
  EXPECT_THAT(errorOf(runConvert, {dataPath("drake_tests/quad_cube.obj"), "out.docx"}), HasSubstr("OBJ (.obj)"));
}

}  // namespace
}  // namespace passung::app
