// SPDX-License-Identifier: Apache-2.0
// Files that become parts of one scene, and their units.
#include "app/document/part_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/document/body_entry.h"
#include "app/document/edit_history.h"
#include "core/error.h"
#include "tests/document/document_scene.h"

using namespace passung;
using namespace passung::app;

namespace {

// A box of `size`, in the numbers of an OBJ file, which states no unit.
void writeBox(const std::string& path, const Vec3& size) {
  std::ofstream file(path);
  for (int i = 0; i < 8; ++i) {
    file << "v " << (i & 1) * size.x() << ' ' << (i >> 1 & 1) * size.y() << ' ' << (i >> 2 & 1) * size.z() << '\n';
  }
  file << "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
}

class PartFiles : public testing::Test {
 protected:
  PartFiles()
      : folder_(std::filesystem::temp_directory_path() /
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::create_directories(folder_);
    writeBox(path("big.obj"), Vec3(100, 80, 60));
    writeBox(path("small.obj"), Vec3(10, 20, 30));
    std::ofstream(path("bad.stl")) << "solid nothing";
  }
  ~PartFiles() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static scenes::Scene openOne(const FileRequest& file) {
    return scenes::loadScene(file.path, {.overrides = {}, .unit = file.unit, .meshes = {}});
  }
  static Vec3 sizeOf(const scenes::Scene& scene, const std::string& body) {
    return dynamics::localBounds(test::bodyNamed(scene, body)).extent();
  }

  std::filesystem::path folder_;
};

}  // namespace

TEST_F(PartFiles, SeveralBecomeOneAssemblyWithOneEditAndTheBadOnesAreNamed) {
  const std::vector<FileRequest> files{
      {path("gone.obj")}, {path("big.obj")}, {path("bad.stl")}, {path("small.obj")}, {path("small.obj")}};
  Assembly assembly = readAssembly(files, openOne);
  ASSERT_TRUE(assembly.scene);
  EXPECT_EQ(assembly.base, 1U);
  ASSERT_EQ(assembly.others.failures.size(), 2U);
  EXPECT_EQ(assembly.others.failures[0].find(path("gone.obj")), 0U);
  EXPECT_EQ(assembly.others.failures[1].find(path("bad.stl")), 0U);

  EditHistory history;
  history.open(std::make_shared<const scenes::Scene>(*assembly.scene));
  history.apply(assembly.others.edit);
  ASSERT_EQ(history.scene()->world.bodies.size(), 3U);
  // The files are in millimetres, by the guess from their size.
  EXPECT_TRUE(sizeOf(*history.scene(), "big").isApprox(Vec3(0.1, 0.08, 0.06)));
  EXPECT_TRUE(sizeOf(*history.scene(), "small").isApprox(Vec3(0.01, 0.02, 0.03)));
  EXPECT_EQ(test::bodyNamed(*history.scene(), "small#2").motion, dynamics::Motion::kDynamic);
  EXPECT_EQ(test::bodyNamed(*history.scene(), "big").motion, dynamics::Motion::kFixed);
  // One step back, and forth again without the files.
  std::filesystem::remove(path("small.obj"));
  history.stack().undo();
  EXPECT_EQ(history.scene()->world.bodies.size(), 1U);
  EXPECT_FALSE(history.stack().canUndo());
  history.stack().redo();
  EXPECT_EQ(history.scene()->world.bodies.size(), 3U);
}

TEST_F(PartFiles, NoneThatCanBeReadIsNoScene) {
  const std::vector<FileRequest> files{{path("gone.obj")}, {path("bad.stl")}};
  const Assembly assembly = readAssembly(files, openOne);
  EXPECT_FALSE(assembly.scene);
  EXPECT_EQ(assembly.others.failures.size(), 2U);
}

TEST_F(PartFiles, ProgressCountsFilesAndEndsTheReading) {
  const std::vector<FileRequest> files(4, {path("small.obj")});
  std::vector<int> seen;
  const ReadFiles read = readFiles(files, [&](int done, int total) {
    EXPECT_EQ(total, 4);
    seen.push_back(done);
    return done < 2;
  });
  EXPECT_EQ(seen, (std::vector<int>{0, 1, 2}));
  EditHistory history;
  history.open(test::assembly());
  const std::size_t before = history.scene()->world.bodies.size();
  history.apply(read.edit);
  EXPECT_EQ(history.scene()->world.bodies.size(), before + 2);
}

