// SPDX-License-Identifier: Apache-2.0
#include "gpu/trees/forest_builder.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <limits>

#include "core/error.h"
#include "gpu/kernels/tree_fit.h"
#include "gpu/pipeline/pair_backend.h"

#if defined(PASSUNG_HAVE_CUDA)
#include "gpu/cuda/forest_machine.h"
#endif

namespace passung::gpu {
namespace {

constexpr int kMost = std::numeric_limits<int>::max();

// That numbers below count take.
int bitsBelow(int count) { return static_cast<int>(std::bit_width(static_cast<unsigned>(std::max(count, 1) - 1))); }

std::vector<double> checkedLengths(std::span<const SampleCloud> clouds, std::span<const double> leafLengths) {
  if (leafLengths.empty()) return std::vector<double>(clouds.size(), 0.0);
  if (leafLengths.size() != clouds.size())
    throw InputError("", "trees over samples", std::to_string(leafLengths.size()) + " lengths of leaves are given",
                     "give " + std::to_string(clouds.size()) + ", one for each cloud, or none");
  return {leafLengths.begin(), leafLengths.end()};
}

template <class Item>
void append(std::vector<Item>& to, std::span<const Item> from) {
  to.insert(to.end(), from.begin(), from.end());
}

template <class Item>
bool sameItems(const std::vector<Item>& a, const std::vector<Item>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Item)) == 0);
}

int sizeOf(const auto& items) { return static_cast<int>(items.size()); }

}  // namespace

TreeView SampleForest::tree(int t) const {
  const auto n = static_cast<std::size_t>(firstNode[static_cast<std::size_t>(t)]);
  const auto s = static_cast<std::size_t>(firstSample[static_cast<std::size_t>(t)]);
  return {nodes.data() + n, points.data() + s, faces.data() + s,
          firstNode[static_cast<std::size_t>(t) + 1] - static_cast<int>(n)};
}

OctreeView SampleForest::octree(int t) const {
  const auto i = static_cast<std::size_t>(t);
  return {tree(t), cells.data() + firstNode[i], grids[i]};
}

KdView SampleForest::kdTree(int t) const { return {tree(t), splits.data() + firstNode[static_cast<std::size_t>(t)]}; }

bool sameBits(const SampleForest& a, const SampleForest& b) {
  return sameItems(a.firstNode, b.firstNode) && sameItems(a.firstSample, b.firstSample) &&
         sameItems(a.nodes, b.nodes) && sameItems(a.parents, b.parents) && sameItems(a.cells, b.cells) &&
         sameItems(a.splits, b.splits) && sameItems(a.points, b.points) && sameItems(a.faces, b.faces) &&
         sameItems(a.grids, b.grids) && sameItems(a.bottoms, b.bottoms);
}

SampleForest forestOnProcessor(std::span<const SampleCloud> clouds, std::span<const double> leafLengths,
                               const ForestSettings& settings) {
  const std::vector<double> lengths = checkedLengths(clouds, leafLengths);
  SampleForest forest;
  forest.settings = settings;
  forest.firstNode = {0};
  forest.firstSample = {0};
  for (std::size_t t = 0; t < clouds.size(); ++t) {
    const auto take = [&](const auto& tree, const TreeView& view) {
      append(forest.nodes, tree.nodes());
      append(forest.parents, tree.parents());
      append(forest.points, tree.points());
      append(forest.faces, std::span(view.faces, tree.points().size()));
    };
    if (settings.kind == TreeKind::kOctree) {
      const Octree tree(clouds[t], {settings.bits, settings.leafPoints, lengths[t]});
      take(tree, tree.view().tree);
      append(forest.cells, tree.keys());
      forest.grids.push_back(tree.view().grid);
      forest.bottoms.push_back(tree.bottomLevel());
    } else {
      const KdTree tree(clouds[t], settings.leafPoints);
      take(tree, tree.view().tree);
      append(forest.splits, tree.splits());
    }
    forest.firstNode.push_back(sizeOf(forest.nodes));
    forest.firstSample.push_back(sizeOf(forest.points));
  }
  return forest;
}

