// SPDX-License-Identifier: Apache-2.0
// Substeps of an island: the force-free motion, halving, and what an accepted substep leaves behind.
#include "dynamics/solver/island_step.h"

#include <algorithm>
#include <cmath>

#include "dynamics/integrator/free_rotation.h"
#include "dynamics/solver/restitution.h"

namespace passung::dynamics {
namespace {

// Loads: where shells are deeper than kCrushed, the barrier is continued down to kTailStep of its end, and so on.
constexpr double kCrushed = 0.9, kTailStep = 1e-3, kLeastTail = 1e-8;
// Substeps shorter than 1/kTailSubsteps of the one that a pair is made for meet a barrier that is proportionally
// higher.
constexpr double kTailSubsteps = 16;
// At the floor of halving an iterate that is free of overlap and wrong by no more than this share of the largest speed
// is taken rather than holding the island.
constexpr double kLastResort = 0.02;
// Velocities are solved, and friction is smoothed, to this share of the island's largest speed; velocities among large
// meshes, each of whose facets is felt by more than that, to a larger one.
constexpr double kSpeedDigits = 1e-9, kFacetDigits = 1e-7;
// A gain of more than this share of the kinetic energy is a corner passed within one step, a wrong impulse: that step
// is halved, at most so many times.
constexpr double kCornerShare = 1e-2;
constexpr int kCornerHalvings = 5;
// Starts in overlap after longer motions than this many shells are looked at with all points followed.
constexpr double kFar = 20;

}  // namespace

IslandStep::IslandStep(std::span<RigidBody> bodies, const Vec3& gravity, const SolverTolerances& tolerances,
                       const Island& island, double dt, IslandReport& report)
    : bodies_(bodies), gravity_(gravity), tol_(tolerances), island_(island), report_(report), dt_(dt) {
  local_.assign(bodies.size(), -1);
  for (std::size_t i = 0; i < island.bodies.size(); ++i)
    local_[static_cast<std::size_t>(island.bodies[i])] = static_cast<int>(i);
  n_ = static_cast<int>(island.bodies.size());
  // No digits can be had below the rounding of the speeds themselves.
  for (int i = 0; i < n_; ++i) {
    const RigidBody& b = body(i);
    fastest_ = std::max(fastest_, b.state.v.norm() + b.state.w.norm() * b.radius);
  }
  fastest_ = std::max(fastest_, fastestTarget(island.motors, bodies));
  const bool facets = std::any_of(island.pairs.begin(), island.pairs.end(),
                                  [](const ContactPair* pair) { return pair->near.clustered(); });
  tol_.velocity += (facets ? kFacetDigits : kSpeedDigits) * fastest_;
  tol_.frictionSpeed += kSpeedDigits * fastest_;
}

double IslandStep::relax(double h) {
  relaxing_ = true;
  // With the list that is there: it sees the overlap.
  for (ContactPair* pair : island_.pairs) {
    if (pair->near.following()) continue;
    pair->near.setFollowing(true);
    followed_.push_back(pair);
  }
  for (int i = 0; i < n_; ++i) body(i).state.v = body(i).state.w = Vec3::Zero();
  gravity_.setZero();
  prepare(h);
  Iterate it;
  newton(it, 0);
  if (it.valid) {
    for (int i = 0; i < n_; ++i) {
      body(i).state.X_WC =
          moved(start_[static_cast<std::size_t>(i)].X_WC, it.u.segment<3>(6 * i), it.u.segment<3>(6 * i + 3), h);
    }
    record(it);
  }
  finish();
  return it.minGap;
}

void IslandStep::advance(double h, int level) {
  prepare(h);
  if (tooFast() && level < tol_.maxHalvings) {
    advance(0.5 * h, level + 1);
    advance(0.5 * h, level + 1);
    return;
  }
  Iterate best;
  const bool found = newton(best, level >= tol_.maxHalvings ? kLastResort * fastest_ : 0.0);
  const bool solved = found && !leaps(best.u);
  const Alarm rung = solved ? alarm(best.u) : Alarm::kNone;
  if (solved && rung == Alarm::kNone) {
    const Energy energy = energyOf(best);
    // At rest without weight both sides are zero.
    if (energy.gain <= kCornerShare * energy.kinetic + energy.noise ||
        level >= std::min(kCornerHalvings, tol_.maxHalvings)) {
      commit(best);
      balance(energy);
      return;
    }
  } else if (rung == Alarm::kAgain || (!solved && deepen(best)) || (!found && followAll())) {
    // What lists without points that came deep inside lead to may be wrong.
    advance(h, level);
    return;
  }
  ++report_.halvings;
  if (level < tol_.maxHalvings) {
    advance(0.5 * h, level + 1);
    advance(0.5 * h, level + 1);
    return;
  }
  hold();
}

RigidBody& IslandStep::body(int local) {
  return bodies_[static_cast<std::size_t>(island_.bodies[static_cast<std::size_t>(local)])];
}

std::vector<double> IslandStep::depths(const Iterate& it) const {
  std::vector<double> depth(island_.pairs.size(), 0.0);
  for (const ContactRow& row : it.rows) {
    const auto k = static_cast<std::size_t>(row.pair);
    depth[k] = std::max(depth[k], 1 - row.term.gap / island_.pairs[k]->potential.r0);
  }
  return depth;
}

bool IslandStep::deepen(const Iterate& it) {
  if (!it.valid) return false;
  const std::vector<double> depth = depths(it);
  bool any = false;
  for (std::size_t k = 0; k < depth.size(); ++k) {
    ContactPair& pair = *island_.pairs[k];
    if (!(depth[k] > kCrushed) || pair.contacts.empty() || !(pair.tail > kLeastTail)) continue;
    pair.tail *= kTailStep;
    any = true;
  }
  return any;
}

void IslandStep::prepare(double h) {
  h_ = h;
  // An impulse in a very short time is a very large force: the barrier reaches further down.
  for (ContactPair* pair : island_.pairs) {
    pair->potential.tail = pair->tail * std::min(1.0, kTailSubsteps * h / pair->step);
    if (h < dt_) pair->near.beginSubstep();
  }
  ++report_.substeps;
  us_.resize(6 * n_);
  start_.resize(static_cast<std::size_t>(n_));
  u0_.resize(6 * n_);
  M_.resize(static_cast<std::size_t>(n_));
  Minv_.resize(static_cast<std::size_t>(n_));
  momentum_.resize(static_cast<std::size_t>(n_));
  for (int i = 0; i < n_; ++i) {
    const RigidBody& b = body(i);
    const auto k = static_cast<std::size_t>(i);
    start_[k] = b.state;
    M_[k] = b.inertiaAt(b.state.X_WC.q);
    Minv_[k] = b.inverseAt(b.state.X_WC.q);
    const Vec3 L0 = M_[k] * b.state.w;
    const double loaded = loadTime(b, h);
    momentum_[k] = L0 + loaded * b.torque;
    const auto meanRotation = [&](const Vec3& L) -> Vec3 {
      const Quat q1 = freeRotation(b.state.X_WC.q, L, b.inverse, h);
      return vectorFromRotation(q1 * b.state.X_WC.q.conjugate()) / h;
    };
    us_.segment<3>(6 * i) = b.state.v + loaded * (gravity_ + b.force / b.m);
    us_.segment<3>(6 * i + 3) = meanRotation(momentum_[k]);
    u0_.segment<3>(6 * i) = b.state.v;
    u0_.segment<3>(6 * i + 3) = b.torque.isZero(0) ? Vec3(us_.segment<3>(6 * i + 3)) : meanRotation(L0);
  }
  motors_.prepare(island_.motors, bodies_, local_, h, tol_.frictionSpeed);
  joints_.prepare(island_.joints, bodies_, local_, h, tol_.frictionSpeed, motors_, relaxing_);
}

double IslandStep::loadTime(const RigidBody& b, double h) const {
  return island_.joints.empty() ? h : b.velocityAge + 0.5 * h;
}

Transform IslandStep::poseOf(int bodyIndex, const VectorXd* u) const {
  const RigidBody& b = bodies_[static_cast<std::size_t>(bodyIndex)];
  const int i = local_[static_cast<std::size_t>(bodyIndex)];
  if (i >= 0) {
    if (u == nullptr) return start_[static_cast<std::size_t>(i)].X_WC;
    return moved(start_[static_cast<std::size_t>(i)].X_WC, u->segment<3>(6 * i), u->segment<3>(6 * i + 3), h_);
  }
  if (b.type != Motion::kKinematic) return b.state.X_WC;
  return moved(b.state.X_WC, b.state.v, b.state.w, elapsed_ + (u == nullptr ? 0.0 : h_));
}

Transform IslandStep::moved(const Transform& X, const Vec3& v, const Vec3& w, double h) {
  return {(rotationFromVector(h * w) * X.q).normalized(), X.p + h * v};
}

const Eigen::VectorXd& IslandStep::guess() const {
  if (!joints_.empty()) return u0_;
  const auto touching = [](const ContactPair* pair) { return !pair->contacts.empty(); };
  return std::any_of(island_.pairs.begin(), island_.pairs.end(), touching) ? u0_ : us_;
}

bool IslandStep::tooFast() {
  const VectorXd& u = guess();
  for (ContactPair* pair : island_.pairs) {
    if (leaps(*pair, u, pair->motionLimit)) return true;
  }
  return false;
}

bool IslandStep::leaps(ContactPair& pair, const VectorXd& u, double limit) {
  const double move = relativeMotion(pair, u);
  return move > limit &&
         pair.near.mayBeWithin(partPose(pair, 0, nullptr), partPose(pair, 1, nullptr), move + pair.cutoff());
}

bool IslandStep::leaps(const VectorXd& u) {
  return std::any_of(island_.pairs.begin(), island_.pairs.end(),
                     [&](ContactPair* pair) { return leaps(*pair, u, kFollowed * pair->motionLimit); });
}

bool IslandStep::follow(ContactPair& pair) {
  if (pair.near.following()) return false;
  pair.near.setFollowing(true);
  pair.near.forget();
  followed_.push_back(&pair);
  return true;
}

bool IslandStep::followAll() {
  bool any = false;
  for (ContactPair* pair : island_.pairs) any |= follow(*pair);
  return any;
}

bool IslandStep::followFar(const VectorXd& u) {
  bool any = false;
  for (ContactPair* pair : island_.pairs) {
    if (relativeMotion(*pair, u) > kFar * pair->potential.r0) any |= follow(*pair);
  }
  return any;
}

IslandStep::Alarm IslandStep::alarm(const VectorXd& u) {
  bool any = false, again = false;
  for (ContactPair* pair : island_.pairs) {
    if (!pair->watched() && !alarmed(*pair)) continue;
    // Shorter motions cannot cross deeper than the list sees.
    if (!(relativeMotion(*pair, u) > kCrossingDepth * pair->potential.r0)) continue;
    const Transform A = partPose(*pair, 0, &u), B = partPose(*pair, 1, &u);
    const auto entered = [&] {
      return !pair->near.following() &&
             pair->near.pointsEntered(partPose(*pair, 0, nullptr), partPose(*pair, 1, nullptr), A, B);
    };
    if (!pair->near.edgesPierce(A, B) && !entered()) continue;
    if (follow(*pair)) {
      again = true;
      continue;
    }
    any = true;
    // A list as long as a longer motion would be enormous; its halves are tried, and watched, first.
    if (pair->near.careful() || relativeMotion(*pair, u) > kCarefulMotion * pair->cutoff()) continue;
    pair->near.setCareful(true);
    pair->near.forget();
    alarmed_.push_back(pair);
  }
  return again ? Alarm::kAgain : (any ? Alarm::kPierced : Alarm::kNone);
}

bool IslandStep::alarmed(const ContactPair& pair) const {
  return std::find(alarmed_.begin(), alarmed_.end(), &pair) != alarmed_.end();
}

void IslandStep::finish() {
  for (ContactPair* pair : alarmed_) {
    pair->near.setCareful(false);
    pair->near.forget();
  }
  alarmed_.clear();
  for (ContactPair* pair : followed_) pair->near.setFollowing(false);
  followed_.clear();
}

double IslandStep::relativeMotion(const ContactPair& pair, const VectorXd& u) const {
  const auto X = [&](const VectorXd* v) { return partPose(pair, 0, v).inverse() * partPose(pair, 1, v); };
  return pair.near.displacement(X(nullptr), X(&u));
}

Transform IslandStep::partPose(const ContactPair& pair, int side, const VectorXd* u) const {
  const int index = side == 0 ? pair.bodyA : pair.bodyB;
  const int part = side == 0 ? pair.partA : pair.partB;
  return poseOf(index, u) * bodies_[static_cast<std::size_t>(index)].parts[static_cast<std::size_t>(part)].X_CG;
}

Vec3 IslandStep::pointVelocity(const VectorXd& u, int index, int local, const Vec3& r) const {
  if (local >= 0) return u.segment<3>(6 * local) + u.segment<3>(6 * local + 3).cross(r);
  const RigidBody& b = bodies_[static_cast<std::size_t>(index)];
  if (b.type != Motion::kKinematic) return Vec3::Zero();
  return b.state.v + b.state.w.cross(r);
}

Vec3 IslandStep::turning(const VectorXd& u, int index, int local) const {
  if (local >= 0) return u.segment<3>(6 * local + 3);
  const RigidBody& b = bodies_[static_cast<std::size_t>(index)];
  return b.type == Motion::kKinematic ? b.state.w : Vec3(Vec3::Zero());
}

void IslandStep::commit(const Iterate& it) {
  for (int i = 0; i < n_; ++i) {
    RigidBody& b = body(i);
    const auto k = static_cast<std::size_t>(i);
    const Vec3 u_w = it.u.segment<3>(6 * i + 3);
    b.turns += b.state.X_WC.q.conjugate() * (h_ / (2 * kPi) * u_w);
    b.state.X_WC = moved(start_[k].X_WC, it.u.segment<3>(6 * i), u_w, h_);
    b.state.v = it.u.segment<3>(6 * i);
    // Angular momentum: the force-free one plus the contact impulses; then the velocity at the new attitude.
    const Vec3 impulse = M_[k] * (u_w - us_.segment<3>(6 * i + 3));
    b.state.w = b.inverseAt(b.state.X_WC.q) * (momentum_[k] + impulse);
    b.velocityAge = joints_.empty() ? 0 : 0.5 * h_;
  }
  motors_.record(it.u, h_ / dt_);
  joints_.record(
      it.u, [&](int i) { return poseOf(i, &it.u); }, it.joints, dt_);
  bounce(it);
  record(it);
  elapsed_ += h_;
}

void IslandStep::bounce(const Iterate& it) {
  if (std::none_of(island_.pairs.begin(), island_.pairs.end(), [](const ContactPair* p) { return p->restitution > 0; }))
    return;
  std::vector<BounceContact> contacts;
  bool any = false;
  for (const ContactRow& row : it.rows) {
    const ContactPair& pair = *island_.pairs[static_cast<std::size_t>(row.pair)];
    if (!(row.gap.force > 0)) continue;
    const Vec3 v = pointVelocity(u0_, pair.bodyB, row.b, row.rb) - pointVelocity(u0_, pair.bodyA, row.a, row.ra);
    BounceContact c{.a = row.a, .b = row.b, .n_W = row.term.n_W, .ra = row.ra, .rb = row.rb};
    c.approach = c.n_W.dot(v);
    c.restitution = c.approach < -tol_.restitutionSpeed ? pair.restitution : 0;
    if (c.restitution > 0) any = true;
    if (row.b < 0) c.bias += c.n_W.dot(pointVelocity(u0_, pair.bodyB, -1, row.rb));
    if (row.a < 0) c.bias -= c.n_W.dot(pointVelocity(u0_, pair.bodyA, -1, row.ra));
    contacts.push_back(c);
  }
  if (!any) return;
  std::vector<RigidBody*> bodies;
  for (int i = 0; i < n_; ++i) bodies.push_back(&body(i));
  double before = 0;  // kinetic energy at the start of the substep
  for (int i = 0; i < n_; ++i) {
    const BodyMotion& s = start_[static_cast<std::size_t>(i)];
    before += 0.5 * (body(i).m * s.v.squaredNorm() + s.w.dot(M_[static_cast<std::size_t>(i)] * s.w));
  }
  applyRestitution(bodies, contacts, before);
}

void IslandStep::record(const Iterate& it) {
  for (ContactPair* pair : island_.pairs) {
    if (!recorded_) pair->contacts.clear();
    pair->shellEnergy = 0;
  }
  recorded_ = true;
  const double share = relaxing_ ? 1 : h_ / dt_;
  for (const ContactRow& row : it.rows) {
    ContactPair& pair = *island_.pairs[static_cast<std::size_t>(row.pair)];
    pair.shellEnergy += row.gap.energy;
    if (!(row.gap.force > 0)) continue;
    Contact c;
    c.bodyA = pair.bodyA;
    c.bodyB = pair.bodyB;
    c.colliderA = pair.partA;
    c.colliderB = pair.partB;
    c.p_W = row.term.p_W;
    c.n_W = row.term.n_W;
    c.gap = row.term.gap;
    c.f_W = share * row.gap.force * (row.term.n_W - pair.friction / row.speed * row.vt);
    c.feature = row.term.feature;
    const auto same = std::lower_bound(pair.contacts.begin(), pair.contacts.end(), c.feature,
                                       [](const Contact& x, std::uint64_t f) { return x.feature < f; });
    if (same != pair.contacts.end() && same->feature == c.feature) {
      c.f_W += same->f_W;
      *same = c;
    } else {
      pair.contacts.insert(same, c);
    }
  }
}

void IslandStep::hold() {
  const bool beside =
      joints_.toGround() || std::any_of(island_.pairs.begin(), island_.pairs.end(), [&](const ContactPair* pair) {
        return !pair->near.empty() &&
               (local_[static_cast<std::size_t>(pair->bodyA)] < 0 || local_[static_cast<std::size_t>(pair->bodyB)] < 0);
      });
  Vec3 momentum = Vec3::Zero();
  double mass = 0;
  for (int i = 0; i < n_; ++i) {
    momentum += body(i).m * us_.segment<3>(6 * i);
    mass += body(i).m;
  }
  const Vec3 v = beside ? Vec3(Vec3::Zero()) : Vec3(momentum / mass);
  for (int i = 0; i < n_; ++i) {
    body(i).state.v = v;
    body(i).state.w.setZero();
    body(i).state.X_WC.p += h_ * v;
  }
  report_.held += n_;
  elapsed_ += h_;
}

}  // namespace passung::dynamics
