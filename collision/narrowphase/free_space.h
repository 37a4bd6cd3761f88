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
  // Around each cluster with these boxes. `length` [m]: the mesh's mean edge; `margin` [m]: the largest distance
  // asked for.
  FreeSpace(const ContactGeometry& geometry, std::span<const ClusterBounds> bounds, std::span<const ClusterBox> boxes,
            const Vec3& middle, double length, double margin);

  // The piece to ask about points around this place, relative to the middle; one in which nothing is clear if there is
  // none.
  [[nodiscard]] const FreePiece& at(float x, float y, float z) const {
    const float place[3] = {x, y, z};
    int index = 0;
    for (int a = 0; a < 3; ++a) {
      const float cell = (place[a] - grid_.origin[a]) * grid_.inverse;
      if (!(cell >= 0) || !(cell < grid_.count[a])) return pieces_[0];
      index = index * static_cast<int>(grid_.count[a]) + static_cast<int>(cell);
    }
    return pieces_[static_cast<std::size_t>(cells_[static_cast<std::size_t>(index)])];
  }
  [[nodiscard]] std::span<const FreePiece> pieces() const { return std::span(pieces_).subspan(1); }

  struct Grid {
    float origin[3] = {};
    float inverse = 0;    // of a cell's edge [1/m]
    float count[3] = {};  // cells along each axis
    int none = 0;         // the index of a cell with the piece in which nothing is clear, after all others
  };
  // For kernels: cells, x by x, then y by y, with the indices of their pieces.
  [[nodiscard]] const Grid& grid() const { return grid_; }
  [[nodiscard]] const int* cells() const { return cells_.data(); }
  [[nodiscard]] const FreePiece* allPieces() const { return pieces_.data(); }

 private:
  void fill(double length, std::size_t most);

  std::vector<FreePiece> pieces_{FreePiece{.margin = -1}};  // first that in which nothing is clear
  Grid grid_;
  std::vector<int> cells_{0};  // pieces
};

}  // namespace passung::collision
