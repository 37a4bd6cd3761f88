// SPDX-License-Identifier: Apache-2.0
#include "gpu/references/lbvh.h"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "core/error.h"
#include "gpu/trees/radix_sort.h"

namespace passung::gpu {
namespace {

// Squares of larger numbers leave the range of floats.
constexpr double kLargestCoordinate = 1e15;

// Blocks, as a single item is too little work for a job.
template <class Body>
void forEachItem(Jobs& jobs, int count, Body&& body) {
  constexpr int kBlock = 1024;
  jobs.parallelFor((count + kBlock - 1) / kBlock, [&](int block) {
    for (int i = block * kBlock; i < std::min(count, (block + 1) * kBlock); ++i) body(i);
  });
}

MortonGrid gridRound(std::span<const FaceBox> boxes) {
  Float3 lower = centreOf(boxes[0]);
  Float3 upper = lower;
  for (const FaceBox& b : boxes) {
    const Float3 c = centreOf(b);
    lower = {least(lower.x, c.x), least(lower.y, c.y), least(lower.z, c.z)};
    upper = {greatest(upper.x, c.x), greatest(upper.y, c.y), greatest(upper.z, c.z)};
  }
  return mortonGridRound(lower, upper, kLbvhBits);
}

}  // namespace

Vec3 lbvhOrigin(std::span<const Vec3> vertices_B) {
  Aabb box;
  for (const Vec3& p : vertices_B) box.add(p);
  return box.empty() ? Vec3::Zero() : box.center();
}

double lbvhExtent(std::span<const Vec3> vertices_B, const Vec3& origin_B) {
  double extent = 0;
  for (const Vec3& p : vertices_B) {
    if (!(p.cwiseAbs().maxCoeff() <= kLargestCoordinate))
      throw InputError("", "hierarchy of boxes", "a vertex is farther than 1e15 m from the origin", "scale the mesh");
    extent = std::max(extent, (p - origin_B).cwiseAbs().maxCoeff());
  }
  // Boxes are rounded by less than that.
  return extent * (1 + 0x1p-20) + 0x1p-120;
}

Lbvh::Lbvh(std::span<const Vec3> vertices_B, std::span<const Triangle> triangles, Jobs* jobs)
    : triangles_(triangles.begin(), triangles.end()) {
  Jobs serial(1);
  Jobs& all = jobs ? *jobs : serial;
  origin_B_ = lbvhOrigin(vertices_B);
  takeBoxes(vertices_B, all);
  if (triangles_.empty()) return;

  const int count = faceCount();
  const MortonGrid grid = gridRound(boxes_);
  keys_.resize(triangles_.size());
  std::vector<int> faces(triangles_.size());
  std::iota(faces.begin(), faces.end(), 0);
  forEachItem(all, count, [&](int f) {
    keys_[static_cast<std::size_t>(f)] = mortonKey(grid, centreOf(boxes_[static_cast<std::size_t>(f)]));
  });
  radixSort(keys_, faces);

  nodes_.resize(2 * triangles_.size() - 1);
  nodes_[0].parent = -1;
  forEachItem(all, count,
              [&](int leaf) { lbvhLeaf(nodes_.data(), count, leaf, faces[static_cast<std::size_t>(leaf)]); });
  forEachItem(all, count - 1, [&](int i) { lbvhInnerNode(nodes_.data(), keys_.data(), count, i); });
  fit(all);
}

void Lbvh::refit(std::span<const Vec3> vertices_B, Jobs* jobs) {
  Jobs serial(1);
  Jobs& all = jobs ? *jobs : serial;
  takeBoxes(vertices_B, all);
  fit(all);
}

void Lbvh::takeBoxes(std::span<const Vec3> vertices_B, Jobs& jobs) {
  extent_ = lbvhExtent(vertices_B, origin_B_);
  boxes_.resize(triangles_.size());
  if (triangles_.empty()) return;
  forEachItem(jobs, faceCount(), [&](int f) {
    boxes_[static_cast<std::size_t>(f)] =
        lbvhFaceBox(vertices_B.data()->data(), triangles_.data()->data(), origin_B_.data(), f);
  });
}

void Lbvh::fit(Jobs& jobs) {
  ++fits_;
  const int count = faceCount();
  if (count == 0) return;
  arrived_.assign(static_cast<std::size_t>(count - 1), 0);
  forEachItem(jobs, count, [&](int leaf) {
    const int face = nodes_[static_cast<std::size_t>(count - 1 + leaf)].right;
    lbvhFit(nodes_.data(), count, leaf, boxes_[static_cast<std::size_t>(face)], [&](int node) {
      return std::atomic_ref(arrived_[static_cast<std::size_t>(node)]).fetch_add(1, std::memory_order_acq_rel) == 1;
    });
  });
}

}  // namespace passung::gpu
