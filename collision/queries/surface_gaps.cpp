// SPDX-License-Identifier: Apache-2.0
#include "collision/queries/surface_gaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>

#include "collision/queries/closest.h"

namespace passung::collision {
namespace {

constexpr std::size_t kAskEvery = 64;  // vertices between two questions whether to go on

double gapTo(const PlacedPart& other, const Vec3& p_W, double most) {
  const PenetrationOracle::Part& part = *other.part;
  const Vec3 p = other.X_WG.inverse() * p_W;
  if (std::holds_alternative<HalfSpace>(part.shape)) return p.z();
  if (part.mesh) {
    const bool mayBeInside = part.mesh->side.closed() && part.box_G.contains(p);
    if (!mayBeInside && part.box_G.squaredDistance(p) > most * most) return most;
    const bool inside = mayBeInside && part.mesh->side.at(p) == Side::kInside;
    const double limit = inside ? std::numeric_limits<double>::infinity() : most;
    const SurfaceDistance d = surfaceDistance(*part.mesh, p, limit);
    return d.triangle < 0 ? most : inside ? -d.value : d.value;
  }
  if (const auto* sphere = std::get_if<Sphere>(&part.shape)) return p.norm() - sphere->radius;
  const auto& capsule = std::get<Capsule>(part.shape);
  const Vec3 onAxis(0, 0, std::clamp(p.z(), -capsule.halfLength, capsule.halfLength));
  return (p - onAxis).norm() - capsule.radius;
}

// The surface while it is refined.
class Refinement {
 public:
  Refinement(const TriangleMesh& mesh, const Transform& X_WM, std::span<const PlacedPart> others,
             const GapSettings& settings, const std::function<bool(std::size_t)>& goesOn)
      : X_WM_(X_WM),
        others_(others),
        settings_(settings),
        goesOn_(goesOn),
        vertices_(mesh.vertices().begin(), mesh.vertices().end()),
        triangles_(mesh.triangles().begin(), mesh.triangles().end()) {
    // Long edges start at the vertices of the mesh, so those must know their distance that far.
    std::vector<double> reach(vertices_.size(), 0);
    for (const Triangle& t : triangles_) {
      for (int v : t) reach[at(v)] = std::max(reach[at(v)], longest(t).length);
    }
    for (std::size_t v = 0; v < vertices_.size() && !cancelled_; ++v) measure(vertices_[v], reach[v]);
  }

  // Splits until no edge that matters is longer than `finest`. Longest edges first, in rounds of halves.
  void run() {
    double round = 0;
    for (const Triangle& t : triangles_) round = std::max(round, longest(t).length);
    while (!cancelled_ && complete_) {
      round = std::max(0.5 * round, settings_.finest);
      while (!cancelled_ && complete_ && splitAbove(round)) {
      }
      if (round <= settings_.finest) return;
    }
  }

  [[nodiscard]] SurfaceGaps result() const {
    SurfaceGaps out;
    out.complete = complete_;
    out.cancelled = cancelled_;
    if (cancelled_) return out;
    out.mesh = TriangleMesh::build(vertices_, triangles_, {.orient = false});
    // Building may number the vertices anew.
    std::map<std::array<double, 3>, double> known;
    for (std::size_t v = 0; v < vertices_.size(); ++v) {
      known.emplace(std::array{vertices_[v].x(), vertices_[v].y(), vertices_[v].z()}, gaps_[v]);
    }
    for (const Vec3& v : out.mesh->vertices()) {
      out.gaps.push_back(known.at({v.x(), v.y(), v.z()}));
      out.smallest = std::min(out.smallest, out.gaps.back());
    }
    return out;
  }

 private:
  struct Side {
    int corner = 0;
    double length = 0;
  };
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  [[nodiscard]] Side longest(const Triangle& t) const {
    Side side;
    for (int k = 0; k < 3; ++k) {
      const double length = (vertices_[at(t[at((k + 1) % 3)])] - vertices_[at(t[at(k)])]).norm();
      if (length > side.length) side = {k, length};
    }
    return side;
  }