void ForestBuilder::build(std::span<const SampleCloud> clouds, std::span<const double> leafLengths,
                          const ForestSettings& settings) {
  const auto start = std::chrono::steady_clock::now();
  report_ = {};
  host_ = {};
  nodeCount_ = 0;
  settings_ = settings;
  leafLengths_ = checkedLengths(clouds, leafLengths);
  try {
    starts_ = {0};
    points_.clear();
    faces_.clear();
    for (const SampleCloud& cloud : clouds) {
      append(points_, std::span(cloud.points));
      append(faces_, std::span(cloud.faces));
      if (points_.size() >= static_cast<std::size_t>(kMost))
        throw DeviceError("trees over samples: 2^31 samples or more; build fewer trees at once");
      starts_.push_back(sizeOf(points_));
    }
    if (clouds.size() > static_cast<std::size_t>(kMostForestTrees))
      throw DeviceError("trees over samples: more than 2^26 trees; build fewer at once");
    (void)machine_->takeUsage();
    if (!points_.empty()) buildOnDevice();
    report_.usage = machine_->takeUsage();
  } catch (const DeviceError& error) {
    host_ = forestOnProcessor(clouds, leafLengths_, settings);
    report_.fallback = std::string(error.what()) + "; the processor takes its place";
  }
  report_.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Lists the nodes and sorts them.
int ForestBuilder::nodesOf(ForestStep step) {
  const int samples = sizeOf(points_);
  machine_->clearNodesFound();
  machine_->run(step, samples, 0);
  const unsigned long long found = machine_->nodesFound();
  if (found > static_cast<unsigned long long>(kMost))
    throw DeviceError("trees over samples: 2^31 nodes or more; build fewer trees at once");
  const int nodes = static_cast<int>(found);
  if (nodes > samples) {
    machine_->growKeys(nodes);
    ++report_.grown;
    machine_->clearNodesFound();
    machine_->run(step, samples, 0);
  }
  machine_->sort(nodes, kNodeTreeShift + bitsBelow(sizeOf(leafLengths_)));
  machine_->takeNodes(nodes);
  machine_->run(ForestStep::kTakeNodes, nodes, 0);
  machine_->run(ForestStep::kLinks, nodes, 0);
  return nodes;
}

void ForestBuilder::buildOnDevice() {
  const int samples = sizeOf(points_);
  const int trees = sizeOf(leafLengths_);
  const int bits = static_cast<int>(settings_.bits);
  machine_->start({settings_.kind, bits, settings_.leafPoints, points_, faces_, starts_, leafLengths_});
  const auto run = [&](ForestStep step, int count, int level = 0) { machine_->run(step, count, level); };

  if (settings_.kind == TreeKind::kOctree) {
    run(ForestStep::kClearBounds, trees);
    run(ForestStep::kTreeBounds, samples);
    run(ForestStep::kGrids, trees);
    run(ForestStep::kCellKeys, samples);
    machine_->sort(samples, 3 * bits);
    if (trees > 1) {
      run(ForestStep::kTreeKeys, samples);
      machine_->sort(samples, bitsBelow(trees));
    }
    run(ForestStep::kCells, samples);
    nodeCount_ = nodesOf(ForestStep::kOctreeNodes);
  } else {
    nodeCount_ = nodesOf(ForestStep::kKdNodes);
    int largest = 0;
    for (std::size_t t = 0; t + 1 < starts_.size(); ++t) largest = std::max(largest, starts_[t + 1] - starts_[t]);
    for (int level = 0; kdSplits(largest, settings_.leafPoints); ++level, largest = kdHalf(largest)) {
      run(ForestStep::kClearBounds, samples);
      run(ForestStep::kKdBounds, samples, level);
      run(ForestStep::kKdKeys, samples, level);
      machine_->sort(samples, 32 + bitsBelow(samples));
      run(ForestStep::kKdSplits, samples, level);
    }
  }
  run(ForestStep::kLeafKeys, nodeCount_);
  machine_->sort(samples, 32 + bitsBelow(samples));
  run(ForestStep::kSamples, samples);
  run(ForestStep::kFit, nodeCount_);
}

SampleForest ForestBuilder::read() {
  if (!report_.fallback.empty()) return host_;
  const bool octree = settings_.kind == TreeKind::kOctree;
  const auto nodes = static_cast<std::size_t>(nodeCount_);
  SampleForest forest;
  forest.settings = settings_;
  forest.firstSample = starts_;
  forest.nodes.resize(nodes);
  forest.parents.resize(nodes);
  forest.cells.resize(octree ? nodes : 0);
  forest.splits.resize(octree ? 0 : nodes);
  forest.points.resize(points_.size());
  forest.faces.resize(points_.size());
  forest.grids.resize(octree ? leafLengths_.size() : 0);
  forest.bottoms.resize(octree ? leafLengths_.size() : 0);
  std::vector<std::uint64_t> keys(nodes);
  if (!points_.empty())
    machine_->read({forest.nodes, forest.parents, forest.cells, forest.splits, forest.points, forest.faces, keys,
                    forest.grids, forest.bottoms});
  std::size_t node = 0;
  for (std::size_t t = 0; t < leafLengths_.size(); ++t) {
    forest.firstNode.push_back(static_cast<int>(node));
    while (node < nodes && keys[node] >> kNodeTreeShift == t) ++node;
  }
  forest.firstNode.push_back(static_cast<int>(node));
  return forest;
}

#if defined(PASSUNG_HAVE_CUDA)
ForestChoice makeForestBuilder() {
  const DeviceStatus status = deviceStatus();
  if (!status.usable) return {nullptr, status.line};
  try {
    return {std::make_unique<ForestBuilder>(cuda::openForestMachine()), status.line};
  } catch (const DeviceError& error) {
    return {nullptr, error.what()};
  }
}
#else
ForestChoice makeForestBuilder() { return {nullptr, deviceStatus().line}; }
#endif

}  // namespace passung::gpu
