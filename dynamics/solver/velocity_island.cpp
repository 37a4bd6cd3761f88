// SPDX-License-Identifier: Apache-2.0
#include "dynamics/solver/velocity_island.h"

#include <algorithm>
#include <cmath>

#include "dynamics/contacts/contact_manager.h"
#include "dynamics/integrator/free_rotation.h"

namespace passung::dynamics {
namespace {

// Overlap is resolved at no more than this share of the speed gained by falling the smaller part's size.
constexpr double kPushSpeed = 0.03;
// Below this angle a substep [rad] the attitude follows the angular velocity itself.
constexpr double kSlowTurn = 1e-4;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

VelocityIsland::VelocityIsland(std::span<RigidBody> world, std::span<int> places, const Island& island,
                               const Vec3& gravity, double acceleration, double dt, double h, bool registeredOnly)
    : world_(world), slots_(places), island_(island), gravity_(gravity), dt_(dt), h_(h) {
  movable_ = static_cast<int>(island.bodies.size());
  bodies.resize(island.bodies.size());
  worldIndex_ = island.bodies;
  for (int i = 0; i < movable_; ++i) {
    const RigidBody& b = world_[at(island.bodies[at(i)])];
    slots_[at(island.bodies[at(i)])] = i;
    bodies[at(i)].v = b.state.v;
    bodies[at(i)].w = b.state.w;
    bodies[at(i)].invMass = 1 / b.m;
    bodies[at(i)].invInertia = b.inverseAt(b.state.X_WC.q);
  }
  addPairs(acceleration, registeredOnly);
}

int VelocityIsland::localOf(int worldBody) {
  const RigidBody& b = world_[at(worldBody)];
  if (b.dynamic()) return slots_[at(worldBody)];
  for (const auto& [index, local] : still_) {
    if (index == worldBody) return local;
  }
  const int local = static_cast<int>(bodies.size());
  still_.emplace_back(worldBody, local);
  worldIndex_.push_back(worldBody);
  VelocityBody body;
  if (b.type == Motion::kKinematic) {
    body.v = b.state.v;
    body.w = b.state.w;
  }
  bodies.push_back(body);
  return local;
}

void VelocityIsland::addPairs(double acceleration, bool registeredOnly) {
  for (ContactPair* pair : island_.pairs) {
    if (pair->points.empty()) continue;
    VelocityPair p;
    p.a = localOf(pair->bodyA);
    p.b = localOf(pair->bodyB);

    p.friction = pair->friction;
    p.restitution = pair->restitution;
    p.rest = ContactManager::kRest * pair->potential.r0;
    const double sizeA = world_[at(pair->bodyA)].size, sizeB = world_[at(pair->bodyB)].size;
    const double size = sizeA > 0 && sizeB > 0 ? std::min(sizeA, sizeB) : std::max(sizeA, sizeB);
    p.pushSpeed = kPushSpeed * std::sqrt(acceleration * size);
    p.still = p.a >= movable_ || p.b >= movable_;
    p.pair = pair;
    pairs.push_back(p);
  }
  sortByLevel();
  for (VelocityPair& p : pairs) {
    p.first = static_cast<int>(contacts.size());
    for (int i = 0; i < static_cast<int>(p.pair->points.size()); ++i) {
      const ContactPoint& point = p.pair->points[at(i)];
      if (registeredOnly && !point.registered) continue;
      contacts.push_back(contactOf(p, point));
      contacts.back().point = i;
    }
    p.count = static_cast<int>(contacts.size()) - p.first;
  }
}

// Breadth first from what does not move; bodies that hang on nothing count from the first of them.
void VelocityIsland::sortByLevel() {
  std::vector<int> start(at(movable_) + 1, 0), neighbours;
  const auto both = [&](const VelocityPair& p) { return p.a < movable_ && p.b < movable_; };
  for (const VelocityPair& p : pairs) {
    if (!both(p)) continue;
    ++start[at(p.a) + 1];
    ++start[at(p.b) + 1];
  }
  for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
  neighbours.resize(at(start.back()));
  std::vector<int> cursor(start.begin(), start.end() - 1);
  for (const VelocityPair& p : pairs) {
    if (!both(p)) continue;
    neighbours[at(cursor[at(p.a)]++)] = p.b;
    neighbours[at(cursor[at(p.b)]++)] = p.a;
  }
  std::vector<int> level(at(movable_), -1), queue;
  queue.reserve(at(movable_));
  for (const VelocityPair& p : pairs) {
    const int moving = p.a < movable_ ? p.a : p.b;
    if (both(p) || level[at(moving)] == 0) continue;
    level[at(moving)] = 0;
    queue.push_back(moving);
  }
  std::size_t head = 0;
  for (int seed = 0; seed <= movable_; ++seed) {
    for (; head < queue.size(); ++head) {
      const int i = queue[head];
      for (int k = start[at(i)]; k < start[at(i) + 1]; ++k) {
        int& next = level[at(neighbours[at(k)])];
        if (next >= 0) continue;
        next = level[at(i)] + 1;
        queue.push_back(neighbours[at(k)]);
      }
    }
    if (seed < movable_ && level[at(seed)] < 0) {
      level[at(seed)] = 1;
      queue.push_back(seed);
    }
  }
  const auto levelOf = [&](const VelocityPair& p) {
    // Twice the lower body's level; contacts with what does not move come first.
    if (!both(p)) return 2 * level[at(p.a < movable_ ? p.a : p.b)];
    return 1 + level[at(p.a)] + level[at(p.b)];
  };
  std::vector<std::pair<int, int>> order;
  for (int k = 0; k < static_cast<int>(pairs.size()); ++k) order.emplace_back(levelOf(pairs[at(k)]), k);
  std::sort(order.begin(), order.end());
  std::vector<VelocityPair> sorted;
  sorted.reserve(pairs.size());
  for (const auto& [l, k] : order) sorted.push_back(pairs[at(k)]);
  pairs = std::move(sorted);
}

VelocityContact VelocityIsland::contactOf(const VelocityPair& p, const ContactPoint& point) const {
  const VelocityBody& a = bodies[at(p.a)];
  const VelocityBody& b = bodies[at(p.b)];
  VelocityContact c;
  c.n = point.n_W;
  c.t1 = c.n.unitOrthogonal();
  c.t2 = c.n.cross(c.t1);
  c.ra = point.p_W - rigid(p.a).state.X_WC.p;
  c.rb = point.p_W - rigid(p.b).state.X_WC.p;
  c.base = point.gap - c.n.dot(c.rb - c.ra);
  const double k = a.admittance(c.ra, c.n) + b.admittance(c.rb, c.n);
  c.mass = k > 0 ? 1 / k : 0;
  const auto cross = [&](const Vec3& u, const Vec3& w) {
    return (a.invMass + b.invMass) * u.dot(w) + c.ra.cross(u).dot(a.invInertia * c.ra.cross(w)) +
           c.rb.cross(u).dot(b.invInertia * c.rb.cross(w));
  };
  const double a11 = cross(c.t1, c.t1), a12 = cross(c.t1, c.t2), a22 = cross(c.t2, c.t2);
  const double det = a11 * a22 - a12 * a12;
  if (det > 0) {
    c.k11 = a22 / det;
    c.k12 = -a12 / det;
    c.k22 = a11 / det;
  }
  const double largest = 0.5 * (a11 + a22) + std::hypot(0.5 * (a11 - a22), a12);
  c.slide = largest > 0 ? 1 / largest : 0;
  c.approach = c.n.dot(velocityOf(p, c));
  c.normal = h_ * point.normalForce;
  c.friction1 = h_ * c.t1.dot(point.friction_W);
  c.friction2 = h_ * c.t2.dot(point.friction_W);
  return c;
}

void VelocityIsland::addForces(double h) {
  for (int i = 0; i < movable_; ++i) {
    VelocityBody& b = bodies[at(i)];
    const RigidBody& r = rigid(i);
    b.v += h * (gravity_ + b.invMass * r.force);
    b.w += h * (b.invInertia * r.torque);
  }
}

void VelocityIsland::movePoses(double h) {
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
    VelocityBody& b = bodies[at(i)];
    b.dp += h * b.v;
    if (b.w.isZero(0)) continue;
    if (i >= movable_) {
      b.dq = (rotationFromVector(h * b.w) * b.dq).normalized();
      continue;
    }
    const RigidBody& r = rigid(i);
    const Quat q = b.dq * r.state.X_WC.q;
    const Mat3 R = q.toRotationMatrix();
    const Vec3 L = R * (r.inertia * (R.transpose() * b.w));
    Quat turned;
    if (h * b.w.norm() < kSlowTurn) {
      turned = (rotationFromVector(h * b.w) * q).normalized();
    } else {
      turned = freeRotation(q, L, r.inverse, h);
    }
    b.dq = (turned * r.state.X_WC.q.conjugate()).normalized();
    b.invInertia = r.inverseAt(turned);
    b.w = b.invInertia * L;
  }
}

void VelocityIsland::resetPoses() {
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
    VelocityBody& b = bodies[at(i)];
    b.dp.setZero();
    b.dq.setIdentity();
    if (i < movable_) b.invInertia = rigid(i).inverseAt(rigid(i).state.X_WC.q);
  }
}

