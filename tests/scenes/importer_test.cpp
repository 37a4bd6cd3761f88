// SPDX-License-Identifier: Apache-2.0
// Files of others through the whole importer: process, units, axes, names, welding.
#include "scenes/importer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "core/error.h"
#include "scenes/description/library.h"

namespace passung::scenes {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string dataPath(const std::string& file) { return std::string(PASSUNG_TEST_DATA) + "/" + file; }

// The line that importing ends in; empty when it succeeds.
std::string errorOf(const std::string& path, const ImportOptions& options = {}) {
  try {
    static_cast<void>(importFile(path, options));
    return {};
  } catch (const InputError& e) {
    return e.what();
  }
}

ImportOptions withUnit(const std::string& unit) {
  ImportOptions options;
  options.unit = unit;
  return options;
}

// A file of this test alone, removed at its end.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& content)
      : folder_(std::filesystem::path(::testing::TempDir()) / ("passung_" + std::to_string(::getpid()))),
        path_((folder_ / name).string()) {
    std::filesystem::create_directories(folder_);
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryFile() {
    std::error_code error;
    std::filesystem::remove(path_, error);
    std::filesystem::remove(folder_, error);  // the last file's
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::filesystem::path folder_;
  std::string path_;
};

// A cube with corners 0 and e as OBJ.
std::string cubeObj(double e) {
  std::ostringstream text;
  for (int i = 0; i < 8; ++i) text << "v " << (i & 1) * e << ' ' << (i >> 1 & 1) * e << ' ' << (i >> 2) * e << '\n';
  text << "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
  return text.str();
}

Aabb boundsOf(const ImportedFile& file) {
  Aabb box;
  for (const ImportedPart& part : file.parts) box.add(part.mesh->bounds());
  return box;
}

void expectSize(const ImportedFile& file, const Vec3& size, double tolerance) {
  EXPECT_LT((boundsOf(file).extent() - size).norm(), tolerance * size.norm()) << boundsOf(file).extent().transpose();
}

std::string allWarnings(const ImportedFile& file) {
  std::string text;
  for (const std::string& w : file.warnings) text += w + "\n";
  return text;
}

#ifndef PASSUNG_WITHOUT_STEP

TEST(ImportStep, MetresOfTheFileAreKept) {
  // Bounds by the source's own description: 15.875 x 13.748 x 6.756 mm.
  const ImportedFile nut = importFile(dataPath("kcl_step/hex-nut.step"));
  EXPECT_EQ(nut.format, "STEP");
  EXPECT_EQ(nut.unit, "m");
  EXPECT_EQ(nut.unitSource, "file");
  ASSERT_EQ(nut.parts.size(), 1U);
  EXPECT_EQ(nut.parts[0].name, "hex-nut");
  EXPECT_TRUE(nut.parts[0].mesh->diagnosis().watertight);
  expectSize(nut, Vec3(15.875e-3, 13.748e-3, 6.756e-3), 1e-4);
}

TEST(ImportStep, AGivenUnitOverrulesTheFile) {
  const ImportedFile nut = importFile(dataPath("kcl_step/hex-nut.step"), withUnit("mm"));
  EXPECT_EQ(nut.unit, "mm");
  EXPECT_EQ(nut.unitSource, "given");
  expectSize(nut, Vec3(15.875e-6, 13.748e-6, 6.756e-6), 1e-4);
}

TEST(ImportStep, EachSolidIsAClosedPart) {
  const ImportedFile block = importFile(dataPath("kcl_step/a-parametric-bearing-pillow-block.step"));
  ASSERT_EQ(block.parts.size(), 2U);
  EXPECT_NE(block.parts[0].name, block.parts[1].name);
  for (const ImportedPart& part : block.parts) {
    EXPECT_TRUE(part.mesh->diagnosis().watertight) << part.name;
    EXPECT_FALSE(part.mesh->diagnosis().inverted) << part.name;
    EXPECT_TRUE(part.mesh->massAssumption().empty()) << part.name;
  }
}

TEST(ImportStep, FinerDeflectionGivesMoreTrianglesAndCloserVolume) {
  // The shank of the screw and its head are cylinders: an inscribed mesh is too small by a share that falls with the
  // deflection. 127 x 63.5 x 34.925 mm, 11.627733 cubic inches by the source's own test.
  const std::string path = dataPath("trimesh_cad/featuretype.STEP");
  const double exact = 11.627733431196749 * std::pow(0.0254, 3);
  double lastError = 1;
  std::size_t lastCount = 0;
  for (const double deflection : {1e-2, 1e-4}) {
    ImportOptions options;
    options.deflection = deflection;
    options.angle = deflection > 1e-3 ? 0.8 : 0.05;
    const ImportedFile file = importFile(path, options);
    ASSERT_EQ(file.parts.size(), 1U);
    EXPECT_EQ(file.unit, "in");
    EXPECT_TRUE(file.parts[0].mesh->diagnosis().watertight);
    const double error = std::abs(file.parts[0].mesh->diagnosis().volume / exact - 1);
    EXPECT_LT(error, lastError);
    EXPECT_GT(file.parts[0].mesh->triangles().size(), lastCount);
    lastError = error;
    lastCount = file.parts[0].mesh->triangles().size();
  }
  // The reference is a mesh itself, of 3476 triangles.
  EXPECT_LT(lastError, 5e-3);
}

TEST(ImportStep, AnAssemblyGivesPlacedPartsWithNamesAndColours) {
  const ImportedFile file = importFile(dataPath("own/fixture.step"));
  EXPECT_EQ(file.unit, "in");
  std::map<std::string, const ImportedPart*> parts;
  for (const ImportedPart& part : file.parts) parts[part.name] = &part;
  ASSERT_EQ(parts.size(), 5U);
  ASSERT_TRUE(parts.count("base plate"));
  ASSERT_TRUE(parts.count("pins/left pin"));
  ASSERT_TRUE(parts.count("pins/right pin"));
  ASSERT_TRUE(parts.count("pins/left pin#2"));
  ASSERT_TRUE(parts.count("pins/right pin#2"));
  const double in = 0.0254;
  const auto expectBounds = [&](const std::string& name, const Vec3& lower, const Vec3& upper) {
    const Aabb& box = parts[name]->mesh->bounds();
    // Cylinders are inscribed: a facet of 0.2 rad may stay behind by 0.5 % of the radius.
    EXPECT_LT((box.lower - in * lower).cwiseAbs().maxCoeff(), 0.005 * 0.25 * in) << name;
    EXPECT_LT((box.upper - in * upper).cwiseAbs().maxCoeff(), 0.005 * 0.25 * in) << name;
  };
  expectBounds("base plate", Vec3(0, 0, 0), Vec3(4, 3, 0.5));
  // Rotated by 90 degrees about x: the axis z becomes -y.
  expectBounds("pins/left pin", Vec3(0.75, 2, 1.75), Vec3(1.25, 3, 2.25));
  expectBounds("pins/right pin", Vec3(2.75, 2, 1.75), Vec3(3.25, 3, 2.25));
  expectBounds("pins/left pin#2", Vec3(0.75, 0.75, 0.5), Vec3(1.25, 1.25, 1.5));
  expectBounds("pins/right pin#2", Vec3(2.75, 0.75, 0.5), Vec3(3.25, 1.25, 1.5));
  EXPECT_NEAR(parts["base plate"]->mesh->diagnosis().volume, 6 * in * in * in, 1e-12);
  EXPECT_TRUE(parts["base plate"]->hasColor);
  EXPECT_NEAR(parts["base plate"]->color.g, 0.4, 2e-3);
  EXPECT_NEAR(parts["pins/left pin"]->color.r, 0.8, 2e-3);
  EXPECT_NEAR(parts["pins/left pin"]->color.b, 0.1, 2e-3);
}

TEST(ImportIges, ReadsTheSameAssembly) {
  const ImportedFile step = importFile(dataPath("own/fixture.step"));
  const ImportedFile iges = importFile(dataPath("own/fixture.iges"));
  EXPECT_EQ(iges.format, "IGES");
  EXPECT_EQ(iges.unit, "cm");
  ASSERT_EQ(iges.parts.size(), step.parts.size());
  EXPECT_LT((boundsOf(iges).lower - boundsOf(step).lower).norm(), 1e-6);
  EXPECT_LT((boundsOf(iges).upper - boundsOf(step).upper).norm(), 1e-6);
  for (const ImportedPart& part : iges.parts) EXPECT_TRUE(part.mesh->diagnosis().watertight) << part.name;
}

TEST(ImportStep, ATruncatedFileEndsInOneLine) {
  std::ifstream whole(dataPath("kcl_step/hex-nut.step"));
  std::string text((std::istreambuf_iterator<char>(whole)), std::istreambuf_iterator<char>());
  for (const std::size_t length : {std::size_t{20}, text.size() / 2}) {
    const TemporaryFile file("truncated.step", text.substr(0, length));
    const std::string line = errorOf(file.path());
    EXPECT_THAT(line, HasSubstr("truncated.step"));
    EXPECT_THAT(line, Not(HasSubstr("\n")));
  }
}

#endif

#ifndef PASSUNG_WITHOUT_ASSIMP

// Facts of files whose surface is closed, computed by other means; see tests/data/REFERENCE.tsv.
TEST(ImportMesh, ClosedFilesAgreeWithIndependentFigures) {
  std::ifstream table(dataPath("REFERENCE.tsv"));
  std::vector<std::string> header;
  int checked = 0;
  for (std::string line; std::getline(table, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, '\t');) cells.push_back(cell);
    if (header.empty()) {
      header = cells;
      continue;
    }
    std::map<std::string, std::string> field;
    for (std::size_t i = 0; i < header.size() && i < cells.size(); ++i) field[header[i]] = cells[i];
    // The file that starts with an empty line is refused by the library.
    if (field["note"] != "closed manifold" || field["file"] == "assimp_tests/PLY/cube_binary_starts_with_nl.ply")
      continue;
    SCOPED_TRACE(field["file"]);
    const ImportedFile file = importFile(dataPath(field["file"]), withUnit("m"));
    std::size_t triangles = 0;
    double area = 0;
    MassProperties mass;
    for (const ImportedPart& part : file.parts) {
      triangles += part.mesh->triangles().size();
      area += part.mesh->diagnosis().area;
      mass = joined(mass, part.mesh->unitMass());
      EXPECT_TRUE(part.mesh->diagnosis().watertight);
    }
    const auto value = [&](const char* name) { return std::stod(field[name]); };
    EXPECT_EQ(static_cast<double>(triangles), value("triangles(fan)"));
    EXPECT_NEAR(area / value("area"), 1, 1e-7);
    EXPECT_NEAR(mass.mass / std::abs(value("signed_volume")), 1, 1e-7);
    const double size = boundsOf(file).size();
    EXPECT_LT((mass.com - Vec3(value("comx"), value("comy"), value("comz"))).norm(), 1e-7 * size);
    const double sign = value("signed_volume") < 0 ? -1 : 1;
    Mat3 inertia;
    inertia << value("Ixx"), value("Ixy"), value("Ixz"), value("Ixy"), value("Iyy"), value("Iyz"), value("Ixz"),
        value("Iyz"), value("Izz");
    EXPECT_LT((sign * inertia - mass.inertia).norm(), 1e-7 * inertia.norm());
    ++checked;
  }
  EXPECT_GE(checked, 20);
}

TEST(ImportMesh, OneShapeInFourFormatsIsOneShape) {
  const double exact = 11.627733431196749;
  for (const char* name : {"featuretype.STL", "featuretype.3MF"}) {
    SCOPED_TRACE(name);
    const ImportedFile file = importFile(dataPath(std::string("trimesh_cad/") + name), withUnit("in"));
    expectSize(file, 0.0254 * Vec3(5, 2.5, 1.375), 1e-6);
    double volume = 0;
    for (const ImportedPart& part : file.parts) volume += part.mesh->unitMass().mass;
    EXPECT_NEAR(volume / std::pow(0.0254, 3) / exact, 1, 2e-3);
  }
}

TEST(ImportMesh, NearlyEqualFloatsAreWelded) {
  // 576 edges stay open when only equal floats are one point.
  const ImportedFile file = importFile(dataPath("trimesh_cad/featuretype.STL"));
  ASSERT_EQ(file.parts.size(), 1U);
  EXPECT_TRUE(file.parts[0].mesh->diagnosis().watertight);
  EXPECT_EQ(file.parts[0].mesh->triangles().size(), 3476U);
}

TEST(ImportMesh, A3mfFileStatesItsUnit) {
  const ImportedFile file = importFile(dataPath("trimesh_cad/featuretype.3MF"));
  EXPECT_EQ(file.unitSource, "file");
  EXPECT_EQ(file.unit, "in");
}

TEST(ImportMesh, ABinaryStlWhoseHeaderStartsWithSolidLoads) {
  for (const char* name : {"unit_cube.STL", "origin_inside.STL", "angle_block.STL"}) {
    const std::string path = dataPath(std::string("trimesh_cad/") + name);
    std::string head(5, ' ');
    std::ifstream(path, std::ios::binary).read(head.data(), 5);
    EXPECT_EQ(head, "solid") << name;
    EXPECT_EQ(importFile(path).parts.size(), 1U) << name;
  }
}

TEST(ImportMesh, TheSolidsOfAnStlFileArePartsOfTheirOwn) {
  const ImportedFile file = importFile(dataPath("assimp_tests/STL/triangle_with_two_solids.stl"));
  EXPECT_EQ(file.parts.size(), 2U);
}

TEST(ImportMesh, NodeTransformsAreApplied) {
  // The same cube, turned and squeezed by glTF nodes and in the coordinates of an OBJ file. glTF is y up.
  for (const char* name : {"rotated_cube_squished", "rotated_cube_unit_scale", "cube_with_hole"}) {
    SCOPED_TRACE(name);
    const ImportedFile obj = importFile(dataPath(std::string("drake_tests/") + name + ".obj"), withUnit("m"));
    const ImportedFile gltf = importFile(dataPath(std::string("drake_tests/") + name + ".gltf"));
    EXPECT_EQ(gltf.unit, "m");
    EXPECT_EQ(gltf.unitSource, "file");
    EXPECT_THAT(allWarnings(gltf), HasSubstr("y is up"));
    ASSERT_EQ(obj.parts.size(), 1U);
    ASSERT_EQ(gltf.parts.size(), 1U);
    EXPECT_TRUE(gltf.parts[0].mesh->diagnosis().watertight);
    EXPECT_NEAR(gltf.parts[0].mesh->diagnosis().volume / obj.parts[0].mesh->diagnosis().volume, 1, 1e-6);
  }
}

TEST(ImportMesh, ColladaUnitAndAxisAreTakenFromTheFile) {
  const ImportedFile file = importFile(dataPath("assimp_tests/Collada/cube_UTF8BOM.dae"));
  EXPECT_EQ(file.unitSource, "file");
  EXPECT_EQ(file.unit, "cm");
  EXPECT_THAT(allWarnings(file), HasSubstr("y is up"));
  expectSize(file, Vec3(1, 1, 1), 1e-6);
  // What Z_UP says is left as it is.
  EXPECT_THAT(allWarnings(importFile(dataPath("assimp_tests/Collada/box_nested_animation.dae"))),
              Not(HasSubstr("is up")));
}

TEST(ImportMesh, AContentWithoutExtensionIsRecognised) {
  EXPECT_EQ(importFile(dataPath("assimp_tests/STL/formatDetection")).format, "STL");
  EXPECT_EQ(importFile(dataPath("assimp_tests/OFF/formatDetection")).format, "OFF");
}

TEST(ImportMesh, WhatIsReadInPartIsReported) {
  const ImportedFile file = importFile(dataPath("assimp_tests/glTF2/IndexOutOfRange/IndexOutOfRange.gltf"));
  EXPECT_THAT(allWarnings(file), HasSubstr("12 faces, 11 could be read"));
}

TEST(ImportMesh, ATruncatedBinaryStlIsReported) {
  std::ifstream whole(dataPath("trimesh_cad/unit_cube.STL"), std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(whole)), std::istreambuf_iterator<char>());
  const TemporaryFile file("truncated.stl", bytes.substr(0, bytes.size() - 120));
  std::string line = errorOf(file.path());
  if (line.empty()) line = allWarnings(importFile(file.path()));
  EXPECT_THAT(line, ::testing::AnyOf(HasSubstr("cannot be read"), HasSubstr("in part")));
}

