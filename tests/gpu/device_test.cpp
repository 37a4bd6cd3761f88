// SPDX-License-Identifier: Apache-2.0
// The search on a device against the search on the processor. Each test runs twice: on the emulated device, which
// proves the kernels' logic and the plan here, and on a CUDA device where there is one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <numeric>

#include "core/error.h"
#include "gpu/pipeline/device_pairs.h"
#include "tests/gpu/emulated_device.h"
#include "tests/gpu/near_meshes.h"

namespace passung::gpu {
namespace {

using test::EmulatedDevice;
using test::MeshPtr;
using test::Random;
using test::same;

using ModelPtr = std::unique_ptr<const ConglomerateModel>;

// Runs of `size` faces.
Partition runs(int faces, int size) {
  Partition p;
  p.faces.resize(static_cast<std::size_t>(faces));
  std::iota(p.faces.begin(), p.faces.end(), 0);
  for (int first = 0; first < faces; first += size) p.firsts.push_back(first);
  p.firsts.push_back(faces);
  return p;
}

ModelPtr modelOf(const MeshPtr& mesh, int size, TreeKind tree, int edgeSamples = kAdaptiveEdges) {
  ModelSettings settings;
  settings.tree = tree;
  settings.shell.edgeSamples = edgeSamples;
  return std::make_unique<const ConglomerateModel>(mesh, runs(static_cast<int>(mesh->triangles().size()), size),
                                                   settings);
}

long long largestBlock(const ConglomerateModel& model) {
  const ModelBlocks blocks(model);
  long long largest = 0;
  for (int c = 0; c < model.count(); ++c) largest = std::max(largest, blocks.bytesOf(c));
  return largest;
}

long long allBlocks(const ConglomerateModel& model) {
  const ModelBlocks blocks(model);
  long long all = 0;
  for (int c = 0; c < model.count(); ++c) all += blocks.bytesOf(c);
  return all;
}

enum class Machine { kEmulated, kCuda };

class OnDevice : public testing::TestWithParam<Machine> {
 protected:
  void SetUp() override {
    if (GetParam() == Machine::kEmulated) return;
    const DeviceStatus status = deviceStatus();
    if (!status.usable) GTEST_SKIP() << status.line;
  }

  std::unique_ptr<FacePairFinder> finder(DeviceSettings settings) {
    if (GetParam() == Machine::kEmulated) {
      if (settings.budgetBytes == 0) settings.budgetBytes = 1LL << 30;
      return std::make_unique<DevicePairs>(std::make_unique<EmulatedDevice>(400), PairSettings{}, settings, jobs_);
    }
    FinderChoice choice = makeFacePairFinder(Backend::kCuda, {}, jobs_, settings);
    EXPECT_EQ(choice.fallback, "");
    return std::move(choice.finder);
  }

  // Bodies of many conglomerates in poses where some touch, and some are apart.
  std::vector<ObjectPair> bodies(TreeKind tree) {
    Random random(401);
    std::vector<MeshPtr> meshes{collision::test::lump(random, 1, 20), collision::test::lump(random, 0.7, 16),
                                test::unevenSheet(random, 10), collision::test::box(-Vec3::Ones(), Vec3::Ones())};
    models_.clear();
    for (std::size_t m = 0; m < meshes.size(); ++m)
      models_.push_back(modelOf(meshes[m], 40, tree, m % 2 == 0 ? kAdaptiveEdges : 5));
    std::vector<ObjectPair> objects;
    for (int k = 0; k < 16; ++k) {
      objects.push_back({models_[static_cast<std::size_t>(k % 4)].get(),
                         models_[static_cast<std::size_t>(k / 4)].get(),
                         {random.rotation(), random.uniform(0.5, 2) * random.direction()},
                         k % 5 == 0 ? 0 : 0.02});
    }
    return objects;
  }

