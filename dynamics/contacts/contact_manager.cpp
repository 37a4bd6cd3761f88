// SPDX-License-Identifier: Apache-2.0
#include "dynamics/contacts/contact_manager.h"

#include <algorithm>

#include "collision/narrowphase/convex_manifold.h"
#include "dynamics/contacts/contact_reduction.h"

namespace passung::dynamics {
namespace {

// Fainter terms of nearly parallel edges are left to the corners at their ends.
constexpr double kFaint = 0.5;
// Points that lie closer than this, in shells, count as the same one where features do not tell.
constexpr double kDrift = 100;

const RigidBody& bodyA(std::span<const RigidBody> bodies, const ContactPair& pair) {
  return bodies[static_cast<std::size_t>(pair.bodyA)];
}
const RigidBody& bodyB(std::span<const RigidBody> bodies, const ContactPair& pair) {
  return bodies[static_cast<std::size_t>(pair.bodyB)];
}

Vec3 velocityAt(const RigidBody& b, const Vec3& p_W, const Vec3& gain) {
  if (b.type == Motion::kFixed) return Vec3::Zero();
  return b.state.v + (b.dynamic() ? gain : Vec3(Vec3::Zero())) + b.state.w.cross(p_W - b.state.X_WC.p);
}

// What may come near in a step that moves the parts so far [m].
double cutoffOf(const ContactPair& pair, double move) { return ContactManager::kNear * pair.potential.r0 + move; }

}  // namespace

ContactPoint carried(const ContactPoint& point, const Transform& X_WCa, const Transform& X_WCb) {
  ContactPoint moved = point;
  const Vec3 pA = X_WCa * point.pA_C, pB = X_WCb * point.pB_C;
  moved.n_W = X_WCa.q * point.nA_C;
  moved.gap = moved.n_W.dot(pB - pA);
  moved.p_W = 0.5 * (pA + pB);
  return moved;
}

double ContactManager::motionBound(const ContactPair& pair, double dt) const {
  const RigidBody& a = bodyA(bodies_, pair);
  const RigidBody& b = bodyB(bodies_, pair);
  const auto velocity = [&](const RigidBody& body) -> Vec3 {
    if (body.type == Motion::kFixed) return Vec3::Zero();
    return body.dynamic() ? Vec3(body.state.v + dt * (gravity_ + body.force / body.m)) : body.state.v;
  };
  return dt * ((velocity(b) - velocity(a)).norm() + a.state.w.norm() * a.radius + b.state.w.norm() * b.radius);
}

std::optional<double> ContactManager::newReach(const ContactPair& pair, const Transform& A, const Transform& B,
                                               double cutoff, double move) {
  // Overlap is seen as deep as it was at the last look, and a little deeper.
  const double needed = cutoff + 1.5 * pair.depth;
  if (pair.near.covers(pair.near.motion(A, B), needed)) return {};
  return needed + std::max(kNear * pair.potential.r0, 0.5 * move);
}

std::optional<double> ContactManager::listReach(const ContactPair& pair, double dt) const {
  const collision::ContactGeometry &shapeA = pair.near.a(), &shapeB = pair.near.b();
  if (!shapeA.mesh || !shapeB.mesh || (shapeA.convex && shapeB.convex)) return {};
  const RigidBody& a = bodyA(bodies_, pair);
  const RigidBody& b = bodyB(bodies_, pair);
  const double move = motionBound(pair, dt);
  return newReach(pair, a.state.X_WC * a.parts[static_cast<std::size_t>(pair.partA)].X_CG,
                  b.state.X_WC * b.parts[static_cast<std::size_t>(pair.partB)].X_CG, cutoffOf(pair, move), move);
}

void ContactManager::find(ContactPair& pair, const Transform& X_WCa, const Transform& X_WCb, double cutoff, double move,
                          std::vector<ContactPoint>& points) const {
  const RigidBody& a = bodyA(bodies_, pair);
  const RigidBody& b = bodyB(bodies_, pair);
  const RigidBody::Part& partA = a.parts[static_cast<std::size_t>(pair.partA)];
  const RigidBody::Part& partB = b.parts[static_cast<std::size_t>(pair.partB)];
  const Transform A = X_WCa * partA.X_CG, B = X_WCb * partB.X_CG;
  thread_local std::vector<collision::ContactTerm> terms;
  terms.clear();
  if (partA.geometry->convex && partB.geometry->convex) {
    convexManifold(*partA.geometry->convex, A, *partB.geometry->convex, B, cutoff, terms);
  } else {
    if (const auto reach = newReach(pair, A, B, cutoff, move)) pair.near.collect(A, B, *reach);
    pair.near.evaluate(A, B, cutoff, 0.5 * std::min(a.thickness, b.thickness), terms);
  }
  pair.depth = 0;
  const Transform X_CaW = X_WCa.inverse(), X_CbW = X_WCb.inverse();
  for (const collision::ContactTerm& t : terms) {
    if (t.weight < kFaint) continue;
    pair.depth = std::max(pair.depth, -t.gap);
    ContactPoint p;
    p.feature = t.feature;
    p.gap = t.gap;
    p.n_W = t.n_W;
    p.p_W = t.p_W;
    p.pA_C = X_CaW * Vec3(t.p_W - 0.5 * t.gap * t.n_W);
    p.pB_C = X_CbW * Vec3(t.p_W + 0.5 * t.gap * t.n_W);
    p.nA_C = X_CaW.q * t.n_W;
    points.push_back(p);
  }
  std::sort(points.begin(), points.end(),
            [](const ContactPoint& x, const ContactPoint& y) { return x.feature < y.feature; });
}

void ContactManager::gather(ContactPair& pair, double dt) const {
  const RigidBody& a = bodyA(bodies_, pair);
  const RigidBody& b = bodyB(bodies_, pair);
  const double shell = pair.potential.r0;
  const double move = motionBound(pair, dt);
  const double cutoff = cutoffOf(pair, move);
  thread_local std::vector<ContactPoint> fresh;
  fresh.clear();
  find(pair, a.state.X_WC, b.state.X_WC, cutoff, move, fresh);
  pair.gathered = true;

  const Vec3 gain = dt * gravity_;
  std::erase_if(fresh, [&](const ContactPoint& p) {
    const double approach = p.n_W.dot(velocityAt(b, p.p_W, gain) - velocityAt(a, p.p_W, gain));
    return p.gap + dt * std::min(0.0, approach) >= kNear * shell;
  });

  const double drift = kDrift * shell;
  if (policy_ == ContactPolicy::kPersistent4) {
    persistFour(pair.points, a.state.X_WC, b.state.X_WC, cutoff, drift, fresh);
  } else if (policy_ == ContactPolicy::kMinimal6) {
    registerOneOfSix(pair.points, drift, fresh);
  } else {
    if (policy_ == ContactPolicy::kReduced) reduceToSupport(kNear * shell, fresh);
    // Both lists are sorted by feature. A point whose feature is new may be an old one under another name, where the
    // reference face of a manifold changed.
    auto old = pair.points.begin();
    for (ContactPoint& p : fresh) {
      while (old != pair.points.end() && old->feature < p.feature) ++old;
      if (old != pair.points.end() && old->feature == p.feature) {
        inherit(*old, p);
      } else if (const int i = sameAs(p, pair.points, 0.1 * drift); i >= 0) {
        const ContactPoint& other = pair.points[static_cast<std::size_t>(i)];
        const auto still = std::lower_bound(fresh.begin(), fresh.end(), other.feature,
                                            [](const ContactPoint& x, std::uint64_t f) { return x.feature < f; });
        if (still == fresh.end() || still->feature != other.feature) inherit(other, p);
      }
    }
  }
  pair.points.assign(fresh.begin(), fresh.end());
}

}  // namespace passung::dynamics
