// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/free_space.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "collision/narrowphase/contact_geometry.h"
#include "collision/queries/mesh_queries.h"
#include "core/triangle_mesh.h"

namespace passung::collision {
namespace {

constexpr double kRadius = 2;  // of a ball, in mean edges
// A plane is raised over neighbours whose normals are this near its own, by at most this share of the ball's radius.
constexpr double kAlike = 0.8, kRaise = 0.15;
constexpr double kRounding = 2e-6;      // of places in floats, as a share of the mesh's size
constexpr double kCell = 0.6;           // of the grid, in mean edges
constexpr std::size_t kMostCells = 64;  // a cluster
// A ball with more triangles than this is left alone: finely meshed places among coarse ones would take long, and what
// asks there is small.
constexpr std::size_t kMostObstacles = 1024;
constexpr double kAside = 0.2;  // what a piece's distance from a place costs against its depth there

// A triangle of the surface within a ball.
struct Obstacle {
  std::array<Vec3, 3> corners;  // relative to the ball's centre
  Vec3 normal;
  double squared;  // distance from the centre [m^2]
  int triangle;
  [[nodiscard]] double height(const Vec3& n) const {
    return std::max({n.dot(corners[0]), n.dot(corners[1]), n.dot(corners[2])});
  }
};

struct Plane {
  Vec3 n;
  double h;  // [m], from the ball's centre
};

class PieceBuilder {
 public:
  PieceBuilder(const ContactGeometry& geometry, double radius, double margin)
      : geometry_(geometry), radius_(radius), margin_(margin), rounding_(kRounding * geometry.bounds.size()) {}

  // Around a place of the mesh beside a surface with this normal.
  std::optional<FreePiece> build(const Vec3& centre, const Vec3& normal, const Vec3& middle) {
    if (!gather(centre)) return std::nullopt;
    planes_.clear();
    while (!obstacles_.empty()) {
      if (planes_.size() == FreePiece::kPlanes) return std::nullopt;
      cutOff(planes_.empty() ? normal : obstacles_.front().normal);
    }
    if (planes_.empty() || !outside(centre)) return std::nullopt;
    FreePiece piece;
    for (int a = 0; a < 3; ++a) piece.centre[a] = static_cast<float>(centre[a] - middle[a]);
    piece.radius = static_cast<float>(radius_ - rounding_);
    piece.margin = static_cast<float>(margin_ - rounding_);
    for (int k = 0; k < FreePiece::kPlanes; ++k) {
      piece.h[k] = -std::numeric_limits<float>::max();
      if (k >= static_cast<int>(planes_.size())) continue;
      const Plane& plane = planes_[static_cast<std::size_t>(k)];
      for (int a = 0; a < 3; ++a) piece.n[k][a] = static_cast<float>(plane.n[a]);
      piece.h[k] = static_cast<float>(plane.h + plane.n.dot(centre - middle) + rounding_);
    }
    return piece;
  }

 private:
  // The obstacles of the ball, nearest first; false if there are too many.
  bool gather(const Vec3& centre) {
    obstacles_.clear();
    const double far = radius_ + margin_;
    Aabb box;
    box.add(centre);
    geometry_.triangleBvh.overlapping(
        box,
        [&](int t) {
          Obstacle o{corners(*geometry_.mesh, t), geometry_.mesh->faceNormals()[static_cast<std::size_t>(t)], 0, t};
          o.squared = closestPointTriangle(centre, o.corners[0], o.corners[1], o.corners[2]).squared;
          if (o.squared > far * far) return false;
          for (Vec3& c : o.corners) c -= centre;
          obstacles_.push_back(o);
          return obstacles_.size() > kMostObstacles;
        },
        far);
    if (obstacles_.size() > kMostObstacles) return false;
    std::sort(obstacles_.begin(), obstacles_.end(), [](const Obstacle& x, const Obstacle& y) {
      return x.squared != y.squared ? x.squared < y.squared : x.triangle < y.triangle;
    });
    return true;
  }

  // A plane over the nearest obstacle and over those that are nearly as high and look the same way.
  void cutOff(Vec3 n) {  // a copy: obstacles move
    const double least = obstacles_.front().height(n);
    double h = least;
    for (const Obstacle& o : obstacles_) {
      const double height = o.height(n);
      if (o.normal.dot(n) > kAlike && height < least + kRaise * radius_) h = std::max(h, height);
    }
    planes_.push_back({n, h});
    std::erase_if(obstacles_, [&](const Obstacle& o) { return o.height(n) <= h; });
  }

