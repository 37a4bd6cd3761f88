// SPDX-License-Identifier: Apache-2.0
#include "collision/bvh/bvh.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

namespace passung::collision {
namespace {

constexpr int kBins = 16;

// Empty and infinite boxes have no centre; they are sorted as if at the origin.
Vec3 sortCenter(const Aabb& box) {
  const Vec3 c = box.center();
  return c.allFinite() ? c : Vec3::Zero();
}

struct Split {
  int axis = -1;  // -1: no plane tells the centres apart
  int bin = 0;    // centres in bins <= bin go left
  double lower = 0, scale = 0;

  [[nodiscard]] int binOf(const Vec3& c) const {
    return std::clamp(static_cast<int>((c[axis] - lower) * scale), 0, kBins - 1);
  }
};

// The plane of least expected cost, area(left) * count(left) + area(right) * count(right), over all axes and bins.
Split bestSplit(std::span<const int> items, std::span<const Aabb> boxes, std::span<const Vec3> centers) {
  Aabb range;
  for (const int i : items) range.add(centers[static_cast<std::size_t>(i)]);

  Split best;
  double bestCost = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < 3; ++axis) {
    const double width = range.upper[axis] - range.lower[axis];
    Split s{.axis = axis, .bin = 0, .lower = range.lower[axis], .scale = kBins / width};
    if (!(width > 0) || !std::isfinite(s.scale)) continue;

    std::array<Aabb, kBins> box;
    std::array<int, kBins> count{};
    for (const int i : items) {
      const auto b = static_cast<std::size_t>(s.binOf(centers[static_cast<std::size_t>(i)]));
      box[b].add(boxes[static_cast<std::size_t>(i)]);
      ++count[b];
    }

    // Costs of everything right of a plane, from the right; then sweep from the left.
    std::array<double, kBins> rightCost{};
    Aabb sum;
    int n = 0;
    for (std::size_t b = kBins - 1; b > 0; --b) {
      sum.add(box[b]);
      n += count[b];
      rightCost[b - 1] = n == 0 ? -1 : sum.area() * n;
    }
    sum = Aabb{};
    n = 0;
    for (std::size_t b = 0; b + 1 < kBins; ++b) {
      sum.add(box[b]);
      n += count[b];
      if (n == 0 || rightCost[b] < 0) continue;
      const double cost = sum.area() * n + rightCost[b];
      if (cost < bestCost || best.axis < 0) {
        bestCost = cost;
        best = s;
        best.bin = static_cast<int>(b);
      }
    }
  }
  return best;
}

}  // namespace

BoxPairTest::BoxPairTest(const Transform& X_AB, double margin, double reach) : R_(X_AB.R()), p_(X_AB.p) {
  constexpr double kEps = std::numeric_limits<double>::epsilon();
  // Entries of R carry a few roundings; they act on extents, which `reach` bounds.
  absR_ = R_.cwiseAbs();
  const double size = reach + p_.cwiseAbs().sum();
  margin_ = margin + (std::isfinite(size) ? 64 * kEps * size : 0.0);
}

Bvh Bvh::build(std::span<const Aabb> boxes, int leafSize) {
  assert(leafSize >= 1);
  Bvh bvh;
  if (boxes.empty()) return bvh;

  std::vector<Vec3> centers(boxes.size());
  std::transform(boxes.begin(), boxes.end(), centers.begin(), sortCenter);
  bvh.order_.resize(boxes.size());
  std::iota(bvh.order_.begin(), bvh.order_.end(), 0);
  bvh.nodes_.reserve(2 * boxes.size());

  // Nodes are made in depth-first order: a left child follows its parent at once.
  struct Task {
    int parent, first, count, depth;
  };
  std::vector<Task> tasks{{-1, 0, static_cast<int>(boxes.size()), 0}};
  std::vector<int> rightItems;
  while (!tasks.empty()) {
    const Task task = tasks.back();
    tasks.pop_back();
    const int index = static_cast<int>(bvh.nodes_.size());
    if (task.parent >= 0) {
      BvhNode& parent = bvh.nodes_[static_cast<std::size_t>(task.parent)];
      (parent.left < 0 ? parent.left : parent.right) = index;
    }
    BvhNode& node = bvh.nodes_.emplace_back();
    node.depth = task.depth;
    bvh.depth_ = std::max(bvh.depth_, task.depth);
    if (task.count <= leafSize) {
      node.first = task.first;
      node.count = task.count;
      continue;
    }

    // Stable partition, so that the tree depends on nothing but the input.
    const std::span<int> items(bvh.order_.data() + task.first, static_cast<std::size_t>(task.count));
    const Split split = task.depth < kSahDepth ? bestSplit(items, boxes, centers) : Split{};
    int left = task.count / 2;
    if (split.axis >= 0) {
      rightItems.clear();
      left = 0;
      for (const int i : items) {
        if (split.binOf(centers[static_cast<std::size_t>(i)]) <= split.bin) {
          items[static_cast<std::size_t>(left++)] = i;
        } else {
          rightItems.push_back(i);
        }
      }
      std::copy(rightItems.begin(), rightItems.end(), items.begin() + left);
    }
    tasks.push_back({index, task.first + left, task.count - left, task.depth + 1});
    tasks.push_back({index, task.first, left, task.depth + 1});
  }
  bvh.boxes_.resize(boxes.size());
  bvh.refit(boxes);
  return bvh;
}

void Bvh::refit(std::span<const Aabb> boxes) {
  assert(boxes.size() == order_.size());
  for (std::size_t i = 0; i < order_.size(); ++i) boxes_[i] = boxes[static_cast<std::size_t>(order_[i])];
  for (std::size_t k = nodes_.size(); k-- > 0;) {
    BvhNode& n = nodes_[k];
    n.box = Aabb{};
    if (n.leaf()) {
      for (int i = n.first; i < n.first + n.count; ++i) n.box.add(boxes_[static_cast<std::size_t>(i)]);
    } else {
      n.box.add(nodes_[static_cast<std::size_t>(n.left)].box);
      n.box.add(nodes_[static_cast<std::size_t>(n.right)].box);
    }
  }
}

Bvh triangleBvh(const TriangleMesh& mesh) {
  const auto vertices = mesh.vertices();
  std::vector<Aabb> boxes;
  boxes.reserve(mesh.triangles().size());
  for (const Triangle& t : mesh.triangles()) {
    Aabb& box = boxes.emplace_back();
    for (const int v : t) box.add(vertices[static_cast<std::size_t>(v)]);
  }
  return Bvh::build(boxes);
}

}  // namespace passung::collision
