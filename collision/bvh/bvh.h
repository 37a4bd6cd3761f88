// SPDX-License-Identifier: Apache-2.0
// Problem: find the items (triangles, bodies) of a set whose boxes are near a box, near another set, or near a point.
// Method: a binary hierarchy of axis-aligned boxes, built by the binned surface-area heuristic (Wald, "On fast
//   Construction of SAH-based Bounding Volume Hierarchies", 2007); two trees are walked together with the separating
//   axes of a box and a rotated box (Gottschalk, Lin, Manocha, "OBBTree", 1996).
// Cost: build O(n log n), refit O(n), a query O(log n + hits) on sets that are spread out.
// Failure modes: many boxes that all overlap (n equal boxes) make every query linear; the tree stays balanced then.
// Determinism: the same boxes in the same order give the same tree and the same order of visits.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "core/aabb.h"
#include "core/triangle_mesh.h"

namespace passung::collision {

struct BvhNode {
  Aabb box;
  int left = -1, right = -1;  // children; -1 in a leaf
  int first = 0, count = 0;   // a leaf (count > 0) holds the items order()[first .. first + count)
  int depth = 0;              // the root's is 0

  [[nodiscard]] bool leaf() const { return count > 0; }
};

// Tests a box of frame A against boxes of frame B placed at X_AB. What depends on the poses only is computed once.
class BoxPairTest {
 public:
  // Boxes farther apart than `margin` [m] may be told apart. `reach` [m] bounds every coordinate of both sets' boxes:
  // the test is padded by the rounding errors of numbers of that size, so it never misses a pair that is within margin.
  BoxPairTest(const Transform& X_AB, double margin, double reach);

  // False only if the boxes are more than the margin apart. True may also be said of boxes near an oblique corner.
  [[nodiscard]] bool near(const Aabb& a_A, const Aabb& b_B) const {
    const Vec3 ha = 0.5 * a_A.extent();
    const Vec3 hb = 0.5 * b_B.extent();
    const Vec3 t = R_ * b_B.center() + p_ - a_A.center();

    // The axes of a, then those of b. A box without end makes NaN here, which counts as near.
    for (int i = 0; i < 3; ++i) {
      if (std::abs(t[i]) > ha[i] + absR_(i, 0) * hb[0] + absR_(i, 1) * hb[1] + absR_(i, 2) * hb[2] + margin_)
        return false;
    }
    for (int j = 0; j < 3; ++j) {
      const double s = R_(0, j) * t[0] + R_(1, j) * t[1] + R_(2, j) * t[2];
      if (std::abs(s) > hb[j] + absR_(0, j) * ha[0] + absR_(1, j) * ha[1] + absR_(2, j) * ha[2] + margin_) return false;
    }

    // The products a_i x b_j. They are shorter than one, so the full margin is on the safe side.
    for (int i = 0; i < 3; ++i) {
      const int i1 = (i + 1) % 3;
      const int i2 = (i + 2) % 3;
      for (int j = 0; j < 3; ++j) {
        const int j1 = (j + 1) % 3;
        const int j2 = (j + 2) % 3;
        const double s = R_(i1, j) * t[i2] - R_(i2, j) * t[i1];
        const double r = ha[i1] * absR_(i2, j) + ha[i2] * absR_(i1, j) + hb[j1] * absR_(i, j2) + hb[j2] * absR_(i, j1);
        if (std::abs(s) > r + margin_) return false;
      }
    }
    return true;
  }

 private:
  Mat3 R_, absR_;
  Vec3 p_;
  double margin_;
};

// Tests a ray against boxes (Kay & Kajiya 1986), widened by the rounding errors of its arithmetic.
class RayBoxTest {
 public:
  RayBoxTest(const Vec3& o, const Vec3& d, double reach)
      : o_(o), d_(d), inverse_(d.cwiseInverse()), pad_(8 * kEps * (reach + o.cwiseAbs().sum())) {}

  // Where the ray enters the box, or infinity when it misses it before tMax.
  [[nodiscard]] double entry(const Aabb& box, double tMax) const {
    constexpr double kInf = std::numeric_limits<double>::infinity();
    double enter = 0;
    double leave = tMax;
    for (int i = 0; i < 3; ++i) {
      const double lower = box.lower[i] - o_[i] - pad_;
      const double upper = box.upper[i] - o_[i] + pad_;
      if (d_[i] == 0) {
        if (lower > 0 || upper < 0) return kInf;
        continue;
      }
      const double t0 = lower * inverse_[i];
      const double t1 = upper * inverse_[i];
      enter = std::max(enter, std::min(t0, t1) * (1 - 8 * kEps));
      leave = std::min(leave, std::max(t0, t1) * (1 + 8 * kEps));
    }
    return enter <= leave ? enter : kInf;
  }

