// SPDX-License-Identifier: Apache-2.0
#include "gpu/references/tree_front.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/error.h"
#include "tests/gpu/near_meshes.h"

namespace passung::gpu {
namespace {

using test::MeshPtr;
using test::Random;

// Every pair that a walk can meet knows its parent: the whole tree of pairs of small meshes, from the roots.
TEST(TreeFront, KnowsTheParentOfEveryPair) {
  Random random(1);
  long long pairs = 0;
  for (int n = 0; n < 60; ++n) {
    const TreeModel a(test::smallMesh(random, n)), b(test::smallMesh(random, random.below(6)));
    TreePlacement o{a.tree.view(), b.tree.view(), {}, 0};
    std::vector<NodePair> stack{{0, 0, 0}};
    std::set<std::pair<int, int>> met{{0, 0}};
    while (!stack.empty()) {
      const NodePair p = stack.back();
      stack.pop_back();
      if (bothLeaves(o, p.a, p.b)) continue;
      NodePair children[2];
      childPairs(o, p, children);
      const FrontItem left{children[0].a, children[0].b, 0, 0}, right{children[1].a, children[1].b, 0, 0};
      ASSERT_TRUE(siblings(o, left, right));
      ASSERT_FALSE(siblings(o, right, left));
      for (const NodePair& c : children) {
        ASSERT_TRUE(parentOf(o, c.a, c.b) == p);
        ASSERT_TRUE(met.insert({c.a, c.b}).second);
        stack.push_back(c);
        ++pairs;
      }
    }
  }
  EXPECT_GT(pairs, 20000);
}

// Every pair of faces lies below exactly one item: what a front must be at all times.
void expectCut(const TreeFront& front, const TreeModel& a, const TreeModel& b) {
  const std::size_t faces = a.mesh->triangles().size() * b.mesh->triangles().size();
  std::vector<char> covered(faces, 0);
  std::size_t count = 0;
  for (const FrontItem& i : front.items()) {
    const LbvhNode &na = a.tree.nodes()[i.a], &nb = b.tree.nodes()[i.b];
    for (int la = na.first; la <= na.last; ++la) {
      for (int lb = nb.first; lb <= nb.last; ++lb) {
        char& c = covered[la * b.mesh->triangles().size() + lb];
        ASSERT_EQ(c, 0);
        c = 1;
        ++count;
      }
    }
  }
  ASSERT_EQ(count, faces);
}

// Random paths of small steps with a leap at times: at each pose the contacts of a cold walk and of a loop over all
// pairs. Small steps ask for fewer box tests.
TEST(TreeFront, GivesTheContactsOfAColdWalkOnRandomPaths) {
  Random random(2);
  Jobs jobs(1);
  long long warmTests = 0, coldTests = 0, climbed = 0, known = 0;
  std::size_t contacts = 0;
  for (int path = 0; path < 30; ++path) {
    const TreeModel a(path % 3 == 0 ? collision::test::lump(random, 1, 14) : test::smallMesh(random, path));
    const TreeModel b(path % 3 == 0 ? collision::test::lump(random, 0.7, 12)
                                    : test::smallMesh(random, random.below(6)));
    const double size = std::min(a.mesh->bounds().size(), b.mesh->bounds().size());
    const double distance = path % 4 == 0 ? 0 : 0.02 * size;
    TreeFront front(a, b, distance);
    TreePairs cold;
    Transform X = test::randomNearPose(random, *a.mesh, *b.mesh).X_AB;
    Vec3 velocity = 0.004 * size * random.direction(), turn = 0.004 * random.direction();
    for (int step = 0; step < 60; ++step) {
      bool small = step > 0;
      if (step % 20 == 19) {
        X = test::randomNearPose(random, *a.mesh, *b.mesh).X_AB;
        velocity = 0.004 * size * random.direction();
        turn = 0.004 * random.direction();
        small = false;
      } else {
        X.p += velocity;
        X.q = (rotationFromVector(turn) * X.q).normalized();
      }
      const TreeObjects o{&a, &b, X, distance};
      const FrontResult& result = front.run(X, jobs);
      const TreeResult& reference = cold.run(std::span(&o, 1), jobs);
      ASSERT_TRUE(test::same(result.contacts, reference.contacts));
      std::vector<FaceContact> expected;
      test::appendAllPairs(expected, *a.mesh, *b.mesh, X, distance, 0);
      ASSERT_TRUE(test::same(result.contacts, expected));
      expectCut(front, a, b);
      EXPECT_EQ(result.report.cold, step == 0);
      contacts += expected.size();
      climbed += result.report.climbed;
      known += result.report.known;
      if (!small) continue;
      warmTests += result.report.nodeTests;
      coldTests += reference.report.nodeTests;
    }
  }
  EXPECT_GT(contacts, 10000U);
  EXPECT_GT(climbed, 5000);
  EXPECT_GT(known, 50000);
  EXPECT_LT(warmTests, coldTests / 2) << warmTests << " of " << coldTests;
  RecordProperty("warm", static_cast<int>(warmTests));
  RecordProperty("cold", static_cast<int>(coldTests));
}

// Another distance at every pose, larger and smaller ones: the front stays, and contacts are those of a loop.
TEST(TreeFront, TakesAnotherDistanceAtEveryPose) {
  Random random(8);
  Jobs jobs(1);
  std::size_t contacts = 0;
  int warm = 0;
  for (int path = 0; path < 20; ++path) {
    const TreeModel a(path % 3 == 0 ? collision::test::lump(random, 1, 12) : test::smallMesh(random, path));
    const TreeModel b(test::smallMesh(random, random.below(6)));
    const double size = std::min(a.mesh->bounds().size(), b.mesh->bounds().size());
    TreeFront front(a, b, 0);
    Transform X = test::randomNearPose(random, *a.mesh, *b.mesh).X_AB;
    for (int step = 0; step < 30; ++step) {
      const double distance = random.below(4) == 0 ? 0 : size * std::pow(10, random.uniform(-5, -0.5));
      front.setDistance(distance);
      if (random.below(3) > 0) {
        X.p += 0.002 * size * random.direction();
        X.q = (rotationFromVector(0.002 * random.direction()) * X.q).normalized();
      }
      const FrontResult& result = front.run(X, jobs);
      std::vector<FaceContact> expected;
      test::appendAllPairs(expected, *a.mesh, *b.mesh, X, distance, 0);
      ASSERT_TRUE(test::same(result.contacts, expected));
      expectCut(front, a, b);
      contacts += expected.size();
      warm += result.report.cold ? 0 : 1;
    }
    EXPECT_THROW(front.setDistance(-1), InputError);
  }
  EXPECT_GT(contacts, 3000U);
  EXPECT_EQ(warm, 20 * 29);
}

// At the same pose only near pairs of leaves are compared again.
TEST(TreeFront, TestsOnlyNearLeavesWhereNothingMoves) {
  Random random(3);
  const TreeModel a(collision::test::lump(random, 1, 20)), b(collision::test::lump(random, 0.8, 16));
  const Transform X{random.rotation(), Vec3(1.2, 0, 0)};
  Jobs jobs(1);
  TreeFront front(a, b, 0.02);
  const long long first = front.run(X, jobs).report.nodeTests;
  for (int n = 0; n < 3; ++n) {
    const FrontReport report = front.run(X, jobs).report;
    EXPECT_GT(report.contacts, 0);
    // The way of a pose from itself is its rounding, for which a few gaps are too small.
    EXPECT_LE(report.nodeTests, report.candidates + first / 50);
    EXPECT_LT(report.nodeTests, first / 2);
  }
}

TEST(TreeFront, GivesTheSameBitsForAnySliceAndThreads) {
  Random random(4);
  const TreeModel a(collision::test::lump(random, 1, 20)), b(collision::test::lump(random, 0.8, 16));
  Jobs serial(1), three(3);
  TreeFront reference(a, b, 0.02), narrow(a, b, 0.02, 1), odd(a, b, 0.02, 77);
  Transform X{random.rotation(), Vec3(1.1, 0, 0)};
  for (int step = 0; step < 30; ++step) {
    X.p += 0.01 * random.direction();
    X.q = (rotationFromVector(0.02 * random.direction()) * X.q).normalized();
    const FrontResult expected = reference.run(X, serial);
    for (TreeFront* front : {&narrow, &odd}) {
      const FrontResult& result = front->run(X, three);
      ASSERT_TRUE(result.candidates == expected.candidates);
      ASSERT_TRUE(test::same(result.contacts, expected.contacts));
      EXPECT_EQ(result.report.nodeTests, expected.report.nodeTests);
      EXPECT_EQ(result.report.climbed, expected.report.climbed);
      EXPECT_EQ(front->items().size(), reference.items().size());
    }
  }
}

// A hierarchy that was fitted anew opens its nodes in another order: the front starts at the roots.
TEST(TreeFront, StartsAnewAfterARefit) {
  Random random(5);
  const MeshPtr mesh = collision::test::lump(random, 1, 14);
  TreeModel a(mesh);
  const TreeModel b(collision::test::lump(random, 0.8, 12));
  Jobs jobs(1);
  TreeFront front(a, b, 0.02);
  const Transform X{random.rotation(), Vec3(1.1, 0, 0)};
  EXPECT_TRUE(front.run(X, jobs).report.cold);
  EXPECT_FALSE(front.run(X, jobs).report.cold);
  std::vector<Vec3> moved(mesh->vertices().begin(), mesh->vertices().end());
  for (Vec3& p : moved) p *= 1.05;
  a.mesh = mesh->deformed(moved);
  a.tree.refit(moved);
  const FrontResult& result = front.run(X, jobs);
  EXPECT_TRUE(result.report.cold);
  std::vector<FaceContact> expected;
  test::appendAllPairs(expected, *a.mesh, *b.mesh, X, 0.02, 0);
  EXPECT_TRUE(test::same(result.contacts, expected));
}

// Another hierarchy in the place of the last one, which was fitted as often: smaller, larger, empty, or a copy that was
// fitted to other vertices.
TEST(TreeFront, StartsAnewWithAnotherHierarchyInThePlace) {
  Random random(6);
  const MeshPtr large = collision::test::lump(random, 1, 14), small = collision::test::box(-Vec3::Ones(), Vec3::Ones());
  TreeModel a(large);
  const TreeModel b(collision::test::lump(random, 0.8, 12));
  Jobs jobs(1);
  TreeFront front(a, b, 0.02);
  const Transform X{random.rotation(), Vec3(1.1, 0, 0)};
  std::size_t contacts = 0;
  const auto expectCold = [&] {
    const FrontResult& result = front.run(X, jobs);
    EXPECT_TRUE(result.report.cold);
    std::vector<FaceContact> expected;
    test::appendAllPairs(expected, *a.mesh, *b.mesh, X, 0.02, 0);
    EXPECT_TRUE(test::same(result.contacts, expected));
    expectCut(front, a, b);
    contacts += expected.size();
    EXPECT_FALSE(front.run(X, jobs).report.cold);
  };
  expectCold();
  for (const MeshPtr& mesh : {small, large, collision::test::box(-0.3 * Vec3::Ones(), Vec3::Ones())}) {
    a = TreeModel(mesh);
    ASSERT_EQ(a.tree.fits(), 1);
    expectCold();
  }

  // Both are fitted twice then.
  const auto scaled = [&](double factor) {
    TreeModel model(large);
    std::vector<Vec3> moved(large->vertices().begin(), large->vertices().end());
    for (Vec3& p : moved) p *= factor;
    model.mesh = large->deformed(moved);
    model.tree.refit(moved);
    return model;
  };
  for (const double factor : {0.5, 1.05}) {
    a = scaled(factor);
    expectCold();
  }
  EXPECT_GT(contacts, 100U);

  const TreeModel kept = std::move(a);
  EXPECT_TRUE(a.tree.nodes().empty());
  a.mesh = large;
  EXPECT_TRUE(front.run(X, jobs).contacts.empty());
  EXPECT_TRUE(front.items().empty());
  a = kept;
  expectCold();
}

// What a refused refit leaves behind is searched as before.
TEST(TreeFront, FindsTheSameAfterARefusedRefit) {
  Random random(7);
  const TreeModel a(collision::test::lump(random, 1, 14));
  TreeModel b(collision::test::lump(random, 0.8, 12));
  Jobs jobs(1);
  TreeFront front(a, b, 0.02);
  Transform X{random.rotation(), Vec3(2.2, 0, 0)};
  std::size_t contacts = 0;
  for (int step = 0; step < 40; ++step) {
    std::vector<Vec3> lost(b.mesh->vertices().begin(), b.mesh->vertices().end());
    lost[0].y() = std::nan("");
    EXPECT_THROW(b.tree.refit(lost), InputError);
    X.p.x() -= 0.04;
    X.q = (rotationFromVector(Vec3(0, 0.05, 0.05)) * X.q).normalized();
    const FrontResult& result = front.run(X, jobs);
    EXPECT_EQ(result.report.cold, step == 0);
    std::vector<FaceContact> expected;
    test::appendAllPairs(expected, *a.mesh, *b.mesh, X, 0.02, 0);
    EXPECT_TRUE(test::same(result.contacts, expected));
    contacts += expected.size();
  }
  EXPECT_GT(contacts, 100U);
}

TEST(TreeFront, OfSingleFacesIsTheirPair) {
  const TreeModel face(TriangleMesh::build({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}));
  Jobs jobs(1);
  TreeFront front(face, face, 0.1);
  for (const double z : {1.0, 0.05, 0.0, 3.0, 0.09})
    EXPECT_EQ(front.run({Quat::Identity(), Vec3(0, 0, z)}, jobs).contacts.size(), z < 0.1 ? 1U : 0U);
  EXPECT_THROW(front.run({Quat(2, 0, 0, 0), Vec3::Zero()}, jobs), InputError);
  EXPECT_THROW(TreeFront(face, face, -1), InputError);
  EXPECT_THROW(TreeFront(face, face, 0, 0), InputError);
}

}  // namespace
}  // namespace passung::gpu
