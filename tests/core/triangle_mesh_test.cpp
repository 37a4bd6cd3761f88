// SPDX-License-Identifier: Apache-2.0
#include "core/triangle_mesh.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "core/error.h"
#include "tests/core/shapes.h"

namespace passung {
namespace {

using namespace testing;

std::shared_ptr<const TriangleMesh> meshOf(const Soup& s, const MeshBuildOptions& options = {}) {
  return TriangleMesh::build(s.vertices, s.triangles, options);
}

// The same triangles with a vertex of their own for every corner, as STL stores them.
Soup exploded(const Soup& s) {
  Soup r;
  for (const Triangle& t : s.triangles) {
    const int base = static_cast<int>(r.vertices.size());
    for (const int v : t) r.vertices.push_back(s.vertices[static_cast<std::size_t>(v)]);
    r.triangles.push_back({base, base + 1, base + 2});
  }
  return r;
}

TEST(TriangleMesh, ABoxHasTheTopologyOfABox) {
  const auto mesh = meshOf(box(Vec3(1, 2, 3)));
  const MeshDiagnosis& d = mesh->diagnosis();
  EXPECT_EQ(mesh->vertices().size(), 8U);
  EXPECT_EQ(mesh->triangles().size(), 12U);
  EXPECT_EQ(mesh->edges().size(), 18U);
  EXPECT_TRUE(d.watertight);
  EXPECT_FALSE(d.inverted);
  EXPECT_EQ(d.components, 1);
  EXPECT_EQ(d.openEdges + d.nonManifoldEdges + d.degenerateDropped + d.duplicateDropped, 0);
  EXPECT_DOUBLE_EQ(d.area, 22);
  EXPECT_NEAR(d.volume, 6, 1e-14);
  EXPECT_TRUE(mesh->massAssumption().empty());
  int sharp = 0, flat = 0;
  for (const MeshEdge& e : mesh->edges()) {
    if (std::abs(e.dihedral - kPi / 2) < 1e-12) ++sharp;
    if (std::abs(e.dihedral) < 1e-12) ++flat;
  }
  EXPECT_EQ(sharp, 12);
  EXPECT_EQ(flat, 6);
}

TEST(TriangleMesh, EdgesNameTheirFacesAndRunAlongTheFirst) {
  const auto mesh = meshOf(torus(12, 8, 2, 0.5));
  const auto triangles = mesh->triangles();
  for (std::size_t f = 0; f < triangles.size(); ++f) {
    for (std::size_t k = 0; k < 3; ++k) {
      const MeshEdge& e = mesh->edges()[static_cast<std::size_t>(mesh->triangleEdges()[f][k])];
      const int from = triangles[f][k], to = triangles[f][(k + 1) % 3];
      if (e.face0 == static_cast<int>(f)) {
        EXPECT_EQ(e.v0, from);
        EXPECT_EQ(e.v1, to);
      } else {
        EXPECT_EQ(e.face1, static_cast<int>(f));
        EXPECT_EQ(e.v0, to);
        EXPECT_EQ(e.v1, from);
      }
    }
  }
  // Euler characteristic of a torus.
  EXPECT_EQ(static_cast<int>(mesh->vertices().size()) - static_cast<int>(mesh->edges().size()) +
                static_cast<int>(triangles.size()),
            0);
}

// An L-shaped prism: five right angles outwards, one inwards.
TEST(TriangleMesh, DihedralAnglesAreSigned) {
  Soup s;
  const std::vector<std::pair<double, double>> outline = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  for (const double z : {0.0, 1.0}) {
    for (const auto& [x, y] : outline) s.vertices.emplace_back(x, y, z);
  }
  for (int i = 0; i < 6; ++i) {
    const int j = (i + 1) % 6;
    s.triangles.push_back({i, j, 6 + j});
    s.triangles.push_back({i, 6 + j, 6 + i});
  }
  for (const Triangle& t : {Triangle{0, 1, 3}, {1, 2, 3}, {0, 3, 5}, {3, 4, 5}}) {
    s.triangles.push_back({t[0] + 6, t[1] + 6, t[2] + 6});
    s.triangles.push_back({t[0], t[2], t[1]});
  }
  const auto mesh = meshOf(s);
  EXPECT_TRUE(mesh->diagnosis().watertight);
  EXPECT_NEAR(mesh->diagnosis().volume, 3, 1e-14);
  int concave = 0, convex = 0;
  for (const MeshEdge& e : mesh->edges()) {
    if (e.dihedral > 1e-9) {
      EXPECT_NEAR(e.dihedral, kPi / 2, 1e-12);
      ++convex;
    }
    if (e.dihedral < -1e-9) {
      EXPECT_NEAR(e.dihedral, -kPi / 2, 1e-12);
      ++concave;
    }
  }
  EXPECT_EQ(concave, 1);
  EXPECT_EQ(convex, 5 + 12);
}

TEST(TriangleMesh, EqualPointsAreWeldedAndNegativeZeroIsZero) {
  Soup s = exploded(box(Vec3(2, 2, 2), Vec3(1, 1, 1)));
  for (std::size_t i = 0; i < s.vertices.size(); i += 2) {
    for (int k = 0; k < 3; ++k) {
      if (s.vertices[i][k] == 0) s.vertices[i][k] = -0.0;
    }
  }
  const auto mesh = meshOf(s);
  EXPECT_EQ(mesh->vertices().size(), 8U);
  EXPECT_TRUE(mesh->diagnosis().watertight);
}

TEST(TriangleMesh, AToleranceWeldsWhatIsCloserAndNothingElse) {
  std::mt19937 random(7);
  for (const double scale : {1e-3, 1.0, 1e3}) {
    Soup s = exploded(torus(24, 12, 2, 0.5));
    std::uniform_real_distribution<double> noise(-1e-7, 1e-7);
    for (Vec3& p : s.vertices) p = scale * (p + Vec3(noise(random), noise(random), noise(random)));
    EXPECT_FALSE(meshOf(s)->diagnosis().watertight);
    const auto welded = meshOf(s, {.weldTolerance = 1e-6 * scale});
    EXPECT_TRUE(welded->diagnosis().watertight);
    EXPECT_EQ(welded->vertices().size(), 24U * 12U);
  }
}

TEST(TriangleMesh, DegenerateAndDuplicateTrianglesAreDroppedAndCounted) {
  Soup s = box(Vec3(1, 1, 1));
  s.triangles.push_back({0, 0, 1});                                                  // equal indices
  s.vertices.push_back(0.5 * (s.vertices[0] + s.vertices[1]));                       // on the line of 0 and 1
  s.triangles.push_back({0, static_cast<int>(s.vertices.size()) - 1, 1});            // no area
  s.triangles.push_back(s.triangles[3]);                                             // twice
  s.triangles.push_back({s.triangles[5][1], s.triangles[5][0], s.triangles[5][2]});  // twice, the other way round
  const auto mesh = meshOf(s);
  EXPECT_EQ(mesh->diagnosis().degenerateDropped, 2);
  EXPECT_EQ(mesh->diagnosis().duplicateDropped, 2);
  EXPECT_EQ(mesh->triangles().size(), 12U);
  EXPECT_EQ(mesh->vertices().size(), 8U);
  EXPECT_TRUE(mesh->diagnosis().watertight);
}

// The side x = +0.5 of the box gets a corner in the middle of one of its edges, and a needle keeps it shut.
TEST(TriangleMesh, ANeedleThatClosesAGapIsTakenIntoItsNeighbour) {
  for (const int chain : {1, 3}) {
    Soup s = box(Vec3(1, 2, 3));
    const Triangle last = s.triangles.back();  // {1, 7, 5}: its edge from 7 to 5 gets `chain` new corners
    s.triangles.pop_back();
    std::vector<int> line = {last[1]};
    for (int i = 1; i <= chain; ++i) {
      line.push_back(static_cast<int>(s.vertices.size()));
      s.vertices.push_back(s.vertices[7] + (s.vertices[5] - s.vertices[7]) * i / (chain + 1.0));
    }
    line.push_back(last[2]);
    for (std::size_t i = 0; i + 1 < line.size(); ++i) s.triangles.push_back({last[0], line[i], line[i + 1]});
    // A fan of needles back to the whole edge, each beside the next.
    for (std::size_t i = 1; i + 1 < line.size(); ++i) s.triangles.push_back({line[0], line[i + 1], line[i]});
    const auto mesh = meshOf(s);
    EXPECT_TRUE(mesh->diagnosis().watertight);
    EXPECT_EQ(mesh->diagnosis().needlesSplit, chain);
    EXPECT_EQ(mesh->diagnosis().degenerateDropped, 0);
    EXPECT_NEAR(mesh->diagnosis().volume, 6, 1e-14);
    EXPECT_NEAR(mesh->diagnosis().area, 22, 1e-13);
  }
}

TEST(TriangleMesh, SliversStayAndTheirNormalsAreUnit) {
  // A strip of triangles 1 long and 1e-13 high.
  Soup s;
  s.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.5, 1e-13, 0), Vec3(0.5, 1, 1)};
  s.triangles = {{0, 1, 2}, {2, 1, 3}, {0, 2, 3}};
  const auto mesh = meshOf(s);
  EXPECT_EQ(mesh->triangles().size(), 3U);
  EXPECT_LT((mesh->faceNormals()[0] - Vec3::UnitZ()).norm(), 1e-9);
  for (const Vec3& n : mesh->vertexNormals()) EXPECT_NEAR(n.norm(), 1, 1e-12);
}

