// SPDX-License-Identifier: Apache-2.0
// What is written reads back as the same parts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/error.h"
#include "scenes/exporters/export_file.h"
#include "tests/core/shapes.h"

namespace passung::scenes {
namespace {

using ::testing::HasSubstr;

// A folder of this test alone.
class Folder {
 public:
  Folder() : path_(std::filesystem::path(::testing::TempDir()) / ("passung_export_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

ImportedPart partOf(const passung::testing::Soup& soup, const std::string& name, const Color& color) {
  return {name, TriangleMesh::build(soup.vertices, soup.triangles), color, true};
}

// A prism beside a box, `size` times some centimetres, with coordinates that no float holds.
std::vector<ImportedPart> twoParts(double size) {
  passung::testing::Soup prism, box;
  prism.add(passung::testing::prism(7, 0.03 * size, 0.08 * size),
            {rotationFromVector(Vec3(0.1, 0.2, 0.3)), size * Vec3(0.01, 0.02, 0.03)});
  box.add(passung::testing::box(size * Vec3(0.01, 0.02, 0.03)), {Quat::Identity(), size * Vec3(0.1, -0.05, 0.2)});
  return {partOf(prism, "seven sides", {0.8F, 0.2F, 0.1F, 1.0F}), partOf(box, "box", {0.1F, 0.3F, 0.9F, 1.0F})};
}

MassProperties sumOf(std::span<const ImportedPart> parts) {
  MassProperties sum;
  for (const ImportedPart& part : parts) sum = joined(sum, part.mesh->unitMass());
  return sum;
}

void expectSame(const ImportedFile& read, const std::vector<ImportedPart>& written, double tolerance) {
  const MassProperties a = sumOf(read.parts), b = sumOf(written);
  const double size = std::cbrt(b.mass);
  EXPECT_NEAR(a.mass / b.mass, 1, tolerance);
  EXPECT_LT((a.com - b.com).norm(), tolerance * size);
  EXPECT_LT((a.inertia - b.inertia).norm(), tolerance * b.inertia.norm());
  for (const ImportedPart& part : read.parts) EXPECT_TRUE(part.mesh->diagnosis().watertight);
}

TEST(Export, TextAndDoubleFormatsComeBackExactly) {
  const Folder folder;
  const std::vector<ImportedPart> parts = twoParts(1);
  EXPECT_EQ(exportFile(folder.file("parts.obj"), parts).unit, "mm");
  const ImportedFile read = importFile(folder.file("parts.obj"));
  EXPECT_EQ(read.unit, "mm");
  expectSame(read, parts, 1e-14);
  ASSERT_EQ(read.parts.size(), 2U);
  EXPECT_EQ(read.parts[0].name, "seven sides");
  EXPECT_EQ(read.parts[1].name, "box");
  EXPECT_NEAR(read.parts[1].color.b, 0.9, 1e-6);
}

// The formats without a unit are read back at the right size, whatever it is.
TEST(Export, TheGuessOnReadingFindsTheSizeAgain) {
  const Folder folder;
  for (const double size : {0.004, 0.02, 1.0, 100.0}) {
    SCOPED_TRACE(size);
    const std::vector<ImportedPart> parts = twoParts(size);
    exportFile(folder.file("size.obj"), parts);
    expectSame(importFile(folder.file("size.obj")), parts, 1e-13);
  }
}

#ifndef PASSUNG_WITHOUT_ASSIMP

TEST(Export, EveryFormatComesBackAsTheSameSolids) {
  const Folder folder;
  const std::vector<ImportedPart> parts = twoParts(1);
  for (const char* name : {"a.stl", "a.ply", "a.off", "a.glb", "a.gltf", "a.dae", "a.3mf"}) {
    SCOPED_TRACE(name);
    const ExportedFile written = exportFile(folder.file(name), parts);
    EXPECT_EQ(written.triangles, parts[0].mesh->triangles().size() + parts[1].mesh->triangles().size());
    const ImportedFile read = importFile(folder.file(name));
    EXPECT_EQ(read.format, written.format);
    EXPECT_EQ(read.unit, written.unit);
    // Single precision: 6e-8 of the largest coordinate, which is some times the size of the parts.
    expectSame(read, parts, 1e-5);
  }
}

TEST(Export, NamesAndColoursSurviveInGltf) {
  const Folder folder;
  exportFile(folder.file("named.glb"), twoParts(1));
  const ImportedFile read = importFile(folder.file("named.glb"));
  ASSERT_EQ(read.parts.size(), 2U);
  EXPECT_EQ(read.parts[0].name, "seven sides");
  EXPECT_TRUE(read.parts[0].hasColor);
  EXPECT_NEAR(read.parts[0].color.r, 0.8, 0.01);
  EXPECT_NEAR(read.parts[0].color.g, 0.2, 0.01);
}

#endif

TEST(Export, ErrorsAreOneLine) {
  const Folder folder;
  const std::vector<ImportedPart> parts = twoParts(1);
  const auto lineOf = [&](const std::string& path) -> std::string {
    try {
      exportFile(path, parts);
      return {};
    } catch (const InputError& e) {
      return e.what();
    }
  };
  EXPECT_THAT(lineOf(folder.file("a.xyz")), HasSubstr("OBJ (.obj)"));
  EXPECT_THAT(lineOf(folder.file("none/a.obj")), HasSubstr("folder"));
  EXPECT_THAT(lineOf(folder.file("none/a.glb")), HasSubstr("folder"));
}

}  // namespace
}  // namespace passung::scenes