TEST(ImportMesh, CoordinatesThatAreNotFiniteAreNamed) {
  EXPECT_THAT(errorOf(dataPath("assimp_tests/glTF2/BoxWithInfinites-glTF-Binary/BoxWithInfinites.glb")),
              HasSubstr("not finite"));
}

// In every format of text, and whichever coordinate it is: the true reason, not that nothing was found.
TEST(ImportMesh, CoordinatesThatAreTooLargeAreNamed) {
  const auto fileOf = [](const std::string& format, const std::string& x, int corner, int axis) {
    std::string v[3][3] = {{"0", "0", "0"}, {"1", "0", "0"}, {"0", "1", "0"}};
    v[corner][axis] = x;
    const auto line = [&](int k) { return v[k][0] + " " + v[k][1] + " " + v[k][2] + "\n"; };
    if (format == "obj") return "v " + line(0) + "v " + line(1) + "v " + line(2) + "f 1 2 3\n";
    if (format == "off") return "OFF\n3 1 0\n" + line(0) + line(1) + line(2) + "3 0 1 2\n";
    if (format == "ply")
      return "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\n"
             "element face 1\nproperty list uchar int vertex_indices\nend_header\n" +
             line(0) + line(1) + line(2) + "3 0 1 2\n";
    return "solid a\nfacet normal 0 0 1\nouter loop\nvertex " + line(0) + "vertex " + line(1) + "vertex " + line(2) +
           "endloop\nendfacet\nendsolid a\n";
  };
  int corner = 0;
  for (const char* format : {"obj", "off", "ply", "stl"}) {
    for (const char* x : {"1e300", "-1e300", "3e61", "1e200"}) {
      corner = (corner + 1) % 3;
      const TemporaryFile file(std::string("large.") + format, fileOf(format, x, corner, (corner + 1) % 3));
      const std::string line = errorOf(file.path());
      EXPECT_THAT(line, ::testing::AnyOf(HasSubstr("beyond 1e60"), HasSubstr("not finite"))) << format << " " << x;
      EXPECT_THAT(line, HasSubstr("vertex")) << format << " " << x;
    }
  }
  // Large, but not too large: a part as any other, however thin.
  for (const char* x : {"1e20", "1e9", "1e7"}) {
    const TemporaryFile file("large.obj", fileOf("obj", x, 1, 0));
    EXPECT_EQ(errorOf(file.path()), "") << x;
  }
}