  void expectSame(const PairResult& result, const PairResult& expected) {
    EXPECT_EQ(result.report.fallback, "");
    EXPECT_EQ(result.report.backend, Backend::kCuda);
    EXPECT_TRUE(same(result.contacts, expected.contacts))
        << result.contacts.size() << " of " << expected.contacts.size();
    EXPECT_EQ(result.report.candidates, expected.report.candidates);
    EXPECT_EQ(result.report.found, expected.report.found);
    EXPECT_EQ(result.report.askingFaces, expected.report.askingFaces);
    EXPECT_EQ(result.report.askingSamples, expected.report.askingSamples);
    EXPECT_EQ(result.report.undecided, expected.report.undecided);
    EXPECT_EQ(result.report.contacts, expected.report.contacts);
    EXPECT_GE(result.report.bytesUp, 0);
  }

  Jobs jobs_{2};
  ConglomeratePairs processor_;
  std::vector<ModelPtr> models_;
};

// Thousands of random configurations, small units and large ones, one conglomerate or many.
TEST_P(OnDevice, ContactsHaveTheBitsOfTheProcessor) {
  Random random(402);
  std::vector<ModelPtr> models;
  for (int m = 0; m < 36; ++m) {
    const MeshPtr mesh = test::smallMesh(random, m);
    const int size = m % 3 == 0 ? static_cast<int>(mesh->triangles().size()) : 3 + random.below(10);
    models.push_back(modelOf(mesh, size, m % 2 == 0 ? TreeKind::kOctree : TreeKind::kKdTree, m % 5 == 0 ? 5 : -1));
  }
  long long contacts = 0;
  long long touching = 0;
  long long undecided = 0;
  const int units[] = {1, 7, 100, 1 << 20};
  std::vector<std::unique_ptr<FacePairFinder>> finders;
  for (const int unit : units) finders.push_back(finder({.unitFaces = unit, .candidatesStart = unit}));
  for (int batch = 0; batch < 12; ++batch) {
    std::vector<ObjectPair> objects;
    const int count = batch % 4 == 0 ? 15 : 150;  // a launch an asking face takes its time
    for (int k = 0; k < count; ++k) {
      const ModelPtr& a = models[static_cast<std::size_t>(random.below(36))];
      const ModelPtr& b = models[static_cast<std::size_t>(random.below(36))];
      const auto [X_AB, distance] = test::randomNearPose(random, a->mesh(), b->mesh());
      objects.push_back({a.get(), b.get(), X_AB, distance});
    }
    const PairResult& expected = processor_.run(objects, jobs_);
    expectSame(finders[static_cast<std::size_t>(batch % 4)]->run(objects), expected);
    contacts += expected.report.contacts;
    undecided += expected.report.undecided;
    touching += std::count_if(expected.contacts.begin(), expected.contacts.end(),
                              [](const FaceContact& c) { return c.squared == 0; });
  }
  EXPECT_GT(contacts, 5000);
  EXPECT_GT(touching, 1000);
  EXPECT_GT(undecided, 250);
}

TEST_P(OnDevice, AnyUnitAndAnyBudgetGiveTheSameBits) {
  for (const TreeKind tree : {TreeKind::kOctree, TreeKind::kKdTree}) {
    const std::vector<ObjectPair> objects = bodies(tree);
    const PairResult expected = processor_.run(objects, jobs_);
    EXPECT_GT(expected.contacts.size(), 1000U);
    long long largest = 0;
    long long all = 0;
    for (const ModelPtr& m : models_) {
      largest = std::max(largest, largestBlock(*m));
      all += allBlocks(*m);
    }
    for (const int unit : {50, 1000, 1 << 20}) {
      for (const long long budget : {2 * largest, all / 3, 2 * all}) {
        const auto device = finder({.unitFaces = unit, .budgetBytes = budget});
        for (int call = 0; call < 2; ++call) {
          const PairResult& result = device->run(objects);
          expectSame(result, expected);
          EXPECT_LE(result.report.residentBytes, budget);
          EXPECT_GE(result.report.units, (expected.report.askingFaces + unit - 1) / unit);
          if (budget < all) {
            EXPECT_GT(result.report.evictions, 0);
          } else {
            EXPECT_EQ(result.report.evictions, 0);
          }
        }
      }
    }
  }
}

TEST_P(OnDevice, WhatIsThereIsNotSentAgain) {
  const std::vector<ObjectPair> objects = bodies(TreeKind::kOctree);
  const auto device = finder({});
  const long long first = device->run(objects).report.bytesUp;
  const PairReport second = device->run(objects).report;
  EXPECT_GT(first, second.residentBytes - 1);
  EXPECT_LT(second.bytesUp, first - second.residentBytes + 1);
  EXPECT_GT(second.residentBytes, 0);
}

TEST_P(OnDevice, RoomForCandidatesGrowsAndTheReportSaysSo) {
  const std::vector<ObjectPair> objects = bodies(TreeKind::kKdTree);
  const PairResult& expected = processor_.run(objects, jobs_);
  const auto device = finder({.candidatesStart = 1});
  const PairResult first = device->run(objects);
  expectSame(first, expected);
  EXPECT_GT(first.report.candidateBuffers.grown, 0);
  EXPECT_EQ(first.report.candidateBuffers.start, 1);
  EXPECT_EQ(first.report.candidateBuffers.used, expected.report.found);
  const PairResult second = device->run(objects);
  expectSame(second, expected);
  EXPECT_EQ(second.report.candidateBuffers.grown, 0);
}

// A dent in a body: only the conglomerates that it touches are sent again, and the result is that of the dented body.
TEST_P(OnDevice, OnlyWhatDeformsIsSentAgain) {
  Random random(408);
  const MeshPtr mesh = collision::test::lump(random, 1, 20);
  const int faces = static_cast<int>(mesh->triangles().size());
  ConglomerateModel dented(mesh, runs(faces, 20));
  const ModelPtr other = modelOf(collision::test::lump(random, 0.8, 16), 20, TreeKind::kOctree);
  const std::vector<ObjectPair> objects{{&dented, other.get(), {random.rotation(), Vec3(1.2, 0.3, 0)}, 0.05}};
  const auto device = finder({.prefetch = false});
  expectSame(device->run(objects), processor_.run(objects, jobs_));
  const long long unchanged = device->run(objects).report.bytesUp;
  std::size_t contacts = 0;
  for (int dent = 0; dent < 5; ++dent) {
    // Faces that are in contact, so that they are asked for.
    const PairResult& before = processor_.run(objects, jobs_);
    ASSERT_FALSE(before.contacts.empty());
    const int hit = before.contacts[before.contacts.size() / 2].pair.faceA;
    const int vertex = mesh->triangles()[static_cast<std::size_t>(hit)][0];
    std::vector<Vec3> vertices(dented.mesh().vertices().begin(), dented.mesh().vertices().end());
    vertices[static_cast<std::size_t>(vertex)] *= 0.97;
    std::vector<int> changed;
    for (int f = 0; f < faces; ++f) {
      const Triangle& t = mesh->triangles()[static_cast<std::size_t>(f)];
      if (std::find(t.begin(), t.end(), vertex) != t.end()) changed.push_back(f);
    }
    const DeformReport report = dented.deform(std::move(vertices), changed);
    EXPECT_LT(report.conglomerates, dented.count() / 3);
    const PairResult& expected = processor_.run(objects, jobs_);
    contacts += expected.contacts.size();
    const PairResult& result = device->run(objects);
    expectSame(result, expected);
    EXPECT_GT(result.report.bytesUp, unchanged);
    EXPECT_LT(result.report.bytesUp, unchanged + allBlocks(dented) / 2);
  }
  EXPECT_GT(contacts, 50U);
}

// A body flies over a sheet: what it comes near to is there before it is asked for, so that fewer bytes are sent for it
// within the step.
TEST_P(OnDevice, ConglomeratesAheadOfAMotionAreSentAhead) {
  Random random(403);
  const ModelPtr sheet = modelOf(test::unevenSheet(random, 24), 24, TreeKind::kOctree);
  const ModelPtr body = modelOf(collision::test::lump(random, 0.2, 8), 24, TreeKind::kOctree);
  const auto with = finder({.prefetch = true});
  const auto without = finder({.prefetch = false});
  int prefetched = 0;
  int contacts = 0;
  for (int step = 0; step < 20; ++step) {
    ObjectPair o{sheet.get(), body.get(), {Quat::Identity(), Vec3(-1 + 0.1 * step, -1 + 0.1 * step, 0.2)}, 0.01};
    const PairResult& expected = processor_.run(std::span(&o, 1), jobs_);
    contacts += static_cast<int>(expected.contacts.size());
    const PairResult& ahead = with->run(std::span(&o, 1));
    expectSame(ahead, expected);
    prefetched += ahead.report.prefetched;
    const PairResult& asked = without->run(std::span(&o, 1));
    expectSame(asked, expected);
    EXPECT_EQ(asked.report.prefetched, 0);
    EXPECT_GE(ahead.report.residentBytes, asked.report.residentBytes);
  }
  EXPECT_GT(contacts, 50);
  EXPECT_GT(prefetched, 5);
}

TEST_P(OnDevice, NothingGivesNothing) {
  const auto device = finder({});
  const PairResult& result = device->run({});
  EXPECT_TRUE(result.contacts.empty());
  EXPECT_EQ(result.report.units, 0);
}

// A budget that two conglomerates do not fit in: the processor does it, and the report says why.
TEST_P(OnDevice, TooSmallABudgetIsLeftToTheProcessor) {
  const std::vector<ObjectPair> objects = bodies(TreeKind::kOctree);
  const PairResult& expected = processor_.run(objects, jobs_);
  const auto device = finder({.budgetBytes = 1000});
  const PairResult& result = device->run(objects);
  EXPECT_EQ(result.report.backend, Backend::kCpu);
  EXPECT_NE(result.report.fallback.find("a pair of conglomerates takes"), std::string::npos) << result.report.fallback;
  EXPECT_TRUE(same(result.contacts, expected.contacts));
}

INSTANTIATE_TEST_SUITE_P(Machines, OnDevice, testing::Values(Machine::kEmulated, Machine::kCuda),
                         [](const auto& machine) { return machine.param == Machine::kCuda ? "Cuda" : "Emulated"; });

// A device whose failures are made.
class FailingDevice : public testing::Test {
 protected:
  FailingDevice() {
    Random random(404);
    model_ = modelOf(collision::test::lump(random, 1, 12), 20, TreeKind::kOctree);
    objects_ = {{model_.get(), model_.get(), {random.rotation(), Vec3(1, 0.5, 0)}, 0.01}};
    auto device = std::make_unique<EmulatedDevice>(405);
    device_ = device.get();
    finder_ =
        std::make_unique<DevicePairs>(std::move(device), PairSettings{}, DeviceSettings{.budgetBytes = 1 << 30}, jobs_);
    expected_ = processor_.run(objects_, jobs_);
    EXPECT_GT(expected_.contacts.size(), 10U);
  }

