// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/surface_grid.h"

#include <algorithm>
#include <limits>

#include "collision/narrowphase/near_features.h"
#include "collision/queries/mesh_queries.h"

namespace passung::collision {
namespace {

constexpr std::size_t kFewTriangles = 1500;  // below, hierarchies do as well
constexpr double kCellEdges = 0.8;           // cell size in mean edge lengths
constexpr double kMostCells = 4e6;
constexpr double kMostVisits = 6e7;  // features times cells near each
constexpr double kReach = 0.5;       // in cells
constexpr double kPad = 2e-6;        // of a cell: more than the bounds' rounding

// The two planes of one feature near a cell, relative to its centre: tangent to the distance, and its own.
struct Bound {
  std::uint32_t cell;
  int item;
  float d[2], nx[2], ny[2], nz[2];
};

// Cells [lower, upper] whose boxes, grown by `margin`, meet the box.
struct Range {
  std::array<int, 3> lower, upper;
  [[nodiscard]] double count() const {
    double c = 1;
    for (std::size_t a = 0; a < 3; ++a) c *= std::max(0, upper[a] - lower[a] + 1);
    return c;
  }
};

}  // namespace

struct SurfaceGrid::Builder {
  const ContactGeometry& geometry;
  const TriangleMesh& mesh;
  std::span<const ContactEdge> edges;
  SurfaceGrid grid{};

  // Cells of one brick follow each other, so that what neighbours need lies together in memory.
  [[nodiscard]] std::size_t index(int i, int j, int k) const {
    const int brick = ((k >> 2) * grid.b_[1] + (j >> 2)) * grid.b_[0] + (i >> 2);
    return static_cast<std::size_t>(brick) * 64 + static_cast<std::size_t>(((k & 3) * 4 + (j & 3)) * 4 + (i & 3));
  }
  [[nodiscard]] Vec3 centreOf(std::uint32_t index) const {
    const int local = static_cast<int>(index % 64), brick = static_cast<int>(index / 64);
    const int bi = brick % grid.b_[0], bj = brick / grid.b_[0] % grid.b_[1], bk = brick / grid.b_[0] / grid.b_[1];
    return centre(4 * bi + (local & 3), 4 * bj + ((local >> 2) & 3), 4 * bk + (local >> 4));
  }
  [[nodiscard]] Vec3 centre(int i, int j, int k) const {
    return grid.origin_ + grid.cell_ * Vec3(i + 0.5, j + 0.5, k + 0.5);
  }
  [[nodiscard]] Range range(const Aabb& box, double margin) const {
    Range r{};
    for (std::size_t a = 0; a < 3; ++a) {
      const auto e = static_cast<Eigen::Index>(a);
      r.lower[a] = std::max(0, static_cast<int>(std::floor((box.lower[e] - margin - grid.origin_[e]) / grid.cell_)));
      r.upper[a] = std::min(grid.n_[a] - 1,
                            static_cast<int>(std::floor((box.upper[e] + margin - grid.origin_[e]) / grid.cell_)));
    }
    return r;
  }

