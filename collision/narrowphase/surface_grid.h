// SPDX-License-Identifier: Apache-2.0
// Problem: which triangles or convex edges of a large mesh are near a point or a short segment, for thousands of points
//   a step that move too far for their last neighbours to be of use.
// Method: a sparse grid of cells in bricks of 4 x 4 x 4. A cell holds, for every feature near it, two planes: the
//   tangent plane at the cell's centre of the feature's distance, and the plane of the face (or through the edge, along
//   its normal). Distance to a convex set is convex, and no feature is nearer than a plane it lies in, so the larger of
//   the two is a proven lower bound everywhere (and over a segment the smaller of the bounds at its ends). The bounds
//   are packed in floats relative to the centre, evaluated four at a time and made smaller than any rounding; exact
//   tests decide.
//   Cells without a feature know their side of the surface; a point none of whose bounds is small lies on the side of
//   its cell's centre, since the way there crosses no triangle.
// Cost: build O(triangles x cells near each), 160 bytes for eight features of a cell; a query some ten nanoseconds.
// Failure modes: features farther than `reach` are not told; long triangles make many cells (the cell size follows the
//   mean edge, the number of cells is limited).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/math.h"

namespace passung::collision {

struct ContactGeometry;

class SurfaceGrid {
 public:
  // Null where a grid would not pay (few triangles), would be too large, or would have no inside (open meshes).
  static std::shared_ptr<const SurfaceGrid> build(const ContactGeometry& geometry);

  [[nodiscard]] double cell() const { return cell_; }    // edge of a cell [m]; segments may be this long
  [[nodiscard]] double reach() const { return reach_; }  // largest distance that may be asked for [m]

  enum class Where { kOutside, kInside, kUnknown };
  // Calls visit(triangle, bound, n) for every triangle that may be within `distance` <= reach() [m] of p; its distance
  // is at least bound + n . x for a point at p + x. Returns the side of p, kUnknown only where a bound is not positive.
  template <class Visit>
  Where triangles(const Vec3& p, double distance, Visit&& visit) const;

  // The centre of p's cell, which lies on the side that triangles() tells.
  struct Centre {
    Vec3 place = Vec3::Zero();
    bool inside = false;
  };
  [[nodiscard]] Centre centreOf(const Vec3& p) const {
    const Place at = place(p);
    return {at.centre, at.inside};
  }

  // Calls visit(triangle) for all triangles of p's cell, and perhaps some others: among them all that are within the
  // returned distance [m] of p.
  template <class Visit>
  double cellTriangles(const Vec3& p, Visit&& visit) const;

  // Calls visit(edge, bound, n) for every listed edge that may be within `distance` <= reach() [m] of the segment,
  // which is at most cell() long; its distance is at least bound + n . x for a point at p0 + x.
  template <class Visit>
  void edges(const Vec3& p0, const Vec3& p1, double distance, Visit&& visit) const;

  // True if some triangle may meet the segment, at most cell() long.
  [[nodiscard]] bool mayCross(const Vec3& p0, const Vec3& p1) const;

 private:
  static constexpr int kLanes = 8;
  using Float4 = float __attribute__((vector_size(16)));
  using Int4 = int __attribute__((vector_size(16)));
  struct Block {
    // Halves of four lanes. Plane k: d + n . (p - centre); d is infinite in unused lanes.
    struct Plane {
      Float4 nx[2], ny[2], nz[2], d[2];
    };
    Plane plane[2];
    std::array<int, kLanes> item;
  };
  // The larger of a feature's two bounds at one place, or over a segment.
  struct Lower {
    Float4 value;
    Int4 second;  // which plane
    Lower(const Block& b, int half, const Eigen::Vector3f& x) {
      choose(at(b.plane[0], half, x), at(b.plane[1], half, x));
    }
    Lower(const Block& b, int half, const Eigen::Vector3f& x0, const Eigen::Vector3f& x1) {
      const auto least = [&](const Block::Plane& p) {
        const Float4 v = at(p, half, x0), w = at(p, half, x1);
        return v < w ? v : w;
      };
      choose(least(b.plane[0]), least(b.plane[1]));
    }
    void choose(Float4 v, Float4 w) {
      second = w > v;
      value = second ? w : v;
    }
    static Float4 at(const Block::Plane& p, int half, const Eigen::Vector3f& x) {
      return p.d[half] + p.nx[half] * x.x() + p.ny[half] * x.y() + p.nz[half] * x.z();
    }
  };
  static Vec3 normal(const Block& b, int half, int lane, bool second) {
    const Block::Plane& p = b.plane[second ? 1 : 0];
    return {p.nx[half][lane], p.ny[half][lane], p.nz[half][lane]};
  }
  struct Cell {
    std::uint32_t triangles = 0, edges = 0;  // first blocks
    std::uint16_t triangleBlocks = 0, edgeBlocks = 0;
    bool inside = false;  // the centre
  };
  struct Place {
    const Cell* cell = nullptr;  // null: nothing near
    Vec3 centre = Vec3::Zero();
    bool inside = false;
  };