  // Whether the piece is not empty, and outside: all of it is, or nothing, since no surface is within it.
  [[nodiscard]] bool outside(const Vec3& centre) const {
    Vec3 d = Vec3::Zero();
    for (const Plane& plane : planes_) d += plane.n;
    if (!(d.norm() > 1e-3)) return false;
    d.normalize();
    double way = -std::numeric_limits<double>::infinity();
    for (const Plane& plane : planes_) {
      const double along = plane.n.dot(d);
      if (!(along > 1e-3)) return false;
      way = std::max(way, plane.h / along);
    }
    way += 0.01 * radius_;
    if (!(std::abs(way) < radius_)) return false;
    return closestPoint(*geometry_.mesh, geometry_.triangleBvh, centre + way * d).distance > 0;
  }

  const ContactGeometry& geometry_;
  double radius_, margin_, rounding_;
  std::vector<Obstacle> obstacles_;
  std::vector<Plane> planes_;
};

}  // namespace

FreeSpace::FreeSpace(const ContactGeometry& geometry, std::span<const ClusterBounds> bounds,
                     std::span<const ClusterBox> boxes, const Vec3& middle, double length, double margin) {
  PieceBuilder builder(geometry, kRadius * length, margin);
  for (std::size_t c = 0; c < bounds.size(); ++c) {
    Vec3 centre, normal;
    for (int a = 0; a < 3; ++a) {
      centre[a] = middle[a] + static_cast<double>(0.5f * (bounds[c].lower[a] + bounds[c].upper[a]));
      normal[a] = static_cast<double>(boxes[c].axis[0][a]);
    }
    if (const auto piece = builder.build(centre, normal.normalized(), middle)) pieces_.push_back(*piece);
  }
  fill(kCell * length, kMostCells * boxes.size());
}

// Each cell takes the piece in which its middle lies deepest.
void FreeSpace::fill(double length, std::size_t most) {
  if (pieces_.size() == 1) return;
  Aabb box;
  for (const FreePiece& p : pieces()) {
    const Vec3 centre(p.centre[0], p.centre[1], p.centre[2]);
    box.add(centre - Vec3::Constant(0.5 * static_cast<double>(p.radius)));
    box.add(centre + Vec3::Constant(0.5 * static_cast<double>(p.radius)));
  }
  const Vec3 size = box.upper - box.lower;
  double cell = length;
  const auto cells = [&](int a) { return std::floor(size[a] / cell) + 1; };
  while (cells(0) * cells(1) * cells(2) > static_cast<double>(most)) cell *= 1.25;
  int count[3];
  for (int a = 0; a < 3; ++a) {
    count[a] = static_cast<int>(cells(a));
    grid_.origin[a] = static_cast<float>(box.lower[a]);
    grid_.count[a] = static_cast<float>(count[a]);
  }
  grid_.inverse = static_cast<float>(1 / cell);
  grid_.none = count[0] * count[1] * count[2];
  cells_.assign(static_cast<std::size_t>(grid_.none) + 1, 0);
  std::vector<double> best(cells_.size(), -std::numeric_limits<double>::infinity());
  for (std::size_t i = 1; i < pieces_.size(); ++i) {
    const FreePiece& p = pieces_[i];
    const double reach = 0.5 * static_cast<double>(p.radius);
    int first[3], last[3];
    for (int a = 0; a < 3; ++a) {
      const double at = static_cast<double>(p.centre[a]) - box.lower[a];
      first[a] = std::max(0, static_cast<int>(std::floor((at - reach) / cell)));
      last[a] = std::min(count[a] - 1, static_cast<int>(std::floor((at + reach) / cell)));
    }
    for (int x = first[0]; x <= last[0]; ++x) {
      for (int y = first[1]; y <= last[1]; ++y) {
        for (int z = first[2]; z <= last[2]; ++z) {
          const Vec3 place = box.lower + cell * Vec3(x + 0.5, y + 0.5, z + 0.5);
          double depth = std::numeric_limits<double>::infinity();
          for (int k = 0; k < FreePiece::kPlanes; ++k) {
            if (p.h[k] == -std::numeric_limits<float>::max()) continue;
            depth = std::min(depth, Vec3(p.n[k][0], p.n[k][1], p.n[k][2]).dot(place) - static_cast<double>(p.h[k]));
          }
          depth -= kAside * (place - Vec3(p.centre[0], p.centre[1], p.centre[2])).norm();
          const std::size_t index =
              (static_cast<std::size_t>(x) * static_cast<std::size_t>(count[1]) + static_cast<std::size_t>(y)) *
                  static_cast<std::size_t>(count[2]) +
              static_cast<std::size_t>(z);
          if (!(depth > best[index])) continue;
          best[index] = depth;
          cells_[index] = static_cast<int>(i);
        }
      }
    }
  }
}

}  // namespace passung::collision
