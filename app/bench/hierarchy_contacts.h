// SPDX-License-Identifier: GPL-3.0-or-later
// The contacts of two meshes by hierarchies of boxes: what the search by conglomerates is compared with.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "collision/bvh/bvh.h"
#include "gpu/pipeline/conglomerate_pairs.h"

namespace passung::app {

// Two hierarchies are walked together, each pair of faces that comes out gets the exact test of the other way. One job
// a pair of objects.
class HierarchyContacts {
 public:
  // Builds the hierarchy of a mesh, unless it is there. The mesh must outlive this.
  void prepare(const TriangleMesh& mesh);
  // Sorted as gpu::PairResult::contacts. Precondition: all meshes are prepared.
  [[nodiscard]] std::vector<gpu::FaceContact> find(std::span<const gpu::ObjectPair> objects, Jobs& jobs) const;

 private:
  std::map<const TriangleMesh*, collision::Bvh> bvhs_;
};

// To the bit.
[[nodiscard]] bool sameContacts(std::span<const gpu::FaceContact> a, std::span<const gpu::FaceContact> b);

}  // namespace passung::app