Transform VelocityIsland::poseOf(const ContactPair& pair, int side) const {
  const int world = side == 0 ? pair.bodyA : pair.bodyB;
  const Transform& X = world_[at(world)].state.X_WC;
  int local = -1;
  if (world_[at(world)].dynamic()) {
    local = slots_[at(world)];
  } else {
    for (const auto& [index, l] : still_) {
      if (index == world) local = l;
    }
  }
  if (local < 0) return X;
  const VelocityBody& b = bodies[at(local)];
  return {(b.dq * X.q).normalized(), X.p + b.dp};
}

void VelocityIsland::commit() {
  for (int i = 0; i < movable_; ++i) {
    const VelocityBody& b = bodies[at(i)];
    RigidBody& r = world_[at(worldIndex_[at(i)])];
    r.turns += r.state.X_WC.q.conjugate() * (vectorFromRotation(b.dq) / (2 * kPi));
    r.state.X_WC = {(b.dq * r.state.X_WC.q).normalized(), r.state.X_WC.p + b.dp};
    r.state.v = b.v;
    r.state.w = b.w;
  }
}

void VelocityIsland::store() {
  for (const VelocityPair& p : pairs) {
    for (int k = 0; k < p.count; ++k) {
      const VelocityContact& c = contacts[at(p.first + k)];
      ContactPoint& point = p.pair->points[at(c.point)];
      point.normalForce = c.normal / h_;
      point.friction_W = (c.friction1 * c.t1 + c.friction2 * c.t2) / h_;
    }
  }
}

