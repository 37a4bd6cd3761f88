// SPDX-License-Identifier: Apache-2.0
// Which colliders may touch within the step, the constants of their contact, and their near sets.
#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/world/world.h"

namespace passung::dynamics {
namespace {

using collision::ContactGeometry;

// Contacts are made for substeps of no less than the step halved so many times.
constexpr int kMostStiffenings = 4;

double squared(double x) { return x * x; }

}  // namespace

Transform World::predicted(const RigidBody& b, bool free) const {
  const double h = def_.dt;
  if (b.type == Motion::kFixed || b.asleep) return b.state.X_WC;
  const Vec3 v = b.dynamic() && free ? Vec3(b.state.v + h * (def_.gravity + b.force / b.m)) : b.state.v;
  return {(rotationFromVector(h * b.state.w) * b.state.X_WC.q).normalized(), b.state.X_WC.p + h * v};
}

void World::predictBounds() {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const RigidBody& b = bodies_[i];
    const Transform next = predicted(b, true);
    Aabb box;
    for (const RigidBody::Part& part : b.parts) {
      const ContactGeometry& g = *part.geometry;
      if (g.halfSpace) {
        box.add(Vec3::Constant(-std::numeric_limits<double>::infinity()));
        box.add(Vec3::Constant(std::numeric_limits<double>::infinity()));
        continue;
      }
      box.add(transformed(g.bounds, b.state.X_WC * part.X_CG).grown(g.radius));
      box.add(transformed(g.bounds, next * part.X_CG).grown(g.radius));
    }
    // Contacts may turn the motion round: as much again on all sides.
    const double motion = (next.p - b.state.X_WC.p).norm() + def_.dt * b.state.w.norm() * b.radius;
    boxes_[i] = box.grown(motion + 8 * def_.solver.shell * b.size);
  }
}

void World::findPairs() {
  for (auto& [key, pair] : pairs_) pair.seen = false;
  broadphase_->update(boxes_);
  const auto moves = [&](int i) { return bodies_[static_cast<std::size_t>(i)].dynamic(); };
  for (const auto& [i, j] : broadphase_->findPairs([&](int a, int b) {
         return (moves(a) || moves(b)) && !ignored_.contains({a, b}) && !jointed_.contains({a, b});
       })) {
    const int partsA = static_cast<int>(bodies_[static_cast<std::size_t>(i)].parts.size());
    const int partsB = static_cast<int>(bodies_[static_cast<std::size_t>(j)].parts.size());
    for (int k = 0; k < partsA; ++k) {
      for (int l = 0; l < partsB; ++l) {
        const PairKey key{i, j, k, l};
        auto it = pairs_.find(key);
        if (it == pairs_.end()) it = pairs_.emplace(key, makePair(key)).first;
        it->second.seen = true;
      }
    }
  }
  std::erase_if(pairs_, [](const auto& entry) { return !entry.second.seen; });
  pairList_.clear();
  for (auto& [key, pair] : pairs_) pairList_.push_back(&pair);
}

ContactPair World::makePair(const PairKey& key) const {
  const auto [i, j, k, l] = key;
  const RigidBody& a = bodies_[static_cast<std::size_t>(i)];
  const RigidBody& b = bodies_[static_cast<std::size_t>(j)];
  const auto smaller = [](double x, double y) { return x > 0 && y > 0 ? std::min(x, y) : std::max(x, y); };
  ContactPair pair(
      collision::NearSet(a.parts[static_cast<std::size_t>(k)].geometry, b.parts[static_cast<std::size_t>(l)].geometry));
  // Crossings deeper than the list are looked for after the step where listing them would be dear: where there are many
  // edges; or beside a body that does not move freely, for such a pair is always solved with its island, and watched.
  constexpr std::size_t kManyEdges = 4000;
  const bool many = pair.near.a().edges.size() + pair.near.b().edges.size() >= kManyEdges;
  const bool alarmed = many || !a.dynamic() || !b.dynamic();
  pair.near.setCareful(!pair.near.clustered() || !alarmed);
  pair.bodyA = i;
  pair.bodyB = j;
  pair.partA = k;
  pair.partB = l;
  pair.potential.r0 = def_.solver.shell * smaller(a.size, b.size);
  if (const auto fit = fits_.find(key); fit != fits_.end()) {
    pair.potential.r0 = std::min(pair.potential.r0, fit->second.shell);
    pair.offset = fit->second.offset;
  }
  pair.near.setFollowing(!pair.watched());
  pair.near.setEdgeMargin(std::max(0.0, kListedCrossing * pair.potential.r0 - pair.cutoff()));
  pair.friction = std::sqrt(a.material.friction * b.material.friction);
  pair.restitution = std::max(a.material.restitution, b.material.restitution);
  // Where what has come inside is looked for afterwards, parts may move twice as far.
  pair.motionLimit = (pair.near.careful() ? 1 : 2) * def_.solver.motionLimit * std::min(a.thickness, b.thickness);
  // A motion known to need substeps meets contacts that are stiff enough for these: a nut that turns a sixth of a turn
  // a step would sink through the soft shell of that step, and be held.
  pair.step = def_.dt;
  const double fastest = a.fastest + b.fastest;
  for (int halvings = 0; halvings < kMostStiffenings && fastest * pair.step > pair.motionLimit; ++halvings)
    pair.step *= 0.5;
  const double mass = smaller(a.m, b.m);  // the lighter moving one
  pair.potential.k = def_.solver.stiffness * mass / squared(pair.step);
  return pair;
}