TEST(TriangleMesh, OpenAndNonManifoldEdgesAreCounted) {
  Soup open = box(Vec3(1, 1, 1));
  open.triangles.pop_back();
  EXPECT_EQ(meshOf(open)->diagnosis().openEdges, 3);
  EXPECT_FALSE(meshOf(open)->diagnosis().watertight);

  // One face the wrong way round: its three edges have two faces of equal direction.
  Soup conflict = box(Vec3(1, 1, 1));
  std::swap(conflict.triangles[0][0], conflict.triangles[0][1]);
  EXPECT_EQ(meshOf(conflict)->diagnosis().nonManifoldEdges, 3);
  EXPECT_EQ(meshOf(conflict)->diagnosis().openEdges, 0);

  // Two boxes that share an edge: four faces there, yet a solid with an exact mass.
  Soup touching = box(Vec3(1, 1, 1));
  touching.add(box(Vec3(1, 1, 1), Vec3(1, 1, 0)));
  const auto mesh = meshOf(touching);
  EXPECT_EQ(mesh->diagnosis().nonManifoldEdges, 1);
  EXPECT_FALSE(mesh->diagnosis().watertight);
  EXPECT_TRUE(mesh->massAssumption().empty());
  EXPECT_NEAR(mesh->unitMass().mass, 2, 1e-14);
  EXPECT_LT((mesh->unitMass().com - Vec3(0.5, 0.5, 0)).norm(), 1e-14);
}