void VelocityIsland::hold() {
  bool beside = false;
  for (const VelocityPair& p : pairs) beside = beside || p.still;
  Vec3 momentum = Vec3::Zero();
  double mass = 0;
  for (int i = 0; i < movable_; ++i) {
    const RigidBody& r = rigid(i);
    momentum += r.m * r.state.v;
    mass += r.m;
  }
  const Vec3 v = beside ? Vec3(Vec3::Zero()) : Vec3(momentum / mass + dt_ * gravity_);
  for (int i = 0; i < movable_; ++i) {
    RigidBody& r = world_[at(worldIndex_[at(i)])];
    r.state.v = v;
    r.state.w.setZero();
    r.state.X_WC.p += dt_ * v;
  }
}

void VelocityIsland::record(double elapsed) {
  for (ContactPair* pair : island_.pairs) {
    pair->contacts.clear();
    pair->shellEnergy = 0;
    pair->gathered = false;  // the bodies moved
  }
  for (const VelocityPair& p : pairs) {
    ContactPair& pair = *p.pair;
    for (int k = 0; k < p.count; ++k) {
      const VelocityContact& c = contacts[at(p.first + k)];
      const ContactPoint& point = pair.points[at(c.point)];
      const Vec3 friction = (c.sum1 * c.t1 + c.sum2 * c.t2) / elapsed;
      if (!(c.sum > 0)) continue;
      Contact contact;
      contact.bodyA = pair.bodyA;
      contact.bodyB = pair.bodyB;
      contact.colliderA = pair.partA;
      contact.colliderB = pair.partB;
      contact.p_W = point.p_W;
      contact.n_W = c.n;
      contact.gap = gapOf(p, c) + p.rest;
      contact.f_W = c.sum / elapsed * c.n + friction;
      contact.feature = point.feature;
      pair.contacts.push_back(contact);
    }
  }
}

}  // namespace passung::dynamics