TEST(ImportProcess, ACrashOfTheLibraryIsSurvived) {
  const std::string line = errorOf(dataPath("assimp_tests/invalid/crash-30d6d0f7c529b3b66b4131700b7a4580cd7082df.ply"));
  EXPECT_THAT(line, HasSubstr("crash-30d6"));
  EXPECT_THAT(line, ::testing::AnyOf(HasSubstr("crashed"), HasSubstr("cannot be read")));
}

TEST(ImportProcess, AFileThatAsksForTooMuchMemoryEndsInOneLine) {
  EXPECT_THAT(errorOf(dataPath("assimp_tests/invalid/OutOfMemory.off")), HasSubstr("memory"));
}

// Every file of the set, most of them damaged in some way: a report, or one line that names the file.
TEST(ImportProcess, EveryDamagedFileEndsInAReportOrOneLine) {
  int good = 0, bad = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(dataPath("assimp_tests"))) {
    if (!entry.is_regular_file()) continue;
    const std::string path = entry.path().string();
    SCOPED_TRACE(path);
    try {
      const ImportedFile file = importFile(path);
      EXPECT_FALSE(file.parts.empty());
      for (const ImportedPart& part : file.parts) {
        EXPECT_FALSE(part.mesh->triangles().empty());
        EXPECT_GT(part.mesh->unitMass().mass, 0);
        EXPECT_TRUE(part.mesh->unitMass().inertia.allFinite());
      }
      ++good;
    } catch (const InputError& e) {
      const std::string line = e.what();
      EXPECT_THAT(line, HasSubstr(entry.path().filename().string()));
      EXPECT_EQ(line.find('\n'), std::string::npos);
      ++bad;
    }
  }
  EXPECT_GE(good, 30);
  EXPECT_GE(bad, 25);
}

