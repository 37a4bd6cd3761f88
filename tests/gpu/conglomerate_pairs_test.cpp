// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/conglomerate_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <tuple>

#include "core/error.h"
#include "tests/gpu/near_meshes.h"

namespace passung::gpu {
namespace {

using test::MeshPtr;
using test::Random;
using test::same;
using test::smallMesh;
using test::unevenSheet;

// Three ways that know nothing of the mesh, beside the partitioners: all faces in one; any faces together; runs.
enum class Ways { kOne, kRandom, kRuns };
constexpr int kWays = 3 + static_cast<int>(kPartitioners.size());

Partition partitionOf(Random& random, int faces, Ways way) {
  Partition p;
  p.faces.resize(static_cast<std::size_t>(faces));
  std::iota(p.faces.begin(), p.faces.end(), 0);
  int size = faces;
  if (way == Ways::kRuns) size = faces > 100 ? 40 : 7;
  if (way == Ways::kRandom) {
    for (int i = faces; i > 1; --i) std::swap(p.faces[i - 1], p.faces[random.below(i)]);
    size = 1 + random.below(faces);
  }
  for (int first = 0; first < faces; first += size) p.firsts.push_back(first);
  p.firsts.push_back(faces);
  return p;
}

// Way 0 .. kWays - 1.
Partition partitionOf(Random& random, const TriangleMesh& mesh, int way) {
  if (way < 3) return partitionOf(random, static_cast<int>(mesh.triangles().size()), static_cast<Ways>(way));
  return partition(mesh, kPartitioners[static_cast<std::size_t>(way - 3)], {3, 12});
}

using ModelPtr = std::unique_ptr<const ConglomerateModel>;

ModelPtr modelOf(const MeshPtr& mesh, Partition p, const ModelSettings& settings = {}) {
  return std::make_unique<const ConglomerateModel>(mesh, std::move(p), settings);
}

void appendAllPairs(std::vector<FaceContact>& contacts, const ObjectPair& o, int object) {
  test::appendAllPairs(contacts, o.a->mesh(), o.b->mesh(), o.X_AB, o.distance, object);
}

ObjectPair randomObjects(Random& random, const ConglomerateModel& a, const ConglomerateModel& b) {
  const test::NearPose pose = test::randomNearPose(random, a.mesh(), b.mesh());
  return {&a, &b, pose.X_AB, pose.distance};
}

class ConglomerateFilter : public testing::TestWithParam<int> {};

// 24 tests (eight ways to partition, three trees) of 5 000 configurations: the filter finds every pair of faces within
// the distance that a loop over all pairs finds, to the bit, and nothing else is called a contact.
TEST_P(ConglomerateFilter, FindsEveryPairWithinTheDistance) {
  constexpr int kMeshes = 36;
  constexpr int kBatch = 500;
  constexpr int kConfigurations = 5000;
  Random random(100U + static_cast<unsigned>(GetParam()));
  const int way = GetParam() % kWays;
  const int tree = GetParam() / kWays;
  ModelSettings settings;
  settings.tree = tree == 2 ? TreeKind::kKdTree : TreeKind::kOctree;
  settings.bits = tree == 1 ? MortonBits::k21 : MortonBits::k10;

  // Spacings from a tenth of a face to several faces; with adaptive edges and with five samples an edge.
  std::vector<ModelPtr> models;
  for (int m = 0; m < kMeshes; ++m) {
    const MeshPtr mesh = smallMesh(random, m);
    settings.leafPoints = m % 2 == 0 ? 32 : 4;
    settings.shell.edgeSamples = m % 5 == 0 ? 5 : kAdaptiveEdges;
    settings.shell.spacing = m % 3 == 0 ? 0 : mesh->bounds().size() * std::pow(10, random.uniform(-1.3, -0.3));
    models.push_back(modelOf(mesh, partitionOf(random, *mesh, way), settings));
  }

  ConglomeratePairs pairs;
  Jobs jobs(1);
  int none = 0;
  int near = 0;
  int touching = 0;
  long long all = 0;
  long long candidates = 0;
  for (int done = 0; done < kConfigurations; done += kBatch) {
    std::vector<ObjectPair> objects;
    std::vector<FaceContact> expected;
    for (int k = 0; k < kBatch; ++k) {
      objects.push_back(randomObjects(random, *models[random.below(kMeshes)], *models[random.below(kMeshes)]));
      const std::size_t before = expected.size();
      appendAllPairs(expected, objects.back(), k);
      const bool touch = std::any_of(expected.begin() + static_cast<std::ptrdiff_t>(before), expected.end(),
                                     [](const FaceContact& c) { return c.squared == 0; });
      ++(expected.size() == before ? none : (touch ? touching : near));
      all += static_cast<long long>(objects.back().a->mesh().triangles().size()) *
             static_cast<long long>(objects.back().b->mesh().triangles().size());
    }
    const PairResult& result = pairs.run(objects, jobs);
    ASSERT_TRUE(same(result.contacts, expected)) << result.contacts.size() << " of " << expected.size();
    candidates += result.report.candidates;
  }
  RecordProperty("none", none);
  RecordProperty("near", near);
  RecordProperty("touching", touching);
  EXPECT_EQ(none + near + touching, kConfigurations);
  EXPECT_GT(none, kConfigurations / 4);
  EXPECT_GT(near, kConfigurations / 4);
  EXPECT_GT(touching, kConfigurations / 10);
  EXPECT_LT(candidates, all / 2);  // it does filter
}

INSTANTIATE_TEST_SUITE_P(All, ConglomerateFilter, testing::Range(0, 3 * kWays));

// Two bumpy bodies and a sheet, in several poses: enough faces for many conglomerates and slices.
class ManyConglomerates : public testing::Test {
 protected:
  ManyConglomerates() {
    Random random(200);
    meshes_ = {collision::test::lump(random, 1, 24), collision::test::lump(random, 0.7, 20), unevenSheet(random, 12)};
    for (const TreeKind tree : {TreeKind::kOctree, TreeKind::kKdTree}) {
      for (const MeshPtr& mesh : meshes_) {
        Random same(201);
        ModelSettings settings;
        settings.tree = tree;
        const int faces = static_cast<int>(mesh->triangles().size());
        models_.push_back(modelOf(mesh, partitionOf(same, faces, Ways::kRuns), settings));
      }
    }
    for (int k = 0; k < 20; ++k) poses_.push_back({random.rotation(), random.uniform(0.5, 2) * random.direction()});
  }

