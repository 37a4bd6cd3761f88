// SPDX-License-Identifier: Apache-2.0
#include "gpu/references/lbvh.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <string>
#include <utility>

#include "core/error.h"
#include "gpu/shell/coordinate_range.h"
#include "gpu/trees/radix_sort.h"

namespace passung::gpu {
namespace {

std::uint64_t nextId() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

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
    if (!inRange(p))
      throw InputError("", "hierarchy of boxes", "a vertex is no point or farther than 1e15 m from the origin",
                       "scale the mesh");
    extent = std::max(extent, (p - origin_B).cwiseAbs().maxCoeff());
  }
  // Boxes are rounded by less than that.
  return extent * (1 + 0x1p-20) + 0x1p-120;
}

Lbvh::Lbvh(std::span<const Vec3> vertices_B, std::span<const Triangle> triangles, Jobs* jobs)
    : triangles_(triangles.begin(), triangles.end()), vertexCount_(vertices_B.size()) {
  for (const Triangle& t : triangles_) {
    for (const int v : t) {
      if (v < 0 || static_cast<std::size_t>(v) >= vertexCount_)
        throw InputError("", "hierarchy of boxes", "a face names vertex " + std::to_string(v) + ", which there is not",
                         "name 0 to " + std::to_string(vertexCount_) + " less one");
    }
  }
  Jobs serial(1);
  Jobs& all = jobs ? *jobs : serial;
  origin_B_ = lbvhOrigin(vertices_B);
  FaceBoxes made = boxesOf(vertices_B, all);
  if (triangles_.empty()) {
    fit(std::move(made), all);
    return;
  }

  const int count = faceCount();
  const MortonGrid grid = gridRound(made.boxes);
  keys_.resize(triangles_.size());
  std::vector<int> faces(triangles_.size());
  std::iota(faces.begin(), faces.end(), 0);
  forEachItem(all, count, [&](int f) {
    keys_[static_cast<std::size_t>(f)] = mortonKey(grid, centreOf(made.boxes[static_cast<std::size_t>(f)]));
  });
  radixSort(keys_, faces);

  nodes_.resize(2 * triangles_.size() - 1);
  nodes_[0].parent = -1;
  forEachItem(all, count,
              [&](int leaf) { lbvhLeaf(nodes_.data(), count, leaf, faces[static_cast<std::size_t>(leaf)]); });
  forEachItem(all, count - 1, [&](int i) { lbvhInnerNode(nodes_.data(), keys_.data(), count, i); });
  arrived_.resize(triangles_.size() - 1);
  fit(std::move(made), all);
}

void Lbvh::refit(std::span<const Vec3> vertices_B, Jobs* jobs) {
  Jobs serial(1);
  Jobs& all = jobs ? *jobs : serial;
  fit(boxesOf(vertices_B, all), all);
}

Lbvh::FaceBoxes Lbvh::boxesOf(std::span<const Vec3> vertices_B, Jobs& jobs) const {
  if (vertices_B.size() != vertexCount_)
    throw InputError("", "hierarchy of boxes", std::to_string(vertices_B.size()) + " vertices are given",
                     "give " + std::to_string(vertexCount_) + ", one for each");
  FaceBoxes made;
  made.extent = lbvhExtent(vertices_B, origin_B_);
  made.boxes.resize(triangles_.size());
  if (triangles_.empty()) return made;
  forEachItem(jobs, faceCount(), [&](int f) {
    made.boxes[static_cast<std::size_t>(f)] =
        lbvhFaceBox(vertices_B.data()->data(), triangles_.data()->data(), origin_B_.data(), f);
  });
  return made;
}

void Lbvh::fit(FaceBoxes made, Jobs& jobs) {
  const std::vector<FaceBox>& boxes = made.boxes;
  extent_ = made.extent;
  ++fits_;
  id_ = nextId();
  const int count = faceCount();
  if (count == 0) return;
  std::fill(arrived_.begin(), arrived_.end(), 0);
  forEachItem(jobs, count, [&](int leaf) {
    const int face = nodes_[static_cast<std::size_t>(count - 1 + leaf)].right;
    lbvhFit(nodes_.data(), count, leaf, boxes[static_cast<std::size_t>(face)], [&](int node) {
      return std::atomic_ref(arrived_[static_cast<std::size_t>(node)]).fetch_add(1, std::memory_order_acq_rel) == 1;
    });
  });
}

}  // namespace passung::gpu
