// SPDX-License-Identifier: Apache-2.0
// Fronts on a device against those of the processor: items, contacts and counts to the bit, at every pose. Most tests
// run twice: on the emulated machine, and on a CUDA device where there is one.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "core/error.h"
#include "gpu/pipeline/pair_backend.h"
#include "gpu/references/tree_device.h"
#include "gpu/references/tree_front.h"
#include "tests/gpu/emulated_trees.h"
#include "tests/gpu/near_meshes.h"
#include "tests/gpu/tree_device_fixture.h"

namespace passung::gpu {
namespace {

using test::EmulatedTrees;
using test::MeshPtr;
using test::Random;
using test::same;

using test::Machine;

class FrontOnDevice : public test::TreeDeviceTest {};

bool sameItems(std::span<const FrontItem> a, std::span<const FrontItem> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

// A way of small steps, with a leap at times.
struct Path {
  Transform X;
  double distance = 0;

  Path(Random& random, const TreeModel& a, const TreeModel& b) : random_(random), a_(a), b_(b) {
    size_ = std::min(a.mesh->bounds().size(), b.mesh->bounds().size());
    distance = random.below(4) == 0 ? 0 : 0.02 * size_;
    leap();
  }
  void step() {
    if (random_.below(15) == 0) return leap();
    X.p += velocity_;
    X.q = (rotationFromVector(turn_) * X.q).normalized();
  }

 private:
  void leap() {
    X = test::randomNearPose(random_, *a_.mesh, *b_.mesh).X_AB;
    velocity_ = 0.004 * size_ * random_.direction();
    turn_ = 0.004 * random_.direction();
  }
  Random& random_;
  const TreeModel &a_, &b_;
  double size_ = 0;
  Vec3 velocity_ = Vec3::Zero(), turn_ = Vec3::Zero();
};

// At every step the contacts of a plain walk, and the very front of the processor, whatever fits at first and however
// many threads run.
TEST_P(FrontOnDevice, IsThatOfTheProcessorOnRandomPaths) {
  Random random(801);
  Jobs three(3);
  const TreeDeviceSettings settings[] = {{}, {1, 1, 1, 1}, {40, 3, 1, 7}};
  long long contacts = 0, climbed = 0, known = 0, descended = 0;
  int grown = 0, cold = 0;
  for (int path = 0; path < 30; ++path) {
    const std::unique_ptr<TreeDevice> trees = device(settings[path % 3], path % 2 == 0 ? &three : nullptr);
    const TreeModel a(path % 3 == 0 ? collision::test::lump(random, 1, 14) : test::smallMesh(random, path));
    const TreeModel b(path % 3 == 0 ? collision::test::lump(random, 0.7, 12)
                                    : test::smallMesh(random, random.below(6)));
    Path way(random, a, b);
    const int front = trees->openFront(trees->build(a.mesh), trees->build(b.mesh), way.distance);
    TreeFront expected(a, b, way.distance);
    TreePairs plain;
    long long items = 1;
    for (int step = 0; step < 40; ++step, way.step()) {
      const TreeObjects o{&a, &b, way.X, way.distance};
      const FrontResult& host = expected.run(way.X, jobs_);
      const TreeDeviceResult& found = trees->moveFront(front, way.X);
      const TreeDeviceReport& r = found.report;
      ASSERT_EQ(r.fallback, "");
      ASSERT_TRUE(same(found.contacts, plain.run(std::span(&o, 1), jobs_).contacts));
      EXPECT_EQ(r.nodeTests, host.report.nodeTests);
      EXPECT_EQ(r.front.known, host.report.known);
      EXPECT_EQ(r.front.climbed, host.report.climbed);
      EXPECT_EQ(r.front.items, host.report.items);
      EXPECT_EQ(r.front.cold, host.report.cold);
      EXPECT_EQ(r.candidates, host.report.candidates);
      contacts += static_cast<long long>(found.contacts.size());
      climbed += r.front.climbed;
      known += r.front.known;
      descended += r.front.items > items ? 1 : 0;
      items = r.front.items;
      grown += r.grown;
      cold += r.front.cold ? 1 : 0;
      ASSERT_TRUE(sameItems(trees->readFront(front), expected.items()));
    }
  }
  EXPECT_GT(contacts, 5000);
  EXPECT_GT(climbed, 5000);
  EXPECT_GT(known, 50000);
  EXPECT_GT(descended, 200);
  EXPECT_GT(grown, 10);
  EXPECT_EQ(cold, 30);
}

// Fronts of one device do not know of each other, nor of walks between; a refit or a build starts them anew.
TEST_P(FrontOnDevice, KeepsManyFrontsThroughOtherWork) {
  Random random(802);
  const MeshPtr meshes[] = {collision::test::lump(random, 1, 12), collision::test::lump(random, 0.8, 10),
                            collision::test::box(-Vec3::Ones(), Vec3::Ones())};
  std::vector<TreeModel> models;
  const std::unique_ptr<TreeDevice> trees = device({1, 1, 1, 4});
  for (const MeshPtr& m : meshes) {
    models.emplace_back(m);
    (void)trees->build(m);
  }
  struct Pair {
    int a, b, front;
    std::unique_ptr<TreeFront> expected;
    std::unique_ptr<Path> way;
  };
  std::vector<Pair> pairs;
  for (const auto& [a, b] : {std::pair(0, 1), std::pair(1, 2), std::pair(0, 0), std::pair(2, 0)}) {
    auto way = std::make_unique<Path>(random, models[a], models[b]);
    const double distance = way->distance;
    pairs.push_back({a, b, trees->openFront(a, b, distance),
                     std::make_unique<TreeFront>(models[a], models[b], distance), std::move(way)});
  }
  int cold = 0;
  for (int step = 0; step < 60; ++step) {
    Pair& p = pairs[static_cast<std::size_t>(random.below(4))];
    const FrontResult& host = p.expected->run(p.way->X, jobs_);
    const TreeDeviceResult& found = trees->moveFront(p.front, p.way->X);
    ASSERT_EQ(found.report.fallback, "");
    ASSERT_TRUE(same(found.contacts, host.contacts));
    EXPECT_EQ(found.report.front.cold, host.report.cold);
    cold += host.report.cold ? 1 : 0;
    ASSERT_TRUE(sameItems(trees->readFront(p.front), p.expected->items()));
    p.way->step();
    if (step % 7 == 3) {
      const TreeDeviceObjects other{0, 1, p.way->X, 0.01};
      (void)trees->pairs(std::span(&other, 1));
    }
    if (step % 20 == 19) {
      const int m = random.below(2);
      TreeModel& model = models[static_cast<std::size_t>(m)];
      std::vector<Vec3> moved(model.mesh->vertices().begin(), model.mesh->vertices().end());
      for (Vec3& q : moved) q *= 1.02;
      model.mesh = model.mesh->deformed(moved);
      model.tree.refit(moved);
      trees->refit(m, model.mesh);
    }
  }
  EXPECT_GT(cold, 6);
  trees->rebuild(2);
  EXPECT_TRUE(trees->moveFront(pairs[1].front, pairs[1].way->X).report.front.cold);
}

INSTANTIATE_TEST_SUITE_P(Machines, FrontOnDevice, ::testing::Values(Machine::kEmulated, Machine::kCuda),
                         [](const auto& info) { return info.param == Machine::kCuda ? "Cuda" : "Emulated"; });

// Whichever call fails: the processor finds the contacts, and the front starts anew.
TEST(FailingTrees, StartFrontsAnew) {
  Random random(803);
  Jobs jobs(1);
  const TreeModel a(collision::test::lump(random, 1, 8)), b(collision::test::lump(random, 0.8, 8));
  const Transform X{random.rotation(), Vec3(1.2, 0, 0)};
  const TreeObjects o{&a, &b, X, 0.05};
  TreePairs plain;
  const std::vector<FaceContact> expected = plain.run(std::span(&o, 1), jobs).contacts;
  ASSERT_FALSE(expected.empty());
  int failed = 0;
  for (int after = 0; after == failed; ++after) {
    auto machine = std::make_unique<EmulatedTrees>(804);
    EmulatedTrees* emulated = machine.get();
    TreeDevice trees(std::move(machine), jobs);
    const int front = trees.openFront(trees.build(a.mesh), trees.build(b.mesh), 0.05);
    EXPECT_TRUE(trees.moveFront(front, X).report.front.cold);
    emulated->callsBeforeFailure = after;
    int fails = 1;
    emulated->fails = &fails;
    EXPECT_TRUE(same(trees.moveFront(front, X).contacts, expected));
    failed += trees.result().report.fallback.empty() ? 0 : 1;
    emulated->fails = nullptr;
    EXPECT_TRUE(same(trees.moveFront(front, X).contacts, expected));
    EXPECT_EQ(trees.result().report.fallback, "");
    EXPECT_EQ(trees.result().report.front.cold, failed > after);
  }
  EXPECT_GT(failed, 8);
}

TEST(FailingTrees, RefuseFrontsOfNoMeaning) {
  Jobs jobs(1);
  TreeDevice trees(std::make_unique<EmulatedTrees>(805), jobs);
  const int box = trees.build(collision::test::box(-Vec3::Ones(), Vec3::Ones()));
  EXPECT_THROW((void)trees.openFront(box, box + 1, 0), InputError);
  EXPECT_THROW((void)trees.openFront(box, box, -1), InputError);
  const int front = trees.openFront(box, box, 0.1);
  EXPECT_THROW((void)trees.moveFront(front + 1, {}), InputError);
  EXPECT_THROW((void)trees.moveFront(front, {Quat::Identity(), Vec3(std::nan(""), 0, 0)}), InputError);
  EXPECT_TRUE(trees.readFront(front).empty());
  EXPECT_FALSE(trees.moveFront(front, {}).contacts.empty());
}

}  // namespace
}  // namespace passung::gpu