  // The same pairs of objects with one or the other kind of tree.
  [[nodiscard]] std::vector<ObjectPair> objects(TreeKind tree) const {
    const std::size_t first = tree == TreeKind::kOctree ? 0 : 3;
    std::vector<ObjectPair> result;
    for (std::size_t k = 0; k < poses_.size(); ++k) {
      result.push_back({models_[first + k % 3].get(), models_[first + (k / 3) % 3].get(), poses_[k], 0.02});
    }
    return result;
  }

  std::vector<MeshPtr> meshes_;
  std::vector<ModelPtr> models_;
  std::vector<Transform> poses_;
};

TEST_F(ManyConglomerates, GiveTheSameBitsForAnySliceAnyThreadsAndEitherTree) {
  Jobs serial(1);
  Jobs three(3);
  ConglomeratePairs reference;
  const PairResult expected = reference.run(objects(TreeKind::kOctree), serial);
  EXPECT_GT(expected.contacts.size(), 2000U);
  EXPECT_GT(expected.report.boxPairs, 300);
  EXPECT_LT(expected.report.boxPairs, expected.report.boxPairsTested);
  for (const int unit : {1, 7, 64, 100000}) {
    for (Jobs* jobs : {&serial, &three}) {
      for (const TreeKind tree : {TreeKind::kOctree, TreeKind::kKdTree}) {
        ConglomeratePairs pairs({unit, 1 + unit % 5, 2});
        const PairResult& result = pairs.run(objects(tree), *jobs);
        EXPECT_TRUE(result.candidates == expected.candidates);
        EXPECT_TRUE(same(result.contacts, expected.contacts));
        EXPECT_EQ(result.report.units, (expected.report.askingFaces + unit - 1) / unit);
        EXPECT_EQ(result.report.askingSamples, expected.report.askingSamples);
      }
    }
  }
}

TEST_F(ManyConglomerates, AgreeWithAllPairs) {
  const std::vector<ObjectPair> pairsOfObjects = objects(TreeKind::kKdTree);
  std::vector<FaceContact> expected;
  for (std::size_t k = 0; k < pairsOfObjects.size(); ++k)
    appendAllPairs(expected, pairsOfObjects[k], static_cast<int>(k));
  Jobs jobs(2);
  ConglomeratePairs pairs;
  EXPECT_TRUE(same(pairs.run(pairsOfObjects, jobs).contacts, expected));
}

// Without the test of boxes every pair of conglomerates is searched, with the same result.
TEST_F(ManyConglomerates, GiveTheSameContactsWithoutTheTestOfBoxes) {
  Jobs jobs(2);
  for (const TreeKind tree : {TreeKind::kOctree, TreeKind::kKdTree}) {
    const std::vector<ObjectPair> pairsOfObjects = objects(tree);
    long long all = 0;
    for (const ObjectPair& o : pairsOfObjects) all += static_cast<long long>(o.a->count()) * o.b->count();
    ConglomeratePairs tested;
    const PairResult expected = tested.run(pairsOfObjects, jobs);
    ConglomeratePairs forced({.boxTest = false});
    const PairResult& result = forced.run(pairsOfObjects, jobs);
    EXPECT_EQ(result.report.boxPairs, all);
    EXPECT_EQ(result.report.boxPairsTested, 0);
    EXPECT_LT(expected.report.boxPairs, all / 2);
    EXPECT_TRUE(same(result.contacts, expected.contacts));
  }
}

TEST_F(ManyConglomerates, ListCandidatesSortedAndOnce) {
  Jobs jobs(2);
  ConglomeratePairs pairs;
  const PairResult& result = pairs.run(objects(TreeKind::kOctree), jobs);
  const auto before = [](const FacePair& p, const FacePair& q) {
    return std::tuple(p.object, p.faceA, p.faceB) < std::tuple(q.object, q.faceA, q.faceB);
  };
  for (std::size_t i = 1; i < result.candidates.size(); ++i)
    ASSERT_TRUE(before(result.candidates[i - 1], result.candidates[i]));
  EXPECT_EQ(result.report.candidates, static_cast<long long>(result.candidates.size()));
  EXPECT_EQ(result.report.contacts, static_cast<long long>(result.contacts.size()));
}

// Buffers of one item are too small nearly everywhere: each is grown, that is counted, and nothing is missing. The next
// call finds them large enough.
TEST_F(ManyConglomerates, GrowTheirBuffersAndSaySo) {
  Jobs jobs(2);
  ConglomeratePairs ample;
  const PairResult expected = ample.run(objects(TreeKind::kOctree), jobs);
  EXPECT_EQ(expected.report.candidateBuffers.grown, 0);
  EXPECT_EQ(expected.report.boxPairBuffers.grown, 0);

  ConglomeratePairs narrow({50, 1, 1});
  const PairResult first = narrow.run(objects(TreeKind::kOctree), jobs);
  EXPECT_GT(first.report.candidateBuffers.grown, 20);
  EXPECT_GT(first.report.boxPairBuffers.grown, 20);
  EXPECT_EQ(first.report.candidateBuffers.start, 1);
  EXPECT_GT(first.report.candidateBuffers.largest, 1);
  EXPECT_EQ(first.report.candidateBuffers.used, first.report.found);
  EXPECT_TRUE(first.candidates == expected.candidates);
  EXPECT_TRUE(same(first.contacts, expected.contacts));

  const PairResult second = narrow.run(objects(TreeKind::kOctree), jobs);
  EXPECT_EQ(second.report.candidateBuffers.grown, 0);
  EXPECT_EQ(second.report.boxPairBuffers.grown, 0);
  EXPECT_TRUE(same(second.contacts, expected.contacts));
}

// Where one box pair is swapped for the other way round, the same pairs of faces are in reach.
TEST_F(ManyConglomerates, FindTheSamePairsWithTheObjectsSwapped) {
  std::vector<ObjectPair> forwards = objects(TreeKind::kOctree);
  std::vector<ObjectPair> backwards;
  for (const ObjectPair& o : forwards) backwards.push_back({o.b, o.a, o.X_AB.inverse(), o.distance});
  Jobs jobs(1);
  ConglomeratePairs pairs;
  std::set<std::array<int, 3>> there;
  std::set<std::array<int, 3>> back;
  // Pairs whose distance is the alarm distance to the last digits may fall on either side in another frame.
  const auto clearly = [](const FaceContact& c) { return c.squared < 0.02 * 0.02 * (1 - 1e-9); };
  for (const FaceContact& c : pairs.run(forwards, jobs).contacts)
    if (clearly(c)) there.insert({c.pair.object, c.pair.faceA, c.pair.faceB});
  for (const FaceContact& c : pairs.run(backwards, jobs).contacts)
    if (clearly(c)) back.insert({c.pair.object, c.pair.faceB, c.pair.faceA});
  EXPECT_EQ(there, back);
}

// Meshes far from their own origins and placed far away: floats would lose them without frames of their own.
TEST(ConglomeratePairs, FindContactsFarFromTheOrigin) {
  Random random(210);
  const MeshPtr lump = collision::test::lump(random, 1, 12);
  const MeshPtr far = lump->transformed({random.rotation(), Vec3(4000, -7000, 1e5)});
  Partition p = partitionOf(random, static_cast<int>(far->triangles().size()), Ways::kRuns);
  const ModelPtr model = modelOf(far, p);
  int touching = 0;
  Jobs jobs(1);
  ConglomeratePairs pairs;
  for (int n = 0; n < 60; ++n) {
    ObjectPair o{model.get(), model.get(), {random.rotation(), Vec3::Zero()}, 0.01};
    const Vec3 middle = far->bounds().center();
    o.X_AB.p = middle + random.uniform(0.5, 2.6) * random.direction() - o.X_AB.q * middle;
    std::vector<FaceContact> expected;
    appendAllPairs(expected, o, 0);
    EXPECT_TRUE(same(pairs.run(std::span(&o, 1), jobs).contacts, expected));
    if (!expected.empty()) ++touching;
    // A quaternion that is not quite of length one means the pose of the one that is: far from the origin the
    // difference is larger than the distance.
    o.X_AB.q.coeffs() *= 1 + random.uniform(-9e-10, 9e-10);
    expected.clear();
    appendAllPairs(expected, o, 0);
    EXPECT_TRUE(same(pairs.run(std::span(&o, 1), jobs).contacts, expected));
  }
  EXPECT_GT(touching, 20);
}

// One plate of two faces, 10 000 times longer than the chips that lie on it: every chip touches it, wherever it lies.
TEST(ConglomeratePairs, FindSmallFacesOnHugeOnes) {
  const MeshPtr plate = TriangleMesh::build({{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0}}, {{0, 1, 2}, {0, 2, 3}});
  const MeshPtr chip = collision::test::box({0, 0, 0}, {1e-3, 1e-3, 1e-3});
  Random random(211);
  const ModelPtr plateModel = modelOf(plate, partitionOf(random, 2, Ways::kOne), {{0.01, kAdaptiveEdges}});
  const ModelPtr chipModel = modelOf(chip, partitionOf(random, 12, Ways::kOne));
  std::vector<ObjectPair> objects;
  for (int n = 0; n < 500; ++n)
    objects.push_back({plateModel.get(),
                       chipModel.get(),
                       {Quat::Identity(), Vec3(random.uniform(0, 9.99), random.uniform(0, 9.99), 1e-5)},
                       2e-5});
  Jobs jobs(1);
  ConglomeratePairs pairs;
  std::vector<int> contacts(objects.size(), 0);
  for (const FaceContact& c : pairs.run(objects, jobs).contacts) {
    ++contacts[static_cast<std::size_t>(c.pair.object)];
    EXPECT_NEAR(c.squared, 1e-10, 1e-14);
  }
  // The two faces of the chip's bottom, and the eight of its sides, which end there, over one face of the plate or
  // both.
  for (const int count : contacts) EXPECT_GE(count, 10);
}

TEST(ConglomeratePairs, OfNothingGiveNothing) {
  Jobs jobs(1);
  ConglomeratePairs pairs;
  EXPECT_TRUE(pairs.run({}, jobs).contacts.empty());
}

TEST(ConglomeratePairs, RefuseWhatHasNoMeaning) {
  Random random(212);
  const MeshPtr box = collision::test::box(-Vec3::Ones(), Vec3::Ones());
  std::vector<int> faces(12);
  std::iota(faces.begin(), faces.end(), 0);
  const ConglomerateModel model(box, {{0, 12}, faces});

  Jobs jobs(1);
  ConglomeratePairs pairs;
  const auto run = [&](const Transform& X, double distance) {
    const ObjectPair o{&model, &model, X, distance};
    return pairs.run(std::span(&o, 1), jobs).contacts.size();
  };
  EXPECT_GT(run({}, 0), 0U);
  EXPECT_THROW(run({}, -1), InputError);
  EXPECT_THROW(run({}, std::nan("")), InputError);
  EXPECT_THROW(run({}, std::numeric_limits<double>::infinity()), InputError);
  EXPECT_THROW(run({}, 1e39), InputError);
  EXPECT_THROW(run({Quat::Identity(), Vec3(0, 1e39, 0)}, 0), InputError);
  EXPECT_THROW(run({Quat(1 + 1e-8, 0, 0, 0), Vec3::Zero()}, 0), InputError);
  EXPECT_THROW(run({Quat(std::nan(""), 0, 0, 0), Vec3::Zero()}, 0), InputError);
  EXPECT_THROW(run({Quat(2, 0, 0, 0), Vec3::Zero()}, 0), InputError);
  for (int axis = 0; axis < 3; ++axis)
    EXPECT_THROW(run({Quat::Identity(), std::nan("") * Vec3::Unit(axis)}, 0), InputError);
  EXPECT_THROW(ConglomeratePairs({0, 1, 1}), InputError);

  // A face twice, a face missing, an empty conglomerate, borders that do not span the faces.
  std::vector<int> twice = faces;
  twice[3] = 4;
  const std::vector<int> fewer(faces.begin(), faces.end() - 1);
  EXPECT_THROW(ConglomerateModel(box, {{0, 12}, twice}), InputError);
  EXPECT_THROW(ConglomerateModel(box, {{0, 11}, fewer}), InputError);
  EXPECT_THROW(ConglomerateModel(box, {{0, 12, 12}, faces}), InputError);
  EXPECT_THROW(ConglomerateModel(box, {{0, 11}, faces}), InputError);
}

}  // namespace
}  // namespace passung::gpu
