// SPDX-License-Identifier: Apache-2.0
#include "gpu/shell/point_shell.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "collision/queries/closest.h"
#include "core/error.h"
#include "tests/collision/test_meshes.h"
#include "tests/gpu/random_faces.h"

namespace passung::gpu {
namespace {

using test::FaceKind;
using test::Random;

std::vector<Vec3> samplesOf(const PointShell& shell, int face) {
  std::vector<Vec3> samples;
  forEachSample(shell.view(), face, [&](Float3 p) { samples.push_back(shell.origin_B() + Vec3(p.x, p.y, p.z)); });
  return samples;
}

double nearest(const std::vector<Vec3>& samples, const Vec3& p) {
  double best = std::numeric_limits<double>::infinity();
  for (const Vec3& s : samples) best = std::min(best, (s - p).squaredNorm());
  return std::sqrt(best);
}

// A point of the triangle: inside, on a side or at a corner.
Vec3 randomPoint(Random& random, const std::array<Vec3, 3>& t) {
  double u = random.uniform(0, 1);
  double v = random.uniform(0, 1);
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  const int place = random.below(8);
  if (place == 0) u = 0;
  if (place == 1) v = 0;
  if (place == 2) v = 1 - u;
  return t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]);
}

// Every point of a face lies within the face's radius of one of its samples, whatever the face, the spacing against it
// and the rule for edges. A mesh of two faces puts the origin of the shell away from the face.
TEST(PointShell, CoversEveryPointOfAFaceWithinItsRadius) {
  Random random(11);
  const std::vector<Triangle> triangles{{0, 1, 2}, {3, 4, 5}};
  std::array<int, test::kFaceKinds> facesOf{};
  int byGrid = 0;
  int huge = 0;
  double tightest = 0;
  for (int n = 0; n < 6000; ++n) {
    const auto kind = static_cast<FaceKind>(n % test::kFaceKinds);
    const std::array<Vec3, 3> t = test::randomFace(random, kind);
    std::vector<Vec3> vertices(t.begin(), t.end());
    for (const Vec3& p : test::randomFace(random, FaceKind::kRound)) vertices.push_back(p);
    const double size = std::max({(t[1] - t[0]).norm(), (t[2] - t[1]).norm(), (t[0] - t[2]).norm(), 1e-3});
    const double spacing = size * std::pow(10, random.uniform(-3, 0.5));
    const PointShell shell(vertices, triangles, {spacing, n % 4 == 0 ? 5 : kAdaptiveEdges});
    const std::vector<Vec3> samples = samplesOf(shell, 0);
    const double radius = shell.view().radii[0];

    ++facesOf[static_cast<std::size_t>(kind)];
    if (samples.size() > 60) ++byGrid;
    if (size > 20 * spacing) ++huge;
    for (int k = 0; k < 150; ++k) {
      const double d = nearest(samples, randomPoint(random, t));
      ASSERT_LE(d, radius) << "face kind " << n % test::kFaceKinds << ", size " << size << ", spacing " << spacing;
      tightest = std::max(tightest, d / radius);
    }
    // No radius is larger than the corners alone would give, and where they decide edges and grid, it is a cell or so.
    EXPECT_LE(radius, 0.57736 * size + 1e-5 * vertices[0].norm() + 1e-5);
    if (n % 4 != 0) {
      const CellSize cell = shell.view().cells[0];
      EXPECT_LE(radius, 1.3 * std::max(cell.width, cell.height) + 1e-5 * vertices[0].norm() + 1e-5);
    }
  }
  for (const int count : facesOf) EXPECT_EQ(count, 1000);
  EXPECT_GT(byGrid, 700);
  EXPECT_GT(huge, 2000);
  EXPECT_GT(tightest, 0.8);  // the bound is not idle
  EXPECT_LE(tightest, 1.0);
}

TEST(PointShell, PutsSamplesOnTheFace) {
  Random random(12);
  for (int n = 0; n < 300; ++n) {
    const auto t = test::randomFace(random, static_cast<FaceKind>(n % test::kFaceKinds));
    const std::vector<Vec3> vertices(t.begin(), t.end());
    const std::vector<Triangle> triangles{{0, 1, 2}};
    const PointShell shell(vertices, triangles, {0.1, n % 2 == 0 ? 3 : kAdaptiveEdges});
    const double scale = (t[1] - t[0]).norm() + (t[2] - t[0]).norm() + t[0].norm();
    for (const Vec3& s : samplesOf(shell, 0)) {
      EXPECT_LE(std::sqrt(collision::closestPointTriangle(s, t[0], t[1], t[2]).squared), 1e-5 * scale);
    }
  }
}

TEST(PointShell, TakesFortyBytesAFaceWhateverItsSamples) {
  Random random(13);
  const auto mesh = collision::test::lump(random, 0.05);
  const PointShell coarse(*mesh);
  const PointShell fine(*mesh, {coarse.spacing() / 8.0, 5});
  EXPECT_EQ(coarse.memory().maskBytes, 40 * mesh->triangles().size());
  EXPECT_EQ(fine.memory().maskBytes, 40 * mesh->triangles().size());
  EXPECT_EQ(fine.memory().radiusBytes, 4 * mesh->triangles().size());
  EXPECT_GT(fine.memory().samples, 4 * coarse.memory().samples);
  EXPECT_EQ(fine.memory().expandedBytes, 12 * fine.memory().samples);
}