 private:
  static constexpr double kEps = std::numeric_limits<double>::epsilon();
  Vec3 o_, d_, inverse_;
  double pad_;
};

class Bvh {
 public:
  // Boxes may be equal, flat, empty (lower > upper) or infinite. A leaf holds at most leafSize items.
  [[nodiscard]] static Bvh build(std::span<const Aabb> boxes, int leafSize = 4);
  // Takes new boxes of the same items: afterwards every node's box is the exact union of its items. The tree keeps its
  // shape. Precondition: as many boxes as at build.
  void refit(std::span<const Aabb> boxes);

  [[nodiscard]] std::span<const BvhNode> nodes() const {
    return nodes_;
  }  // 0 is the root; children follow their parent
  [[nodiscard]] std::span<const int> order() const { return order_; }
  [[nodiscard]] bool empty() const { return nodes_.empty(); }
  [[nodiscard]] int depth() const { return depth_; }  // of the deepest leaf
  [[nodiscard]] Aabb bounds() const { return empty() ? Aabb{} : nodes_[0].box; }

  // Calls visit(item) for every item whose box comes within `margin` [m] (per axis) of `box`. A visit that returns true
  // ends the walk.
  template <class Visit>
  void overlapping(const Aabb& box, Visit&& visit, double margin = 0) const;

  // Calls visit(itemA, itemB) for every pair of items whose boxes come within `margin` [m] of each other when B is
  // placed at X_AB. Never misses one; may call for boxes that are slightly farther apart. A visit that returns true
  // ends the walk.
  template <class Visit>
  static void overlappingPairs(const Bvh& a, const Bvh& b, const Transform& X_AB, double margin, Visit&& visit);

  // Calls visit(item, bestSquared) for items whose box is nearer to p than the best so far, nearest boxes first; visit
  // returns the new best squared distance. Returns the last best, or maxSquared when nothing was nearer.
  template <class Visit>
  double nearest(const Vec3& p, double maxSquared, Visit&& visit) const;

  // Calls visit(item, tBest) for items whose box meets o + t d, 0 <= t <= tBest, nearer boxes first; visit returns the
  // new tBest. Never misses a box that the ray touches. Returns the last tBest.
  template <class Visit>
  double alongRay(const Vec3& o, const Vec3& d, double tMax, Visit&& visit) const;

 private:
  // Splits fall back to halves below this depth, so no tree is deeper than this plus 31 and fixed stacks suffice.
  static constexpr int kSahDepth = 48;
  static constexpr int kStack = 2 * (kSahDepth + 32);

  // Bounds every coordinate of the box.
  [[nodiscard]] static double reachOf(const Aabb& box) {
    return box.lower.cwiseAbs().cwiseMax(box.upper.cwiseAbs()).sum();
  }