  // Closest point of feature `item` to c.
  template <class Closest>
  bool gather(int items, double margin, const Closest& closest, std::vector<Bound>& bounds) {
    const double half = 0.5 * std::sqrt(3.0) * grid.cell_;
    const double farthest = half + margin;
    double visits = 0;
    for (int item = 0; item < items; ++item) visits += range(closest.box(item), margin).count();
    if (visits > kMostVisits) return false;
    for (int item = 0; item < items; ++item) {
      const Range r = range(closest.box(item), margin);
      for (int k = r.lower[2]; k <= r.upper[2]; ++k) {
        for (int j = r.lower[1]; j <= r.upper[1]; ++j) {
          for (int i = r.lower[0]; i <= r.upper[0]; ++i) {
            const Vec3 c = centre(i, j, k);
            const Vec3 away = c - closest.point(item, c);
            const double distance = away.norm();
            if (distance > farthest) continue;
            // On the feature itself no plane bounds its distance but zero.
            const bool on = distance < 1e-6 * grid.cell_;
            const Vec3 n = on ? Vec3(Vec3::Zero()) : Vec3(away / distance);
            Bound bound{static_cast<std::uint32_t>(index(i, j, k)), item, {}, {}, {}, {}};
            const double pad = kPad * grid.cell_;
            const auto set = [&](int plane, double d, const Vec3& m) {
              bound.d[plane] = static_cast<float>(d - pad);
              bound.nx[plane] = static_cast<float>(m.x());
              bound.ny[plane] = static_cast<float>(m.y());
              bound.nz[plane] = static_cast<float>(m.z());
            };
            set(0, on ? 0 : distance, n);
            // Its own plane looks to the side where the centre is.
            const Vec3 own = closest.normal(item);
            const double height = own.dot(away);
            set(1, on ? 0 : std::abs(height), on ? Vec3(Vec3::Zero()) : (height < 0 ? Vec3(-own) : own));
            bounds.push_back(bound);
          }
        }
      }
    }
    std::sort(bounds.begin(), bounds.end(),
              [](const Bound& x, const Bound& y) { return x.cell != y.cell ? x.cell < y.cell : x.item < y.item; });
    return true;
  }

  // Packs the bounds of one cell, [first, last).
  std::pair<std::uint32_t, std::uint16_t> pack(const std::vector<Bound>& bounds, std::size_t first, std::size_t last) {
    const auto start = static_cast<std::uint32_t>(grid.blocks_.size());
    for (std::size_t i = first; i < last; i += kLanes) {
      Block block{};
      for (int l = 0; l < kLanes; ++l) {
        const std::size_t at = i + static_cast<std::size_t>(l);
        const int h = l / 4, e = l % 4;
        for (int k = 0; k < 2; ++k) {
          Block::Plane& plane = block.plane[k];
          plane.d[h][e] = at < last ? bounds[at].d[k] : std::numeric_limits<float>::infinity();
          plane.nx[h][e] = at < last ? bounds[at].nx[k] : 0;
          plane.ny[h][e] = at < last ? bounds[at].ny[k] : 0;
          plane.nz[h][e] = at < last ? bounds[at].nz[k] : 0;
        }
        block.item[static_cast<std::size_t>(l)] = at < last ? bounds[at].item : -1;
      }
      grid.blocks_.push_back(block);
    }
    return {start, static_cast<std::uint16_t>(grid.blocks_.size() - start)};
  }

  // Cells without triangles that share a face lie on one side: one question for each such region.
  void flood(std::vector<signed char>& sides, const Bvh& bvh) const {
    std::vector<std::array<int, 3>> front;
    for (int k = 0; k < grid.n_[2]; ++k) {
      for (int j = 0; j < grid.n_[1]; ++j) {
        for (int i = 0; i < grid.n_[0]; ++i) {
          if (sides[index(i, j, k)] != 0) continue;
          const signed char side = closestPoint(mesh, bvh, centre(i, j, k)).distance < 0 ? -1 : 1;
          sides[index(i, j, k)] = side;
          front.assign(1, {i, j, k});
          while (!front.empty()) {
            const auto at = front.back();
            front.pop_back();
            for (std::size_t a = 0; a < 3; ++a) {
              for (int step : {-1, 1}) {
                auto next = at;
                next[a] += step;
                if (next[a] < 0 || next[a] >= grid.n_[a]) continue;
                signed char& other = sides[index(next[0], next[1], next[2])];
                if (other != 0) continue;
                other = side;
                front.push_back(next);
              }
            }
          }
        }
      }
    }
  }

