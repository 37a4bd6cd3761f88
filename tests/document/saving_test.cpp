// SPDX-License-Identifier: Apache-2.0
// What is saved is what was edited, and a file is whole whatever happens to its writer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "app/document/edit_history.h"
#include "app/document/recovery.h"
#include "core/error.h"
#include "scenes/exporters/scene_file.h"
#include "tests/document/document_scene.h"

namespace passung::app {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Saving : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("passung_saving_" + std::to_string(::getpid()));
    fs::create_directories(folder_ / "parts" / "deep");
    std::ofstream(folder_ / "parts" / "cube.obj")
        << "mtllib paint.mtl\nv 0 0 0\nv 10 0 0\nv 10 10 0\nv 0 10 0\nv 0 0 10\nv 10 0 10\nv 10 10 10\nv 0 10 10\n"
           "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    std::ofstream(folder_ / "parts" / "paint.mtl") << "newmtl red\nKd 1 0 0\n";
    std::ofstream(folder_ / "parts" / "scene.json") << R"({"version": 1, "bodies": [
      {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
      {"name": "cube", "position": [0, 0, 0.1], "shapes": [{"type": "mesh", "file": "cube.obj"}]}]})";
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] static std::string fileOf(const std::string& scene) {
    return Json::parse(scenes::readTextFile(scene))["bodies"][1]["shapes"][0]["file"].get<std::string>();
  }

  fs::path folder_;
};

TEST_F(Saving, ASavedSceneOpensAsItWasEdited) {
  EditHistory history;
  history.open(std::make_shared<const scenes::Scene>(scenes::loadScene(path("parts/scene.json"))));
  history.apply(setPose("cube", Vec3(0.1, -0.2, 1.0 / 3), Vec3(10, 20, 30)));
  history.apply(setMaterial("cube", "PTFE"));
  history.apply(setColor("cube", Color{1, 0.5F, 0, 1}));
  scenes::writeSceneFile(path("edited.json"), jsonOf(history.document()), history.document().folder);
  const scenes::Scene read = scenes::loadScene(path("edited.json"));
  const dynamics::BodyDef& a = test::bodyNamed(*history.scene(), "cube");
  const dynamics::BodyDef& b = test::bodyNamed(read, "cube");
  EXPECT_EQ(a.X_WB.p, b.X_WB.p);
  EXPECT_EQ(a.X_WB.q.coeffs(), b.X_WB.q.coeffs());
  EXPECT_EQ(a.material.friction, b.material.friction);
  EXPECT_EQ(dynamics::massProperties(a).mass, dynamics::massProperties(b).mass);
  EXPECT_EQ(history.scene()->colors[1].g, read.colors[1].g);
  // Text and all, but for where the mesh is sought.
  EXPECT_EQ(scenes::movedDocument(jsonOf(documentOf(read)), read.folder, path("parts")).dump(),
            jsonOf(history.document()).dump());
}

TEST_F(Saving, MeshesAreNamedFromWhereTheSceneLies) {
  const Json document = Json::parse(scenes::readTextFile(path("parts/scene.json")));
  scenes::writeSceneFile(path("parts/again.json"), document, path("parts"));
  EXPECT_EQ(fileOf(path("parts/again.json")), "cube.obj");
  scenes::writeSceneFile(path("above.json"), document, path("parts"));
  EXPECT_EQ(fileOf(path("above.json")), "parts/cube.obj");
  scenes::writeSceneFile(path("parts/deep/below.json"), document, path("parts"));
  EXPECT_EQ(fileOf(path("parts/deep/below.json")), path("parts/cube.obj"));
  for (const char* name : {"parts/again.json", "above.json", "parts/deep/below.json"})
    EXPECT_EQ(scenes::loadScene(path(name)).world.bodies.size(), 2U) << name;
}

TEST_F(Saving, CopiedMeshesMoveWithTheScene) {
  const Json document = Json::parse(scenes::readTextFile(path("parts/scene.json")));
  fs::create_directories(folder_ / "out");
  scenes::writeSceneFile(path("out/copy.json"), document, path("parts"), scenes::MeshFiles::kCopied);
  EXPECT_EQ(fileOf(path("out/copy.json")), "copy_meshes/cube.obj");
  EXPECT_TRUE(fs::exists(folder_ / "out/copy_meshes/paint.mtl"));
  fs::rename(folder_ / "out", folder_ / "elsewhere");
  fs::remove_all(folder_ / "parts");
  EXPECT_EQ(scenes::loadScene(path("elsewhere/copy.json")).world.bodies.size(), 2U);
}

