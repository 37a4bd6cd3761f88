// SPDX-License-Identifier: Apache-2.0
#include "collision/queries/mesh_distance.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "collision/queries/closest.h"

namespace passung::collision {
namespace {

// How far two triangles lie apart along the normal of one of them. The normal is rounded, and that of a sliver points
// anywhere; so its own triangle is not taken to lie at 0 but measured along it as the other one is.
class NormalGap {
 public:
  NormalGap(const Corners& own, const Corners& other) : n_((own[1] - own[0]).cross(own[2] - own[0])) {
    double ownLow = 0;
    double ownHigh = 0;
    double reach = 0;
    const auto along = [&](const Vec3& p) {
      const Vec3 way = p - own[0];
      reach = std::max(reach, way.cwiseAbs().maxCoeff());
      return n_.dot(way);
    };
    for (const double d : {along(own[1]), along(own[2])}) {
      ownLow = std::min(ownLow, d);
      ownHigh = std::max(ownHigh, d);
    }
    const double d0 = along(other[0]);
    const double d1 = along(other[1]);
    const double d2 = along(other[2]);
    // A product of three terms of rounded differences errs by less than 4 roundings of |n|_1 |way|_max, on both sides.
    const double pad = 16 * std::numeric_limits<double>::epsilon() * n_.cwiseAbs().sum() * reach;
    gap_ = std::max(std::min({d0, d1, d2}) - ownHigh, ownLow - std::max({d0, d1, d2})) - pad;
  }
  // True only if they are at least as far apart as the limit. A triangle without a normal tells nothing.
  [[nodiscard]] bool beyond(double limitSquared) const {
    const double n2 = n_.squaredNorm() * (1 + 16 * std::numeric_limits<double>::epsilon());
    return gap_ > 0 && gap_ * gap_ >= limitSquared * n2 && n2 > 0;
  }

 private:
  Vec3 n_;
  double gap_ = 0;  // times |n|
};

// A common point of two triangles that meet: of an edge of one with the other.
Vec3 meetingPoint(const Corners& a, const Corners& b) {
  for (const auto& [edges, face] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3& p = (*edges)[k];
      const Vec3& q = (*edges)[(k + 1) % 3];
      if (!segmentIntersectsTriangle(p, q, *face)) continue;
      const Vec3 n = ((*face)[1] - (*face)[0]).cross((*face)[2] - (*face)[0]);
      const double dp = n.dot(p - (*face)[0]);
      const double dq = n.dot(q - (*face)[0]);
      const Vec3 cut = dp == dq ? p : Vec3(p + std::clamp(dp / (dp - dq), 0.0, 1.0) * (q - p));
      return closestPointTriangle(cut, (*face)[0], (*face)[1], (*face)[2]).point;
    }
  }
  return a[0];
}

Corners cornersOf(const SurfaceView& s, int triangle) {
  const Triangle& t = s.triangles[static_cast<std::size_t>(triangle)];
  return {s.vertices[static_cast<std::size_t>(t[0])], s.vertices[static_cast<std::size_t>(t[1])],
          s.vertices[static_cast<std::size_t>(t[2])]};
}

Aabb boxOf(const Corners& t) {
  Aabb box;
  for (const Vec3& p : t) box.add(p);
  return box;
}

class Search {
 public:
  Search(const SurfaceView& a, const SurfaceView& b, const Transform& X_AB, double limit)
      : a_(a), b_(b), R_AB_(X_AB.R()), absR_(R_AB_.cwiseAbs()), p_AB_(X_AB.p), bestSquared_(limit * limit) {}

  SurfacePairDistance run() {
    std::vector<Entry> stack{{0, 0, bound(0, 0)}};
    while (!stack.empty() && bestSquared_ > 0) {
      const Entry e = stack.back();
      stack.pop_back();
      if (!(e.squared < bestSquared_)) continue;
      const BvhNode& na = a_.bvh->nodes()[static_cast<std::size_t>(e.a)];
      const BvhNode& nb = b_.bvh->nodes()[static_cast<std::size_t>(e.b)];
      if (na.leaf() && nb.leaf()) {
        compareLeaves(na, nb);
        continue;
      }
      // The larger box is opened; its nearer half comes next.
      const bool openA = nb.leaf() || (!na.leaf() && na.box.area() >= nb.box.area());
      Entry first = openA ? Entry{na.left, e.b, 0} : Entry{e.a, nb.left, 0};
      Entry second = openA ? Entry{na.right, e.b, 0} : Entry{e.a, nb.right, 0};
      first.squared = bound(first.a, first.b);
      second.squared = bound(second.a, second.b);
      if (second.squared < first.squared) std::swap(first, second);
      if (second.squared < bestSquared_) stack.push_back(second);
      if (first.squared < bestSquared_) stack.push_back(first);
    }
    if (best_.triangleA >= 0) best_.value = std::sqrt(bestSquared_);
    return best_;
  }

