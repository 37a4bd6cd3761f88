// SPDX-License-Identifier: Apache-2.0
#include "gpu/conglomerates/split.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "core/error.h"
#include "gpu/pipeline/conglomerate_pairs.h"
#include "tests/gpu/near_meshes.h"
#include "tests/gpu/partition_meshes.h"

namespace passung::gpu {
namespace {

using test::MeshPtr;
using test::Random;

// The components of some faces over edges with the same two corners, by flooding with a loop over all pairs.
std::vector<std::set<int>> flooded(const TriangleMesh& mesh, std::vector<int> faces) {
  const auto shareEdge = [&](int f, int g) {
    int common = 0;
    for (const int v : mesh.triangles()[f]) {
      for (const int w : mesh.triangles()[g]) common += v == w;
    }
    return common >= 2;
  };
  std::vector<std::set<int>> components;
  while (!faces.empty()) {
    std::vector<int> open{faces.front()};
    std::set<int> component{faces.front()};
    while (!open.empty()) {
      const int f = open.back();
      open.pop_back();
      for (const int g : faces) {
        if (!component.contains(g) && shareEdge(f, g)) {
          component.insert(g);
          open.push_back(g);
        }
      }
    }
    std::erase_if(faces, [&](int f) { return component.contains(f); });
    components.push_back(component);
  }
  return components;
}

// Random meshes, some non-manifold, with random holes: the new conglomerates are the components of what each old one
// kept, the pieces those of the whole.
TEST(Split, MakesTheComponentsOfWhatIsLeft) {
  Random random(1);
  int split = 0, pieces = 0, untouched = 0;
  for (int n = 0; n < 200; ++n) {
    const MeshPtr mesh = n % 4 == 0 ? test::built(test::tangled(random, 14, 40)) : test::smallMesh(random, n);
    const int count = static_cast<int>(mesh->triangles().size());
    const Partition old = partition(*mesh, kPartitioners[n % kPartitioners.size()], {4, 16});
    std::vector<int> removed;
    for (int k = random.below(1 + count / (1 + random.below(4))); k > 0; --k) removed.push_back(random.below(count));
    const Split s = passung::gpu::split(*mesh, old, removed);

    const std::set<int> gone(removed.begin(), removed.end());
    std::vector<int> kept;
    for (int f = 0; f < count; ++f) {
      if (!gone.contains(f)) kept.push_back(f);
    }
    ASSERT_EQ(s.keptFaces, kept);
    ASSERT_TRUE(isPartition(s.partition, static_cast<int>(kept.size())));
    ASSERT_EQ(s.origins.size(), static_cast<std::size_t>(s.partition.count()));
    ASSERT_TRUE(std::is_sorted(s.origins.begin(), s.origins.end()));

    const std::vector<std::set<int>> whole = flooded(*mesh, kept);
    ASSERT_EQ(s.pieceCount, static_cast<int>(whole.size()));
    std::multiset<std::set<int>> expected, found;
    for (int c = 0; c < old.count(); ++c) {
      std::vector<int> left;
      for (const int f : old.of(c)) {
        if (!gone.contains(f)) left.push_back(f);
      }
      if (left.size() < old.of(c).size()) {
        for (const auto& component : flooded(*mesh, left)) expected.insert(component);
        continue;
      }
      // Whole, but for what fell into another piece.
      ++untouched;
      for (const auto& piece : whole) {
        std::set<int> part;
        for (const int f : left) {
          if (piece.contains(f)) part.insert(f);
        }
        if (!part.empty()) expected.insert(part);
      }
    }
    for (int c = 0; c < s.partition.count(); ++c) {
      std::set<int> faces;
      for (const int f : s.partition.of(c)) faces.insert(s.keptFaces[f]);
      found.insert(faces);
      for (const int f : faces) ASSERT_TRUE(whole[s.pieces[c]].contains(f));
    }
    EXPECT_EQ(found, expected);
    split += s.splitCount;
    pieces += s.pieceCount > 1;
  }
  EXPECT_GT(split, 100);
  EXPECT_GT(pieces, 50);
  EXPECT_GT(untouched, 50);
}

// A rod is cut in two round its middle: two meshes, which together have the old contacts but for those of the cut.
TEST(Split, BreaksAMeshIntoMeshesOfTheSameFaces) {
  Random random(2);
  const MeshPtr rod = test::built(test::cellBox({4, 0.3, 0.3}, 8));
  const MeshPtr ball = collision::test::lump(random, 0.6, 12);
  const Partition old = partition(*rod, Partitioner::kHierarchy, {4, 20});
  std::vector<int> removed;
  for (std::size_t f = 0; f < rod->triangles().size(); ++f) {
    double x = 0;
    for (const int v : rod->triangles()[f]) x += rod->vertices()[v].x() / 3;
    if (std::abs(x) < 0.5) removed.push_back(static_cast<int>(f));
  }
  ASSERT_FALSE(removed.empty());
  const Split s = passung::gpu::split(*rod, old, removed);
  const std::vector<Piece> pieces = piecesOf(*rod, s);
  ASSERT_EQ(pieces.size(), 2U);

  const ConglomerateModel whole(rod, old), other(ball, partition(*ball, Partitioner::kHierarchy, {4, 20}));
  Jobs jobs(1);
  ConglomeratePairs pairs;
  int contacts = 0;
  for (int n = 0; n < 30; ++n) {
    const Transform X{random.rotation(), Vec3(random.uniform(-2, 2), random.uniform(-0.7, 0.7), 0)};
    const ObjectPair o{&whole, &other, X, 0.02};
    std::vector<FaceContact> expected = pairs.run(std::span(&o, 1), jobs).contacts;
    std::erase_if(expected, [&](const FaceContact& c) {
      return std::find(removed.begin(), removed.end(), c.pair.faceA) != removed.end();
    });
    std::vector<FaceContact> found;
    for (const Piece& piece : pieces) {
      const ConglomerateModel model(piece.mesh, piece.partition);
      const ObjectPair part{&model, &other, X, 0.02};
      for (FaceContact c : pairs.run(std::span(&part, 1), jobs).contacts) {
        c.pair.faceA = piece.faces[c.pair.faceA];
        found.push_back(c);
      }
    }
    std::sort(found.begin(), found.end(), [](const FaceContact& x, const FaceContact& y) {
      return std::pair(x.pair.faceA, x.pair.faceB) < std::pair(y.pair.faceA, y.pair.faceB);
    });
    EXPECT_TRUE(test::same(found, expected));
    contacts += static_cast<int>(found.size());
  }
  EXPECT_GT(contacts, 500);
}

TEST(Split, OfNothingRemovedIsThePartition) {
  Random random(3);
  const MeshPtr mesh = collision::test::lump(random, 1, 16);
  const Partition old = partition(*mesh, Partitioner::kHierarchy, {4, 20});
  const Split s = passung::gpu::split(*mesh, old, {});
  EXPECT_EQ(s.partition.faces, old.faces);
  EXPECT_EQ(s.partition.firsts, old.firsts);
  EXPECT_EQ(s.splitCount, 0);
  EXPECT_EQ(s.pieceCount, 1);

  std::vector<int> all(mesh->triangles().size());
  std::iota(all.begin(), all.end(), 0);
  const Split none = passung::gpu::split(*mesh, old, all);
  EXPECT_EQ(none.partition.count(), 0);
  EXPECT_TRUE(piecesOf(*mesh, none).empty());
}

TEST(Split, RefusesWhatHasNoMeaning) {
  const MeshPtr box = collision::test::box(-Vec3::Ones(), Vec3::Ones());
  const Partition old = partition(*box, Partitioner::kHierarchy);
  for (const int face : {-1, 12}) EXPECT_THROW((void)passung::gpu::split(*box, old, std::span(&face, 1)), InputError);
  EXPECT_THROW((void)passung::gpu::split(*box, {{0, 3}, {0, 1, 2}}, {}), InputError);
}

}  // namespace
}  // namespace passung::gpu
