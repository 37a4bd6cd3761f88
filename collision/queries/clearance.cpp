// SPDX-License-Identifier: Apache-2.0
#include "collision/queries/clearance.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <mutex>

#include "collision/queries/chord_error.h"
#include "collision/queries/part_distance.h"

namespace passung::collision {

ClearanceOracle::ClearanceOracle(std::span<const std::vector<Collider>> bodies) : depth_(bodies) {
  // Facets of boxes and cylinders are the shape itself; only meshes stand for something else.
  std::map<const TriangleMesh*, double> errors;
  for (const auto& colliders : bodies) {
    Body body;
    Aabb box;
    for (const Collider& c : colliders) {
      if (std::holds_alternative<HalfSpace>(c.shape)) continue;
      box.add(transformed(bounds(c.shape), c.X_BG));
      const auto* mesh = std::get_if<MeshShape>(&c.shape);
      if (mesh == nullptr) continue;
      const auto [entry, isNew] = errors.try_emplace(mesh->mesh.get(), 0.0);
      if (isNew) entry->second = collision::chordError(*mesh->mesh);
      body.chordError = std::max(body.chordError, entry->second);
    }
    body.size = box.size();
    bodies_.push_back(body);
  }
}

Clearance ClearanceOracle::measure(int bodyA, int bodyB, const Transform& X_WA, const Transform& X_WB,
                                   const ClearanceSettings& settings) const {
  const Body& a = bodies_[static_cast<std::size_t>(bodyA)];
  const Body& b = bodies_[static_cast<std::size_t>(bodyB)];
  const auto partsA = depth_.parts(bodyA);
  const auto partsB = depth_.parts(bodyB);
  Clearance result;
  const double touch = kTouchShare * std::max(a.size, b.size);
  result.gapTolerance = settings.tolerance.value_or(touch);
  result.overlapTolerance = settings.tolerance.value_or(std::max(touch, a.chordError + b.chordError));

  // Overlap: the deepest point, and the points of both surfaces that are nearest to it.
  const Penetration p = depth_.measure(bodyA, bodyB, X_WA, X_WB);
  if (p.depth > 0) {
    const auto& partA = partsA[static_cast<std::size_t>(p.colliderA)];
    const auto& partB = partsB[static_cast<std::size_t>(p.colliderB)];
    result.bodyA = bodyA;
    result.bodyB = bodyB;
    result.colliderA = p.colliderA;
    result.colliderB = p.colliderB;
    result.depth = p.depth;
    result.state = p.depth > result.overlapTolerance ? ClearanceState::kOverlapping : ClearanceState::kTouching;
    result.pA_W = nearestOnSurface(partA, X_WA * partA.X_BG, p.p_W);
    result.pB_W = nearestOnSurface(partB, X_WB * partB.X_BG, p.p_W);
    return result;
  }

  // Otherwise the nearest of all pairs of colliders. The limit is inclusive.
  double best = std::nextafter(settings.limit, std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < partsA.size(); ++i) {
    for (std::size_t j = 0; j < partsB.size(); ++j) {
      const PartDistance d = partDistance(partsA[i], X_WA * partsA[i].X_BG, partsB[j], X_WB * partsB[j].X_BG, best);
      if (!(d.value < best)) continue;
      best = d.value;
      result.bodyA = bodyA;
      result.bodyB = bodyB;
      result.colliderA = static_cast<int>(i);
      result.colliderB = static_cast<int>(j);
      result.gap = p.intersecting ? 0 : d.value;
      result.pA_W = d.pA_W;
      result.pB_W = d.pB_W;
    }
  }
  if (result.bodyA >= 0 && result.gap <= result.gapTolerance) result.state = ClearanceState::kTouching;
  return result;
}

std::vector<BodyPair> ClearanceOracle::nearPairs(std::span<const Transform> X_WB, double limit,
                                                 const PairFilter& filter) const {
  std::vector<Aabb> boxes;
  for (int i = 0; i < bodyCount(); ++i) boxes.push_back(depth_.boxOf(i, X_WB[static_cast<std::size_t>(i)]));
  // Boxes that are at the limit in exact arithmetic must be found in this one too.
  for (Aabb& box : boxes) {
    const double reach = box.lower.cwiseAbs().maxCoeff() + box.upper.cwiseAbs().maxCoeff();
    if (std::isfinite(reach)) box = box.grown(1e-14 * reach);
  }

  std::vector<BodyPair> pairs;
  const Bvh bvh = Bvh::build(boxes);
  for (int a = 0; a < bodyCount(); ++a) {
    const auto offer = [&](int b) {
      if (b > a && (!filter || filter(a, b))) pairs.push_back({a, b});
    };
    if (std::isfinite(limit)) {
      if (!boxes[static_cast<std::size_t>(a)].empty())
        bvh.overlapping(boxes[static_cast<std::size_t>(a)], offer, limit);
    } else {
      for (int b = a + 1; b < bodyCount(); ++b) offer(b);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

std::vector<Clearance> ClearanceOracle::pairs(std::span<const Transform> X_WB, const ClearanceSettings& settings,
                                              Jobs& jobs, const PairFilter& filter, const Progress& progress) const {
  const std::vector<BodyPair> candidates = nearPairs(X_WB, settings.limit, filter);
  const int total = static_cast<int>(candidates.size());
  std::vector<Clearance> slots(candidates.size());
  std::mutex mutex;
  std::atomic<bool> ended = false;
  int done = 0;
  jobs.parallelFor(total, [&](int i) {
    if (ended) return;
    const auto [a, b] = candidates[static_cast<std::size_t>(i)];
    slots[static_cast<std::size_t>(i)] =
        measure(a, b, X_WB[static_cast<std::size_t>(a)], X_WB[static_cast<std::size_t>(b)], settings);
    const std::lock_guard lock(mutex);
    if (progress && !progress(++done, total)) ended = true;
  });
  std::erase_if(slots, [](const Clearance& c) { return c.bodyA < 0; });
  return slots;
}

}  // namespace passung::collision