 private:
  struct Entry {
    int a, b;
    double squared;
  };

  // A lower bound of the squared distance of two nodes' contents: the gaps along the axes of A, and along those of B.
  [[nodiscard]] double bound(int ia, int ib) const {
    const Aabb& boxA = a_.bvh->nodes()[static_cast<std::size_t>(ia)].box;
    const Aabb& boxB = b_.bvh->nodes()[static_cast<std::size_t>(ib)].box;
    const Vec3 ha = 0.5 * boxA.extent();
    const Vec3 hb = 0.5 * boxB.extent();
    const Vec3 t = R_AB_ * boxB.center() + p_AB_ - boxA.center();
    const Vec3 gapA = (t.cwiseAbs() - ha - absR_ * hb).cwiseMax(0.0);
    const Vec3 gapB = ((R_AB_.transpose() * t).cwiseAbs() - hb - absR_.transpose() * ha).cwiseMax(0.0);
    return std::max(gapA.squaredNorm(), gapB.squaredNorm());
  }

  void compareLeaves(const BvhNode& na, const BvhNode& nb) {
    for (int j = nb.first; j < nb.first + nb.count; ++j) {
      const int triangleB = b_.bvh->order()[static_cast<std::size_t>(j)];
      Corners cb = cornersOf(b_, triangleB);
      for (Vec3& p : cb) p = R_AB_ * p + p_AB_;
      const Aabb boxB = boxOf(cb);
      for (int i = na.first; i < na.first + na.count; ++i) {
        const int triangleA = a_.bvh->order()[static_cast<std::size_t>(i)];
        const Corners ca = cornersOf(a_, triangleA);
        if (!(boxOf(ca).squaredDistance(boxB) < bestSquared_)) continue;
        const TriangleDistance d = closestTriangles(ca, cb, bestSquared_);
        if (!(d.squared < bestSquared_)) continue;
        bestSquared_ = d.squared;
        best_ = {0, d.p, d.q, triangleA, triangleB};
      }
    }
  }

  const SurfaceView& a_;
  const SurfaceView& b_;
  Mat3 R_AB_, absR_;
  Vec3 p_AB_;
  double bestSquared_;
  SurfacePairDistance best_;
};

}  // namespace

TriangleDistance closestTriangles(const Corners& a, const Corners& b, double limitSquared) {
  if (NormalGap(a, b).beyond(limitSquared) || NormalGap(b, a).beyond(limitSquared)) return {};

  TriangleDistance best;
  best.squared = limitSquared;
  bool found = false;
  const auto offer = [&](double squared, const Vec3& p, const Vec3& q) {
    if (!(squared < best.squared)) return;
    best = {squared, p, q};
    found = true;
  };
  for (std::size_t k = 0; k < 3; ++k) {
    const PointTriangle onB = closestPointTriangle(a[k], b[0], b[1], b[2]);
    offer(onB.squared, a[k], onB.point);
    const PointTriangle onA = closestPointTriangle(b[k], a[0], a[1], a[2]);
    offer(onA.squared, onA.point, b[k]);
    for (std::size_t l = 0; l < 3; ++l) {
      const SegmentSegment s = closestSegmentSegment(a[k], a[(k + 1) % 3], b[l], b[(l + 1) % 3]);
      offer(s.squared, s.pointP, s.pointQ);
    }
  }

  // The corners and edges know nothing of an edge that runs through the inside of the other triangle.
  if (best.squared > 0 && trianglesIntersect(a, b)) {
    const Vec3 p = meetingPoint(a, b);
    return {0, p, p};
  }
  return found ? best : TriangleDistance{};
}

SurfacePairDistance surfacesDistance(const SurfaceView& a, const SurfaceView& b, const Transform& X_AB, double limit) {
  if (a.bvh->empty() || b.bvh->empty()) return {};
  return Search(a, b, X_AB, limit).run();
}

}  // namespace passung::collision
