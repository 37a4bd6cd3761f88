// SPDX-License-Identifier: Apache-2.0
// Trees over samples built on a device against those of the processor, to the bit. Most tests run twice: on the
// emulated machine, which proves the kernels' logic and the plan here, and on a CUDA device where there is one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/error.h"
#include "gpu/pipeline/conglomerate_model.h"
#include "gpu/pipeline/pair_backend.h"
#include "gpu/trees/forest_builder.h"
#include "tests/gpu/emulated_forest.h"
#include "tests/gpu/near_meshes.h"
#include "tests/gpu/sample_clouds.h"

namespace passung::gpu {
namespace {

using test::CloudKind;
using test::EmulatedForest;
using test::MeshPtr;
using test::Random;
using test::randomCloud;

enum class Machine { kEmulated, kCuda };

class ForestOnDevice : public ::testing::TestWithParam<Machine> {
 protected:
  void SetUp() override {
    if (GetParam() == Machine::kEmulated) return;
    const DeviceStatus status = deviceStatus();
    if (!status.usable) GTEST_SKIP() << status.line;
  }

  std::unique_ptr<ForestBuilder> builder(Jobs* launches = nullptr) {
    if (GetParam() == Machine::kEmulated)
      return std::make_unique<ForestBuilder>(std::make_unique<EmulatedForest>(700, launches));
    ForestChoice choice = makeForestBuilder();
    EXPECT_TRUE(choice.builder) << choice.line;
    return std::move(choice.builder);
  }
};

// Byte by byte: a zero of the other sign is a difference, too.
template <class T>
bool sameBits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

void expectSame(const SampleForest& found, const SampleForest& expected) {
  ASSERT_EQ(found.firstNode, expected.firstNode);
  ASSERT_EQ(found.firstSample, expected.firstSample);
  ASSERT_TRUE(sameBits(found.points, expected.points));
  ASSERT_EQ(found.faces, expected.faces);
  ASSERT_EQ(found.parents, expected.parents);
  ASSERT_EQ(found.cells, expected.cells);
  ASSERT_EQ(found.bottoms, expected.bottoms);
  ASSERT_TRUE(sameBits(found.splits, expected.splits));
  ASSERT_TRUE(sameBits(found.grids, expected.grids));
  ASSERT_TRUE(sameBits(found.nodes, expected.nodes));
}

// What a run of tests has met, so that it says itself what it covered.
struct Coverage {
  int deepest = 0, grown = 0, empty = 0;
  long long nodes = 0, sharedLeaves = 0;  // leaves of more samples than asked for
};

void checkForest(ForestBuilder& builder, const std::vector<SampleCloud>& clouds, const std::vector<double>& lengths,
                 const ForestSettings& settings, Coverage& met) {
  builder.build(clouds, lengths, settings);
  ASSERT_EQ(builder.report().fallback, "");
  const SampleForest found = builder.read();
  const SampleForest expected = forestOnProcessor(clouds, lengths, settings);
  ASSERT_NO_FATAL_FAILURE(expectSame(found, expected));
  met.nodes += static_cast<long long>(found.nodes.size());
  met.grown += builder.report().grown;
  for (const SampleCloud& c : clouds) met.empty += c.points.empty() ? 1 : 0;
  for (const TreeNode& n : found.nodes) {
    met.deepest = std::max(met.deepest, n.level);
    met.sharedLeaves += n.childCount == 0 && n.count > std::max(1, settings.leafPoints) ? 1 : 0;
  }
}

constexpr MortonBits kBothWidths[] = {MortonBits::k10, MortonBits::k21};

// Samples on either side of zero, exact zeros of both signs among them, and faces of any number.
SampleCloud signedZeros(Random& random, int count) {
  SampleCloud cloud;
  const auto number = [&] {
    const int kind = random.below(4);
    return kind == 0 ? 0.0F : (kind == 1 ? -0.0F : static_cast<float>(random.uniform(kind == 2 ? 0 : -1, 1)));
  };
  for (int i = 0; i < count; ++i) cloud.add({number(), number(), number()}, 0, random.below(3) - 1);
  return cloud;
}

TEST_P(ForestOnDevice, TreesOfHardCloudsHaveTheBitsOfTheProcessor) {
  Random random(701);
  Jobs three(3);
  const std::unique_ptr<ForestBuilder> serial = builder(), threads = builder(&three);
  Coverage octrees, kdTrees;
  for (int run = 0; run < 60; ++run) {
    ForestBuilder& b = run % 3 == 0 ? *threads : *serial;
    std::vector<SampleCloud> clouds;
    std::vector<double> lengths;
    const int trees = run < 12 ? 1 : random.below(9);
    for (int t = 0; t < trees; ++t) {
      const int count = t % 4 == 3 ? random.below(3) : random.below(run % 6 == 0 ? 1500 : 200);
      const int kind = run < 12 ? run % 7 : random.below(test::kCloudKinds + 1);
      clouds.push_back(kind < test::kCloudKinds ? randomCloud(random, static_cast<CloudKind>(kind), count)
                                                : signedZeros(random, count));
      lengths.push_back(random.below(2) == 0 ? 0 : std::pow(10, random.uniform(-4, 0.5)));
    }
    if (run % 5 == 0) lengths.clear();
    const int sizes[] = {0, 1, 2, 8, 32, 5000};
    const int leafPoints = sizes[run % 6];
    for (const MortonBits bits : kBothWidths)
      ASSERT_NO_FATAL_FAILURE(checkForest(b, clouds, lengths, {TreeKind::kOctree, bits, leafPoints}, octrees));
    ASSERT_NO_FATAL_FAILURE(checkForest(b, clouds, {}, {TreeKind::kKdTree, MortonBits::k10, leafPoints}, kdTrees));
  }
  EXPECT_EQ(octrees.deepest, 21);
  EXPECT_GE(kdTrees.deepest, 9);
  EXPECT_GT(octrees.grown, 5);
  EXPECT_GT(octrees.sharedLeaves, 100);
  EXPECT_EQ(kdTrees.sharedLeaves, 0);
  EXPECT_GT(octrees.empty, 10);
  EXPECT_GT(octrees.nodes, 50000);
  EXPECT_GT(kdTrees.nodes, 10000);
}

// The clouds of a model's conglomerates.
std::vector<SampleCloud> cloudsOf(const ConglomerateModel& model, std::vector<double>& leafLengths) {
  std::vector<SampleCloud> clouds;
  leafLengths.clear();
  for (int c = 0; c < model.count(); ++c) {
    ConglomerateCloud made = conglomerateCloud(model.shell(), model.facesOf(c));
    clouds.push_back(std::move(made.cloud));
    leafLengths.push_back(made.meanRadius);
  }
  return clouds;
}

// Every kind of mesh, degenerate faces among them, cut into conglomerates: the trees that its model has.
TEST_P(ForestOnDevice, TreesOfModelsAreTheirs) {
  Random random(702);
  const std::unique_ptr<ForestBuilder> b = builder();
  std::vector<MeshPtr> meshes;
  for (int n = 0; n < 18; ++n) meshes.push_back(test::smallMesh(random, n));
  meshes.push_back(collision::test::lump(random, 1, 20));
  Coverage met;
  std::size_t trees = 0;
  for (const MeshPtr& mesh : meshes) {
    for (const MortonBits bits : kBothWidths) {
      for (const TreeKind kind : {TreeKind::kOctree, TreeKind::kKdTree}) {
        ModelSettings settings;
        settings.tree = kind;
        settings.bits = bits;
        settings.leafPoints = 1 + random.below(40);
        const ConglomerateModel model(mesh, partition(*mesh, Partitioner::kHierarchy, {4, 12}), settings);
        std::vector<double> lengths;
        const std::vector<SampleCloud> clouds = cloudsOf(model, lengths);
        ASSERT_NO_FATAL_FAILURE(checkForest(*b, clouds, lengths, {kind, bits, settings.leafPoints}, met));
        const SampleForest forest = b->read();
        trees += clouds.size();
        for (int c = 0; c < model.count(); ++c) {
          const TreeView expected = model.tree(c), found = forest.tree(c);
          ASSERT_EQ(found.nodeCount, expected.nodeCount);
          ASSERT_EQ(std::memcmp(found.nodes, expected.nodes, sizeof(TreeNode) * expected.nodeCount), 0);
          const auto samples = static_cast<std::size_t>(model.sampleCount(c));
          ASSERT_EQ(std::memcmp(found.points, expected.points, sizeof(TreePoint) * samples), 0);
          ASSERT_EQ(std::memcmp(found.faces, expected.faces, sizeof(int) * samples), 0);
        }
      }
    }
  }
  EXPECT_GT(trees, 300U);
  EXPECT_GT(met.nodes, 1000);
}

// What is found in them is what a loop finds.
TEST_P(ForestOnDevice, TreesLeadToTheirSamples) {
  Random random(703);
  const std::unique_ptr<ForestBuilder> b = builder();
  std::vector<SampleCloud> clouds;
  for (int kind = 0; kind < test::kCloudKinds; ++kind)
    clouds.push_back(randomCloud(random, static_cast<CloudKind>(kind), 300));
  b->build(clouds, {}, {TreeKind::kOctree, MortonBits::k21, 8});
  const SampleForest octrees = b->read();
  b->build(clouds, {}, {TreeKind::kKdTree, MortonBits::k10, 8});
  const SampleForest kdTrees = b->read();
  for (int t = 0; t < test::kCloudKinds; ++t) {
    for (int i = 0; i < 300; ++i) {
      const TreePoint& q = octrees.octree(t).tree.points[i];
      const TreeNode& n = octrees.octree(t).tree.nodes[octreeNodeOf(octrees.octree(t), {q.x, q.y, q.z})];
      EXPECT_TRUE(n.childCount == 0 && n.first <= i && i < n.first + n.count);
      const TreePoint& r = clouds[static_cast<std::size_t>(t)].points[static_cast<std::size_t>(i)];
      const KdView view = kdTrees.kdTree(t);
      EXPECT_EQ(view.tree.nodes[kdLeafOf(view, {r.x, r.y, r.z})].childCount, 0);
    }
  }
}

TEST_P(ForestOnDevice, TakesNothing) {
  const std::unique_ptr<ForestBuilder> b = builder();
  for (const TreeKind kind : {TreeKind::kOctree, TreeKind::kKdTree}) {
    for (const std::size_t trees : {0U, 1U, 3U}) {
      const std::vector<SampleCloud> clouds(trees);
      b->build(clouds, {}, {kind, MortonBits::k10, 32});
      EXPECT_EQ(b->report().fallback, "");
      ASSERT_NO_FATAL_FAILURE(expectSame(b->read(), forestOnProcessor(clouds, {}, {kind, MortonBits::k10, 32})));
    }
  }
  const std::vector<double> lengths{1, 2};
  EXPECT_THROW(b->build({}, lengths, {}), InputError);
}

INSTANTIATE_TEST_SUITE_P(Machines, ForestOnDevice, ::testing::Values(Machine::kEmulated, Machine::kCuda),
                         [](const auto& info) { return info.param == Machine::kCuda ? "Cuda" : "Emulated"; });

// At whichever call the device fails: the processor builds that forest, and the device the next one.
TEST(FailingForest, IsReplacedByTheProcessor) {
  Random random(704);
  std::vector<SampleCloud> clouds;
  for (int t = 0; t < 3; ++t) clouds.push_back(randomCloud(random, CloudKind::kClusters, 100));
  for (const TreeKind kind : {TreeKind::kOctree, TreeKind::kKdTree}) {
    const ForestSettings settings{kind, MortonBits::k10, 8};
    int call = 0;
    for (bool failed = true; failed; ++call) {
      // Fails in the call of this number.
      class Once final : public ForestMachine {
       public:
        explicit Once(int at) : at_(at) {}
        void start(const ForestInput& input) override { count(), inner_.start(input); }
        void growKeys(int n) override { count(), inner_.growKeys(n); }
        void takeNodes(int n) override { count(), inner_.takeNodes(n); }
        void run(ForestStep step, int n, int level) override { count(), inner_.run(step, n, level); }
        void sort(int n, int bits) override { count(), inner_.sort(n, bits); }
        void clearNodesFound() override { count(), inner_.clearNodesFound(); }
        unsigned long long nodesFound() override { return count(), inner_.nodesFound(); }
        void read(const ForestOutput& output) override { inner_.read(output); }
        ForestUsage takeUsage() override { return inner_.takeUsage(); }

       private:
        void count() {
          if (at_-- == 0) throw DeviceError("emulated: no memory");
        }
        EmulatedForest inner_{705};
        int at_;
      };
      ForestBuilder b(std::make_unique<Once>(call));
      b.build(clouds, {}, settings);
      failed = !b.report().fallback.empty();
      EXPECT_EQ(b.report().fallback, failed ? "emulated: no memory; the processor takes its place" : "");
      ASSERT_NO_FATAL_FAILURE(expectSame(b.read(), forestOnProcessor(clouds, {}, settings)));
      if (!failed) break;
      b.build(clouds, {}, settings);
      EXPECT_EQ(b.report().fallback, "");
      ASSERT_NO_FATAL_FAILURE(expectSame(b.read(), forestOnProcessor(clouds, {}, settings)));
    }
    EXPECT_GT(call, 12);
  }
}

TEST(ForestChoice, SaysWhyThereIsNone) {
  const ForestChoice choice = makeForestBuilder();
  EXPECT_EQ(choice.builder != nullptr, deviceStatus().usable);
  EXPECT_EQ(choice.line, deviceStatus().line);
}

}  // namespace
}  // namespace passung::gpu