TEST(TriangleMesh, AnInvertedSolidIsTurned) {
  const auto mesh = meshOf(torus(24, 12, 2, 0.5).turned());
  EXPECT_TRUE(mesh->diagnosis().inverted);
  EXPECT_GT(mesh->diagnosis().volume, 0);
  const auto kept = meshOf(torus(24, 12, 2, 0.5).turned(), {.orient = false});
  EXPECT_FALSE(kept->diagnosis().inverted);
  EXPECT_LT(kept->diagnosis().volume, 0);
}

TEST(TriangleMesh, ACavityStaysACavityAlsoWhenAllIsInverted) {
  Soup hollow = box(Vec3(4, 4, 4));
  hollow.add(box(Vec3(2, 2, 2)).turned());
  for (const Soup& s : {hollow, hollow.turned()}) {
    const auto mesh = meshOf(s);
    EXPECT_EQ(mesh->diagnosis().components, 2);
    EXPECT_NEAR(mesh->diagnosis().volume, 64 - 8, 1e-12);
    EXPECT_EQ(mesh->unitMass().inertia(0, 0) > 0, true);
    EXPECT_NEAR(mesh->unitMass().inertia(0, 0), 64.0 * 32 / 12 - 8.0 * 8 / 12, 1e-10);
  }
}

TEST(TriangleMesh, OneInvertedPieceBesideAnotherIsTurned) {
  Soup s = box(Vec3(4, 4, 4));
  s.add(box(Vec3(2, 2, 2), Vec3(10, 0, 0)).turned());
  const auto mesh = meshOf(s);
  EXPECT_TRUE(mesh->diagnosis().inverted);
  EXPECT_NEAR(mesh->diagnosis().volume, 64 + 8, 1e-12);
}

TEST(TriangleMesh, NormalsPointOutwards) {
  const auto mesh = meshOf(sphere(24, 32, 2));
  for (std::size_t i = 0; i < mesh->vertices().size(); ++i) {
    EXPECT_GT(mesh->vertexNormals()[i].dot(mesh->vertices()[i].normalized()), 0.99);
  }
  // Angle weights make a box's corner normal the diagonal, however its sides are cut.
  const auto cube = meshOf(box(Vec3(1, 1, 1)));
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_LT((cube->vertexNormals()[i] - cube->vertices()[i].normalized()).norm(), 1e-12);
  }
}

