// SPDX-License-Identifier: Apache-2.0
// Fills a NearSet from pairs of near faces: a corner that is near a face is a corner of a face that is as near, and so
// with edges. Pairs of faces within the reach therefore hold all pairs of features within it.
#include <algorithm>

#include "collision/narrowphase/near_features.h"
#include "collision/narrowphase/near_set.h"

namespace passung::collision {
namespace {

// Faces are measured with roundings of their own.
constexpr double kRounding = 1e-9;

std::uint64_t keyOf(int i, int j) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(i)) << 32 | static_cast<std::uint32_t>(j);
}
int firstOf(std::uint64_t key) { return static_cast<int>(key >> 32); }
int secondOf(std::uint64_t key) { return static_cast<int>(static_cast<std::uint32_t>(key)); }

void sortOnce(std::vector<std::uint64_t>& keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

}  // namespace

double NearSet::faceDistance(double reach) const {
  const double far = reach + std::max(0.0, edgeMargin_);
  return far + kRounding * (far + geometry_[0]->size + geometry_[1]->size);
}

void NearSet::collectFrom(std::span<const NearFaces> faces, const Transform& X_WA, const Transform& X_WB,
                          double reach) {
  faces_ = &faces;
  collect(X_WA, X_WB, reach);
  faces_ = nullptr;
}

void NearSet::findByFaces(int side, const Transform& X_TP) {
  const ContactGeometry& owner = *geometry_[side];
  const ContactGeometry& target = *geometry_[1 - side];
  visits_.clear();
  for (const NearFaces& f : *faces_) {
    const int own = side == 0 ? f.a : f.b, other = side == 0 ? f.b : f.a;
    for (const int v : owner.mesh->triangles()[static_cast<std::size_t>(own)]) visits_.push_back(keyOf(v, other));
  }
  sortOnce(visits_);
  listCost_ += static_cast<double>(visits_.size());
  for (const std::uint64_t key : visits_) {
    const Vec3 p = X_TP * owner.points[static_cast<std::size_t>(firstOf(key))];
    const PointTriangle c = closestOn(target, secondOf(key), p);
    if (c.squared < reach_ * reach_) found_.push_back(boundAt(firstOf(key), secondOf(key), p, c));
  }
}

void NearSet::findEdgesByFaces(double far) {
  const ContactGeometry& owner = *geometry_[edges_.owner];
  const ContactGeometry& target = *geometry_[1 - edges_.owner];
  const Transform X_TO = edges_.owner == 0 ? base_.inverse() : base_;
  visits_.clear();
  for (const NearFaces& f : *faces_) {
    const int own = edges_.owner == 0 ? f.a : f.b, other = edges_.owner == 0 ? f.b : f.a;
    for (const int e : owner.mesh->triangleEdges()[static_cast<std::size_t>(own)]) {
      const int i = owner.edgeOf[static_cast<std::size_t>(e)];
      if (i < 0) continue;
      for (const int g : target.mesh->triangleEdges()[static_cast<std::size_t>(other)]) {
        const int j = target.edgeOf[static_cast<std::size_t>(g)];
        if (j >= 0) visits_.push_back(keyOf(i, j));
      }
    }
  }
  sortOnce(visits_);
  listCost_ += static_cast<double>(visits_.size());
  for (const std::uint64_t key : visits_) {
    const ContactEdge& e = owner.edges[static_cast<std::size_t>(firstOf(key))];
    const ContactEdge& f = target.edges[static_cast<std::size_t>(secondOf(key))];
    const Vec3 p0 = X_TO * owner.points[static_cast<std::size_t>(e.v0)];
    const Vec3 p1 = X_TO * owner.points[static_cast<std::size_t>(e.v1)];
    const SegmentSegment c = closestSegmentSegment(p0, p1, target.points[static_cast<std::size_t>(f.v0)],
                                                   target.points[static_cast<std::size_t>(f.v1)]);
    if (!(c.squared < far * far)) continue;
    FoundEdge found = boundAt(c, p0, p1, target.bounds.center(), far);
    found.edgeA = edges_.owner == 0 ? firstOf(key) : secondOf(key);
    found.edgeB = edges_.owner == 0 ? secondOf(key) : firstOf(key);
    foundEdges_.push_back(found);
  }
}

}  // namespace passung::collision
