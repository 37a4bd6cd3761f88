// SPDX-License-Identifier: GPL-3.0-or-later
// The conglomerate test of two spheres, its figures against what geometry says, and its marks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/overlays/overlays.h"
#include "app/overlays/pair_test_marks.h"
#include "collision/queries/mesh_distance.h"

namespace passung::app {
namespace {

constexpr double kRadius = 0.5, kApart = 1.02, kWithin = 0.05;

bool always(int, int) { return true; }

class TwoSpheres : public testing::Test {
 protected:
  TwoSpheres() {
    for (const auto& [name, x] : {std::pair{"left", 0.0}, {"right", kApart}}) {
      dynamics::BodyDef b;
      b.name = name;
      b.colliders.push_back({collision::Sphere{kRadius}, Transform{}});
      b.X_WB.p = Vec3(x, 0, 0);
      scene_.world.bodies.push_back(b);
      poses_.push_back(b.X_WB);
    }
    geometry_ = std::make_unique<SceneGeometry>(scene_);
  }

  [[nodiscard]] std::shared_ptr<const TestedParts> parts(const PairTestChoice& choice = {}) const {
    return testedParts(drawnParts(*geometry_), choice, nullptr, always);
  }
  [[nodiscard]] PairTestResult test(double within, const PairTestChoice& choice = {}) {
    Jobs jobs(2);
    const gpu::FinderChoice finder = gpu::makeFacePairFinder(gpu::Backend::kCpu, {}, jobs);
    return testPairs(parts(choice), poses_, {true, true}, within, *finder.finder, {.hierarchies = &jobs});
  }
  [[nodiscard]] DrawList drawn() const {
    OverlayOptions bare;
    setOverlays(bare, "none");
    bare.legend = false;
    return drawScene(scene_, *geometry_, {}, bare);
  }

