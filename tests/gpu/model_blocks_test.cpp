// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/model_blocks.h"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>

#include "tests/gpu/near_meshes.h"

namespace passung::gpu {
namespace {

using test::MeshPtr;
using test::Random;

struct alignas(16) Line {
  std::byte bytes[16];
};

// Faces in an order of chance, in groups of chance.
Partition shuffled(Random& random, int faces) {
  Partition p;
  p.faces.resize(static_cast<std::size_t>(faces));
  std::iota(p.faces.begin(), p.faces.end(), 0);
  for (int i = faces; i > 1; --i) std::swap(p.faces[i - 1], p.faces[random.below(i)]);
  for (int first = 0; first < faces; first += 1 + random.below(9)) p.firsts.push_back(first);
  p.firsts.push_back(faces);
  return p;
}

bool same(Float3 p, Float3 q) { return p.x == q.x && p.y == q.y && p.z == q.z; }

// Every number that a kernel reads of a block is the one that the processor reads of the model.
TEST(ModelBlocks, HoldWhatTheModelHolds) {
  Random random(700);
  int faces = 0;
  for (int m = 0; m < 24; ++m) {
    const MeshPtr mesh = test::smallMesh(random, m);
    ModelSettings settings;
    settings.tree = m % 2 == 0 ? TreeKind::kOctree : TreeKind::kKdTree;
    settings.shell.edgeSamples = m % 3 == 0 ? 5 : kAdaptiveEdges;
    const ConglomerateModel model(mesh, shuffled(random, static_cast<int>(mesh->triangles().size())), settings);
    const ModelBlocks blocks(model);
    const ShellView shell = model.shell().view();
    for (int c = 0; c < model.count(); ++c) {
      const auto bytes = static_cast<std::size_t>(blocks.bytesOf(c));
      ASSERT_EQ(bytes % sizeof(Line), 0U);
      const auto memory = std::make_unique<Line[]>(bytes / sizeof(Line));
      blocks.pack(model, c, reinterpret_cast<std::byte*>(memory.get()));
      const auto* block = reinterpret_cast<const ConglomerateBlock*>(memory.get());
      ASSERT_EQ(block->faceCount, static_cast<int>(model.facesOf(c).size()));
      EXPECT_EQ(block->kind, settings.tree);

      const ShellView own = shellOf(block);
      for (int k = 0; k < block->faceCount; ++k, ++faces) {
        const int f = model.facesOf(c)[static_cast<std::size_t>(k)];
        EXPECT_EQ(numberOf(block, k), f);
        const FaceCorners t = cornersOf(own, k);
        const FaceCorners u = cornersOf(shell, f);
        EXPECT_TRUE(same(t.v0, u.v0) && same(t.v1, u.v1) && same(t.v2, u.v2));
        EXPECT_EQ(own.radii[k], shell.radii[f]);
        int samples = 0;
        std::vector<Float3> there;
        forEachSample(shell, f, [&](Float3 p) { there.push_back(p); });
        forEachSample(own, k, [&](Float3 p) { EXPECT_TRUE(same(p, there[static_cast<std::size_t>(samples++)])); });
        EXPECT_EQ(samples, static_cast<int>(there.size()));
        const TriangleCorners exact = exactCornersOf(block, k);
        for (int i = 0; i < 3; ++i) {
          const Vec3& p = mesh->vertices()[static_cast<std::size_t>(
              mesh->triangles()[static_cast<std::size_t>(f)][static_cast<std::size_t>(i)])];
          EXPECT_EQ(Vec3(exact.v[i].x, exact.v[i].y, exact.v[i].z), p);
        }
      }

      const TreeView a = treeOf(block);
      const TreeView b = model.tree(c);
      ASSERT_EQ(a.nodeCount, b.nodeCount);
      for (int n = 0; n < a.nodeCount; ++n) {
        EXPECT_EQ(a.nodes[n].first, b.nodes[n].first);
        EXPECT_EQ(a.nodes[n].count, b.nodes[n].count);
        EXPECT_EQ(a.nodes[n].child, b.nodes[n].child);
        EXPECT_EQ(a.nodes[n].childCount, b.nodes[n].childCount);
        EXPECT_EQ(a.nodes[n].reach, b.nodes[n].reach);
        for (int k = 0; k < 3; ++k) {
          EXPECT_EQ(a.nodes[n].lower[k], b.nodes[n].lower[k]);
          EXPECT_EQ(a.nodes[n].upper[k], b.nodes[n].upper[k]);
        }
      }
      for (int k = 0; k < model.sampleCount(c); ++k) {
        EXPECT_EQ(a.faces[k], b.faces[k]);
        EXPECT_EQ(a.points[k].x, b.points[k].x);
        EXPECT_EQ(a.points[k].y, b.points[k].y);
        EXPECT_EQ(a.points[k].z, b.points[k].z);
        EXPECT_EQ(a.points[k].reach, b.points[k].reach);
      }
    }
  }
  EXPECT_GT(faces, 400);
}

// What is kept of a model elsewhere is kept by its number; a new model never has that of an old one.
// Offsets are of 32 bits. Who finds pairs falls back on a DeviceError.
TEST(ModelBlocks, OfFourGigabytesAreLeftToTheProcessor) {
  BlockRoom room;
  EXPECT_EQ(room.take<Float3>(3), 0U);
  EXPECT_EQ(room.take<std::byte>(0xffffffc0U - 48), 48U);
  EXPECT_EQ(room.used(), 0xffffffc0U);
  EXPECT_EQ(room.take<int>(12), 0xffffffc0U);
  EXPECT_EQ(room.used(), 0xfffffff0U);
  EXPECT_THROW((void)room.take<int>(1), DeviceError);
  EXPECT_THROW((void)BlockRoom().take<Double3>(std::size_t{1} << 28), DeviceError);
}

TEST(ModelBlocks, ModelsHaveNumbersOfTheirOwn) {
  const MeshPtr box = collision::test::box(-Vec3::Ones(), Vec3::Ones());
  const Partition all{{0, 12}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}};
  std::uint64_t last = 0;
  for (int n = 0; n < 5; ++n) {
    const auto model = std::make_unique<ConglomerateModel>(box, all);
    EXPECT_GT(model->id(), last);
    last = model->id();
  }
}

}  // namespace
}  // namespace passung::gpu
