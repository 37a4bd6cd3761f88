// SPDX-License-Identifier: Apache-2.0
// Problem: a hierarchy of boxes over the triangles of a mesh, as devices build it: what conglomerates are compared
// with. Method: the linear hierarchy of Karras 2012 (kernels/lbvh_build.h) over keys of 63 bits. Each kernel of the
// build is a
//   loop over independent items here.
// Cost: O(n log n), some 0.3 microseconds a face; 96 bytes a face.
// Failure modes: long triangles among short ones make boxes that overlap; coordinates beyond 1e15 m are refused.
// Determinism: the same mesh gives the same bits for any number of threads and any order of the items.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/jobs.h"
#include "core/triangle_mesh.h"
#include "gpu/kernels/lbvh_kernels.h"

namespace passung::gpu {

// The middle of the vertices' box, from which boxes are measured; zero without vertices.
[[nodiscard]] Vec3 lbvhOrigin(std::span<const Vec3> vertices_B);
// Bounds |coordinate| of the boxes of a hierarchy [m]. Throws InputError when a coordinate is out of range.
[[nodiscard]] double lbvhExtent(std::span<const Vec3> vertices_B, const Vec3& origin_B);

class Lbvh {
 public:
  // Throws InputError when a coordinate is out of range or a face names a vertex that there is not.
  Lbvh(std::span<const Vec3> vertices_B, std::span<const Triangle> triangles, Jobs* jobs = nullptr);
  explicit Lbvh(const TriangleMesh& mesh, Jobs* jobs = nullptr) : Lbvh(mesh.vertices(), mesh.triangles(), jobs) {}

  // Takes moved vertices of the same triangles: the tree keeps its shape, boxes are fitted anew. Throws InputError when
  // their number is another one or a coordinate out of range; then nothing has changed.
  void refit(std::span<const Vec3> vertices_B, Jobs* jobs = nullptr);

  [[nodiscard]] LbvhView view() const { return {nodes_.data(), faceCount()}; }
  [[nodiscard]] std::span<const LbvhNode> nodes() const { return nodes_; }
  [[nodiscard]] std::span<const std::uint64_t> keys() const { return keys_; }  // of the leaves, ascending
  [[nodiscard]] int faceCount() const { return static_cast<int>(triangles_.size()); }
  [[nodiscard]] const Vec3& origin_B() const { return origin_B_; }  // boxes are in frame S, with the mesh's axes
  [[nodiscard]] double extent() const { return extent_; }           // bounds |coordinate| in S [m]
  [[nodiscard]] int fits() const { return fits_; }                  // how often boxes were fitted: 1 after the build
  // Of these nodes alone in this run of the program: each build and each refit of any tree has a number of its own. A
  // copy has that of its original, as it has the same nodes.
  [[nodiscard]] std::uint64_t id() const { return id_; }
  [[nodiscard]] std::size_t bytes() const { return nodes_.size() * sizeof(LbvhNode); }

 private:
  // The boxes of the faces, and what bounds them.
  struct FaceBoxes {
    std::vector<FaceBox> boxes;
    double extent = 0;
  };
  [[nodiscard]] FaceBoxes boxesOf(std::span<const Vec3> vertices_B, Jobs& jobs) const;
  void fit(FaceBoxes boxes, Jobs& jobs);

  std::vector<Triangle> triangles_;
  std::size_t vertexCount_ = 0;
  Vec3 origin_B_ = Vec3::Zero();
  double extent_ = 0;
  int fits_ = 0;
  std::uint64_t id_ = 0;
  std::vector<std::uint64_t> keys_;
  std::vector<LbvhNode> nodes_;
  std::vector<int> arrived_;  // at inner nodes, while boxes are fitted
};

}  // namespace passung::gpu
