// SPDX-License-Identifier: Apache-2.0
#include "gpu/references/tree_pairs.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/error.h"
#include "gpu/pipeline/placing.h"
#include "gpu/trees/radix_sort.h"

namespace passung::gpu {
namespace {

double secondsNow() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

TreeSide sideOf(const TreeModel& m) { return {m.mesh.get(), m.tree.view(), {m.tree.origin_B(), m.tree.extent()}}; }

int faceOf(const LbvhView& tree, int leaf) { return tree.nodes[leaf].right; }

}  // namespace

TreePlacement placedTrees(const TreeSide& a, const TreeSide& b, const Transform& X_AB, double distance,
                          std::size_t index) {
  const Transform checked = checkedPlacement(X_AB, distance, index);
  TreePlacement o{a.view, b.view, placementOf(checked, b.frame, a.frame), 0};
  // Twice the bound of a placed point: 128 u S of the header of the walk.
  const double rounding = 2 * placingError(b.frame, a.frame, o.bInA) + placingTolerance(a.frame, b.frame, checked);
  o.margin = roundedOutwards(distance + rounding);
  return o;
}

PlacedMeshes placedMeshes(const TreeSide& a, const TreeSide& b, const Transform& X_AB, double distance) {
  return {a.mesh, b.mesh,   X_AB.q.normalized().toRotationMatrix(),
          X_AB.p, distance, placingTolerance(a.frame, b.frame, X_AB)};
}

TreePlacement placedTrees(const TreeObjects& o, std::size_t index) {
  return placedTrees(sideOf(*o.a), sideOf(*o.b), o.X_AB, o.distance, index);
}

PlacedMeshes placedMeshes(const TreeObjects& o) { return placedMeshes(sideOf(*o.a), sideOf(*o.b), o.X_AB, o.distance); }

void sortPairs(std::vector<FacePair>& pairs, int objectCount) {
  std::vector<std::vector<std::uint64_t>> keys(static_cast<std::size_t>(objectCount));
  for (const FacePair& p : pairs) {
    keys[static_cast<std::size_t>(p.object)].push_back(
        static_cast<std::uint64_t>(static_cast<std::uint32_t>(p.faceA)) << 32 | static_cast<std::uint32_t>(p.faceB));
  }
  pairs.clear();
  for (int o = 0; o < objectCount; ++o) {
    std::vector<std::uint64_t>& ofObject = keys[static_cast<std::size_t>(o)];
    radixSort(ofObject);
    for (const std::uint64_t key : ofObject)
      pairs.push_back({o, static_cast<int>(key >> 32), static_cast<int>(key & 0xffffffffU)});
  }
}

void PairQueue::reset() {
  items_.clear();
  leaves_.clear();
  nodeTests_ = 0;
  rounds_ = 0;
  report_ = {};
  report_.start = settings_.queueStart;
  capacity_ = std::max(capacity_, static_cast<std::size_t>(settings_.queueStart));
}

void PairQueue::start(std::span<const TreePlacement> objects) {
  reset();
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const TreePlacement& o = objects[i];
    if (o.a.faceCount == 0 || o.b.faceCount == 0) continue;
    ++nodeTests_;
    if (!nodesNear(o, 0, 0)) continue;
    const auto object = static_cast<int>(i);
    if (bothLeaves(o, 0, 0)) {
      leaves_.push_back({object, faceOf(o.a, 0), faceOf(o.b, 0)});
    } else {
      items_.push_back({object, 0, 0});
    }
  }
}

void PairQueue::start(std::span<const NodePair> pairs) {
  reset();
  items_.assign(pairs.begin(), pairs.end());
}