  // The side of a cell's centre, by the nearest of its triangles.
  [[nodiscard]] signed char side(const std::vector<Bound>& bounds, std::size_t first, std::size_t last) const {
    const auto nearest = std::min_element(bounds.begin() + static_cast<std::ptrdiff_t>(first),
                                          bounds.begin() + static_cast<std::ptrdiff_t>(last),
                                          [](const Bound& x, const Bound& y) { return x.d[0] < y.d[0]; });
    const Vec3 c = centreOf(nearest->cell);
    const PointTriangle p = closestOn(geometry, nearest->item, c);
    return (c - p.point).dot(featureNormal(geometry, nearest->item, p)) < 0 ? -1 : 1;
  }

  bool build(const Bvh& bvh) {
    double sum = 0;
    for (const MeshEdge& e : mesh.edges()) {
      sum += (mesh.vertices()[static_cast<std::size_t>(e.v1)] - mesh.vertices()[static_cast<std::size_t>(e.v0)]).norm();
    }
    const Vec3 extent = mesh.bounds().extent();
    const double volume = extent.prod();
    grid.cell_ = std::max(kCellEdges * sum / static_cast<double>(mesh.edges().size()),
                          std::max(std::cbrt(volume / kMostCells), extent.maxCoeff() / 1000));
    if (!(grid.cell_ > 0) || !std::isfinite(grid.cell_)) return false;
    grid.perCell_ = 1 / grid.cell_;
    grid.reach_ = kReach * grid.cell_;
    // Points up to the reach beside the surface have a cell; the outermost cells are all outside.
    const double border = 2 * grid.cell_;
    grid.origin_ = mesh.bounds().lower - Vec3::Constant(border);
    for (std::size_t a = 0; a < 3; ++a) {
      const double cells = (extent[static_cast<Eigen::Index>(a)] + 2 * border) / grid.cell_;
      grid.b_[a] = static_cast<int>(std::ceil(cells / 4));
      grid.n_[a] = 4 * grid.b_[a];
    }

    struct Triangles {
      const TriangleMesh& mesh;
      [[nodiscard]] Aabb box(int t) const {
        Aabb b;
        for (const Vec3& c : corners(mesh, t)) b.add(c);
        return b;
      }
      [[nodiscard]] Vec3 point(int t, const Vec3& c) const {
        const auto v = corners(mesh, t);
        return closestPointTriangle(c, v[0], v[1], v[2]).point;
      }
      [[nodiscard]] Vec3 normal(int t) const { return mesh.faceNormals()[static_cast<std::size_t>(t)]; }
    };
    struct Edges {
      const TriangleMesh& mesh;
      std::span<const ContactEdge> edges;
      [[nodiscard]] Aabb box(int e) const {
        Aabb b;
        b.add(mesh.vertices()[static_cast<std::size_t>(edges[static_cast<std::size_t>(e)].v0)]);
        b.add(mesh.vertices()[static_cast<std::size_t>(edges[static_cast<std::size_t>(e)].v1)]);
        return b;
      }
      [[nodiscard]] Vec3 point(int e, const Vec3& c) const {
        const ContactEdge& edge = edges[static_cast<std::size_t>(e)];
        return closestPointSegment(c, mesh.vertices()[static_cast<std::size_t>(edge.v0)],
                                   mesh.vertices()[static_cast<std::size_t>(edge.v1)])
            .point;
      }
      // Square to the edge, so that the edge lies in the plane.
      [[nodiscard]] Vec3 normal(int e) const {
        const ContactEdge& edge = edges[static_cast<std::size_t>(e)];
        const Vec3 n = -(edge.t0 + edge.t1);
        const double length = n.norm();
        return length > 1e-6 ? Vec3(n / length) : Vec3(Vec3::Zero());
      }
    };
    std::vector<Bound> triangles, edgeBounds;
    if (!gather(static_cast<int>(mesh.triangles().size()), grid.reach_, Triangles{mesh}, triangles)) return false;
    // A segment reaches half a cell beyond its middle.
    if (!gather(static_cast<int>(edges.size()), grid.reach_ + 0.5 * grid.cell_, Edges{mesh, edges}, edgeBounds)) {
      return false;
    }
    makeCells(triangles, edgeBounds, bvh);
    return true;
  }

