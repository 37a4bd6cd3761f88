// SPDX-License-Identifier: Apache-2.0
// Problem: most of what asks for near features lies beside the surface of a fit but clear of it: on the flank of a
//   thread that carries nothing, at crests and roots. A walk to the clusters there finds nothing.
// Method: around each cluster a convex piece of the space outside, cut from a ball by a few planes: the plane of the
//   nearest triangle that is not cut off yet, raised over its neighbours that look the same way, then the next (greedy,
//   in the manner of Deits and Tedrake, "Computing large convex regions of obstacle-free space through semidefinite
//   programming", 2015). Points that are farther than a distance above all planes are outside and that far from the
//   surface; so is a segment between two of them. A grid tells which piece to ask.
// Cost: build O(clusters x triangles of a ball), of which at most a thousand are looked at; 84 bytes a piece and at
//   most 256 bytes of grid a cluster; a look 30 operations for eight points.
// Failure modes: rough surfaces, narrow gaps and places much finer than the rest of the mesh have no such pieces: then
//   nothing is known to be clear.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "collision/narrowphase/cluster_kernels.h"

namespace passung::collision {

struct ContactGeometry;

// Where |p - centre| <= radius and n . p >= h + d for all planes, p is outside and at least d from the surface; for
// 0 <= d <= margin.
struct FreePiece {
  static constexpr int kPlanes = 4;
  float centre[3] = {};  // relative to the middle of the mesh
  float radius = 0, margin = 0;
  float n[kPlanes][3] = {}, h[kPlanes] = {};  // unused planes: none below
};

class FreeSpace {
 public:
  FreeSpace() = default;
  // Around each cluster with this frame and box. `length` [m]: the mesh's mean edge; `margin` [m]: the largest distance
  // asked for.
  FreeSpace(const ContactGeometry& geometry, std::span<const ClusterFrame> frames, std::span<const ClusterBox> boxes,
            const Vec3& middle, double length, double margin);

  // The piece to ask about points around this place, relative to the middle; one in which nothing is clear if there is
  // none.
  [[nodiscard]] const FreePiece& at(float x, float y, float z) const {
    const float place[3] = {x, y, z};
    std::size_t index = 0;
    for (int a = 0; a < 3; ++a) {
      const float at = (place[a] - origin_[static_cast<std::size_t>(a)]) * inverse_;
      if (!(at >= 0) || !(at < static_cast<float>(count_[static_cast<std::size_t>(a)]))) return kNone;
      index = index * static_cast<std::size_t>(count_[static_cast<std::size_t>(a)]) + static_cast<std::size_t>(at);
    }
    const int piece = cells_[index];
    return piece < 0 ? kNone : pieces_[static_cast<std::size_t>(piece)];
  }
  [[nodiscard]] std::span<const FreePiece> pieces() const { return pieces_; }

 private:
  void fill(double length, std::size_t most);

  static constexpr FreePiece kNone{.margin = -1};
  std::vector<FreePiece> pieces_;
  std::array<float, 3> origin_{};
  float inverse_ = 0;  // of a cell's edge [1/m]
  std::array<int, 3> count_{};
  std::vector<int> cells_;  // pieces, -1: none
};

}  // namespace passung::collision
