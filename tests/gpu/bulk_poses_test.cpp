// SPDX-License-Identifier: Apache-2.0
#include "gpu/references/bulk_poses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "gpu/kernels/pose_walk.h"
#include "tests/gpu/near_meshes.h"

namespace passung::gpu {
namespace {

using test::MeshPtr;
using test::Random;

std::vector<Transform> posesOf(Random& random, const TriangleMesh& a, const TriangleMesh& b, int count) {
  std::vector<Transform> poses;
  for (int k = 0; k < count; ++k) poses.push_back(test::randomNearPose(random, a, b).X_AB);
  return poses;
}

// Each pose as a query of its own, and by a loop over all pairs of faces.
TEST(BulkPoses, AgreeWithOneQueryAPoseInEitherLayout) {
  Random random(1);
  Jobs serial(1), three(3);
  int meeting = 0, apart = 0;
  std::size_t contacts = 0;
  for (int n = 0; n < 24; ++n) {
    const TreeModel a(test::smallMesh(random, n)), b(test::smallMesh(random, random.below(6)));
    const std::vector<Transform> poses = posesOf(random, *a.mesh, *b.mesh, 60);
    const double distance = n % 4 == 0 ? 0 : 0.1 * std::pow(10, random.uniform(-2, 0));
    std::vector<unsigned char> meets;
    std::vector<FaceContact> expected;
    TreePairs single;
    for (std::size_t k = 0; k < poses.size(); ++k) {
      std::vector<FaceContact> touching;
      test::appendAllPairs(touching, *a.mesh, *b.mesh, poses[k], 0, 0);
      meets.push_back(touching.empty() ? 0 : 1);
      ++(touching.empty() ? apart : meeting);
      const TreeObjects o{&a, &b, poses[k], distance};
      for (FaceContact c : single.run(std::span(&o, 1), serial).contacts) {
        c.pair.object = static_cast<int>(k);
        expected.push_back(c);
      }
    }
    contacts += expected.size();
    for (const PoseLayout layout : {PoseLayout::kPose, PoseLayout::kQueue}) {
      long long nodeTests[2] = {0, 0};
      for (const int slice : {1, 50, 100000}) {
        for (Jobs* jobs : {&serial, &three}) {
          for (const bool wanted : {false, true}) {
            const BulkResult result = bulkPoses({&a, &b, poses, distance}, {layout, wanted, {slice, 4}}, *jobs);
            ASSERT_EQ(result.meets, meets);
            ASSERT_EQ(result.report.meeting, std::count(meets.begin(), meets.end(), 1));
            if (wanted) {
              ASSERT_TRUE(test::same(result.contacts, expected));
            } else {
              ASSERT_TRUE(result.contacts.empty());
            }
            // The work is the same, too.
            if (nodeTests[wanted] == 0) nodeTests[wanted] = result.report.nodeTests;
            ASSERT_EQ(result.report.nodeTests, nodeTests[wanted]);
          }
        }
      }
      EXPECT_GE(nodeTests[1], nodeTests[0]);
    }
  }
  EXPECT_GT(meeting, 200);
  EXPECT_GT(apart, 300);
  EXPECT_GT(contacts, 5000U);
}

// Where faces meet a walk ends early: a fraction of the work that all contacts ask for.
TEST(BulkPoses, EndAtTheFirstFacesThatMeet) {
  Random random(2);
  const TreeModel a(collision::test::lump(random, 1, 24));
  std::vector<Transform> poses;
  for (int k = 0; k < 40; ++k) poses.push_back({random.rotation(), random.inCube(0.3)});
  Jobs jobs(2);
  for (const PoseLayout layout : {PoseLayout::kPose, PoseLayout::kQueue}) {
    const BulkResult all = bulkPoses({&a, &a, poses, 0}, {layout, true, {}}, jobs);
    const BulkResult first = bulkPoses({&a, &a, poses, 0}, {layout, false, {}}, jobs);
    EXPECT_EQ(first.report.meeting, 40);
    EXPECT_EQ(all.meets, first.meets);
    EXPECT_LT(first.report.exactTests, all.report.exactTests / 4);
    EXPECT_LT(first.report.nodeTests, all.report.nodeTests);
  }
}

// Hierarchies as deep as keys allow: halves of halves towards a corner, and many equal boxes there.
TEST(BulkPoses, WalkTheDeepestTreesOnTheirStacks) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  const auto add = [&](const Vec3& p, double size) {
    const int k = static_cast<int>(vertices.size());
    for (int i = 0; i < 3; ++i) vertices.push_back(p + size * Vec3::Unit(i));
    triangles.push_back({k, k + 1, k + 2});
  };
  for (int level = 0; level < 21; ++level) {
    for (int axis = 0; axis < 3; ++axis) add(std::ldexp(1.0, -level) * Vec3::Unit(axis), std::ldexp(1e-3, -level));
  }
  for (int k = 0; k < 64; ++k) add(Vec3(1e-9 * k, 0, 0), 1e-9);
  const TreeModel model(TriangleMesh::build(vertices, triangles));
  int depth = 0;
  for (int leaf = model.tree.faceCount() - 1; leaf < 2 * model.tree.faceCount() - 1; ++leaf) {
    int levels = 0;
    for (int n = leaf; n > 0; n = model.tree.nodes()[n].parent) ++levels;
    depth = std::max(depth, levels);
  }
  EXPECT_GT(depth, 50);
  EXPECT_LE(2 * depth + 2, kTreeStack);
  const std::vector<Transform> poses(3);
  Jobs jobs(1);
  const BulkResult byPose = bulkPoses({&model, &model, poses, 1e-6}, {PoseLayout::kPose, true, {}}, jobs);
  const BulkResult byQueue = bulkPoses({&model, &model, poses, 1e-6}, {PoseLayout::kQueue, true, {}}, jobs);
  EXPECT_TRUE(test::same(byPose.contacts, byQueue.contacts));
  EXPECT_GT(byPose.contacts.size(), 3U * 64 * 64);
}

TEST(BulkPoses, RefuseWhatHasNoMeaning) {
  const TreeModel box(collision::test::box(-Vec3::Ones(), Vec3::Ones()));
  Jobs jobs(1);
  EXPECT_TRUE(bulkPoses({&box, &box, {}, 0}, {}, jobs).meets.empty());
  const std::vector<Transform> lost{{}, {Quat::Identity(), Vec3(std::nan(""), 0, 0)}}, good(1);
  EXPECT_THROW((void)bulkPoses({&box, &box, lost, 0}, {}, jobs), InputError);
  EXPECT_THROW((void)bulkPoses({&box, &box, good, -1}, {}, jobs), InputError);
  EXPECT_THROW((void)bulkPoses({&box, &box, good, 0}, {PoseLayout::kQueue, false, {0, 1}}, jobs), InputError);
}

}  // namespace
}  // namespace passung::gpu
