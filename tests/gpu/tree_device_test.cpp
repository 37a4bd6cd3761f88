// SPDX-License-Identifier: Apache-2.0
// Hierarchies on a device against those of the processor. Most tests run twice: on the emulated machine, which proves
// the kernels' logic and the plan here, and on a CUDA device where there is one.
#include "gpu/references/tree_device.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/error.h"
#include "gpu/pipeline/pair_backend.h"
#include "tests/gpu/emulated_trees.h"
#include "tests/gpu/near_meshes.h"
#include "tests/gpu/partition_meshes.h"
#include "tests/gpu/tree_device_fixture.h"

namespace passung::gpu {
namespace {

using test::EmulatedTrees;
using test::MeshPtr;
using test::Random;
using test::same;

using test::Machine;

class TreesOnDevice : public test::TreeDeviceTest {};

bool sameTree(const Lbvh& expected, std::span<const LbvhNode> nodes, std::span<const std::uint64_t> keys) {
  return nodes.size() == expected.nodes().size() && std::ranges::equal(keys, expected.keys()) &&
         std::memcmp(nodes.data(), expected.nodes().data(), nodes.size_bytes()) == 0;
}

// Scattered faces, or many on few places with equal keys, or in a plane through the origin.
MeshPtr scatteredMesh(Random& random, int count, int kind) {
  testing::Soup s = test::scattered(random, count, 1, 0.1);
  for (std::size_t v = 0; v < s.vertices.size(); ++v) {
    if (kind == 1) s.vertices[v] = Vec3::Constant(static_cast<double>(v / 3 % 3)) + 1e-8 * s.vertices[v];
    if (kind == 2) s.vertices[v].z() = 0;
    if (kind == 3) s.vertices[v] *= 1e-7;
  }
  return test::built(std::move(s));
}

TEST_P(TreesOnDevice, BuildAndRefitHaveTheBitsOfTheProcessor) {
  Random random(501);
  Jobs three(3);
  const std::unique_ptr<TreeDevice> serial = device();
  const std::unique_ptr<TreeDevice> threads = device({}, &three);
  int equalKeys = 0;
  std::vector<LbvhNode> nodes;
  std::vector<std::uint64_t> keys;
  for (int run = 0; run < 80; ++run) {
    TreeDevice& trees = run % 2 == 0 ? *serial : *threads;
    const int count = run < 20 ? run + 1 : 1 + random.below(run < 70 ? 400 : 5000);
    const MeshPtr mesh = scatteredMesh(random, count, run % 4);
    Lbvh expected(*mesh);
    equalKeys += std::ranges::adjacent_find(expected.keys()) != expected.keys().end() ? 1 : 0;
    const int model = trees.build(mesh);
    EXPECT_EQ(trees.result().report.fallback, "");
    EXPECT_GT(trees.result().report.usage.build, 0);
    trees.read(model, nodes, keys);
    ASSERT_TRUE(sameTree(expected, nodes, keys)) << count << " faces";
    trees.rebuild(model);
    trees.read(model, nodes, keys);
    ASSERT_TRUE(sameTree(expected, nodes, keys)) << count << " faces";

    std::vector<Vec3> vertices(mesh->vertices().begin(), mesh->vertices().end());
    for (Vec3& p : vertices) p += random.inCube(0.5);
    const MeshPtr moved =
        TriangleMesh::build(vertices, std::vector<Triangle>(mesh->triangles().begin(), mesh->triangles().end()));
    expected.refit(vertices);
    trees.refit(model, moved);
    EXPECT_GT(trees.result().report.usage.refit, 0);
    trees.read(model, nodes, keys);
    ASSERT_TRUE(sameTree(expected, nodes, keys)) << count << " faces";
    trees.refit(model, mesh);
    trees.read(model, nodes, keys);
    ASSERT_TRUE(sameTree(Lbvh(*mesh), nodes, keys)) << count << " faces";
  }
  EXPECT_GT(equalKeys, 10);
}

// Contacts of thousands of configurations, and the same work, whatever fits and however many rounds are launched.
TEST_P(TreesOnDevice, PairsHaveTheBitsOfTheProcessor) {
  constexpr int kMeshes = 37;
  Random random(502);
  Jobs three(3);
  const TreeDeviceSettings settings[] = {{}, {1, 1, 1, 1}, {40, 300, 1, 7}, {1 << 16, 7, 1, 32}};
  std::vector<std::unique_ptr<TreeDevice>> devices;
  for (const TreeDeviceSettings& s : settings) devices.push_back(device(s, devices.size() == 2 ? &three : nullptr));
  std::vector<std::unique_ptr<TreeModel>> models;
  for (int m = 0; m < kMeshes; ++m) {
    // The last one is a face alone: its leaf is the root.
    models.push_back(std::make_unique<TreeModel>(
        m + 1 < kMeshes ? test::smallMesh(random, m)
                        : TriangleMesh::build({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}})));
    for (const auto& d : devices) ASSERT_EQ(d->build(models.back()->mesh), m);
  }
  long long contacts = 0, touching = 0, undecided = 0;
  int grown = 0;
  for (int batch = 0; batch < 16; ++batch) {
    std::vector<TreeObjects> objects;
    std::vector<TreeDeviceObjects> onDevice;
    for (int k = 0; k < 150; ++k) {
      const int a = random.below(kMeshes);
      const int b = random.below(kMeshes);
      const TreeModel& modelA = *models[static_cast<std::size_t>(a)];
      const TreeModel& modelB = *models[static_cast<std::size_t>(b)];
      const auto [X_AB, distance] = test::randomNearPose(random, *modelA.mesh, *modelB.mesh);
      objects.push_back({&modelA, &modelB, X_AB, distance});
      onDevice.push_back({a, b, X_AB, distance});
    }
    TreePairs processor;
    const TreeResult& expected = processor.run(objects, jobs_);
    const TreeDeviceResult& found = devices[static_cast<std::size_t>(batch % 4)]->pairs(onDevice);
    EXPECT_EQ(found.report.fallback, "");
    ASSERT_TRUE(same(found.contacts, expected.contacts)) << found.contacts.size() << " of " << expected.contacts.size();
    EXPECT_EQ(found.report.nodeTests, expected.report.nodeTests);
    EXPECT_EQ(found.report.rounds, expected.report.rounds);
    EXPECT_EQ(found.report.candidates, expected.report.candidates);
    EXPECT_EQ(found.report.queues.used, expected.report.queues.used);
    EXPECT_EQ(found.report.queues.largest, expected.report.queues.largest);
    grown += found.report.grown;
    contacts += expected.report.contacts;
    undecided += found.report.undecided;
    touching += std::ranges::count_if(expected.contacts, [](const FaceContact& c) { return c.squared == 0; });
  }
  EXPECT_GT(contacts, 5000);
  EXPECT_GT(touching, 1000);
  EXPECT_GT(undecided, 250);
  EXPECT_GT(grown, 10);
}

TEST_P(TreesOnDevice, PosesHaveTheBitsOfTheProcessor) {
  Random random(503);
  Jobs three(3);
  const std::unique_ptr<TreeDevice> roomy = device({}, &three);
  int meeting = 0, apart = 0, grown = 0;
  long long undecided = 0;
  for (int run = 0; run < 24; ++run) {
    const TreeModel a(test::smallMesh(random, run)), b(test::smallMesh(random, random.below(6)));
    std::vector<Transform> poses;
    for (int k = 0; k < 60; ++k) poses.push_back(test::randomNearPose(random, *a.mesh, *b.mesh).X_AB);
    const double distance = run % 4 == 0 ? 0 : 0.1 * std::pow(10, random.uniform(-2, 0));
    for (const PoseLayout layout : {PoseLayout::kPose, PoseLayout::kQueue}) {
      for (const bool wanted : {false, true}) {
        // A new one, as room that was made is kept.
        const std::unique_ptr<TreeDevice> narrow = run % 2 == 0 ? nullptr : device({1, 1, 1, 3});
        TreeDevice& trees = narrow ? *narrow : *roomy;
        const int modelA = trees.build(a.mesh), modelB = trees.build(b.mesh);
        const BulkResult expected = bulkPoses({&a, &b, poses, distance}, {layout, wanted, {}}, jobs_);
        const TreeDeviceResult& found = trees.poses({modelA, modelB, poses, distance, layout, wanted});
        EXPECT_EQ(found.report.fallback, "");
        ASSERT_EQ(found.meets, expected.meets);
        ASSERT_TRUE(same(found.contacts, expected.contacts));
        // Poses that the host decides in the end are walked to the end.
        if (wanted) {
          EXPECT_EQ(found.report.nodeTests, expected.report.nodeTests);
        } else {
          EXPECT_GE(found.report.nodeTests, expected.report.nodeTests);
          EXPECT_GE(found.report.exactTests, expected.report.exactTests);
        }
        grown += found.report.grown;
        undecided += wanted ? 0 : found.report.undecided;
        meeting += wanted ? 0 : expected.report.meeting;
        apart += wanted ? 0 : static_cast<int>(poses.size()) - expected.report.meeting;
      }
    }
  }
  EXPECT_GT(meeting, 300);
  EXPECT_GT(apart, 600);
  EXPECT_GT(undecided, 100);
  EXPECT_GT(grown, 10);
}

// Where faces meet a walk ends early: a fraction of the work that all contacts ask for.
TEST_P(TreesOnDevice, PosesEndAtTheFirstFacesThatMeet) {
  Random random(509);
  const TreeModel model(collision::test::lump(random, 1, 24));
  std::vector<Transform> poses;
  for (int k = 0; k < 10; ++k) poses.push_back({random.rotation(), random.inCube(0.3)});
  const std::unique_ptr<TreeDevice> trees = device();
  const int m = trees->build(model.mesh);
  for (const PoseLayout layout : {PoseLayout::kPose, PoseLayout::kQueue}) {
    const TreeDeviceReport all = trees->poses({m, m, poses, 0, layout, true}).report;
    const TreeDeviceResult& first = trees->poses({m, m, poses, 0, layout, false});
    EXPECT_EQ(first.meets, std::vector<unsigned char>(poses.size(), 1));
    EXPECT_LT(first.report.exactTests, all.exactTests / 4);
    EXPECT_LT(first.report.nodeTests, all.nodeTests / 2);
    const BulkResult expected = bulkPoses({&model, &model, poses, 0}, {layout, false, {}}, jobs_);
    EXPECT_EQ(first.report.nodeTests, expected.report.nodeTests);
    EXPECT_EQ(first.report.exactTests, expected.report.exactTests);
  }
}

// A deformed mesh: faces are tested where they are, after a refit as after a build.
TEST_P(TreesOnDevice, PairsOfMovedVertices) {
  Random random(504);
  const std::unique_ptr<TreeDevice> trees = device();
  const MeshPtr mesh = collision::test::lump(random, 1, 16);
  const int a = trees->build(mesh), b = trees->build(mesh);
  const TreeModel still(mesh);
  long long contacts = 0;
  for (int step = 0; step < 6; ++step) {
    std::vector<Vec3> vertices(mesh->vertices().begin(), mesh->vertices().end());
    for (Vec3& p : vertices) p.z() += 0.1 * step * std::sin(3 * p.x());
    const TreeModel moved(
        TriangleMesh::build(vertices, std::vector<Triangle>(mesh->triangles().begin(), mesh->triangles().end())));
    trees->refit(b, moved.mesh);
    const Transform X_AB{random.rotation(), 1.5 * random.direction()};
    const TreeObjects expected{&still, &moved, X_AB, 0.05};
    const TreeDeviceObjects found{a, b, X_AB, 0.05};
    TreePairs processor;
    contacts += processor.run(std::span(&expected, 1), jobs_).report.contacts;
    EXPECT_TRUE(
        same(trees->pairs(std::span(&found, 1)).contacts, processor.run(std::span(&expected, 1), jobs_).contacts));
  }
  EXPECT_GT(contacts, 100);
}

TEST_P(TreesOnDevice, TakeNothing) {
  const std::unique_ptr<TreeDevice> trees = device();
  EXPECT_TRUE(trees->pairs({}).contacts.empty());
  EXPECT_EQ(trees->result().report.fallback, "");
  const int box = trees->build(collision::test::box(-Vec3::Ones(), Vec3::Ones()));
  for (const PoseLayout layout : {PoseLayout::kPose, PoseLayout::kQueue}) {
    for (const bool wanted : {false, true}) {
      const TreeDeviceResult& found = trees->poses({box, box, {}, 0, layout, wanted});
      EXPECT_TRUE(found.meets.empty() && found.contacts.empty());
      EXPECT_EQ(found.report.nodeTests, 0);
      EXPECT_EQ(found.report.fallback, "");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, TreesOnDevice, ::testing::Values(Machine::kEmulated, Machine::kCuda),
                         [](const auto& info) { return info.param == Machine::kCuda ? "Cuda" : "Emulated"; });

// A device that fails at any of its calls: the processor does that one, and the next one stores the meshes anew.
TEST(FailingTrees, AreReplacedByTheProcessor) {
  Random random(505);
  Jobs jobs(1);
  const TreeModel a(collision::test::lump(random, 1, 12)), b(collision::test::lump(random, 1, 10));
  const Transform X_AB{random.rotation(), Vec3(1.2, 0.1, 0)};
  const TreeObjects pair{&a, &b, X_AB, 0.05};
  TreePairs processor;
  const std::vector<FaceContact> expected = processor.run(std::span(&pair, 1), jobs).contacts;
  ASSERT_FALSE(expected.empty());

  auto machine = std::make_unique<EmulatedTrees>(506);
  int fails = 0, stores = 0;
  machine->fails = &fails;
  machine->stores = &stores;
  TreeDevice trees(std::move(machine), jobs);
  const int m = trees.build(a.mesh), n = trees.build(b.mesh);
  const TreeDeviceObjects onDevice{m, n, X_AB, 0.05};
  EXPECT_EQ(stores, 2);
  const auto expectFallback = [&](bool failed) {
    EXPECT_EQ(trees.result().report.fallback,
              failed ? "emulated: the launch failed; the processor takes its place" : "");
  };
  for (int run = 0; run < 3; ++run) {
    fails = 1;
    EXPECT_TRUE(same(trees.pairs(std::span(&onDevice, 1)).contacts, expected));
    expectFallback(true);
    EXPECT_TRUE(same(trees.pairs(std::span(&onDevice, 1)).contacts, expected));
    expectFallback(false);
    EXPECT_EQ(stores, 4 + 2 * run);
  }
  fails = 1;
  const std::vector<Transform> poses(1, X_AB);
  EXPECT_TRUE(same(trees.poses({m, n, poses, 0.05, PoseLayout::kPose, true}).contacts, expected));
  expectFallback(true);
  fails = 1;
  const int late = trees.build(b.mesh);
  expectFallback(true);
  fails = 1;
  trees.refit(late, b.mesh);
  expectFallback(true);
  const TreeDeviceObjects other{m, late, X_AB, 0.05};
  EXPECT_TRUE(same(trees.pairs(std::span(&other, 1)).contacts, expected));
  expectFallback(false);
}

// Counters of 32 bits would begin again at zero: a walk that looks whole.
TEST(FailingTrees, RefuseMoreItemsThanTheyCanHold) {
  Random random(510);
  Jobs jobs(1);
  const TreeModel a(collision::test::lump(random, 1, 10));
  const std::vector<Transform> poses{{random.rotation(), Vec3(0.3, 0, 0)}, {Quat::Identity(), Vec3(9, 0, 0)}};
  auto machine = std::make_unique<EmulatedTrees>(511);
  EmulatedTrees* emulated = machine.get();
  TreeDevice trees(std::move(machine), jobs);
  const int m = trees.build(a.mesh);
  for (const PoseLayout layout : {PoseLayout::kPose, PoseLayout::kQueue}) {
    const BulkResult expected = bulkPoses({&a, &a, poses, 0}, {layout, false, {}}, jobs);
    for (const ItemCount before :
         {ItemCount{0}, ItemCount{kMostWalkItems} + 1, (ItemCount{1} << 32) - 1, ItemCount{1} << 32}) {
      emulated->undecidedBefore = before;
      EXPECT_EQ(trees.poses({m, m, poses, 0, layout, false}).meets, expected.meets);
      EXPECT_EQ(trees.result().report.fallback,
                before == 0 ? ""
                            : "hierarchies on a device: a list of 2^30 items or more; ask for fewer objects at once; "
                              "the processor takes its place");
    }
  }
}

// A list of a walk that counts beyond 32 bits writes nothing that it has no room for.
TEST(WalkLists, CountBeyondThirtyTwoBits) {
  int items[2] = {-1, -1};
  ItemCount count = 0;
  const SharedList<int> list{items, 2, &count};
  EXPECT_EQ(append(list, 7), 0U);
  count = 0xffffffffULL;
  for (int k = 0; k < 3; ++k) EXPECT_EQ(append(list, 8), 0xffffffffULL + static_cast<ItemCount>(k));
  EXPECT_EQ(count, 0x100000002ULL);
  EXPECT_EQ(list.size(), 2U);
  EXPECT_EQ(items[0], 7);
  EXPECT_EQ(items[1], -1);
}

TEST(FailingTrees, RefuseWhatHasNoMeaning) {
  Jobs jobs(1);
  TreeDevice trees(std::make_unique<EmulatedTrees>(507), jobs);
  const int box = trees.build(collision::test::box(-Vec3::Ones(), Vec3::Ones()));
  const TreeDeviceObjects lost{box, box, {Quat::Identity(), Vec3(std::nan(""), 0, 0)}, 0}, negative{box, box, {}, -1},
      unknown{box, box + 1, {}, 0};
  for (const TreeDeviceObjects& o : {lost, negative, unknown})
    EXPECT_THROW((void)trees.pairs(std::span(&o, 1)), InputError);
  const std::vector<Transform> good(1);
  EXPECT_THROW((void)trees.poses({box, box, good, -1}), InputError);
  EXPECT_THROW((void)trees.poses({-1, box, good, 0}), InputError);
  EXPECT_THROW(trees.refit(box, TriangleMesh::build({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}})), InputError);
  EXPECT_THROW((void)trees.build(TriangleMesh::build({{2e15, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}})), InputError);
  for (const TreeDeviceSettings& s : {TreeDeviceSettings{0, 1, 1, 1}, {1, 0, 1, 1}, {1, 1, 0, 1}, {1, 1, 1, 33}})
    EXPECT_THROW(TreeDevice(std::make_unique<EmulatedTrees>(508), jobs, s), InputError);
  EXPECT_TRUE(same(trees.pairs({}).contacts, {}));
}

TEST(TreeDeviceChoice, SaysWhyThereIsNone) {
  Jobs jobs(1);
  const TreeDeviceChoice choice = makeTreeDevice(jobs);
  EXPECT_EQ(choice.device != nullptr, deviceStatus().usable);
  EXPECT_EQ(choice.line, deviceStatus().line);
}

}  // namespace
}  // namespace passung::gpu