// A finer spacing never makes a face's radius larger than it is from the corners alone, and halves it in the end.
TEST(PointShell, ShrinksItsRadiiWithTheSpacing) {
  const auto mesh = collision::test::box(-Vec3::Ones(), Vec3::Ones());
  double last = 10;
  for (const double spacing : {1.0, 0.5, 0.25}) {
    const PointShell shell(*mesh, {spacing});
    const float r = *std::max_element(shell.view().radii, shell.view().radii + shell.faceCount());
    EXPECT_LT(r, last);
    last = r;
  }
}

TEST(PointShell, IsTheSameForAnyNumberOfThreads) {
  Random random(14);
  const auto mesh = collision::test::lump(random, 1, 40);
  Jobs jobs(3);
  const PointShell serial(*mesh);
  const PointShell threaded(*mesh, {}, &jobs);
  const std::size_t faces = mesh->triangles().size();
  EXPECT_EQ(std::memcmp(serial.view().masks, threaded.view().masks, faces * sizeof(FaceMask)), 0);
  EXPECT_EQ(std::memcmp(serial.view().cells, threaded.view().cells, faces * sizeof(CellSize)), 0);
  EXPECT_EQ(std::memcmp(serial.view().radii, threaded.view().radii, faces * sizeof(float)), 0);
}

// After a vertex moved, rastering its faces again gives the shell of the moved mesh, and other faces stay.
TEST(PointShell, RastersSingleFacesAgain) {
  Random random(15);
  const auto mesh = collision::test::lump(random, 1);
  std::vector<Vec3> moved(mesh->vertices().begin(), mesh->vertices().end());
  PointShell shell(*mesh, {0.05});
  const PointShell before(*mesh, {0.05});
  moved[5] += Vec3(0.01, 0.02, -0.03);
  std::vector<int> touched;
  for (std::size_t f = 0; f < mesh->triangles().size(); ++f) {
    const Triangle& t = mesh->triangles()[f];
    if (std::find(t.begin(), t.end(), 5) != t.end()) touched.push_back(static_cast<int>(f));
  }
  shell.reraster(moved, touched);
  ASSERT_GE(touched.size(), 3U);

  for (int f = 0; f < shell.faceCount(); ++f) {
    const Triangle& t = mesh->triangles()[static_cast<std::size_t>(f)];
    const std::array<Vec3, 3> corners{moved[t[0]], moved[t[1]], moved[t[2]]};
    const std::vector<Vec3> samples = samplesOf(shell, f);
    for (int k = 0; k < 20; ++k) {
      EXPECT_LE(nearest(samples, randomPoint(random, corners)), shell.view().radii[f]);
    }
    if (std::find(touched.begin(), touched.end(), f) == touched.end()) {
      EXPECT_EQ(std::memcmp(&shell.view().masks[f], &before.view().masks[f], sizeof(FaceMask)), 0);
    }
  }
}

TEST(PointShell, RefusesWhatFloatsCannotHold) {
  const std::vector<Triangle> triangles{{0, 1, 2}};
  const std::vector<Vec3> far{{0, 0, 0}, {1e16, 0, 0}, {0, 1, 0}};
  const std::vector<Vec3> sound{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  EXPECT_THROW(PointShell(far, triangles), InputError);
  for (std::size_t vertex = 0; vertex < 3; ++vertex) {
    for (int axis = 0; axis < 3; ++axis) {
      std::vector<Vec3> broken = sound;
      broken[vertex][axis] = std::nan("");
      EXPECT_THROW(PointShell(broken, triangles), InputError);
      PointShell shell(sound, triangles);
      const int face = 0;
      EXPECT_THROW(shell.reraster(broken, std::span(&face, 1)), InputError);
    }
  }
  EXPECT_THROW(PointShell(sound, triangles, {-1.0}), InputError);
  EXPECT_THROW(PointShell(sound, triangles, {1.0, -2}), InputError);
}

// What is refused changes nothing.
TEST(PointShell, RefusesFacesAndVerticesThatThereAreNot) {
  const std::vector<Vec3> vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  const std::vector<Triangle> faces{{0, 1, 2}, {1, 3, 2}};
  EXPECT_THROW(PointShell(vertices, std::vector<Triangle>{{0, 1, 4}}), InputError);
  EXPECT_THROW(PointShell(vertices, std::vector<Triangle>{{0, -1, 2}}), InputError);

  PointShell shell(vertices, faces);
  const auto state = [&] {
    std::vector<float> all;
    for (int f = 0; f < shell.faceCount(); ++f) {
      all.push_back(shell.view().radii[f]);
      forEachSample(shell.view(), f, [&](Float3 p) { all.insert(all.end(), {p.x, p.y, p.z}); });
    }
    return all;
  };
  const std::vector<float> before = state();
  std::vector<Vec3> moved = vertices;
  moved[0] = {0.1, 0.1, 0.1};
  moved[3] = {1, 1, 1e16};
  const std::vector<int> both{0, 1};
  EXPECT_THROW(shell.reraster(moved, both), InputError);
  EXPECT_THROW(shell.reraster(std::span(vertices).first(3), both), InputError);
  EXPECT_THROW(shell.reraster(vertices, std::vector<int>{2}), InputError);
  EXPECT_EQ(state(), before);
  moved[3] = {1, 1, 1};
  shell.reraster(moved, both);
  EXPECT_NE(state(), before);
}

}  // namespace
}  // namespace passung::gpu
