// SPDX-License-Identifier: Apache-2.0
#include "gpu/references/tree_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collision/bvh/bvh.h"
#include "core/error.h"
#include "gpu/pipeline/conglomerate_pairs.h"
#include "tests/gpu/near_meshes.h"
#include "tests/gpu/partition_meshes.h"

namespace passung::gpu {
namespace {

using test::MeshPtr;
using test::Random;
using test::same;

// The contacts by the hierarchies that the processor uses elsewhere.
std::vector<FaceContact> byHierarchyOfCollision(const TreeObjects& o) {
  const collision::Bvh a = collision::triangleBvh(*o.a->mesh);
  const collision::Bvh b = collision::triangleBvh(*o.b->mesh);
  const PlacedMeshes placed = placedMeshes(o);
  std::vector<FaceContact> contacts;
  collision::Bvh::overlappingPairs(a, b, o.X_AB, o.distance, [&](int faceA, int faceB) {
    const double squared = squaredWithin(placed, faceA, faceB);
    if (std::isfinite(squared)) contacts.push_back({{0, faceA, faceB}, squared});
  });
  std::sort(contacts.begin(), contacts.end(), [](const FaceContact& x, const FaceContact& y) {
    return std::pair(x.pair.faceA, x.pair.faceB) < std::pair(y.pair.faceA, y.pair.faceB);
  });
  return contacts;
}

// 12 000 configurations of meshes of every kind: the walk finds every pair of faces within the distance that a loop
// over all pairs finds, to the bit, and nothing else is called a contact.
TEST(TreePairs, FindEveryPairWithinTheDistance) {
  constexpr int kMeshes = 36;
  constexpr int kBatch = 400;
  constexpr int kConfigurations = 12000;
  Random random(1);
  std::vector<std::unique_ptr<TreeModel>> models;
  for (int m = 0; m < kMeshes; ++m) models.push_back(std::make_unique<TreeModel>(test::smallMesh(random, m)));
  // One face alone: its leaf is the root.
  models.push_back(std::make_unique<TreeModel>(TriangleMesh::build({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}})));

  TreePairs pairs;
  Jobs jobs(1);
  int none = 0, near = 0, touching = 0;
  long long all = 0, candidates = 0;
  for (int done = 0; done < kConfigurations; done += kBatch) {
    std::vector<TreeObjects> objects;
    std::vector<FaceContact> expected;
    for (int k = 0; k < kBatch; ++k) {
      const TreeModel& a = *models[random.below(kMeshes + 1)];
      const TreeModel& b = *models[random.below(kMeshes + 1)];
      const test::NearPose pose = test::randomNearPose(random, *a.mesh, *b.mesh);
      objects.push_back({&a, &b, pose.X_AB, pose.distance});
      const std::size_t before = expected.size();
      test::appendAllPairs(expected, *a.mesh, *b.mesh, pose.X_AB, pose.distance, k);
      const bool touch = std::any_of(expected.begin() + static_cast<std::ptrdiff_t>(before), expected.end(),
                                     [](const FaceContact& c) { return c.squared == 0; });
      ++(expected.size() == before ? none : (touch ? touching : near));
      all += static_cast<long long>(a.mesh->triangles().size()) * static_cast<long long>(b.mesh->triangles().size());
    }
    const TreeResult& result = pairs.run(objects, jobs);
    ASSERT_TRUE(same(result.contacts, expected)) << result.contacts.size() << " of " << expected.size();
    candidates += result.report.candidates;
  }
  EXPECT_GT(none, kConfigurations / 4);
  EXPECT_GT(near, kConfigurations / 4);
  EXPECT_GT(touching, kConfigurations / 10);
  EXPECT_LT(candidates, all / 4);  // it does leave out
}

// What one walk calls apart is apart: the gap of boxes against that of points in them.
TEST(TreePairs, CallBoxesApartOnlyWhenTheyAre) {
  Random random(2);
  int apart = 0, near = 0;
  for (int n = 0; n < 3000; ++n) {
    const auto boxed = [&] {
      LbvhNode node{};
      const Vec3 c = random.inCube(0.4);
      for (int k = 0; k < 3; ++k) {
        const double h = random.below(4) == 0 ? 0 : random.uniform(0, 0.5);
        node.lower[k] = static_cast<float>(c[k] - h);
        node.upper[k] = static_cast<float>(c[k] + h);
      }
      return node;
    };
    const LbvhNode a = boxed();
    const LbvhNode b = boxed();
    const Mat3 R =
        (n % 3 == 0 ? Quat(Eigen::AngleAxisd(0.5 * kPi, Vec3::Unit(n % 2))) : random.rotation()).toRotationMatrix();
    const Vec3 p = random.inCube(0.8);
    TreePlacement o{{&a, 1}, {&b, 1}, {}, 0.05F};
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) o.bInA.R[3 * i + j] = static_cast<float>(R(i, j));
      o.bInA.p[i] = static_cast<float>(p[i]);
    }
    // The nearest points of the two boxes, by projecting to and fro (Cheney and Goldstein 1959), from above.
    const auto clampTo = [](const LbvhNode& x, const Vec3& q) {
      return Vec3(
          q.cwiseMax(Vec3(x.lower[0], x.lower[1], x.lower[2])).cwiseMin(Vec3(x.upper[0], x.upper[1], x.upper[2])));
    };
    Vec3 q = Vec3::Zero();
    double distance = 0;
    for (int k = 0; k < 300; ++k) {
      const Vec3 inB = R * clampTo(b, R.transpose() * (q - p)) + p;
      q = clampTo(a, inB);
      distance = (q - inB).norm();
    }
    const bool isNear = nodesNear(o, 0, 0);
    EXPECT_EQ(isNear, nodesGap(o, 0, 0) <= o.margin);
    ++(isNear ? near : apart);
    EXPECT_LE(nodesGap(o, 0, 0), distance + 1e-5);
    if (!isNear) {
      EXPECT_GT(distance, 0.05 - 1e-5);
    }
    // The axes miss little: what counts as near is within a few margins.
    if (isNear) {
      EXPECT_LT(distance, 0.05 * 2);
    }
  }
  EXPECT_GT(apart, 500);
  EXPECT_GT(near, 300);
}

