// SPDX-License-Identifier: Apache-2.0
// Newton's method for the end of a substep: residual, Jacobian, start and steps.
#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/solver/island_step.h"

namespace passung::dynamics {
namespace {

constexpr double kRelaxDepth = 6;  // while overlap at the start is relaxed
// Limited steps end where the first gap has come down to this share of its shell, or a smaller one to this share of
// itself; so many times that is tried first.
constexpr double kShellEdge = 0.9;
constexpr double kKeptGap = 0.1;
constexpr double kOvershoot = 4;
// A start deeper inside than this many shells is not one for Newton's method.
constexpr double kDeepStart = 20;
constexpr double kDeepest = kDeepStart;  // no iterate is looked at that is seen to have points deeper inside
constexpr double kNearlyThere = 1e3;     // times the tolerance: no other start is tried
constexpr int kAdvances = 60;            // most moves of a conservative advancement
constexpr double kApproachReach = 8;     // of its lists, in cutoffs, where they come from clusters
// Steps of large meshes end after so many cutoffs, at first.
constexpr double kTrust = 8, kLeastTrust = 1;
constexpr int kFewBodies = 2;  // islands of more try unlimited steps first
// A start from which contacts have gone leans back on them by this share of their cutoff.
constexpr double kLean = 0.1;
// A start deeper inside than this many shells is compared with one along the contacts of the last step.
constexpr double kSlideDepth = 2;
// Starts that part: by so many contacts of a pair at one pose, at so many poses, in so many sweeps over all.
constexpr std::size_t kManyHindrances = 1000;
constexpr int kPartings = 4, kSweeps = 20;
// Where more contacts press than this for each freedom, most of them will let go. Until then each holds its step back
// as if it could pull; so a longer one is tried first, half again as far as steps are trusted: it has to end free of
// overlap and much nearer: where none lets go it leaves half of what was missing, as often as it is tried.
constexpr double kManyContacts = 6, kLettingGo = 1.5, kLetGo = 0.4;

}  // namespace

bool IslandStep::ensureCovered(ContactPair& pair, const Transform& A1, const Transform& B1, double depth) {
  const double cutoff = relaxing_ ? std::max(pair.cutoff(), depth) : pair.cutoff();
  if (pair.near.covers(pair.near.motion(A1, B1), cutoff, depth)) return true;
  if (pair.near.collected()) pair.near.forget();
  const auto start = Clock::now();
  // Poses that deep lead nowhere, and their lists are long.
  const double deepest = relaxing_ ? std::numeric_limits<double>::infinity() : kDeepest * pair.potential.r0;
  const double farthest = alarmed(pair) ? 2 * kCarefulMotion * pair.cutoff() : std::numeric_limits<double>::infinity();
  const bool covered = pair.near.prepare(partPose(pair, 0, nullptr), partPose(pair, 1, nullptr), A1, B1, pair.cutoff(),
                                         std::min(farthest, kFollowed * pair.motionLimit), deepest);
  report_.narrow_ms += msSince(start);
  return covered;
}

void IslandStep::evaluate(Iterate& it) {
  ++report_.evaluations;
  it.rows.clear();
  it.valid = it.u.allFinite();
  it.G = VectorXd::Zero(6 * n_);
  it.potential = 0;
  it.minGap = std::numeric_limits<double>::infinity();
  it.depth = -it.minGap;
  it.noise = 0;
  for (int i = 0; i < n_; ++i) {
    const RigidBody& b = body(i);
    const Vec3 dv = it.u.segment<3>(6 * i) - us_.segment<3>(6 * i);
    const Vec3 dw = it.u.segment<3>(6 * i + 3) - us_.segment<3>(6 * i + 3);
    const Vec3 Iw = M_[static_cast<std::size_t>(i)] * dw;
    it.G.segment<3>(6 * i) = b.m * dv;
    it.G.segment<3>(6 * i + 3) = Iw;
    it.potential += 0.5 * (b.m * dv.squaredNorm() + dw.dot(Iw));
  }
  if (it.valid) {
    it.potential += motors_.add(it.u, it.G);
    it.potential += joints_.evaluate(
        it.u, [&](int i) { return poseOf(i, &it.u); }, it.joints, it.G);
  }
  for (std::size_t k = 0; k < island_.pairs.size() && it.valid; ++k) addPair(it, static_cast<int>(k));
  if (!it.valid) {
    it.residual = it.error = std::numeric_limits<double>::infinity();
    return;
  }

  double sum = 0, worst = 0;
  for (int i = 0; i < n_; ++i) {
    const Vec3 g = it.G.segment<3>(6 * i), t = it.G.segment<3>(6 * i + 3);
    const double e = g.squaredNorm() / body(i).m + t.dot(Minv_[static_cast<std::size_t>(i)] * t);
    sum += e;
    worst = std::max(worst, e / body(i).m);
  }
  it.residual = std::sqrt(sum + it.joints.squares);
  it.error = std::max(std::sqrt(worst), it.joints.error);
  if (!std::isfinite(it.residual)) it.valid = false;
}

void IslandStep::addPair(Iterate& it, int k) {
  ContactPair& pair = *island_.pairs[static_cast<std::size_t>(k)];
  const Transform A = partPose(pair, 0, &it.u), B = partPose(pair, 1, &it.u);
  const double r0 = pair.potential.r0;
  // An edge pair cannot have crossed deeper than the bodies moved in this substep.
  // While initial overlap is relaxed they may have been crossed from the start.
  double depth = relaxing_ ? std::max(kRelaxDepth * r0, 2 * pair.depth) : relativeMotion(pair, it.u) + pair.offset;
  if (!pair.near.careful()) depth = std::min(depth, (relaxing_ ? kListedCrossing : kCrossingDepth) * r0 + pair.offset);
  if (!ensureCovered(pair, A, B, depth)) {
    it.valid = false;
    return;
  }
  if (pair.near.empty()) return;
  terms_.clear();
  pair.near.evaluate(A, B, r0 - pair.offset, depth, terms_);
  for (collision::ContactTerm& term : terms_) term.gap += pair.offset;

  const Vec3 pA = poseOf(pair.bodyA, &it.u).p, pB = poseOf(pair.bodyB, &it.u).p;
  const int a = local_[static_cast<std::size_t>(pair.bodyA)], b = local_[static_cast<std::size_t>(pair.bodyB)];
  const Vec3 vA = pointVelocity(it.u, pair.bodyA, a, Vec3::Zero()), wA = turning(it.u, pair.bodyA, a);
  const Vec3 vB = pointVelocity(it.u, pair.bodyB, b, Vec3::Zero()), wB = turning(it.u, pair.bodyB, b);
  const double mu = relaxing_ ? 0 : pair.friction, slow = tol_.frictionSpeed * tol_.frictionSpeed;
  double stiffness = 0, farthest = 0;
  Vec3 impulse = Vec3::Zero(), turnA = Vec3::Zero(), turnB = Vec3::Zero();  // on B, with its arms about both
  it.rows.reserve(it.rows.size() + terms_.size());
  for (const collision::ContactTerm& term : terms_) {
    ContactRow& row = it.rows.emplace_back();
    row.term = term;
    row.pair = k;
    row.gap = pair.potential.at(term.gap);
    row.gap.energy *= term.weight;
    row.gap.force *= term.weight;
    row.gap.slope *= term.weight;
    it.minGap = std::min(it.minGap, term.gap);
    it.depth = std::max(it.depth, 1 - term.gap / r0);
    row.a = a;
    row.b = b;
    row.ra = term.p_W - pA;
    row.rb = term.p_W - pB;
    const Vec3 v = vB + wB.cross(row.rb) - vA - wA.cross(row.ra);
    row.vt = v - term.n_W * term.n_W.dot(v);
    row.speed = std::sqrt(row.vt.squaredNorm() + slow);
    it.potential += row.gap.energy;
    stiffness += row.gap.slope;
    farthest = std::max(farthest, term.p_W.cwiseAbs().maxCoeff());
    const Vec3 F = h_ * row.gap.force * (mu / row.speed * row.vt - term.n_W);
    impulse += F;
    turnA += row.ra.cross(F);
    turnB += row.rb.cross(F);
  }
  // A place that is wrong by its last digit is so for all contacts of the body.
  double lighter = std::numeric_limits<double>::infinity();
  for (int i : {a, b}) {
    if (i >= 0) lighter = std::min(lighter, body(i).m);
  }
  it.noise = std::max(it.noise, h_ * stiffness * std::numeric_limits<double>::epsilon() * farthest / lighter);
  if (a >= 0) {
    it.G.segment<3>(6 * a) -= impulse;
    it.G.segment<3>(6 * a + 3) -= turnA;
  }
  if (b >= 0) {
    it.G.segment<3>(6 * b) += impulse;
    it.G.segment<3>(6 * b + 3) += turnB;
  }
}

double IslandStep::merit(const Iterate& it, const Iterate& frozen) const {
  double sum = it.potential + joints_.merit(it.joints);
  for (const ContactRow& row : frozen.rows) {
    const ContactPair& pair = *island_.pairs[static_cast<std::size_t>(row.pair)];
    if (!(pair.friction > 0) || relaxing_) continue;
    Vec3 v = pointVelocity(it.u, pair.bodyB, row.b, row.rb) - pointVelocity(it.u, pair.bodyA, row.a, row.ra);
    v -= row.term.n_W * row.term.n_W.dot(v);
    sum += h_ * pair.friction * row.gap.force * std::sqrt(v.squaredNorm() + tol_.frictionSpeed * tol_.frictionSpeed);
  }
  return sum;
}

void IslandStep::startAt(Iterate& it, VectorXd u) {
  it.u = std::move(u);
  joints_.start(it.joints);
  evaluate(it);
}

bool IslandStep::newton(Iterate& it, double tolerated) {
  startAt(it, guess());
  if (relaxing_) {
    limited_ = false;
    return it.valid && descend(it, tolerated);
  }
  // In a large island one contact's limit would hold up all others: steps go through overlap there, at first.
  limited_ = n_ <= kFewBodies;
  const bool parts = limited_ && joints_.empty();
  if (parts && &guess() == &u0_ && !(it.valid && it.depth < kSlideDepth)) {
    Iterate other;
    startAt(other, slid());
    if (other.valid && (!it.valid || other.depth < it.depth)) std::swap(it, other);
  }
  // What is deeper inside than lists reach tells on which side the way out is.
  if (it.valid && !(it.minGap > 0) && followFar(it.u)) startAt(it, VectorXd(it.u));
  if (parts && it.valid && it.depth < kDeepStart) part(it);
  if (!limited_) {
    if (!(it.valid && it.error < kNearlyThere * tol_.velocity)) {
      Iterate other;
      startAt(other, &guess() == &us_ ? u0_ : us_);
      if (other.valid && (!it.valid || other.residual < it.residual)) std::swap(it, other);
    }
    if (it.valid && descend(it, tolerated)) return true;
  } else if (it.valid && it.minGap > 0) {
    if (it.rows.empty() && &guess() == &u0_ && joints_.empty()) lean(it);
    // From overlap the way leads through overlap.
    limited_ = it.minGap > 0;
    if (descend(it, tolerated)) return true;
  } else if (it.valid && it.depth < kDeepStart) {
    limited_ = false;
    if (descend(it, tolerated)) return true;
  }
  // Far inside the parts Newton's method finds no way out: from the free start then.
  limited_ = true;
  return approach(it) && descend(it, tolerated);
}

Eigen::VectorXd IslandStep::slid() const {
  std::vector<Hindrance> hindrances;
  for (const ContactPair* pair : island_.pairs) {
    for (const Contact& c : pair->contacts) {
      Hindrance& x = hindrances.emplace_back();
      x.n_W = c.n_W;
      x.a = local_[static_cast<std::size_t>(c.bodyA)];
      x.b = local_[static_cast<std::size_t>(c.bodyB)];
      x.ra = c.p_W - poseOf(c.bodyA, nullptr).p;
      x.rb = c.p_W - poseOf(c.bodyB, nullptr).p;
      x.parting = -c.n_W.dot(pointVelocity(u0_, c.bodyB, x.b, x.rb) - pointVelocity(u0_, c.bodyA, x.a, x.ra));
    }
  }
  return u0_ + changed(hindrances);
}

void IslandStep::part(Iterate& it) {
  const VectorXd start = it.u;
  std::vector<Hindrance> hindrances;
  Iterate other;
  const Iterate* last = &it;
  for (int round = 0; round < kPartings && !(it.minGap > 0); ++round) {
    hinder(*last, start, hindrances);
    startAt(other, start + changed(hindrances));
    if (!other.valid) return;
    last = &other;
    if (!(other.depth < it.depth)) continue;
    std::swap(it, other);
    last = &it;
  }
}

void IslandStep::hinder(const Iterate& it, const VectorXd& start, std::vector<Hindrance>& hindrances) const {
  const VectorXd change = it.u - start;
  const auto add = [&](const ContactRow& row) {
    Hindrance& x = hindrances.emplace_back();
    x.n_W = row.term.n_W;
    x.a = row.a;
    x.b = row.b;
    x.ra = row.ra;
    x.rb = row.rb;
    const auto velocity = [&](int i, const Vec3& r) -> Vec3 {
      if (i < 0) return Vec3::Zero();
      return change.segment<3>(6 * i) + change.segment<3>(6 * i + 3).cross(r);
    };
    const double r0 = island_.pairs[static_cast<std::size_t>(row.pair)]->potential.r0;
    x.parting = (kShellEdge * r0 - row.term.gap) / h_ + x.n_W.dot(velocity(x.b, x.rb) - velocity(x.a, x.ra));
  };
  // Of each pair the deepest, and so many of the others: neighbours say nearly the same.
  for (std::size_t first = 0, last = 0; first < it.rows.size(); first = last) {
    std::size_t deepest = first;
    while (last < it.rows.size() && it.rows[last].pair == it.rows[first].pair) {
      if (it.rows[last].term.gap < it.rows[deepest].term.gap) deepest = last;
      ++last;
    }
    add(it.rows[deepest]);
    const std::size_t stride = (last - first + kManyHindrances - 1) / kManyHindrances;
    for (std::size_t k = first; k < last; k += stride) add(it.rows[k]);
  }
}

Eigen::VectorXd IslandStep::changed(std::span<const Hindrance> hindrances) const {
  std::vector<Inertia> inertias;
  for (int i = 0; i < n_; ++i) {
    inertias.push_back({bodies_[static_cast<std::size_t>(island_.bodies[static_cast<std::size_t>(i)])].m,
                        Minv_[static_cast<std::size_t>(i)]});
  }
  return leastChange(hindrances, inertias, kSweeps);
}

void IslandStep::lean(Iterate& it) {
  const VectorXd rest = us_ - it.u;
  double share = 1;
  for (const ContactPair* pair : island_.pairs) {
    const auto X = [&](const VectorXd* v) { return partPose(*pair, 0, v).inverse() * partPose(*pair, 1, v); };
    const double move = pair->near.displacement(X(&it.u), X(&us_));
    if (move > 0) share = std::min(share, kLean * pair->cutoff() / move);
  }
  share += std::min(freeShare(it.u, rest), coveredShare(it.u, us_));
  if (!(share < 1)) return;
  Iterate other;
  startAt(other, it.u + share * rest);
  if (other.valid && other.depth < kSlideDepth) std::swap(it, other);
}

bool IslandStep::approach(Iterate& it) {
  const VectorXd target = guess();
  const auto start = Clock::now();
  for (ContactPair* pair : island_.pairs) {
    const double move = relativeMotion(*pair, target);
    if (!(move <= kFollowed * pair->motionLimit)) return false;
    // Of clusters, a list for all the way would be enormous; several shorter ones follow each other then.
    const bool careful = pair->near.careful(), clusters = pair->near.clustered();
    const double way = clusters  ? std::min(1.2 * move, kApproachReach * pair->cutoff())
                       : careful ? 2.2 * move
                                 : 1.2 * move;
    pair->near.collect(partPose(*pair, 0, nullptr), partPose(*pair, 1, nullptr), 5 * pair->cutoff() + way, 0, nullptr,
                       careful && clusters ? move : 0);
  }
  report_.narrow_ms += msSince(start);
  startAt(it, VectorXd::Zero(6 * n_));
  for (int k = 0; k < kAdvances && it.valid; ++k) {
    if (k > 0 && it.depth > 1 - kShellEdge) break;
    const VectorXd rest = target - it.u;
    const double share = std::min(freeShare(it.u, rest), coveredShare(it.u, target));
    if (share >= 1) break;
    it.u += share * rest;
    for (ContactPair* pair : island_.pairs) {
      if (coverage(*pair, it.u) < pair->cutoff()) pair->near.forget();
    }
    evaluate(it);
  }
  return it.valid;
}

// How far [m] the parts may move from there before something may touch that is not listed.
double IslandStep::coverage(const ContactPair& pair, const VectorXd& u) const {
  const double moved = pair.near.motion(partPose(pair, 0, &u), partPose(pair, 1, &u));
  return pair.near.collected() ? pair.near.reach() - pair.cutoff() - moved : 0;
}

double IslandStep::coveredShare(const VectorXd& u, const VectorXd& end) const {
  double share = 1;
  for (const ContactPair* pair : island_.pairs) {
    const auto X = [&](const VectorXd* v) { return partPose(*pair, 0, v).inverse() * partPose(*pair, 1, v); };
    const double move = pair->near.displacement(X(&u), X(&end)), room = coverage(*pair, u);
    if (room < move) share = std::min(share, std::max(0.0, room) / move);
  }
  return share;
}

double IslandStep::trustedShare(const VectorXd& u, const VectorXd& du) const {
  double share = 1;
  for (const ContactPair* pair : island_.pairs) {
    if (!pair->near.clustered()) continue;
    const VectorXd end = u + du;
    const auto X = [&](const VectorXd* v) { return partPose(*pair, 0, v).inverse() * partPose(*pair, 1, v); };
    const double move = pair->near.displacement(X(&u), X(&end)), trusted = trust_ * pair->cutoff();
    if (move > trusted) share = std::min(share, trusted / move);
  }
  return share;
}

bool IslandStep::descend(Iterate& it, double tolerated) {
  startDuals(it.rows, island_.pairs);
  trust_ = kTrust;
  letting_ = true;
  overshoot_ = kOvershoot;
  Iterate trial;
  for (int iteration = 0; iteration < tol_.maxIterations; ++iteration) {
    if (it.error < tol_.velocity + it.noise) break;
    ++report_.iterations;
    if (!improve(it, trial)) break;
  }
  // At the rounding limit of stiff contacts the last digits cannot be gained; that is no failure.
  if (!(it.error < std::max(100 * tol_.velocity + 10 * it.noise, tolerated))) return false;
  if (!(it.minGap > 0)) return false;
  report_.residual = std::max(report_.residual, it.error);
  return true;
}

double IslandStep::freeShare(const VectorXd& u, const VectorXd& du) {
  if (!limited_) return 1;
  const VectorXd end = u + du;
  double share = 1;
  for (ContactPair* pair : island_.pairs) {
    // Bounds speak of the surfaces, gaps of an overlapping pair do not begin there.
    if (pair->near.empty() || pair->offset > 0) continue;
    share =
        std::min(share, pair->near.freeShare(partPose(*pair, 0, &u), partPose(*pair, 1, &u), partPose(*pair, 0, &end),
                                             partPose(*pair, 1, &end), kShellEdge * pair->potential.r0, kKeptGap));
  }
  return share;
}

bool IslandStep::improve(Iterate& it, Iterate& trial) {
  assemble(it, true);
  if (!J_.factorize()) return descendSafely(it, trial);
  VectorXd du = J_.solve(-it.G);
  const VectorXd dlambda = joints_.constrain(
      it.joints, [&](const MatrixXd& B) { return J_.solve(B); }, du);
  const double m0 = merit(it, it);
  if (du.allFinite() && dlambda.allFinite()) {
    const double slope = it.G.dot(du) + joints_.slope(it.joints, du);
    const double trusted = trustedShare(it.u, du), free = std::min(trusted, freeShare(it.u, du));
    // The free share is a lower bound: a longer step often stays free, too.
    const bool pressed =
        letting_ && n_ <= kFewBodies && free >= 1 && static_cast<double>(it.rows.size()) > kManyContacts * 6 * n_;
    for (int k = pressed ? -1 : 0; k < 5; ++k) {
      const double alpha = k < 0    ? kLettingGo
                           : k == 0 ? std::min(trusted, overshoot_ * free)
                                    : free * std::ldexp(1.0, 1 - k);
      if (k == 1 && (free >= trusted || overshoot_ <= 1)) continue;
      trial.u = it.u + alpha * du;
      trial.joints.lambda = it.joints.lambda + alpha * dlambda;
      evaluate(trial);
      const bool over = k == 0 && alpha > free;
      if (!trial.valid || (alpha > free && !(trial.minGap > 0))) {
        if (over) overshoot_ = std::max(1.0, 0.5 * overshoot_);
        continue;
      }
      const bool nearer = trial.residual < (k < 0 ? kLetGo : 1 - 0.1 * alpha) * it.residual;
      if (k < 0 && (!nearer || trial.rows.empty())) {
        letting_ = false;
        continue;
      }
      const bool lower = slope < 0 && merit(trial, it) < m0 + 1e-4 * alpha * slope;
      if (!nearer && !lower) {
        if (over) overshoot_ = std::max(1.0, 0.5 * overshoot_);
        trust_ = std::max(0.5 * trust_, kLeastTrust);
        continue;
      }
      if (k == 0 && trusted < 1) trust_ *= 2;
      if (over) overshoot_ = std::min(kOvershoot, 2 * overshoot_);
      updateDuals(it.rows, du, alpha, trial.rows);
      motors_.updateDuals(it.u, du, alpha);
      std::swap(it, trial);
      return true;
    }
  }
  return descendSafely(it, trial);
}

bool IslandStep::descendSafely(Iterate& it, Iterate& trial) {
  assemble(it, false);
  if (!J_.factorizeSymmetric()) return false;
  VectorXd du = J_.solve(-it.G);
  const VectorXd dlambda = joints_.constrain(
      it.joints, [&](const MatrixXd& B) { return J_.solve(B); }, du);
  const double m0 = merit(it, it);
  const double slope = it.G.dot(du) + joints_.slope(it.joints, du);
  if (!du.allFinite() || !dlambda.allFinite() || !(slope < 0)) return false;
  double alpha = std::min(trustedShare(it.u, du), freeShare(it.u, du));
  for (int k = 0; k < 20; ++k, alpha *= 0.5) {
    trial.u = it.u + alpha * du;
    trial.joints.lambda = it.joints.lambda + alpha * dlambda;
    evaluate(trial);
    if (!trial.valid || !(merit(trial, it) < m0 + 1e-4 * alpha * slope)) continue;
    updateDuals(it.rows, du, alpha, trial.rows);
    motors_.updateDuals(it.u, du, alpha);
    std::swap(it, trial);
    return true;
  }
  return false;
}

}  // namespace passung::dynamics
