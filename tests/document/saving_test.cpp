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
#include <set>

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

// Three cubes of different sizes, all of the name cube.obj: whatever the order, and wherever they lie, each copy is
// that of its own source.
TEST_F(Saving, CopiesOfOneNameNeverTakeEachOthersPlace) {
  const auto cube = [&](const std::string& folder, double size) {
    fs::create_directories(folder_ / folder);
    std::string text = "mtllib paint.mtl\n";
    for (int i = 0; i < 8; ++i) {
      for (int k = 0; k < 3; ++k) text += (k == 0 ? "v " : " ") + std::to_string((i >> k & 1) * size);
      text += "\n";
    }
    for (const char* face : {"1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"})
      text += std::string("f ") + face + "\n";
    std::ofstream(folder_ / folder / "cube.obj") << text;
    std::ofstream(folder_ / folder / "paint.mtl") << "newmtl of_" << size << "\n";
  };
  cube("small", 10);
  cube("middle", 20);
  cube("large", 30);
  const auto document = [&](const std::vector<std::pair<std::string, std::string>>& files) {
    Json json = {{"version", 1}, {"bodies", Json::array()}};
    for (const auto& [name, file] : files) {
      json["bodies"].push_back({{"name", name}, {"shapes", {{{"type", "mesh"}, {"unit", "mm"}, {"file", file}}}}});
    }
    return json;
  };
  const auto expectSizes = [&](const std::string& file, const std::vector<double>& sizes) {
    const scenes::Scene scene = scenes::loadScene(file);
    ASSERT_EQ(scene.world.bodies.size(), sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i)
      EXPECT_NEAR(dynamics::localBounds(scene.world.bodies[i]).extent().x(), sizes[i], 1e-9) << file << ", body " << i;
  };
  fs::create_directories(folder_ / "out");
  const std::string out = path("out/copy.json");
  scenes::writeSceneFile(out, document({{"a", "small/cube.obj"}, {"b", "middle/cube.obj"}, {"c", "small/cube.obj"}}),
                         path(""), scenes::MeshFiles::kCopied);
  expectSizes(out, {0.01, 0.02, 0.01});
  EXPECT_TRUE(fs::exists(folder_ / "out/copy_meshes/2/paint.mtl"));
  EXPECT_FALSE(fs::exists(folder_ / "out/copy_meshes/3"));

  // The copies are sources now, and a third cube of the same name comes before them.
  const std::vector<std::pair<std::string, std::string>> mixed{
      {"c", path("large/cube.obj")}, {"b", "copy_meshes/2/cube.obj"}, {"a", "copy_meshes/cube.obj"}};
  scenes::writeSceneFile(out, document(mixed), path("out"), scenes::MeshFiles::kCopied);
  expectSizes(out, {0.03, 0.02, 0.01});
  scenes::writeSceneFile(out, document(mixed), path("out"), scenes::MeshFiles::kCopied);
  expectSizes(out, {0.03, 0.02, 0.01});
  EXPECT_FALSE(fs::exists(folder_ / "out/copy_meshes/4")) << "a copy that is there already is used again";

  // A stranger's file is no place to write to.
  fs::create_directories(folder_ / "out/other_meshes");
  std::ofstream(folder_ / "out/other_meshes/cube.obj") << "mine";
  scenes::writeSceneFile(path("out/other.json"), document({{"a", "small/cube.obj"}}), path(""),
                         scenes::MeshFiles::kCopied);
  expectSizes(path("out/other.json"), {0.01});
  EXPECT_EQ(scenes::readTextFile(path("out/other_meshes/cube.obj")), "mine");
}

TEST_F(Saving, AnUnwritablePlaceIsNamedAndTheOldFileStays) {
  const Json assembly = Json::parse(test::kAssembly);
  const auto message = [&](const std::string& file, const Json& document, scenes::MeshFiles meshes) -> std::string {
    try {
      scenes::writeSceneFile(file, document, path("parts"), meshes);
    } catch (const InputError& e) {
      return e.what();
    }
    return {};
  };
  EXPECT_THAT(message(path("none/at/all.json"), assembly, scenes::MeshFiles::kReferenced),
              HasSubstr("none/at/all.json: cannot write"));

  // What lies there stays, where the file, the folder of its meshes or one of its meshes is in the way.
  const std::string old = scenes::readTextFile(path("parts/scene.json"));
  const Json document = Json::parse(old);
  EXPECT_THAT(message(path("parts/scene.json/below.json"), document, scenes::MeshFiles::kReferenced),
              HasSubstr("below.json: cannot write"));
  std::ofstream(folder_ / "parts" / "scene_meshes") << "no folder";
  EXPECT_THAT(message(path("parts/scene.json"), document, scenes::MeshFiles::kCopied), HasSubstr("scene_meshes"));
  fs::remove(folder_ / "parts" / "scene_meshes");
  Json missing = document;
  missing["bodies"].push_back(missing["bodies"][1]);
  missing["bodies"][2]["shapes"][0]["file"] = "gone.obj";
  EXPECT_THAT(message(path("parts/scene.json"), missing, scenes::MeshFiles::kCopied), HasSubstr("gone.obj"));
  EXPECT_FALSE(fs::exists(folder_ / "parts" / "scene_meshes")) << "nothing is copied where a mesh is missing";
  EXPECT_EQ(scenes::readTextFile(path("parts/scene.json")), old);
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
  // On a busy machine a writer may be killed before it has done anything: then it is given more time, and more of them.
  constexpr int kRounds = 60, kMostRounds = 600;
  for (int round = 0; round < kRounds || (round < kMostRounds && (sawOne == 0 || sawTwo == 0)); ++round) {
    const pid_t writer = ::fork();
    ASSERT_GE(writer, 0);
    if (writer == 0) {
      for (;;) {
        scenes::writeSceneFile(file, one, path(""));
        scenes::writeSceneFile(file, two, path(""));
      }
    }
    const auto patience = static_cast<useconds_t>(1 + round / kRounds);
    ::usleep(patience * std::uniform_int_distribution<useconds_t>(2000, 20000)(random));
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

TEST_F(Saving, KeptEditsOfAFileNameItInFull) {
  const QString place = QString::fromStdString(path("recovery"));
  const SceneDocument document = documentOf(*test::assembly());
  const fs::path before = fs::current_path();
  fs::current_path(folder_ / "parts");
  {
    Recovery mine(place);
    mine.keep(document, "deep/../scene.json");
  }
  {
    Recovery mine(place);
    mine.keep(document, "screw_into_bracket");
  }
  fs::current_path(before);
  std::set<std::string> sources;
  for (const Recovery::Found& found : Recovery(place).leftBehind()) sources.insert(found.source.toStdString());
  EXPECT_EQ(sources, (std::set<std::string>{"screw_into_bracket", path("parts/scene.json")}));
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