TEST(TriangleMesh, AnOpenBoxIsTakenForItsSolid) {
  Soup open = box(Vec3(1, 2, 3));
  open.triangles.resize(10);  // without the side x = +0.5
  const auto mesh = meshOf(open);
  EXPECT_FALSE(mesh->massAssumption().empty());
  EXPECT_NEAR(mesh->unitMass().mass, 6, 1e-12);
  EXPECT_NEAR(mesh->unitMass().inertia(0, 0), 6.0 * (4 + 9) / 12, 1e-12);
}

TEST(TriangleMesh, ASmallDefectHardlyChangesTheMass) {
  Soup s = sphere(24, 32, 1);
  const double volume = solidMassProperties(s.vertices, s.triangles).mass;
  std::swap(s.triangles[100][0], s.triangles[100][1]);  // one facet the wrong way round
  s.triangles.erase(s.triangles.begin() + 500);         // another one missing
  const auto mesh = meshOf(s);
  EXPECT_FALSE(mesh->diagnosis().watertight);
  EXPECT_FALSE(mesh->massAssumption().empty());
  EXPECT_NEAR(mesh->unitMass().mass, volume, 1e-3 * volume);
}

TEST(TriangleMesh, ASheetHasThePropertiesOfAShell) {
  Soup sheet;
  sheet.vertices = {Vec3(0, 0, 0), Vec3(3, 0, 0), Vec3(3, 4, 0), Vec3(0, 4, 0)};
  sheet.triangles = {{0, 1, 2}, {0, 2, 3}};
  const auto mesh = meshOf(sheet);
  EXPECT_FALSE(mesh->massAssumption().empty());
  const MassProperties& m = mesh->unitMass();
  EXPECT_NEAR(m.mass, 12 * 0.05, 1e-12);
  EXPECT_LT((m.com - Vec3(1.5, 2, 0)).norm(), 1e-12);
  EXPECT_NEAR(m.inertia(0, 0), m.mass * 16 / 12, 1e-12);
  EXPECT_NEAR(m.inertia(1, 1), m.mass * 9 / 12, 1e-12);
  EXPECT_NEAR(m.inertia(2, 2), m.mass * 25 / 12, 1e-12);
}

TEST(TriangleMesh, BadInputIsNamed) {
  const Soup good = box(Vec3(1, 1, 1));
  Soup bad = good;
  bad.vertices[3].y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(static_cast<void>(meshOf(bad)), InputError);
  bad = good;
  bad.vertices[3].y() = std::numeric_limits<double>::infinity();
  EXPECT_THROW(static_cast<void>(meshOf(bad)), InputError);
  bad = good;
  bad.triangles[2][1] = 8;
  EXPECT_THROW(static_cast<void>(meshOf(bad)), InputError);
  bad = good;
  bad.triangles[2][1] = -1;
  EXPECT_THROW(static_cast<void>(meshOf(bad)), InputError);
  EXPECT_THROW(static_cast<void>(TriangleMesh::build({}, {})), InputError);
  EXPECT_THROW(static_cast<void>(TriangleMesh::build(good.vertices, {{0, 1, 1}})), InputError);
}

TEST(TriangleMesh, ATransformedMeshFollowsTheSimilarityLaws) {
  const auto mesh = meshOf(torus(24, 12, 2, 0.5));
  const Transform X{rotationFromVector(Vec3(0.4, -1, 0.3)), Vec3(3, -2, 1)};
  for (const double s : {1e-3, 1.0, 1e3}) {
    const auto moved = mesh->transformed(X, s);
    EXPECT_TRUE(moved->diagnosis().watertight);
    EXPECT_NEAR(moved->diagnosis().volume / (s * s * s * mesh->diagnosis().volume), 1, 1e-12);
    EXPECT_NEAR(moved->diagnosis().area / (s * s * mesh->diagnosis().area), 1, 1e-12);
    const MassProperties expected = passung::transformed(mesh->unitMass(), X);
    EXPECT_LT((moved->unitMass().com / s - expected.com).norm(), 1e-12);
    EXPECT_LT((moved->unitMass().inertia / std::pow(s, 5) - expected.inertia).norm(), 1e-12 * expected.inertia.norm());
    for (std::size_t i = 0; i < mesh->edges().size(); ++i) {
      EXPECT_NEAR(moved->edges()[i].dihedral, mesh->edges()[i].dihedral, 1e-9);
    }
  }
  EXPECT_THROW(static_cast<void>(mesh->transformed(X, -1)), InputError);
}

}  // namespace
}  // namespace passung
