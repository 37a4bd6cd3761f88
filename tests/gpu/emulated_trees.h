// SPDX-License-Identifier: Apache-2.0
// A machine for hierarchies in tests: the kernel bodies that a device runs, on the host, in an order of chance, and
// with several threads at once where jobs are given.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "gpu/references/tree_machine.h"
#include "tests/gpu/emulated_fronts.h"

namespace passung::gpu::test {

class EmulatedTrees final : public TreeMachine, public EmulatedLaunch {
 public:
  using EmulatedLaunch::EmulatedLaunch;

  // What tests look at and set.
  int* stores = nullptr;
  ItemCount undecidedBefore = 0;  // pairs that a walk is said to have listed at first

  int store(std::span<const Vec3> vertices, std::span<const Triangle> triangles) override {
    mayFail();
    if (stores != nullptr) ++*stores;
    auto t = std::make_unique<Tree>();
    t->vertices.assign(vertices.begin(), vertices.end());
    t->triangles.assign(triangles.begin(), triangles.end());
    t->bounds.resize(6);
    t->keys.resize(triangles.size());
    t->faces.resize(triangles.size());
    // Never written numbers are noticed.
    LbvhNode none{};
    none.parent = none.left = none.right = none.first = none.last = 0x5a5a5a5a;
    t->nodes.assign(2 * triangles.size() - 1, none);
    trees_.emplace(++stored_, std::move(t));
    return stored_;
  }
  void drop(int tree) override { EXPECT_EQ(trees_.erase(tree), 1U); }
  void move(int tree, std::span<const Vec3> vertices) override {
    mayFail();
    Tree& t = *trees_.at(tree);
    ASSERT_EQ(t.vertices.size(), vertices.size());
    t.vertices.assign(vertices.begin(), vertices.end());
  }
  void build(int tree, const Vec3& origin) override {
    mayFail();
    Tree& t = *trees_.at(tree);
    t.origin = origin;
    const auto count = static_cast<std::uint32_t>(t.triangles.size());
    std::fill(t.bounds.begin(), t.bounds.begin() + 3, ~0U);
    std::fill(t.bounds.begin() + 3, t.bounds.end(), 0U);
    const LbvhBuffers b = buffersOf(t);
    launch(count, [&](std::uint32_t i) {
      const Float3 centre = centreOf(lbvhBoxOf(b, static_cast<int>(i)));
      lbvhBounds(b, centre, centre);
    });
    launch(count, [&](std::uint32_t i) { lbvhKey(b, static_cast<int>(i)); });
    t.sortedFaces.resize(t.faces.size());
    t.sortedKeys.resize(t.keys.size());
    sortKeys(t.keys.data(), t.sortedKeys.data(), t.faces.data(), t.sortedFaces.data(), static_cast<int>(count),
             3 * kLbvhBits);
    const LbvhBuffers sorted = buffersOf(t);
    launch(count, [&](std::uint32_t i) { lbvhLinks(sorted, static_cast<int>(i)); });
    fit(t);
    usage_.build += 1;
  }
  void refit(int tree) override {
    mayFail();
    fit(*trees_.at(tree));
    usage_.refit += 1;
  }
  [[nodiscard]] StoredTree stored(int tree) const override {
    Tree& t = *trees_.at(tree);
    const LbvhBuffers b = buffersOf(t);
    return {{b.nodes, b.mesh.faceCount}, b.mesh};
  }
  void read(int tree, std::vector<LbvhNode>& nodes, std::vector<std::uint64_t>& keys) override {
    mayFail();
    nodes = trees_.at(tree)->nodes;
    keys = trees_.at(tree)->sortedKeys;
  }