  std::vector<BvhNode> nodes_;
  std::vector<int> order_;
  std::vector<Aabb> boxes_;  // of the items, in the order of order_
  int depth_ = 0;
};

// The boxes of the mesh's triangles; item i is triangle i.
[[nodiscard]] Bvh triangleBvh(const TriangleMesh& mesh);

template <class Visit>
void Bvh::overlapping(const Aabb& box, Visit&& visit, double margin) const {
  if (empty()) return;
  const Aabb query = box.grown(margin);
  std::array<int, kStack> stack;
  int top = 0;
  stack[0] = 0;
  while (top >= 0) {
    const BvhNode& n = nodes_[static_cast<std::size_t>(stack[static_cast<std::size_t>(top--)])];
    if (!n.box.overlaps(query)) continue;
    if (n.leaf()) {
      for (int i = n.first; i < n.first + n.count; ++i) {
        if (!boxes_[static_cast<std::size_t>(i)].overlaps(query)) continue;
        if constexpr (std::is_same_v<std::invoke_result_t<Visit&, int>, bool>) {
          if (visit(order_[static_cast<std::size_t>(i)])) return;
        } else {
          visit(order_[static_cast<std::size_t>(i)]);
        }
      }
      continue;
    }
    stack[static_cast<std::size_t>(++top)] = n.right;
    stack[static_cast<std::size_t>(++top)] = n.left;
  }
}

template <class Visit>
void Bvh::overlappingPairs(const Bvh& a, const Bvh& b, const Transform& X_AB, double margin, Visit&& visit) {
  if (a.empty() || b.empty()) return;
  const BoxPairTest test(X_AB, margin, reachOf(a.nodes_[0].box) + reachOf(b.nodes_[0].box));

  std::array<std::array<int, 2>, kStack> stack;
  int top = 0;
  stack[0] = {0, 0};
  while (top >= 0) {
    const auto [ia, ib] = stack[static_cast<std::size_t>(top--)];
    const BvhNode& na = a.nodes_[static_cast<std::size_t>(ia)];
    const BvhNode& nb = b.nodes_[static_cast<std::size_t>(ib)];
    if (!test.near(na.box, nb.box)) continue;

    if (na.leaf() && nb.leaf()) {
      for (int i = na.first; i < na.first + na.count; ++i) {
        const Aabb& boxA = a.boxes_[static_cast<std::size_t>(i)];
        // One test of the single item against the whole other leaf saves most of the tests below it.
        if (na.count > 1 && !test.near(boxA, nb.box)) continue;
        for (int j = nb.first; j < nb.first + nb.count; ++j) {
          if (nb.count > 1 && !test.near(boxA, b.boxes_[static_cast<std::size_t>(j)])) continue;
          const int itemA = a.order_[static_cast<std::size_t>(i)], itemB = b.order_[static_cast<std::size_t>(j)];
          if constexpr (std::is_same_v<std::invoke_result_t<Visit&, int, int>, bool>) {
            if (visit(itemA, itemB)) return;
          } else {
            visit(itemA, itemB);
          }
        }
      }
      continue;
    }
    // The larger box is opened first.
    const bool openA = nb.leaf() || (!na.leaf() && na.box.area() >= nb.box.area());
    if (openA) {
      stack[static_cast<std::size_t>(++top)] = {na.right, ib};
      stack[static_cast<std::size_t>(++top)] = {na.left, ib};
    } else {
      stack[static_cast<std::size_t>(++top)] = {ia, nb.right};
      stack[static_cast<std::size_t>(++top)] = {ia, nb.left};
    }
  }
}

template <class Visit>
double Bvh::nearest(const Vec3& p, double maxSquared, Visit&& visit) const {
  if (empty()) return maxSquared;
  struct Entry {
    int node;
    double squared;
  };
  double best = maxSquared;
  std::array<Entry, kStack> stack;
  int top = 0;
  stack[0] = {0, nodes_[0].box.squaredDistance(p)};
  while (top >= 0) {
    const Entry e = stack[static_cast<std::size_t>(top--)];
    if (!(e.squared < best)) continue;
    const BvhNode& n = nodes_[static_cast<std::size_t>(e.node)];
    if (n.leaf()) {
      for (int i = n.first; i < n.first + n.count; ++i) {
        if (boxes_[static_cast<std::size_t>(i)].squaredDistance(p) < best) {
          best = visit(order_[static_cast<std::size_t>(i)], best);
        }
      }
      continue;
    }
    const Entry l{n.left, nodes_[static_cast<std::size_t>(n.left)].box.squaredDistance(p)};
    const Entry r{n.right, nodes_[static_cast<std::size_t>(n.right)].box.squaredDistance(p)};
    const bool leftFirst = l.squared <= r.squared;
    stack[static_cast<std::size_t>(++top)] = leftFirst ? r : l;
    stack[static_cast<std::size_t>(++top)] = leftFirst ? l : r;
  }
  return best;
}

template <class Visit>
double Bvh::alongRay(const Vec3& o, const Vec3& d, double tMax, Visit&& visit) const {
  if (empty()) return tMax;
  struct Entry {
    int node;
    double t;
  };
  const RayBoxTest test(o, d, reachOf(nodes_[0].box));
  double best = tMax;
  std::array<Entry, kStack> stack;
  int top = 0;
  stack[0] = {0, test.entry(nodes_[0].box, best)};
  while (top >= 0) {
    const Entry e = stack[static_cast<std::size_t>(top--)];
    if (!(e.t <= best)) continue;
    const BvhNode& n = nodes_[static_cast<std::size_t>(e.node)];
    if (n.leaf()) {
      for (int i = n.first; i < n.first + n.count; ++i) {
        if (test.entry(boxes_[static_cast<std::size_t>(i)], best) <= best) {
          best = visit(order_[static_cast<std::size_t>(i)], best);
        }
      }
      continue;
    }
    const Entry l{n.left, test.entry(nodes_[static_cast<std::size_t>(n.left)].box, best)};
    const Entry r{n.right, test.entry(nodes_[static_cast<std::size_t>(n.right)].box, best)};
    const bool leftFirst = l.t <= r.t;
    stack[static_cast<std::size_t>(++top)] = leftFirst ? r : l;
    stack[static_cast<std::size_t>(++top)] = leftFirst ? l : r;
  }
  return best;
}

}  // namespace passung::collision