class ManyTrees : public ::testing::Test {
 protected:
  ManyTrees() {
    Random random(3);
    for (const MeshPtr& mesh :
         {collision::test::lump(random, 1, 24), collision::test::lump(random, 0.7, 20), test::unevenSheet(random, 12)})
      models_.push_back(std::make_unique<TreeModel>(mesh));
    for (int k = 0; k < 20; ++k) {
      objects_.push_back({models_[k % 3].get(),
                          models_[k / 3 % 3].get(),
                          {random.rotation(), random.uniform(0.5, 2) * random.direction()},
                          0.02});
    }
  }
  std::vector<std::unique_ptr<TreeModel>> models_;
  std::vector<TreeObjects> objects_;
};

TEST_F(ManyTrees, GiveTheSameBitsForAnySliceAndThreadsAndGrowTheirQueues) {
  Jobs serial(1), three(3);
  TreePairs reference;
  const TreeResult expected = reference.run(objects_, serial);
  EXPECT_GT(expected.contacts.size(), 2000U);
  EXPECT_EQ(expected.report.queues.grown, 0);
  for (const int slice : {1, 7, 64, 100000}) {
    for (Jobs* jobs : {&serial, &three}) {
      TreePairs pairs({slice, 2});
      const TreeResult& result = pairs.run(objects_, *jobs);
      EXPECT_TRUE(result.candidates == expected.candidates);
      EXPECT_TRUE(same(result.contacts, expected.contacts));
      EXPECT_EQ(result.report.nodeTests, expected.report.nodeTests);
      EXPECT_EQ(result.report.rounds, expected.report.rounds);
      EXPECT_GT(result.report.queues.grown, 0);
      EXPECT_EQ(result.report.queues.start, 2);
      EXPECT_EQ(result.report.queues.used, expected.report.queues.used);
      EXPECT_GT(result.report.queues.largest, 2);
      // What has grown stays.
      EXPECT_EQ(pairs.run(objects_, *jobs).report.queues.grown, 0);
    }
  }
}

TEST_F(ManyTrees, AgreeWithConglomeratesAndWithTheHierarchiesOfCollision) {
  std::vector<std::unique_ptr<const ConglomerateModel>> models;
  for (const auto& m : models_)
    models.push_back(std::make_unique<const ConglomerateModel>(m->mesh, partition(*m->mesh, Partitioner::kHierarchy)));
  std::vector<ObjectPair> objects;
  for (std::size_t k = 0; k < objects_.size(); ++k)
    objects.push_back({models[k % 3].get(), models[k / 3 % 3].get(), objects_[k].X_AB, objects_[k].distance});
  Jobs jobs(2);
  ConglomeratePairs conglomerates;
  TreePairs trees;
  EXPECT_TRUE(same(trees.run(objects_, jobs).contacts, conglomerates.run(objects, jobs).contacts));
  for (const TreeObjects& o : objects_)
    EXPECT_TRUE(same(trees.run(std::span(&o, 1), jobs).contacts, byHierarchyOfCollision(o)));
}