  void start(const WalkInput& input) override {
    mayFail();
    objects_.assign(input.objects.begin(), input.objects.end());
    for (auto& queue : queues_) queue.assign(input.queueRoom, {-1, -1, -1});
    leaves_.assign(input.leafRoom, {-1, -1, -1});
    undecided_.assign(input.meeting ? input.undecidedRoom : 0, {-1, -1, -1});
    meets_.assign(objects_.size(), 0);
    counters_ = {};
    counters_.undecided = undecidedBefore;
    view_ = {objects_.data(),
             static_cast<int>(objects_.size()),
             input.keys,
             {queues_[0].data(), queues_[1].data()},
             leaves_.data(),
             undecided_.data(),
             nullptr,
             input.queueRoom,
             input.leafRoom,
             input.undecidedRoom,
             input.meeting ? meets_.data() : nullptr,
             &counters_};
  }
  const WalkCounters& rounds(int first, int count) override {
    mayFail();
    EXPECT_LT(first + count, kWalkRounds);
    if (first == 0) {
      launch(static_cast<std::uint32_t>(view_.objectCount),
             [&](std::uint32_t i) { openRoots(view_, static_cast<int>(i)); });
      meet(0);
    }
    for (int round = first; round < first + count; ++round) {
      launch(itemsOf(view_, round), [&](std::uint32_t i) { openItem(view_, round, i); });
      meet(round + 1);
    }
    return counters_;
  }
  const WalkCounters& poses() override {
    mayFail();
    launch(static_cast<std::uint32_t>(view_.objectCount),
           [&](std::uint32_t i) { walkPose(view_, static_cast<int>(i)); });
    return counters_;
  }
  WalkContacts contacts(std::uint32_t candidates) override {
    mayFail();
    EXPECT_EQ(candidates, leavesOf(view_, 0).size());
    contacts_.resize(leaves_.size());
    view_.contacts = contacts_.data();
    launch(candidates, [&](std::uint32_t i) { testLeaves(view_, i); });
    contacts_.resize(counters_.contacts);
    sorted_.take(contacts_);
    return {sorted_.keys, sorted_.squared};
  }
  const WalkCounters& look() override {
    mayFail();
    return counters_;
  }
  FrontMachine& fronts() override { return fronts_; }
  WalkMeeting meeting() override {
    mayFail();
    return {meets_, std::span(undecided_).first(counters_.undecided)};
  }
  TreeUsage takeUsage() override { return std::exchange(usage_, {}); }

 private:
  struct Tree {
    std::vector<Vec3> vertices;
    std::vector<Triangle> triangles;
    Vec3 origin = Vec3::Zero();
    std::vector<std::uint32_t> bounds;
    std::vector<std::uint64_t> keys, sortedKeys;
    std::vector<int> faces, sortedFaces, arrived;
    std::vector<LbvhNode> nodes;
  };
  static LbvhBuffers buffersOf(Tree& t) {
    return {{t.vertices.data()->data(), t.triangles.data()->data(), static_cast<int>(t.triangles.size())},
            {t.origin.x(), t.origin.y(), t.origin.z()},
            t.bounds.data(),
            t.keys.data(),
            t.faces.data(),
            t.sortedKeys.data(),
            t.sortedFaces.data(),
            t.nodes.data(),
            t.arrived.data()};
  }
  void fit(Tree& t) {
    t.arrived.assign(t.triangles.size() - 1, 0);
    const LbvhBuffers b = buffersOf(t);
    launch(static_cast<std::uint32_t>(t.triangles.size()),
           [&](std::uint32_t i) { lbvhFitLeaf(b, static_cast<int>(i)); });
  }
  void meet(int round) {
    if (view_.meets == nullptr) return;
    launch(leavesOf(view_, round).size(), [&](std::uint32_t i) { meetLeaves(view_, i); });
  }

  int stored_ = 0;
  std::map<int, std::unique_ptr<Tree>> trees_;
  std::vector<WalkObject> objects_;
  std::vector<NodePair> queues_[2];
  std::vector<FacePair> leaves_, undecided_;
  std::vector<DeviceContact> contacts_;
  std::vector<std::uint32_t> meets_;
  SortedContacts sorted_;
  WalkCounters counters_{};
  WalkView view_{};
  EmulatedFronts fronts_{*this, view_};
  TreeUsage usage_;
};

}  // namespace passung::gpu::test