  void makeCells(const std::vector<Bound>& triangles, const std::vector<Bound>& edgeBounds, const Bvh& bvh) {
    const std::size_t count = 64 * static_cast<std::size_t>(grid.b_[0]) * static_cast<std::size_t>(grid.b_[1]) *
                              static_cast<std::size_t>(grid.b_[2]);
    std::vector<signed char> sides(count, 0);
    std::vector<int> codes(count, kOutside);
    for (std::size_t t = 0, e = 0; t < triangles.size() || e < edgeBounds.size();) {
      const std::uint32_t at =
          std::min(t < triangles.size() ? triangles[t].cell : ~0U, e < edgeBounds.size() ? edgeBounds[e].cell : ~0U);
      std::size_t t1 = t, e1 = e;
      while (t1 < triangles.size() && triangles[t1].cell == at) ++t1;
      while (e1 < edgeBounds.size() && edgeBounds[e1].cell == at) ++e1;
      Cell cell;
      std::tie(cell.triangles, cell.triangleBlocks) = pack(triangles, t, t1);
      std::tie(cell.edges, cell.edgeBlocks) = pack(edgeBounds, e, e1);
      if (t1 > t) sides[at] = side(triangles, t, t1);
      codes[at] = static_cast<int>(grid.cells_.size());
      grid.cells_.push_back(cell);
      t = t1;
      e = e1;
    }
    flood(sides, bvh);
    for (std::size_t at = 0; at < count; ++at) {
      if (codes[at] >= 0) {
        grid.cells_[static_cast<std::size_t>(codes[at])].inside = sides[at] < 0;
      } else {
        codes[at] = sides[at] < 0 ? kInside : kOutside;
      }
    }

    // Bricks that are all outside or all inside need no cells.
    grid.bricks_.reserve(count / 64);
    for (int bk = 0; bk < grid.b_[2]; ++bk) {
      for (int bj = 0; bj < grid.b_[1]; ++bj) {
        for (int bi = 0; bi < grid.b_[0]; ++bi) {
          std::array<int, 64> brick{};
          const std::size_t first = index(4 * bi, 4 * bj, 4 * bk);
          std::copy_n(codes.begin() + static_cast<std::ptrdiff_t>(first), 64, brick.begin());
          if (brick[0] < 0 && std::count(brick.begin(), brick.end(), brick[0]) == 64) {
            grid.bricks_.push_back(brick[0]);
            continue;
          }
          grid.bricks_.push_back(static_cast<int>(grid.codes_.size() / 64));
          grid.codes_.insert(grid.codes_.end(), brick.begin(), brick.end());
        }
      }
    }
  }
};

std::shared_ptr<const SurfaceGrid> SurfaceGrid::build(const ContactGeometry& geometry) {
  if (!geometry.mesh || geometry.twoSided || geometry.mesh->triangles().size() < kFewTriangles) return nullptr;
  Builder builder{geometry, *geometry.mesh, geometry.edges};
  if (!builder.build(geometry.triangleBvh)) return nullptr;
  return std::make_shared<const SurfaceGrid>(std::move(builder.grid));
}

bool SurfaceGrid::mayCross(const Vec3& p0, const Vec3& p1) const {
  const Place at = place(0.5 * (p0 + p1));
  if (at.cell == nullptr) return false;
  const Eigen::Vector3f r = (p0 - at.centre).cast<float>(), s = (p1 - at.centre).cast<float>();
  for (std::uint32_t i = at.cell->triangles; i < at.cell->triangles + at.cell->triangleBlocks; ++i) {
    const Block& b = blocks_[i];
    for (int half = 0; half < 2; ++half) {
      const Int4 near = Lower(b, half, r, s).value < 0.0f;
      if ((near[0] | near[1] | near[2] | near[3]) != 0) return true;
    }
  }
  return false;
}

}  // namespace passung::collision