#endif

TEST(ImportProcess, TheTimeLimitEndsTheWork) {
  // No process starts within a few microseconds.
  ImportOptions options;
  options.timeLimit = 1e-6;
  EXPECT_THAT(errorOf(dataPath("assimp_tests/OBJ/box.obj"), options), HasSubstr("limit"));
}

TEST(ImportProcess, TheMemoryLimitEndsTheWork) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers reserve terabytes of addresses";
#endif
  std::string text = cubeObj(1);
  for (int i = 0; i < 2000000; ++i) text += "v 0.1 0.2 0.3\n";
  const TemporaryFile file("large.obj", text);
  ImportOptions options;
  options.memoryLimit = 1e7;
  EXPECT_THAT(errorOf(file.path(), options), HasSubstr("memory"));
  EXPECT_EQ(errorOf(file.path()), "");
}

TEST(ImportUnits, AreGuessedBySizeAndSaySo) {
  const TemporaryFile large("large.obj", cubeObj(40)), small("small.obj", cubeObj(0.04));
  const ImportedFile mm = importFile(large.path());
  EXPECT_EQ(mm.unit, "mm");
  EXPECT_EQ(mm.unitSource, "guessed");
  EXPECT_THAT(allWarnings(mm), HasSubstr("--unit"));
  expectSize(mm, Vec3::Constant(0.04), 1e-12);
  const ImportedFile m = importFile(small.path());
  EXPECT_EQ(m.unit, "m");
  EXPECT_EQ(m.unitSource, "guessed");
  expectSize(m, Vec3::Constant(0.04), 1e-12);
}