TEST_F(Saving, AnUnwritablePlaceIsNamedAndTheOldFileStays) {
  const Json document = Json::parse(test::kAssembly);
  try {
    scenes::writeSceneFile(path("none/at/all.json"), document, path(""));
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("none/at/all.json: cannot write"));
  }
}

// A writer that alternates between two scenes is killed at a random moment, again and again: what lies there is always
// one of the two, to the last byte.
TEST_F(Saving, AKilledWriterLeavesAWholeFile) {
  Json one = Json::parse(test::kAssembly), two = one;
  for (int i = 0; i < 4000; ++i) two["bodies"].push_back({{"name", "extra " + std::to_string(i)}, {"motion", "fixed"}});
  const std::string file = path("scene.json");
  scenes::writeSceneFile(file, one, path(""));
  const std::string textOne = scenes::readTextFile(file);
  scenes::writeSceneFile(file, two, path(""));
  const std::string textTwo = scenes::readTextFile(file);
  std::mt19937 random(3);
  int sawOne = 0, sawTwo = 0;
  for (int round = 0; round < 60; ++round) {
    const pid_t writer = ::fork();
    ASSERT_GE(writer, 0);
    if (writer == 0) {
      for (;;) {
        scenes::writeSceneFile(file, one, path(""));
        scenes::writeSceneFile(file, two, path(""));
      }
    }
    ::usleep(std::uniform_int_distribution<useconds_t>(2000, 20000)(random));
    ::kill(writer, SIGKILL);
    ::waitpid(writer, nullptr, 0);
    const std::string left = scenes::readTextFile(file);
    sawOne += left == textOne;
    sawTwo += left == textTwo;
    ASSERT_TRUE(left == textOne || left == textTwo) << "round " << round << ", " << left.size() << " bytes";
  }
  EXPECT_GT(sawOne, 0);
  EXPECT_GT(sawTwo, 0);
}

TEST_F(Saving, KeptEditsOutliveTheirProgramAndNoOther) {
  const QString place = QString::fromStdString(path("recovery"));
  EditHistory history;
  history.open(test::assembly());
  history.apply(setPosition("pin", Vec3(0, 0, 1)));
  {
    Recovery mine(place);
    mine.keep(history.document(), "assembly.json");
    EXPECT_TRUE(Recovery(place).leftBehind().empty());  // its owner still runs
  }
  const auto found = Recovery(place).leftBehind();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].source, QString("assembly.json"));
  const Recovery::Kept kept = Recovery::read(found[0].file);
  EXPECT_EQ(jsonOf(kept.document).dump(), jsonOf(history.document()).dump());
  EXPECT_EQ(kept.document.folder, history.document().folder);
  Recovery::forget(found[0].file);
  EXPECT_TRUE(Recovery(place).leftBehind().empty());

  Recovery saved(place);
  saved.keep(history.document(), "assembly.json");
  saved.drop();
  EXPECT_TRUE(fs::is_empty(path("recovery")));
}

TEST_F(Saving, AKilledProgramLeavesItsEditsToTheNext) {
  const QString place = QString::fromStdString(path("recovery"));
  const SceneDocument document = documentOf(*test::assembly());
  const pid_t editor = ::fork();
  ASSERT_GE(editor, 0);
  if (editor == 0) {
    Recovery mine(place);
    mine.keep(document, "assembly.json");
    ::kill(::getpid(), SIGKILL);
  }
  ::waitpid(editor, nullptr, 0);
  ASSERT_EQ(Recovery(place).leftBehind().size(), 1U);
}

TEST_F(Saving, FilesThatAreNoKeptEditsAreLeftAlone) {
  fs::create_directories(folder_ / "recovery");
  std::ofstream(folder_ / "recovery" / "x.json") << "{\"source\": 3}";
  std::ofstream(folder_ / "recovery" / "y.json") << "half a fi";
  EXPECT_TRUE(Recovery(QString::fromStdString(path("recovery"))).leftBehind().empty());
  EXPECT_TRUE(fs::exists(folder_ / "recovery" / "y.json"));
}

}  // namespace
}  // namespace passung::app