  void measure(const Vec3& p, double reach) {
    gaps_.push_back(gapAt(X_WM_ * p, others_, settings_.limit + reach));
    if (goesOn_ && gaps_.size() % kAskEvery == 0) cancelled_ = !goesOn_(gaps_.size());
  }

  // Whether a place of the triangle can be nearer than the limit.
  [[nodiscard]] bool matters(const Triangle& t, double length) const {
    double farthest = gaps_[at(t[0])];
    for (int v : t) farthest = std::max(farthest, gaps_[at(v)]);
    return farthest - length < settings_.limit;
  }

  static std::uint64_t keyOf(int a, int b) {
    return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(std::min(a, b))) << 32) |
           static_cast<std::uint32_t>(std::max(a, b));
  }

  // One round: the longest edge of each triangle that matters. False when there was none.
  bool splitAbove(double length) {
    std::unordered_map<std::uint64_t, int> middles;
    for (const Triangle& t : triangles_) {
      const Side side = longest(t);
      if (!(side.length > length) || !matters(t, side.length)) continue;
      const int a = t[at(side.corner)], b = t[at((side.corner + 1) % 3)];
      const auto [entry, isNew] = middles.try_emplace(keyOf(a, b), static_cast<int>(vertices_.size()));
      if (!isNew) continue;
      // From the smaller index, so that it does not matter which triangle asked.
      const Vec3 middle = 0.5 * (vertices_[at(std::min(a, b))] + vertices_[at(std::max(a, b))]);
      vertices_.push_back(middle);
      measure(middle, side.length);
      if (cancelled_) return false;
    }
    if (middles.empty()) return false;

    std::vector<Triangle> next;
    next.reserve(triangles_.size() + 2 * middles.size());
    for (const Triangle& t : triangles_) divide(t, middles, next);
    triangles_ = std::move(next);
    complete_ = triangles_.size() < settings_.mostTriangles;
    return true;
  }

  // A triangle with marked edges: the longest marked one first, then what is left of the others in the halves.
  void divide(const Triangle& t, const std::unordered_map<std::uint64_t, int>& middles,
              std::vector<Triangle>& out) const {
    int chosen = -1, middle = -1;
    double length = 0;
    for (int k = 0; k < 3; ++k) {
      const int a = t[at(k)], b = t[at((k + 1) % 3)];
      const auto found = middles.find(keyOf(a, b));
      if (found == middles.end()) continue;
      const double l = (vertices_[at(b)] - vertices_[at(a)]).norm();
      if (l > length) chosen = k, middle = found->second, length = l;
    }
    if (chosen < 0) {
      out.push_back(t);
      return;
    }
    const int a = t[at(chosen)], b = t[at((chosen + 1) % 3)], c = t[at((chosen + 2) % 3)];
    divide({a, middle, c}, middles, out);
    divide({middle, b, c}, middles, out);
  }

  Transform X_WM_;
  std::span<const PlacedPart> others_;
  const GapSettings& settings_;
  const std::function<bool(std::size_t)>& goesOn_;
  std::vector<Vec3> vertices_;
  std::vector<Triangle> triangles_;
  std::vector<double> gaps_;
  bool complete_ = true, cancelled_ = false;
};

}  // namespace

double gapAt(const Vec3& p_W, std::span<const PlacedPart> others, double most) {
  double gap = most;
  for (const PlacedPart& other : others) gap = std::min(gap, gapTo(other, p_W, std::max(gap, 0.0)));
  return gap;
}

SurfaceGaps surfaceGaps(const TriangleMesh& mesh, const Transform& X_WM, std::span<const PlacedPart> others,
                        const GapSettings& settings, const std::function<bool(std::size_t measured)>& goesOn) {
  Refinement refinement(mesh, X_WM, others, settings, goesOn);
  refinement.run();
  return refinement.result();
}

}  // namespace passung::collision