  scenes::Scene scene_;
  std::vector<Transform> poses_;
  std::unique_ptr<SceneGeometry> geometry_;
};

// The faces that are found are those that a loop over all pairs finds.
TEST_F(TwoSpheres, FacesThatAreNearAreThoseOfALoop) {
  for (const gpu::Partitioner partitioner : gpu::kPartitioners) {
    for (const gpu::TreeKind tree : {gpu::TreeKind::kOctree, gpu::TreeKind::kKdTree}) {
      const PairTestResult result = test(kWithin, {partitioner, tree});
      ASSERT_EQ(result.hits.size(), 2U);
      ASSERT_TRUE(result.hierarchies);
      EXPECT_TRUE(result.hierarchies->equal);
      std::array<std::vector<int>, 2> expected;
      const auto corners = [&](std::size_t part, std::size_t f) {
        const TriangleMesh& mesh = *result.tested->parts[part].drawn.mesh;
        collision::Corners c;
        for (std::size_t k = 0; k < 3; ++k)
          c[k] = poses_[part] * mesh.vertices()[static_cast<std::size_t>(mesh.triangles()[f][k])];
        return c;
      };
      for (std::size_t part = 0; part < 2; ++part) {
        const std::size_t faces = result.tested->parts[part].drawn.mesh->triangles().size();
        const std::size_t others = result.tested->parts[1 - part].drawn.mesh->triangles().size();
        for (std::size_t f = 0; f < faces; ++f) {
          bool near = false;
          for (std::size_t g = 0; g < others && !near; ++g)
            near = collision::closestTriangles(corners(part, f), corners(1 - part, g), kWithin * kWithin).squared <
                   kWithin * kWithin;
          if (near) expected[part].push_back(static_cast<int>(f));
        }
        EXPECT_EQ(result.hits[part].near, expected[part]);
        EXPECT_TRUE(result.hits[part].meeting.empty());
        EXPECT_GT(expected[part].size(), 3U);
        EXPECT_LT(expected[part].size(), faces / 2);
      }
    }
  }
  poses_[1].p.x() = 0.9;
  const PairTestResult through = test(0);
  EXPECT_FALSE(through.hits[0].meeting.empty());
  EXPECT_EQ(through.hits[0].meeting, through.hits[0].near);
}

// Fronts that go from pose to pose: the same pairs as without, and boxes that leave no face out.
TEST_F(TwoSpheres, FrontsFollowTheParts) {
  Jobs jobs(2);
  const gpu::FinderChoice finder = gpu::makeFacePairFinder(gpu::Backend::kCpu, {}, jobs);
  PairFronts fronts;
  const auto tested = parts();
  const auto holds = [](const Aabb& outer, const Aabb& inner) {
    return (outer.lower.array() <= inner.lower.array()).all() && (outer.upper.array() >= inner.upper.array()).all();
  };
  long long known = 0;
  std::size_t near = 0, apart = 0;
  for (int step = 0; step < 12; ++step) {
    poses_[1].p.x() = kApart + 0.01 - 0.002 * step;
    const double within = step % 3 == 2 ? 0.5 * kWithin : kWithin;
    const PairTestResult result =
        testPairs(tested, poses_, {true, true}, within, *finder.finder, {nullptr, &fronts, &jobs});
    ASSERT_TRUE(result.front);
    EXPECT_TRUE(result.front->equal);
    EXPECT_FALSE(result.hierarchies);
    const FrontsReport& f = result.front->walks;
    EXPECT_EQ(static_cast<long long>(f.contacts.size()), result.report.contacts);
    if (step == 0) {
      EXPECT_EQ(f.known, 0);
    }
    known += f.known;
    ASSERT_EQ(f.boxes.size(), 2U);
    for (std::size_t part = 0; part < 2; ++part) {
      const TriangleMesh& mesh = *tested->parts[part].drawn.mesh;
      for (const FrontBox& b : f.boxes[part]) ++(b.near ? near : apart);
      for (std::size_t t = 0; t < mesh.triangles().size(); ++t) {
        Aabb face;
        for (const int v : mesh.triangles()[t]) face.add(mesh.vertices()[static_cast<std::size_t>(v)]);
        EXPECT_TRUE(std::ranges::any_of(f.boxes[part], [&](const FrontBox& b) { return holds(b.box, face); }));
        if (!std::ranges::binary_search(result.hits[part].near, static_cast<int>(t))) continue;
        EXPECT_TRUE(
            std::ranges::any_of(f.boxes[part], [&](const FrontBox& b) { return b.near && holds(b.box, face); }));
      }
    }
  }
  EXPECT_GT(known, 100);
  EXPECT_GT(near, 50U);
  EXPECT_GT(apart, 100U);

  // Parts that have gone far away have none, and meet again.
  poses_[1].p.x() = 9;
  EXPECT_TRUE(testPairs(tested, poses_, {true, true}, kWithin, *finder.finder, {nullptr, &fronts, &jobs})
                  .front->walks.boxes[0]
                  .empty());
  poses_[1].p.x() = kApart;
  const PairTestResult back =
      testPairs(tested, poses_, {true, true}, kWithin, *finder.finder, {nullptr, &fronts, &jobs});
  EXPECT_EQ(back.front->walks.known, 0);
  EXPECT_TRUE(back.front->equal);
}

TEST_F(TwoSpheres, TheFrontIsDrawnAsItsBoxes) {
  Jobs jobs(1);
  const gpu::FinderChoice finder = gpu::makeFacePairFinder(gpu::Backend::kCpu, {}, jobs);
  PairFronts fronts;
  const PairTestResult result =
      testPairs(parts(), poses_, {true, true}, kWithin, *finder.finder, {nullptr, &fronts, &jobs});
  PairTestMarks front;
  front.colors = front.hits = false;
  front.front = true;
  front.legendTop = 10;
  DrawList list = drawn();
  addPairTest(result, front, list);
  EXPECT_EQ(list.boxes.size(), result.front->walks.boxes[0].size() + result.front->walks.boxes[1].size());
  EXPECT_GT(list.boxes.size(), 20U);
  ASSERT_EQ(list.texts.size(), 2U);
  // Without an answer there is nothing to draw, nor to explain.
  DrawList bare = drawn();
  addPairTest(test(kWithin), front, bare);
  EXPECT_TRUE(bare.boxes.empty() && bare.texts.empty());
}

// Too many boxes: as many as there is room for, over all of the front.
TEST_F(TwoSpheres, AFrontOfManyBoxesIsDrawnEvenly) {
  PairTestResult result = test(kWithin);
  result.front.emplace();
  result.front->walks.boxes.resize(2);
  for (int i = 0; i < 50000; ++i)
    result.front->walks.boxes[static_cast<std::size_t>(i % 2)].push_back(
        {{Vec3::Zero(), Vec3::Constant(i)}, i % 3 == 0});
  PairTestMarks front;
  front.colors = front.hits = false;
  front.front = true;
  front.legendTop = 10;
  DrawList list = drawn();
  addPairTest(result, front, list);
  EXPECT_LE(list.boxes.size(), static_cast<std::size_t>(kMostFrontMarks));
  EXPECT_GT(list.boxes.size(), static_cast<std::size_t>(kMostFrontMarks) / 2);
  double largest = 0;
  for (const DrawBox& b : list.boxes) largest = std::max(largest, b.box.upper.x());
  EXPECT_GT(largest, 49000);
  EXPECT_NE(list.texts[0].text.find("/"), std::string::npos);
}

TEST_F(TwoSpheres, PartsThatCannotMoveAreNotAsked) {
  Jobs jobs(1);
  const gpu::FinderChoice finder = gpu::makeFacePairFinder(gpu::Backend::kCpu, {}, jobs);
  EXPECT_EQ(testPairs(parts(), poses_, {false, false}, kWithin, *finder.finder).objectPairs, 0);
  EXPECT_EQ(testPairs(parts(), poses_, {false, true}, kWithin, *finder.finder).objectPairs, 1);
}

TEST_F(TwoSpheres, PartsFarApartAreNotAsked) {
  Jobs jobs(1);
  const gpu::FinderChoice finder = gpu::makeFacePairFinder(gpu::Backend::kCpu, {}, jobs);
  const auto asked = [&](double x, double within) {
    poses_[1].p.x() = x;
    return testPairs(parts(), poses_, {true, true}, within, *finder.finder).objectPairs;
  };
  EXPECT_EQ(asked(2, 0.5), 1);
  EXPECT_EQ(asked(5, 0.5), 0);
  EXPECT_EQ(asked(5, 10), 1);
  EXPECT_EQ(asked(1e9, 0.5), 0);
}

TEST_F(TwoSpheres, ModelsAreSharedKeptAndCancelled) {
  const auto first = parts();
  const auto again = testedParts(drawnParts(*geometry_), {}, first.get(), always);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(again->parts[i].model, first->parts[i].model);
  const auto other = testedParts(drawnParts(*geometry_), {gpu::Partitioner::kEuclidean, {}}, first.get(), always);
  EXPECT_NE(other->parts[0].model, first->parts[0].model);
  EXPECT_EQ(testedParts(drawnParts(*geometry_), {}, nullptr, [](int, int) { return false; }), nullptr);
}

// Neighbours differ, and the pieces make up the part.
TEST_F(TwoSpheres, ConglomeratesThatShareAnEdgeHaveDifferentShades) {
  const auto tested = parts();
  const TestedPart& part = tested->parts[0];
  std::vector<int> of(part.drawn.mesh->triangles().size());
  for (int c = 0; c < part.model->count(); ++c) {
    for (const int f : part.model->facesOf(c)) of[static_cast<std::size_t>(f)] = c;
  }
  int borders = 0;
  for (const MeshEdge& e : part.drawn.mesh->edges()) {
    const auto a = static_cast<std::size_t>(of[static_cast<std::size_t>(e.face0)]),
               b = static_cast<std::size_t>(of[static_cast<std::size_t>(e.face1)]);
    if (a == b) continue;
    ++borders;
    EXPECT_NE(part.shades[a], part.shades[b]);
  }
  EXPECT_GT(borders, 20);
  std::size_t triangles = 0;
  double area = 0;
  for (const auto& piece : part.pieces) {
    triangles += piece->triangles().size();
    area += piece->diagnosis().area;
  }
  EXPECT_EQ(triangles, part.drawn.mesh->triangles().size());
  EXPECT_NEAR(area, part.drawn.mesh->diagnosis().area, 1e-12);
}

TEST_F(TwoSpheres, MarksLieWhereTheyBelong) {
  const PairTestResult result = test(kWithin);
  PairTestMarks all;
  all.boxes = all.samples = all.leaves = true;
  all.legendTop = 10;
  DrawList list = drawn();
  addPairTest(result, all, list);
  EXPECT_EQ(list.meshes.size(), result.tested->parts[0].pieces.size() + result.tested->parts[1].pieces.size());
  // No two pieces of the same or of different parts look alike.
  for (std::size_t i = 0; i < list.meshes.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const Color &a = list.meshes[i].color, &b = list.meshes[k].color;
      EXPECT_GT(std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b), 0.05F);
    }
  }
  std::size_t near = 0;
  for (const FaceHits& hits : result.hits) near += hits.near.size();
  EXPECT_EQ(list.lines.size(), 3 * near);
  // All is on the spheres, and boxes hold what they are drawn round.
  for (const DrawPoint& p : list.points) {
    const double off = std::min(p.p.norm(), (p.p - Vec3(kApart, 0, 0)).norm());
    EXPECT_LE(off, kRadius * (1 + 1e-6));
    EXPECT_GT(off, 0.9 * kRadius);
  }
  EXPECT_GT(list.points.size(), 50U);
  EXPECT_FALSE(list.boxes.empty());
  for (const DrawPoint& p : list.points) {
    EXPECT_TRUE(std::any_of(list.boxes.begin(), list.boxes.end(), [&](const DrawBox& b) {
      const Vec3 q = b.X_WB.inverse() * p.p;
      return ((q - b.box.lower).array() >= -1e-6).all() && ((b.box.upper - q).array() >= -1e-6).all();
    }));
  }
  EXPECT_GE(list.texts.size(), 6U);

  DrawList bare = drawn();
  PairTestMarks none;
  none.colors = none.hits = false;
  addPairTest(result, none, bare);
  EXPECT_EQ(bare.meshes.size(), 2U);
  EXPECT_TRUE(bare.lines.empty() && bare.points.empty() && bare.boxes.empty() && bare.texts.empty());
}

}  // namespace
}  // namespace passung::app