void PairQueue::round(std::span<const TreePlacement> objects, Jobs& jobs) {
  struct Sum {
    std::size_t inner = 0, leaves = 0;
  };
  const auto slice = static_cast<std::size_t>(settings_.slice);
  const std::size_t count = items_.size();
  const std::size_t slices = (count + slice - 1) / slice;
  std::vector<Sum> sums(slices + 1);

  // What is near below each item, and how much that is in each slice.
  near_.resize(count);
  const auto forEachChild = [&](std::size_t s, auto&& visit) {
    for (std::size_t i = s * slice; i < std::min(count, (s + 1) * slice); ++i) {
      const TreePlacement& o = objects[static_cast<std::size_t>(items_[i].object)];
      NodePair children[2];
      childPairs(o, items_[i], children);
      for (unsigned c = 0; c < 2; ++c) {
        if ((near_[i] >> c & 1U) != 0) visit(o, children[c]);
      }
    }
  };
  jobs.parallelFor(static_cast<int>(slices), [&](int k) {
    const auto s = static_cast<std::size_t>(k);
    for (std::size_t i = s * slice; i < std::min(count, (s + 1) * slice); ++i) {
      const TreePlacement& o = objects[static_cast<std::size_t>(items_[i].object)];
      near_[i] = static_cast<unsigned char>(nearChildren(o, items_[i]));
    }
    forEachChild(s, [&](const TreePlacement& o, const NodePair& p) {
      ++(bothLeaves(o, p.a, p.b) ? sums[s + 1].leaves : sums[s + 1].inner);
    });
  });
  sums[0].leaves = leaves_.size();
  for (std::size_t s = 0; s < slices; ++s) {
    sums[s + 1].inner += sums[s].inner;
    sums[s + 1].leaves += sums[s].leaves;
  }

  // The sums tell the size before anything is written, so a queue that is too small is grown first.
  const std::size_t wanted = sums[slices].inner;
  checkItemCount(wanted, "pairs of nodes");
  checkItemCount(sums[slices].leaves, "candidates");
  if (wanted > capacity_) {
    capacity_ = std::max(wanted, 2 * capacity_);
    ++report_.grown;
  }
  report_.used += static_cast<long long>(wanted);
  report_.largest = std::max(report_.largest, static_cast<long long>(wanted));
  next_.resize(wanted);
  leaves_.resize(sums[slices].leaves);
  jobs.parallelFor(static_cast<int>(slices), [&](int k) {
    Sum at = sums[static_cast<std::size_t>(k)];
    forEachChild(static_cast<std::size_t>(k), [&](const TreePlacement& o, const NodePair& p) {
      if (bothLeaves(o, p.a, p.b)) {
        leaves_[at.leaves++] = {p.object, faceOf(o.a, p.a), faceOf(o.b, p.b)};
      } else {
        next_[at.inner++] = p;
      }
    });
  });
  items_.swap(next_);
  nodeTests_ += 2 * static_cast<long long>(count);
  ++rounds_;
}

TreePairs::TreePairs(const TreeSettings& settings) : settings_(settings), queue_(settings) {
  if (settings.slice < 1 || settings.queueStart < 1)
    throw InputError("", "pairs of hierarchies", "a size is below one", "give sizes of one or more");
}

const TreeResult& TreePairs::run(std::span<const TreeObjects> objects, Jobs& jobs) {
  TreeReport& report = result_.report;
  report = {};
  placed_.clear();
  meshes_.clear();
  for (std::size_t i = 0; i < objects.size(); ++i) {
    placed_.push_back(placedTrees(objects[i], i));
    meshes_.push_back(placedMeshes(objects[i]));
  }

  double start = secondsNow();
  const auto lap = [&start] {
    const double end = secondsNow();
    return end - std::exchange(start, end);
  };
  queue_.start(placed_);
  while (!queue_.empty()) queue_.round(placed_, jobs);
  report.seconds.walk = lap();

  result_.candidates = queue_.leaves();
  sortPairs(result_.candidates, static_cast<int>(objects.size()));
  report.seconds.sort = lap();

  exactContacts(result_.candidates, meshes_, settings_.slice, jobs, squared_, result_.contacts);
  report.seconds.exact = lap();

  report.nodeTests = queue_.nodeTests();
  report.rounds = queue_.rounds();
  report.queues = queue_.report();
  report.candidates = static_cast<long long>(result_.candidates.size());
  report.contacts = static_cast<long long>(result_.contacts.size());
  return result_;
}

}  // namespace passung::gpu