  void expectFallback(const char* why) {
    const PairResult& result = finder_->run(objects_);
    EXPECT_EQ(result.report.backend, Backend::kCpu);
    EXPECT_EQ(result.report.fallback, std::string(why) + "; the processor takes its place");
    EXPECT_TRUE(same(result.contacts, expected_.contacts));
    EXPECT_EQ(result.report.residentBytes, 0);
    EXPECT_EQ(device_->bytes, 0);
  }
  void expectDevice() {
    const PairResult& result = finder_->run(objects_);
    EXPECT_EQ(result.report.backend, Backend::kCuda);
    EXPECT_EQ(result.report.fallback, "");
    EXPECT_TRUE(same(result.contacts, expected_.contacts));
    EXPECT_EQ(result.report.residentBytes, device_->bytes);
  }

  Jobs jobs_{1};
  ConglomeratePairs processor_;
  ModelPtr model_;
  std::vector<ObjectPair> objects_;
  EmulatedDevice* device_ = nullptr;
  std::unique_ptr<DevicePairs> finder_;
  PairResult expected_;
};

TEST_F(FailingDevice, IsReplacedForTheCallAndTriedAgain) {
  expectDevice();
  device_->failRuns = 1;
  expectFallback("emulated: the launch failed");
  expectDevice();
}

TEST_F(FailingDevice, RunsOutOfMemoryWithoutHarm) {
  device_->room = 5000;
  expectFallback("emulated: out of memory");
  expectFallback("emulated: out of memory");
  device_->room = 1LL << 40;
  expectDevice();
}

// Counters of 32 bits would begin again at zero: half a search that looks whole.
TEST_F(FailingDevice, RefusesMoreCandidatesThanItCanCount) {
  for (const ItemCount before : {ItemCount{0x7fffffff}, (ItemCount{1} << 32) - 1, ItemCount{1} << 32}) {
    device_->emittedBefore = before;
    expectFallback("a unit has 2^31 candidates or more; make units smaller");
  }
  device_->emittedBefore = 0;
  expectDevice();
}

// Whatever is thrown between the plan of what is sent and the sending: the next call sends it anew.
TEST_F(FailingDevice, ForgetsWhatWasSentAfterAnyException) {
  expectDevice();
  const DeviceSettings settings{.budgetBytes = 1 << 30};
  for (const int whole : {0, 1, 3}) {
    auto device = std::make_unique<EmulatedDevice>(405);
    device_ = device.get();
    finder_ = std::make_unique<DevicePairs>(std::move(device), PairSettings{}, settings, jobs_);
    device_->storesBeforeFailure = whole;
    device_->failStores = 1;
    EXPECT_THROW(finder_->run(objects_), std::bad_alloc);
    EXPECT_EQ(device_->failStores, 0);
    EXPECT_EQ(device_->bytes, 0);
    EXPECT_EQ(finder_->residency().bytes(), 0);
    expectDevice();
  }
}

// What is sent ahead is not needed for the result.
TEST_F(FailingDevice, KeepsTheResultWhenSendingAheadFails) {
  Random random(411);
  const ModelPtr sheet = modelOf(test::unevenSheet(random, 24), 24, TreeKind::kOctree);
  const ModelPtr body = modelOf(collision::test::lump(random, 0.2, 8), 24, TreeKind::kOctree);
  int failed = 0;
  for (int step = 0; step < 20; ++step) {
    objects_ = {{sheet.get(), body.get(), {Quat::Identity(), Vec3(-1 + 0.1 * step, -1 + 0.1 * step, 0.2)}, 0.01}};
    expected_ = processor_.run(objects_, jobs_);
    // After a run the next block that is stored is one that is sent ahead.
    device_->roomAfterRun = step % 2 == 0 ? 0 : std::numeric_limits<long long>::max();
    device_->room = std::numeric_limits<long long>::max();
    const PairResult& result = finder_->run(objects_);
    EXPECT_EQ(result.report.backend, Backend::kCuda);
    EXPECT_EQ(result.report.fallback, "");
    EXPECT_TRUE(same(result.contacts, expected_.contacts));
    EXPECT_EQ(result.report.residentBytes, device_->bytes);
    if (result.report.prefetchFailure.empty()) continue;
    EXPECT_EQ(result.report.prefetchFailure, "emulated: out of memory");
    EXPECT_EQ(device_->bytes, 0);
    ++failed;
  }
  EXPECT_GT(failed, 2);
}

TEST_F(FailingDevice, DoesNotHideErrorsOfInput) {
  objects_[0].distance = -1;
  EXPECT_THROW(finder_->run(objects_), InputError);
  EXPECT_THROW(DevicePairs(std::make_unique<EmulatedDevice>(1), {}, {.unitFaces = 0}, jobs_), InputError);
  EXPECT_THROW(DevicePairs(std::make_unique<EmulatedDevice>(1), {}, {.budgetBytes = -1}, jobs_), InputError);
}

// However many lanes share a face.
TEST(UnitKernels, GiveTheSameForAnyNumberOfLanes) {
  Random random(406);
  const ModelPtr a = modelOf(collision::test::lump(random, 1, 10), 20, TreeKind::kOctree);
  const ModelPtr b = modelOf(test::soup(random, 60), 60, TreeKind::kKdTree);
  Jobs jobs(1);
  std::vector<ObjectPair> objects;
  for (int k = 0; k < 6; ++k)
    objects.push_back({k % 2 == 0 ? a.get() : b.get(), b.get(), {random.rotation(), random.inCube(1)}, 0.03});
  ConglomeratePairs processor;
  const PairResult& expected = processor.run(objects, jobs);
  EXPECT_GT(expected.contacts.size(), 50U);
  for (const int lanes : {1, 2, 5, 32, 100}) {
    DevicePairs device(std::make_unique<EmulatedDevice>(407, lanes), {}, {.budgetBytes = 1 << 30}, jobs);
    const PairResult& result = device.run(objects);
    EXPECT_EQ(result.report.fallback, "");
    EXPECT_EQ(result.report.backend, Backend::kCuda);
    EXPECT_TRUE(same(result.contacts, expected.contacts));
    EXPECT_EQ(result.report.found, expected.report.found);
    EXPECT_EQ(result.report.askingSamples, expected.report.askingSamples);
  }
}

// Threads that run at once share counters, lists and the room for candidates.
TEST(UnitKernels, GiveTheSameForThreadsThatRunAtOnce) {
  Random random(409);
  const ModelPtr a = modelOf(collision::test::lump(random, 1, 12), 20, TreeKind::kOctree);
  Jobs threads(4);
  Jobs jobs(1);
  ConglomeratePairs processor;
  DevicePairs device(std::make_unique<EmulatedDevice>(410, 32, &threads), {},
                     {.candidatesStart = 10, .budgetBytes = 1 << 30}, jobs);
  int grown = 0;
  for (int n = 0; n < 20; ++n) {
    const ObjectPair o{a.get(), a.get(), {random.rotation(), random.uniform(0.3, 1.8) * random.direction()}, 0.02};
    const PairResult& expected = processor.run(std::span(&o, 1), jobs);
    const PairResult& result = device.run(std::span(&o, 1));
    EXPECT_EQ(result.report.fallback, "");
    EXPECT_EQ(result.report.backend, Backend::kCuda);
    EXPECT_TRUE(same(result.contacts, expected.contacts));
    EXPECT_EQ(result.report.found, expected.report.found);
    EXPECT_EQ(result.report.askingSamples, expected.report.askingSamples);
    grown += result.report.candidateBuffers.grown;
  }
  EXPECT_GT(grown, 0);
}

// A list that counts beyond 32 bits writes nothing that it has no room for, and says how many there were.
TEST(UnitKernels, CountBeyondThirtyTwoBits) {
  int items[2] = {-1, -1};
  ItemCount count = 0;
  const SharedList<int> list{items, 2, &count};
  list.add(7);
  EXPECT_EQ(list.size(), 1U);
  count = 0xffffffffULL;
  for (int k = 0; k < 3; ++k) list.add(8);
  EXPECT_EQ(count, 0x100000002ULL);
  EXPECT_EQ(list.size(), 2U);
  EXPECT_EQ(items[0], 7);
  EXPECT_EQ(items[1], -1);
  EXPECT_THROW(checkCandidates(count), DeviceError);
  EXPECT_THROW(checkCandidates(kMostCandidates + 1), DeviceError);
  EXPECT_NO_THROW(checkCandidates(kMostCandidates));
}

}  // namespace
}  // namespace passung::gpu