// A nut on its bolt, as the scene places it and screwed by some angles: thread on thread over several turns.
TEST(TreePairs, AgreeOnThreadsSlow) {
  const auto bolt = test::libraryMesh("m16_factory_loose/factory_bolt_m16_loose.obj");
  const auto nut = test::libraryMesh("m16_factory_loose/factory_nut_m16_loose_subdiv_3x.obj");
  const TreeModel boltTree(bolt), nutTree(nut);
  const ConglomerateModel boltModel(bolt, partition(*bolt, Partitioner::kHierarchy));
  const ConglomerateModel nutModel(nut, partition(*nut, Partitioner::kHierarchy));
  Jobs jobs(2);
  ConglomeratePairs conglomerates;
  TreePairs trees;
  std::size_t most = 0;
  for (const double angle : {0.0, 0.3, 2.0}) {
    const Transform X{Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ())), Vec3(3e-5, 0, 0.01 + angle * 0.002 / (2 * kPi))};
    const TreeObjects o{&boltTree, &nutTree, X, 2e-4};
    const ObjectPair c{&boltModel, &nutModel, X, 2e-4};
    const TreeResult& result = trees.run(std::span(&o, 1), jobs);
    EXPECT_TRUE(same(result.contacts, conglomerates.run(std::span(&c, 1), jobs).contacts));
    EXPECT_TRUE(same(result.contacts, byHierarchyOfCollision(o)));
    most = std::max(most, result.contacts.size());
  }
  EXPECT_GT(most, 1000U);
}

// Meshes far from their own origins and placed far away.
TEST(TreePairs, FindContactsFarFromTheOrigin) {
  Random random(4);
  const MeshPtr far = collision::test::lump(random, 1, 12)->transformed({random.rotation(), Vec3(4000, -7000, 1e5)});
  const TreeModel model(far);
  Jobs jobs(1);
  TreePairs pairs;
  int touching = 0;
  for (int n = 0; n < 40; ++n) {
    TreeObjects o{&model, &model, {random.rotation(), Vec3::Zero()}, 0.01};
    const Vec3 middle = far->bounds().center();
    o.X_AB.p = middle + random.uniform(0.5, 2.6) * random.direction() - o.X_AB.q * middle;
    std::vector<FaceContact> expected;
    test::appendAllPairs(expected, *far, *far, o.X_AB, o.distance, 0);
    EXPECT_TRUE(same(pairs.run(std::span(&o, 1), jobs).contacts, expected));
    if (!expected.empty()) ++touching;
  }
  EXPECT_GT(touching, 10);
}

TEST(TreePairs, RefuseWhatHasNoMeaning) {
  const TreeModel model(collision::test::box(-Vec3::Ones(), Vec3::Ones()));
  Jobs jobs(1);
  TreePairs pairs;
  const auto run = [&](const Transform& X, double distance) {
    const TreeObjects o{&model, &model, X, distance};
    return pairs.run(std::span(&o, 1), jobs).contacts.size();
  };
  EXPECT_GT(run({}, 0), 0U);
  EXPECT_TRUE(pairs.run({}, jobs).contacts.empty());
  EXPECT_THROW(run({}, -1), InputError);
  EXPECT_THROW(run({}, std::nan("")), InputError);
  EXPECT_THROW(run({Quat(2, 0, 0, 0), Vec3::Zero()}, 0), InputError);
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 lost = Vec3::Zero();
    lost[axis] = std::nan("");
    EXPECT_THROW(run({Quat::Identity(), lost}, 0), InputError);
  }
  EXPECT_THROW(TreePairs({0, 1}), InputError);
  EXPECT_THROW(TreePairs({1, 0}), InputError);
}

// Indices of candidates are ints: more are refused before any is looked at.
TEST(ExactPairs, RefuseMoreCandidatesThanIntsCount) {
  const FacePair one{0, 0, 0};
  Jobs jobs(1);
  std::vector<double> squared;
  std::vector<FaceContact> contacts;
  for (const std::size_t count : {std::size_t{1} << 31, (std::size_t{1} << 32) + 1}) {
    EXPECT_THROW(exactContacts({&one, count}, {}, 1024, jobs, squared, contacts), InputError);
    EXPECT_THROW(checkItemCount(count, "items"), InputError);
  }
  EXPECT_NO_THROW(checkItemCount((std::size_t{1} << 31) - 1, "items"));
}

}  // namespace
}  // namespace passung::gpu
