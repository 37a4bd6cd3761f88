// SPDX-License-Identifier: Apache-2.0
// A deforming mesh under the conglomerate method.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <new>

#include "core/error.h"
#include "gpu/conglomerates/face_graph.h"
#include "gpu/pipeline/conglomerate_pairs.h"
#include "gpu/pipeline/device_pairs.h"
#include "tests/gpu/emulated_device.h"
#include "tests/gpu/failing_memory.h"
#include "tests/gpu/near_meshes.h"
#include "tests/gpu/partition_meshes.h"

namespace passung::gpu {
namespace {

using test::MeshPtr;
using test::Random;

std::vector<int> facesOfMoved(const TriangleMesh& mesh, const std::vector<Vec3>& vertices) {
  std::vector<int> faces;
  for (std::size_t f = 0; f < mesh.triangles().size(); ++f) {
    for (const int v : mesh.triangles()[f]) {
      if (vertices[v] == mesh.vertices()[v]) continue;
      faces.push_back(static_cast<int>(f));
      break;
    }
  }
  return faces;
}

// Pushes the vertices within `radius` of a random vertex.
std::vector<Vec3> dented(Random& random, const TriangleMesh& mesh, double radius, double depth) {
  std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
  const Vec3 at = vertices[random.below(static_cast<int>(vertices.size()))];
  const Vec3 way = depth * random.direction();
  for (Vec3& p : vertices) {
    const double r = (p - at).norm() / radius;
    if (r < 1) p += (1 - r) * way;
  }
  return vertices;
}

bool sameTree(const TreeView& a, const TreeView& b) {
  return a.nodeCount == b.nodeCount && a.nodes == b.nodes && a.points == b.points && a.faces == b.faces;
}

bool sameBox(const OrientedBox& a, const OrientedBox& b) {
  return a.X_MB.q.coeffs() == b.X_MB.q.coeffs() && a.X_MB.p == b.X_MB.p && a.half == b.half;
}

class Deformation : public ::testing::TestWithParam<TreeKind> {};

// After each of many dents the contacts are those of a model built anew and of a loop over all pairs; what is not
// touched keeps its bits; what is reported was done.
TEST_P(Deformation, GivesTheContactsOfAModelBuiltAnew) {
  Random random(1);
  const MeshPtr body = collision::test::lump(random, 1, 20);
  const MeshPtr tool = collision::test::lump(random, 0.5, 12);
  ModelSettings settings;
  settings.tree = GetParam();
  const Partition partitionOfBody = partition(*body, Partitioner::kHierarchy, {8, 24});
  ConglomerateModel model(body, partitionOfBody, settings);
  const ConglomerateModel other(tool, partition(*tool, Partitioner::kHierarchy, {8, 24}), settings);
  Jobs jobs(2);
  ConglomeratePairs pairs, anewPairs;
  std::size_t contacts = 0;
  int frames = 0, kept = 0;
  for (int n = 0; n < 40; ++n) {
    const std::vector<Vec3> vertices =
        dented(random, model.mesh(), random.uniform(0.2, 0.7), random.uniform(0.05, 0.4));
    const std::vector<int> changed = facesOfMoved(model.mesh(), vertices);
    std::vector<TreeView> trees;
    std::vector<int> revisions;
    for (int c = 0; c < model.count(); ++c) {
      trees.push_back(model.tree(c));
      revisions.push_back(model.revision(c));
    }
    const std::vector<OrientedBox> boxes = model.boxes().boxes;
    const DeformReport report = model.deform(vertices, changed, n % 2 == 0 ? &jobs : nullptr);

    EXPECT_EQ(report.faces, static_cast<int>(changed.size()));
    std::vector<char> touched(static_cast<std::size_t>(model.count()), 0);
    for (int c = 0; c < model.count(); ++c) {
      for (const int f : model.facesOf(c)) touched[c] |= std::find(changed.begin(), changed.end(), f) != changed.end();
      EXPECT_EQ(model.revision(c), revisions[c] + touched[c]);
      for (const int f : model.facesOf(c)) {
        for (const int v : model.mesh().triangles()[f]) {
          const Vec3 p = model.boxes().boxes[c].X_MB.inverse() * model.mesh().vertices()[v];
          ASSERT_TRUE((p.cwiseAbs().array() <= model.boxes().boxes[c].half.array()).all());
        }
      }
      if (touched[c]) continue;
      ++kept;
      EXPECT_TRUE(sameTree(model.tree(c), trees[c]));
      EXPECT_TRUE(sameBox(model.boxes().boxes[c], boxes[c]));
    }
    EXPECT_EQ(report.conglomerates, std::count(touched.begin(), touched.end(), 1));
    frames += report.frames;

    const ConglomerateModel anew(body->deformed(vertices), partitionOfBody, settings);
    for (int k = 0; k < 4; ++k) {
      const double distance = k == 0 ? 0 : 0.03;
      const ObjectPair o{&model, &other, {random.rotation(), random.uniform(0.6, 1.6) * random.direction()}, distance};
      const ObjectPair fresh{&anew, &other, o.X_AB, distance};
      std::vector<FaceContact> expected;
      test::appendAllPairs(expected, model.mesh(), *tool, o.X_AB, distance, 0);
      const PairResult& result = pairs.run(std::span(&o, 1), jobs);
      EXPECT_TRUE(test::same(result.contacts, expected));
      EXPECT_TRUE(test::same(result.contacts, anewPairs.run(std::span(&fresh, 1), jobs).contacts));
      contacts += expected.size();
    }
  }
  EXPECT_GT(contacts, 2000U);
  EXPECT_GT(kept, 100);
  EXPECT_GT(frames, 0);
  // Boxes stay near those of fresh frames.
  for (int c = 0; c < model.count(); ++c) {
    const OrientedBox fresh = tightBox(pointsOf(model.mesh(), cornersOf(model.mesh(), model.facesOf(c))));
    EXPECT_LT(model.boxes().boxes[c].area(), 3 * fresh.area());
  }
}

INSTANTIATE_TEST_SUITE_P(Trees, Deformation, ::testing::Values(TreeKind::kOctree, TreeKind::kKdTree),
                         [](const auto& kind) { return kind.param == TreeKind::kOctree ? "Octree" : "KdTree"; });

// What a device keeps of a model is out of date after a deformation, and is not used any more.
TEST(Deform, IsSeenByADeviceThatKeptTheModel) {
  Random random(4);
  const MeshPtr body = collision::test::lump(random, 1, 16);
  ConglomerateModel model(body, partition(*body, Partitioner::kHierarchy, {8, 24}));
  Jobs jobs(1);
  DevicePairs device(std::make_unique<test::EmulatedDevice>(5), {}, {.budgetBytes = 1 << 30}, jobs);
  ConglomeratePairs processor;
  std::size_t contacts = 0;
  for (int n = 0; n < 8; ++n) {
    const ObjectPair o{&model, &model, {random.rotation(), 1.3 * random.direction()}, 0.05};
    for (int again = 0; again < 2; ++again) {
      const PairResult& onDevice = device.run(std::span(&o, 1));
      EXPECT_EQ(onDevice.report.fallback, "");
      EXPECT_TRUE(test::same(onDevice.contacts, processor.run(std::span(&o, 1), jobs).contacts));
      contacts += onDevice.contacts.size();
    }
    const std::vector<Vec3> vertices = dented(random, model.mesh(), 0.8, 0.3);
    const std::uint64_t id = model.id();
    model.deform(vertices, facesOfMoved(model.mesh(), vertices));
    EXPECT_EQ(model.id(), id);
  }
  EXPECT_GT(contacts, 500U);
}

TEST(Deform, RefusesWhatHasNoMeaningAndKeepsTheModel) {
  Random random(2);
  const MeshPtr mesh = collision::test::lump(random, 1, 8);
  ConglomerateModel model(mesh, partition(*mesh, Partitioner::kHierarchy, {4, 12}));
  const std::vector<Vec3> rest(mesh->vertices().begin(), mesh->vertices().end());
  std::vector<Vec3> moved = rest;
  moved[3].x() += 0.1;
  const std::vector<int> changed = facesOfMoved(*mesh, moved);
  EXPECT_THROW(model.deform(moved, {}), InputError);
  EXPECT_THROW(model.deform(moved, std::span(changed).subspan(1)), InputError);
  EXPECT_THROW(model.deform({rest.begin(), rest.end() - 1}, {}), InputError);
  const int none = static_cast<int>(mesh->triangles().size());
  EXPECT_THROW(model.deform(rest, std::span(&none, 1)), InputError);
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity(), 2e15}) {
    for (int axis = 0; axis < 3; ++axis) {
      std::vector<Vec3> lost = moved;
      lost[3][axis] = bad;
      EXPECT_THROW(model.deform(lost, changed), InputError);
    }
  }
  std::vector<int> all;
  for (int f = 0; f < none; ++f) all.push_back(f);
  EXPECT_THROW(model.deform(std::vector<Vec3>(rest.size(), Vec3::Ones()), all), InputError);
  for (int c = 0; c < model.count(); ++c) EXPECT_EQ(model.revision(c), 0);
  EXPECT_EQ(model.mesh().vertices().data(), mesh->vertices().data());