  [[nodiscard]] Place place(const Vec3& p) const {
    Place result;
    const Vec3 x = (p - origin_) * perCell_;
    if (!(x.minCoeff() >= 0) || !(x.x() < n_[0]) || !(x.y() < n_[1]) || !(x.z() < n_[2])) return result;
    const int i = static_cast<int>(x.x()), j = static_cast<int>(x.y()), k = static_cast<int>(x.z());
    const int brick = bricks_[static_cast<std::size_t>(((k >> 2) * b_[1] + (j >> 2)) * b_[0] + (i >> 2))];
    int code = brick;
    if (brick >= 0) {
      code = codes_[static_cast<std::size_t>(brick) * 64 +
                    static_cast<std::size_t>(((k & 3) * 4 + (j & 3)) * 4 + (i & 3))];
    }
    if (code < 0) {
      result.inside = code == kInside;
      return result;
    }
    result.cell = &cells_[static_cast<std::size_t>(code)];
    result.inside = result.cell->inside;
    result.centre = origin_ + cell_ * Vec3(i + 0.5, j + 0.5, k + 0.5);
    return result;
  }

  struct Builder;
  static constexpr int kOutside = -1, kInside = -2;

  Vec3 origin_ = Vec3::Zero();
  double cell_ = 0, perCell_ = 0, reach_ = 0;
  std::array<int, 3> n_{}, b_{};     // cells and bricks along the axes
  std::vector<int> bricks_, codes_;  // kOutside, kInside, or a brick's or cell's number
  std::vector<Cell> cells_;
  std::vector<Block> blocks_;
};

template <class Visit>
SurfaceGrid::Where SurfaceGrid::triangles(const Vec3& p, double distance, Visit&& visit) const {
  const Place at = place(p);
  const Where side = at.inside ? Where::kInside : Where::kOutside;
  if (at.cell == nullptr) return side;
  const Eigen::Vector3f r = (p - at.centre).cast<float>();
  const float limit = static_cast<float>(distance) * 1.000001f;
  bool crossed = false;
  for (std::uint32_t i = at.cell->triangles; i < at.cell->triangles + at.cell->triangleBlocks; ++i) {
    const Block& b = blocks_[i];
    for (int half = 0; half < 2; ++half) {
      const Lower lower(b, half, r);
      const Int4 near = lower.value < limit;
      if ((near[0] | near[1] | near[2] | near[3]) == 0) continue;
      for (int l = 0; l < 4; ++l) {
        if (near[l] == 0) continue;
        crossed = crossed || lower.value[l] <= 0;
        visit(b.item[static_cast<std::size_t>(4 * half + l)], static_cast<double>(lower.value[l]),
              normal(b, half, l, lower.second[l] != 0));
      }
    }
  }
  return crossed ? Where::kUnknown : side;
}

template <class Visit>
double SurfaceGrid::cellTriangles(const Vec3& p, Visit&& visit) const {
  const Place at = place(p);
  if (at.cell == nullptr) return 0;
  for (std::uint32_t i = at.cell->triangles; i < at.cell->triangles + at.cell->triangleBlocks; ++i) {
    for (int item : blocks_[i].item) {
      if (item >= 0) visit(item);
    }
  }
  return 0.999 * (0.5 * std::sqrt(3.0) * cell_ + reach_ - (p - at.centre).norm());
}

template <class Visit>
void SurfaceGrid::edges(const Vec3& p0, const Vec3& p1, double distance, Visit&& visit) const {
  const Place at = place(0.5 * (p0 + p1));
  if (at.cell == nullptr) return;
  const Eigen::Vector3f r = (p0 - at.centre).cast<float>(), s = (p1 - at.centre).cast<float>();
  const float limit = static_cast<float>(distance) * 1.000001f;
  for (std::uint32_t i = at.cell->edges; i < at.cell->edges + at.cell->edgeBlocks; ++i) {
    const Block& b = blocks_[i];
    for (int half = 0; half < 2; ++half) {
      const Lower lower(b, half, r, s);
      const Int4 near = lower.value < limit;
      if ((near[0] | near[1] | near[2] | near[3]) == 0) continue;
      for (int l = 0; l < 4; ++l) {
        if (near[l] == 0) continue;
        const Block::Plane& plane = b.plane[lower.second[l] != 0 ? 1 : 0];
        visit(b.item[static_cast<std::size_t>(4 * half + l)], static_cast<double>(Lower::at(plane, half, r)[l]),
              normal(b, half, l, lower.second[l] != 0));
      }
    }
  }
}

}  // namespace passung::collision
