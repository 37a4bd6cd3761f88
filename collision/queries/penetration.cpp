// SPDX-License-Identifier: Apache-2.0
#include "collision/queries/penetration.h"

#include <algorithm>
#include <map>
#include <utility>

#include "collision/queries/mesh_depth.h"
#include "collision/queries/round_depth.h"

namespace passung::collision {
namespace {

bool isHalfSpace(const Shape& s) { return std::holds_alternative<HalfSpace>(s); }
bool isRound(const Shape& s) { return std::holds_alternative<Sphere>(s) || std::holds_alternative<Capsule>(s); }

// A sphere or capsule placed at X.
RoundShape roundAt(const Shape& s, const Transform& X) {
  if (const auto* sphere = std::get_if<Sphere>(&s)) return {X.p, X.p, sphere->radius};
  const auto& capsule = std::get<Capsule>(s);
  const Vec3 half = X.q * Vec3(0, 0, capsule.halfLength);
  return {X.p - half, X.p + half, capsule.radius};
}

Penetration fromRound(const RoundDepth& d, const Transform& X_WF) {
  Penetration result;
  result.intersecting = d.depth >= 0;
  if (d.depth <= 0) return result;
  result.depth = d.depth;
  result.p_W = X_WF * d.p;
  result.triangleB = d.triangle;
  return result;
}

Penetration swapped(Penetration p) {
  std::swap(p.bodyA, p.bodyB);
  std::swap(p.colliderA, p.colliderB);
  std::swap(p.triangleA, p.triangleB);
  return p;
}

// Half-spaces first, then round shapes, then meshes.
int rank(const Shape& s) { return isHalfSpace(s) ? 0 : (isRound(s) ? 1 : 2); }

void keepDeeper(Penetration& best, const Penetration& p) {
  const bool intersecting = best.intersecting || p.intersecting;
  if (p.depth > best.depth || (p.intersecting && !best.intersecting)) best = p;
  best.intersecting = intersecting;
}

}  // namespace

PenetrationOracle::PenetrationOracle(std::span<const std::vector<Collider>> bodies) {
  std::map<const TriangleMesh*, std::shared_ptr<const PreparedMesh>> prepared;
  for (const auto& colliders : bodies) {
    auto& parts = bodies_.emplace_back();
    for (const Collider& c : colliders) {
      Part& part = parts.emplace_back(Part{c.shape, c.X_BG, bounds(c.shape), nullptr});
      if (rank(c.shape) < 2) continue;
      // A box's or cylinder's facets are kept alive by their entry, so their address stays theirs.
      const auto mesh = tessellate(c.shape);
      auto& entry = prepared[mesh.get()];
      if (!entry) entry = std::make_shared<const PreparedMesh>(mesh);
      part.mesh = entry;
    }
  }
}

Penetration PenetrationOracle::measureParts(const Part& a, const Part& b, const Transform& X_WGa,
                                            const Transform& X_WGb) {
  if (rank(a.shape) > rank(b.shape)) return swapped(measureParts(b, a, X_WGb, X_WGa));
  if (isHalfSpace(a.shape)) {
    if (isHalfSpace(b.shape)) return {};
    const Transform X_ab = X_WGa.inverse() * X_WGb;
    return fromRound(b.mesh ? meshHalfSpaceDepth(*b.mesh, X_ab) : roundHalfSpaceDepth(roundAt(b.shape, X_ab)), X_WGa);
  }
  if (isRound(a.shape)) {
    const RoundShape r = roundAt(a.shape, X_WGb.inverse() * X_WGa);
    return fromRound(b.mesh ? roundMeshDepth(r, *b.mesh) : roundRoundDepth(roundAt(b.shape, {}), r), X_WGb);
  }
  const MeshDepth d = meshDepth(*a.mesh, *b.mesh, X_WGa.inverse() * X_WGb);
  Penetration result;
  result.depth = d.depth;
  result.p_W = X_WGa * d.p_A;
  result.triangleA = d.triangleA;
  result.triangleB = d.triangleB;
  result.intersecting = d.intersecting;
  return result;
}

Penetration PenetrationOracle::measure(int bodyA, int bodyB, const Transform& X_WA, const Transform& X_WB) const {
  Penetration best;
  const auto& partsA = bodies_[static_cast<std::size_t>(bodyA)];
  const auto& partsB = bodies_[static_cast<std::size_t>(bodyB)];
  for (std::size_t i = 0; i < partsA.size(); ++i) {
    const Transform X_WGa = X_WA * partsA[i].X_BG;
    for (std::size_t j = 0; j < partsB.size(); ++j) {
      Penetration p = measureParts(partsA[i], partsB[j], X_WGa, X_WB * partsB[j].X_BG);
      p.bodyA = bodyA;
      p.bodyB = bodyB;
      p.colliderA = static_cast<int>(i);
      p.colliderB = static_cast<int>(j);
      keepDeeper(best, p);
    }
  }
  return best;
}

Aabb PenetrationOracle::boxOf(int body, const Transform& X_WB) const {
  Aabb box;
  for (const Part& part : bodies_[static_cast<std::size_t>(body)]) {
    if (isHalfSpace(part.shape)) {
      box.add(part.box_G.lower);
      box.add(Vec3::Constant(std::numeric_limits<double>::infinity()));
    } else {
      box.add(transformed(part.box_G, X_WB * part.X_BG));
    }
  }
  return box;
}

Penetration PenetrationOracle::maxPenetration(std::span<const Transform> X_WB, const std::vector<bool>& fixed,
                                              std::span<double> perBody) const {
  std::fill(perBody.begin(), perBody.end(), 0.0);
  std::vector<Aabb> boxes;
  boxes.reserve(bodies_.size());
  // Boxes that touch in exact arithmetic must overlap here too.
  for (int i = 0; i < bodyCount(); ++i) {
    const Aabb box = boxOf(i, X_WB[static_cast<std::size_t>(i)]);
    const double reach = box.lower.cwiseAbs().maxCoeff() + box.upper.cwiseAbs().maxCoeff();
    boxes.push_back(std::isfinite(reach) ? box.grown(1e-14 * reach) : box);
  }

  const Bvh bvh = Bvh::build(boxes);
  Penetration best;
  std::vector<int> others;
  for (int a = 0; a < bodyCount(); ++a) {
    const auto ia = static_cast<std::size_t>(a);
    if (boxes[ia].empty()) continue;
    others.clear();
    bvh.overlapping(boxes[ia], [&](int b) {
      if (b > a && !(ia < fixed.size() && fixed[ia] && fixed[static_cast<std::size_t>(b)])) others.push_back(b);
    });
    std::sort(others.begin(), others.end());
    for (const int b : others) {
      const auto ib = static_cast<std::size_t>(b);
      const Penetration p = measure(a, b, X_WB[ia], X_WB[ib]);
      keepDeeper(best, p);
      for (const std::size_t i : {ia, ib}) {
        if (i < perBody.size()) perBody[i] = std::max(perBody[i], p.depth);
      }
    }
  }
  return best;
}

}  // namespace passung::collision
