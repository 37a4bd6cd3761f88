// SPDX-License-Identifier: GPL-3.0-or-later
// The fronts of the walks down two hierarchies, for the eye: the pairs of boxes at which the walk of two parts ends,
// kept and moved from one state to the next (gpu/references/tree_front.h).
#pragma once

#include <map>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "app/overlays/gap_colors.h"
#include "core/jobs.h"
#include "gpu/references/tree_front.h"

namespace passung::app {

// A pair of parts that is asked about, by their places among the drawn ones.
struct AskedPair {
  std::size_t a = 0, b = 0;
  Transform X_AB;  // of the meshes
};

// A box at which walks end, in the frame of its part's mesh.
struct FrontBox {
  Aabb box;
  bool near = false;  // a leaf that is near one of another part; else all it was compared with is apart
};

struct FrontsReport {
  long long items = 0;                       // pairs of boxes at which walks end
  long long nodeTests = 0;                   // pairs of boxes compared
  long long known = 0;                       // items that the motion told apart without a test
  double seconds = 0;                        // of the walks with the exact test; without building the hierarchies
  std::vector<std::vector<FrontBox>> boxes;  // of the parts, each box once
  std::vector<gpu::FaceContact> contacts;    // as the pair test gives them; objects are the asked pairs
};

class PairFronts {
 public:
  // Moves the fronts of the asked pairs to their poses; those of pairs that are not asked any longer are dropped.
  FrontsReport follow(std::span<const DrawnPart> parts, std::span<const AskedPair> asked, double distance, Jobs& jobs);

 private:
  using Key = std::tuple<std::size_t, std::size_t, const TriangleMesh*, const TriangleMesh*>;
  struct Front {
    std::shared_ptr<const gpu::TreeModel> a, b;
    gpu::TreeFront front;
  };
  std::shared_ptr<const gpu::TreeModel> treeOf(const DrawnPart& part, Jobs& jobs);

  std::map<const TriangleMesh*, std::weak_ptr<const gpu::TreeModel>> trees_;  // as long as a front has them
  std::map<Key, std::unique_ptr<Front>> fronts_;
};

}  // namespace passung::app