  EXPECT_EQ(model.deform(rest, {}).conglomerates, 0);
  EXPECT_EQ(model.deform(moved, changed).faces, static_cast<int>(changed.size()));
}

// Memory runs out after one block, after two, and so on: the model is as it was each time, until there is enough.
TEST_P(Deformation, ChangesNothingWhenMemoryRunsOut) {
  Random random(6);
  const MeshPtr mesh = collision::test::lump(random, 1, 8);
  ModelSettings settings;
  settings.tree = GetParam();
  const Partition partitionOfMesh = partition(*mesh, Partitioner::kHierarchy, {4, 12});
  ConglomerateModel model(mesh, partitionOfMesh, settings);
  const std::vector<Vec3> moved = dented(random, *mesh, 1.2, 0.4);
  const std::vector<int> changed = facesOfMoved(*mesh, moved);
  const auto faceCount = mesh->triangles().size();

  struct State {
    std::vector<TreeView> trees;
    std::vector<int> samples;
    std::vector<OrientedBox> boxes;
    std::vector<float> radii;
    double extent = 0;
  };
  const auto stateOf = [&] {
    State s;
    for (int c = 0; c < model.count(); ++c) {
      s.trees.push_back(model.tree(c));
      s.samples.push_back(model.sampleCount(c));
    }
    s.boxes = model.boxes().boxes;
    s.boxes.push_back(model.boxes().whole);
    s.radii.assign(model.shell().view().radii, model.shell().view().radii + faceCount);
    s.extent = model.shell().extent();
    return s;
  };
  const State before = stateOf();
  int refused = 0;
  for (long long blocks = 0;; blocks += 1 + blocks / 50) {
    std::vector<Vec3> vertices = moved;
    bool done = true;
    try {
      const test::MemoryFor memory(blocks);
      model.deform(std::move(vertices), changed);
    } catch (const std::bad_alloc&) {
      done = false;
    }
    if (done) break;
    ++refused;
    const State after = stateOf();
    ASSERT_EQ(&model.mesh(), mesh.get());
    ASSERT_EQ(after.radii, before.radii);
    ASSERT_EQ(after.extent, before.extent);
    ASSERT_EQ(after.samples, before.samples);
    for (std::size_t k = 0; k < before.boxes.size(); ++k) ASSERT_TRUE(sameBox(after.boxes[k], before.boxes[k]));
    for (int c = 0; c < model.count(); ++c) {
      ASSERT_TRUE(sameTree(after.trees[c], before.trees[c]));
      ASSERT_EQ(model.revision(c), 0);
    }
  }
  EXPECT_GT(refused, 50);
  EXPECT_EQ(model.mesh().vertices()[0], moved[0]);

  // What was tried before leaves no trace in what is done then.
  ConglomerateModel fresh(mesh, partitionOfMesh, settings);
  fresh.deform(moved, changed);
  for (int c = 0; c < model.count(); ++c) {
    EXPECT_TRUE(sameBox(model.boxes().boxes[c], fresh.boxes().boxes[c]));
    EXPECT_EQ(model.revision(c), fresh.revision(c));
    EXPECT_EQ(model.sampleCount(c), fresh.sampleCount(c));
  }
}