// The scene's own scale does not reach files that join it.
TEST_F(PartFiles, AddedFilesKeepTheirSizeInAScaledScene) {
  EditHistory history;
  scenes::LoadOptions scaled;
  scaled.overrides = {{"scale", "0.25"}};
  history.open(std::make_shared<const scenes::Scene>(scenes::loadSceneText(test::kAssembly, "assembly.json", scaled)));
  const std::vector<FileRequest> files{{path("small.obj")}};
  history.apply(readFiles(files).edit);
  EXPECT_TRUE(sizeOf(*history.scene(), "small").isApprox(Vec3(0.01, 0.02, 0.03)));
}

// 1 inch is 25.4 mm, and everything of the file follows; undo needs no file.
TEST_F(PartFiles, TheUnitOfAFileScalesAllItsParts) {
  EditHistory history;
  history.open(std::make_shared<const scenes::Scene>(openOne({path("big.obj")})));
  const std::vector<FileRequest> files{{path("big.obj")}, {path("small.obj")}};
  history.apply(readFiles(files).edit);
  const std::string file = fileOf(history.document(), "big");
  EXPECT_EQ(file, path("big.obj"));
  history.apply(readUnit(history.document(), file, "in", *history.scene()->meshes));
  for (const char* body : {"big", "big#2"}) {
    EXPECT_TRUE(sizeOf(*history.scene(), body).isApprox(0.0254 * Vec3(100, 80, 60))) << body;
  }
  EXPECT_TRUE(sizeOf(*history.scene(), "small").isApprox(Vec3(0.01, 0.02, 0.03)));
  for (const SourceFile& source : sourceFiles(*history.scene())) {
    EXPECT_EQ(source.unitSource, source.path == file ? "given" : "guessed");
    if (source.path == file) {
      EXPECT_TRUE(source.size.isApprox(Vec3(100, 80, 60)));
    }
  }
  std::filesystem::remove(path("big.obj"));
  history.stack().undo();
  EXPECT_TRUE(sizeOf(*history.scene(), "big").isApprox(Vec3(0.1, 0.08, 0.06)));
  EXPECT_THROW((void)readUnit(history.document(), path("gone.obj"), "mm", {}), InputError);
  EXPECT_THROW((void)readUnit(history.document(), file, "elle", {}), InputError);
}

TEST_F(PartFiles, APartOfNoFileHasNone) {
  EXPECT_EQ(fileOf(documentOf(*test::assembly()), "pin"), "");
  EXPECT_THROW((void)fileOf(documentOf(*test::assembly()), "nobody"), InputError);
}

// A file that was moved takes the place of the missing one in every shape, however the scene names it.
TEST_F(PartFiles, AMovedFileIsFoundInEveryShape) {
  const Json scene = {
      {"version", 1},
      {"bodies",
       {{{"name", "a"}, {"motion", "fixed"}, {"shapes", {{{"type", "mesh"}, {"file", "old/part.obj"}}}}},
        {{"name", "b"},
         {"motion", "fixed"},
         {"shapes", {{{"type", "mesh"}, {"file", path("old/../old/part.obj")}}}}}}}};
  const Json moved = withFileMoved(scene, folder_.string(), path("old/part.obj"), path("small.obj"));
  for (const Json& body : moved["bodies"]) EXPECT_EQ(body["shapes"][0]["file"], path("small.obj"));
  // As a reader reports it: with the way it was given, or from the working folder.
  const std::string roundabout = path("old/../old/part.obj");
  EXPECT_EQ(withFileMoved(scene, folder_.string(), roundabout, path("small.obj")), moved);
  const std::string relative = std::filesystem::relative(path("old/part.obj"), std::filesystem::current_path());
  EXPECT_EQ(withFileMoved(scene, folder_.string(), relative, path("small.obj")), moved);
  EXPECT_THROW((void)withFileMoved(scene, folder_.string(), path("other.obj"), path("small.obj")), InputError);
}