bool World::resting(const ContactPair& pair) const {
  const RigidBody& a = bodies_[static_cast<std::size_t>(pair.bodyA)];
  const RigidBody& b = bodies_[static_cast<std::size_t>(pair.bodyB)];
  return (a.asleep || !a.dynamic()) && (b.asleep || !b.dynamic()) && a.state.v.isZero(0) && a.state.w.isZero(0) &&
         b.state.v.isZero(0) && b.state.w.isZero(0) && (pair.near.collected() || pair.gathered);
}

void World::listQueries() {
  queries_.clear();
  if (!facePairs_) return;
  asking_.assign(pairList_.size(), {});
  jobs_.parallelFor(static_cast<int>(pairList_.size()), [&](int k) {
    const ContactPair& pair = *pairList_[static_cast<std::size_t>(k)];
    if (!resting(pair)) asking_[static_cast<std::size_t>(k)].reach = solver_->listReach(pair, def_.dt);
  });
  for (std::size_t k = 0; k < pairList_.size(); ++k) {
    if (!asking_[k].reach) continue;
    const ContactPair& pair = *pairList_[k];
    const RigidBody& a = bodies_[static_cast<std::size_t>(pair.bodyA)];
    const RigidBody& b = bodies_[static_cast<std::size_t>(pair.bodyB)];
    const Transform A = a.state.X_WC * a.parts[static_cast<std::size_t>(pair.partA)].X_CG;
    const Transform B = b.state.X_WC * b.parts[static_cast<std::size_t>(pair.partB)].X_CG;
    asking_[k].query = queries_.size();
    queries_.push_back(
        {pair.near.a().mesh, pair.near.b().mesh, A.inverse() * B, pair.near.faceDistance(*asking_[k].reach)});
  }
}

void World::updateNearSets(const collision::FacePairSource* source, std::size_t first) {
  jobs_.parallelFor(static_cast<int>(pairList_.size()), [&](int k) {
    ContactPair& pair = *pairList_[static_cast<std::size_t>(k)];
    if (resting(pair)) return;
    const RigidBody& a = bodies_[static_cast<std::size_t>(pair.bodyA)];
    const RigidBody& b = bodies_[static_cast<std::size_t>(pair.bodyB)];
    if (source != nullptr && asking_[static_cast<std::size_t>(k)].reach) {
      const Asking& asking = asking_[static_cast<std::size_t>(k)];
      pair.near.collectFrom(source->found(first + asking.query),
                            a.state.X_WC * a.parts[static_cast<std::size_t>(pair.partA)].X_CG,
                            b.state.X_WC * b.parts[static_cast<std::size_t>(pair.partB)].X_CG, *asking.reach);
    }
    if (solver_->gather(pair, def_.dt)) return;
    const Transform& X_AG = a.parts[static_cast<std::size_t>(pair.partA)].X_CG;
    const Transform& X_BG = b.parts[static_cast<std::size_t>(pair.partB)].X_CG;
    const Transform A0 = a.state.X_WC * X_AG, B0 = b.state.X_WC * X_BG;
    // Parts in touch hardly move; the solver asks for more where they do.
    const bool touching = !pair.contacts.empty();
    const Transform A1 = predicted(a, !touching) * X_AG, B1 = predicted(b, !touching) * X_BG;
    pair.near.beginStep(A0, B0);
    pair.near.prepare(A0, B0, A1, B1, pair.cutoff(), std::numeric_limits<double>::infinity());
    const double move = pair.near.displacement(A0.inverse() * B0, A1.inverse() * B1);
    pair.swept =
        pair.near.empty() && move > pair.motionLimit && pair.near.mayBeWithin(A0, B0, move + pair.potential.r0);
  });
}

}  // namespace passung::dynamics