TEST(ImportUnits, CanBeGiven) {
  const TemporaryFile file("cube.obj", cubeObj(2));
  const std::map<std::string, double> units = {{"mm", 1e-3}, {"cm", 1e-2}, {"m", 1}, {"in", 0.0254}, {"ft", 0.3048}};
  for (const auto& [unit, metres] : units) {
    const ImportedFile given = importFile(file.path(), withUnit(unit));
    EXPECT_EQ(given.unit, unit);
    EXPECT_EQ(given.unitSource, "given");
    EXPECT_TRUE(given.warnings.empty()) << allWarnings(given);
    expectSize(given, Vec3::Constant(2 * metres), 1e-12);
  }
  EXPECT_THAT(errorOf(file.path(), withUnit("furlong")), HasSubstr("mm, cm, m, in, ft"));
}

TEST(ImportObj, KeepsEveryDigitOfACoordinate) {
  const TemporaryFile file("digits.obj", "v 1.000000123456789 0 0\nv 0 1 0\nv 0 0 1e-3\nf 1 2 3\n");
  const ImportedFile read = importFile(file.path(), withUnit("m"));
  EXPECT_EQ(read.parts[0].mesh->vertices()[0].x(), 1.000000123456789);
}

TEST(ImportObj, ReadsTheFormsOfFacesAndNumbers) {
  const TemporaryFile file("forms.obj",
                           "# a comment\r\nv +1e0 -0.5 .25 1 0 0\r\nv 0 1. 0\r\nv 0 0 1 # another\r\nv 1 1 \\\r\n 1\r\n"
                           "vt 0 0\r\nvn 0 0 1\r\nf 1/1/1 2//1 3/1\r\nf -4 -2 -1\r\nl 1 2\r\np 1\r\n");
  const ImportedFile read = importFile(file.path(), withUnit("m"));
  ASSERT_EQ(read.parts.size(), 1U);
  EXPECT_EQ(read.parts[0].mesh->triangles().size(), 2U);
  EXPECT_EQ(read.parts[0].mesh->vertices()[0], Vec3(1, -0.5, 0.25));
  EXPECT_EQ(read.parts[0].mesh->vertices()[3], Vec3(1, 1, 1));
  EXPECT_EQ(read.parts[0].name, "forms");
}