// What follows from the vertices follows the moved ones; what follows from the faces stays.
TEST(Deform, OfAMeshIsTheMeshOfTheMovedVertices) {
  Random random(3);
  const MeshPtr mesh = collision::test::lump(random, 1, 12);
  std::vector<Vec3> moved(mesh->vertices().begin(), mesh->vertices().end());
  for (Vec3& p : moved) p = Vec3(2 * p.x(), p.y() + 0.1 * p.x(), 0.7 * p.z());
  const MeshPtr deformed = mesh->deformed(moved);
  // The map has the determinant 1.4.
  EXPECT_NEAR(deformed->diagnosis().volume, 1.4 * mesh->diagnosis().volume, 1e-12);
  const MeshPtr anew = TriangleMesh::build(moved, {mesh->triangles().begin(), mesh->triangles().end()});
  ASSERT_EQ(anew->triangles().size(), mesh->triangles().size());
  for (std::size_t f = 0; f < anew->triangles().size(); ++f) {
    EXPECT_EQ(deformed->triangles()[f], mesh->triangles()[f]);
    EXPECT_EQ(deformed->faceNormals()[f], anew->faceNormals()[f]);
  }
  EXPECT_EQ(deformed->bounds().lower, anew->bounds().lower);
  EXPECT_EQ(deformed->edges().size(), mesh->edges().size());
  for (std::size_t e = 0; e < mesh->edges().size(); ++e)
    EXPECT_EQ(deformed->edges()[e].dihedral, anew->edges()[e].dihedral);
}

}  // namespace
}  // namespace passung::gpu