TEST(ImportObj, ObjectsArePartsAndMaterialsColourThem) {
  const TemporaryFile library("parts.mtl", "newmtl red\nKd 0.9 0.1 0.2\nnewmtl blue\nKd 0 0 1\n");
  const TemporaryFile file(
      "parts.obj",
      "mtllib parts.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no first\nusemtl red\n"
      "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\nv 5 0 0\nv 6 0 0\nv 5 1 0\nv 5 0 1\no second\nusemtl blue\n"
      "f -4 -2 -3\nf -4 -3 -1\nf -4 -1 -2\nf -3 -2 -1\n");
  const ImportedFile read = importFile(file.path(), withUnit("m"));
  ASSERT_EQ(read.parts.size(), 2U);
  EXPECT_EQ(read.parts[0].name, "first");
  EXPECT_EQ(read.parts[1].name, "second");
  EXPECT_TRUE(read.parts[0].hasColor);
  EXPECT_FLOAT_EQ(read.parts[0].color.r, 0.9F);
  EXPECT_FLOAT_EQ(read.parts[1].color.b, 1.0F);
  for (const ImportedPart& part : read.parts) EXPECT_NEAR(part.mesh->diagnosis().volume, 1.0 / 6, 1e-15);
}

TEST(ImportObj, PiecesOfOneSurfaceBecomeOnePartAndBodiesThatTouchStayApart) {
  // A tetrahedron in two objects with corners of their own, and beside it another one that shares only points with it.
  const TemporaryFile file(
      "pieces.obj",
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no one\nf 1 3 2\nf 1 2 4\n"
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no two\nf 5 8 7\nf 6 7 8\n"
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 -1\no other\nf 9 10 11\nf 9 12 10\nf 9 11 12\nf 10 12 11\n");
  const ImportedFile read = importFile(file.path(), withUnit("m"));
  ASSERT_EQ(read.parts.size(), 2U);
  for (const ImportedPart& part : read.parts) {
    EXPECT_TRUE(part.mesh->diagnosis().watertight);
    EXPECT_NEAR(part.mesh->diagnosis().volume, 1.0 / 6, 1e-15);
  }
  EXPECT_THAT(allWarnings(read), HasSubstr("joined"));
}

// Nuts with real threads, 13 pieces each with T-junctions and collapsed triangles: area and volume by other means
// (exact tetrahedron sums over the stored coordinates, which the open edges do not change).
TEST(ImportObj, NutsWithTJunctionsBecomeWatertightAndKeepTheirVolume) {
  struct Fact {
    const char *scene, *file;
    double area, volume;
    int kept;  // triangles with area
  };
  for (const Fact& fact :
       {Fact{"m16_factory_loose", "factory_nut_m16_loose_subdiv_3x.obj", 0.00269848871, 4.12356476e-06, 15080 - 32},
        Fact{"m16_factory_tight", "factory_nut_m16_tight_subdiv_3x.obj", 0.00271584707, 4.19905629e-06, 15078 - 16}}) {
    SCOPED_TRACE(fact.file);
    const ImportedFile read = importFile(*builtinFolder(fact.scene) + "/" + fact.file, withUnit("m"));
    ASSERT_EQ(read.parts.size(), 1U);
    const MeshDiagnosis& d = read.parts[0].mesh->diagnosis();
    EXPECT_TRUE(d.watertight);
    EXPECT_EQ(d.components, 1);
    EXPECT_GT(d.tJunctionsMended, 0);
    EXPECT_EQ(static_cast<int>(read.parts[0].mesh->triangles().size()), fact.kept + d.tJunctionsMended);
    EXPECT_NEAR(d.area / fact.area, 1, 1e-6);
    // Points lie up to half a digit, 0.5 um, off their edges, on a small part of the surface.
    EXPECT_NEAR(d.volume / fact.volume, 1, 1e-6);
    EXPECT_THAT(allWarnings(read), HasSubstr("T-junctions mended"));
  }
}

// A box of two pieces: the lid meets the walls of the other in the middle of its edges.
TEST(ImportObj, PiecesThatMeetInTJunctionsBecomeOneClosedPart) {
  const TemporaryFile file("lid.obj",
                           "o body\nv 0 0 0\nv 3 0 0\nv 3 2 0\nv 0 2 0\nv 0 0 1\nv 3 0 1\nv 3 2 1\nv 0 2 1\n"
                           "v 1.5 0 1\nv 1 2 1\nv 2 2 1\n"
                           "f 4 3 2 1\nf 1 2 6 9 5\nf 3 4 8 10 11 7\nf 2 3 7 6\nf 4 1 5 8\n"
                           "o lid\nv 0 0 1\nv 3 0 1\nv 3 2 1\nv 0 2 1\nf 12 13 14\nf 12 14 15\n");
  const ImportedFile read = importFile(file.path(), withUnit("m"));
  ASSERT_EQ(read.parts.size(), 1U);
  const MeshDiagnosis& d = read.parts[0].mesh->diagnosis();
  EXPECT_TRUE(d.watertight);
  EXPECT_EQ(d.tJunctionsMended, 3);
  EXPECT_NEAR(d.volume, 6, 1e-14);
  EXPECT_NEAR(d.area, 22, 1e-14);
  EXPECT_THAT(allWarnings(read), HasSubstr("3 T-junctions mended"));
}

TEST(ImportObj, AConcavePolygonKeepsItsArea) {
  // A flat L of area 3 with the reflex corner first, so that a plain fan would cover too much.
  const TemporaryFile file("l.obj",
                           "v 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 0\nv 2 0 0\nv 2 1 0\nf 1 2 3 4 5 6\nv 0 0 5\nf 4 3 7\n");
  const ImportedFile read = importFile(file.path(), withUnit("m"));
  EXPECT_NEAR(read.parts[0].mesh->diagnosis().area, 3 + 5, 1e-14);
  const TemporaryFile u("u.obj",
                        "v 0 0 0\nv 3 0 0\nv 3 3 0\nv 2 3 0\nv 2 1 0\nv 1 1 0\nv 1 3 0\nv 0 3 0\nf 1 2 3 4 5 6 7 8\n");
  EXPECT_NEAR(importFile(u.path(), withUnit("m")).parts[0].mesh->diagnosis().area, 7, 1e-14);
}

TEST(ImportObj, ErrorsNameTheLine) {
  const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  const auto lineOf = [&](const std::string& text) { return errorOf(TemporaryFile("bad.obj", text).path()); };
  EXPECT_THAT(lineOf(corners + "f 1 2 9\n"), HasSubstr("line 4: vertex index 9 is out of range"));
  EXPECT_THAT(lineOf(corners + "f 1 2 0\n"), HasSubstr("line 4: vertex index 0"));
  EXPECT_THAT(lineOf(corners + "f 1 x 2\n"), HasSubstr("line 4"));
  EXPECT_THAT(lineOf("v 0 nan 0\n"), HasSubstr("line 1"));
  EXPECT_THAT(lineOf("v 0 inf 0\n"), HasSubstr("line 1"));
  EXPECT_THAT(lineOf("v 0 1e999 0\n"), HasSubstr("line 1"));
  EXPECT_THAT(lineOf("v 0 1\n"), HasSubstr("line 1"));
  EXPECT_THAT(lineOf(corners), HasSubstr("no face"));
  EXPECT_THAT(lineOf("\n"), HasSubstr("no vertex"));
  EXPECT_THAT(lineOf(corners + "f 1 2 2\n"), HasSubstr("no triangle"));
}

TEST(ImportFile, WhatIsNoGeometryListsWhatCanBeRead) {
  EXPECT_THAT(errorOf(dataPath("assimp_tests/SOURCE.txt")), HasSubstr("STEP (.step .stp"));
  EXPECT_THAT(errorOf(dataPath("does-not-exist.stl")), HasSubstr("no such file"));
  EXPECT_THAT(errorOf(std::string(PASSUNG_TEST_DATA)), HasSubstr("folder"));
  EXPECT_THAT(errorOf(dataPath("assimp_tests/invalid/empty.obj")), HasSubstr("empty"));
}

}  // namespace
}  // namespace passung::scenes
