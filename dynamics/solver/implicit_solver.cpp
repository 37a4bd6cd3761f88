// SPDX-License-Identifier: Apache-2.0
#include "dynamics/solver/implicit_solver.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <tuple>

#include "dynamics/integrator/free_rotation.h"
#include "dynamics/joints/joint_rows.h"
#include "dynamics/joints/rattle.h"
#include "dynamics/solver/contact_row.h"
#include "dynamics/solver/restitution.h"

namespace passung::dynamics {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Clock = std::chrono::steady_clock;

// Newton iterates may move this many motion limits before they count as lost.
constexpr double kFollowed = 2;
// Crossed edges are looked for as deep as this many shells; in a careful pair as deep as the motion of the substep.
constexpr double kCrossingDepth = 2;
constexpr double kRelaxDepth = 6;
constexpr double kShellEdge = 0.9;
constexpr double kKeptGap = 0.1;
constexpr double kOvershoot = 4;
// A start deeper inside than this many shells is not one for Newton's method.
constexpr double kDeepStart = 6;
constexpr int kAdvances = 60;
constexpr int kFewBodies = 2;
// Loads: where shells are deeper than kCrushed, the barrier is continued down to kTailStep of its end, and so on.
constexpr double kCrushed = 0.9, kTailStep = 1e-3, kLeastTail = 1e-8;
// Substeps shorter than 1/kTailSubsteps of the step meet a barrier that is proportionally higher.
constexpr double kTailSubsteps = 16;
// At the floor of halving an iterate that is free of overlap and wrong by no more than this share of the largest speed
// is taken rather than holding the island.
constexpr double kLastResort = 0.02;
// Velocities are solved, and friction is smoothed, to this share of the island's largest speed.
constexpr double kSpeedDigits = 1e-9;
// The energy guard. An end-of-step contact force on a turning or cornering part does a little work, now positive, now
// negative. What was lost numerically (not to friction) may come back later: a bank, capped at a share of the kinetic
// energy so that plastic impacts do not fill it. Gains beyond the bank are taken from the velocities; a gain of more
// than kCornerShare of the kinetic energy is a corner passed within one step, a wrong impulse: that step is halved.
constexpr double kBankShare = 1e-3;
constexpr double kCornerShare = 1e-2;
constexpr int kCornerHalvings = 5;

double msSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// A trial velocity and everything evaluated there.
struct Iterate {
  VectorXd u;
  std::vector<ContactRow> rows;
  JointRows::State joints;
  VectorXd G;
  double residual = 0;   // |G| in the norm of M^-1, summed
  double error = 0;      // largest velocity error of one body [m/s]
  double potential = 0;  // 1/2 (u - us)' M (u - us) + sum E
  double minGap = std::numeric_limits<double>::infinity();
  double depth = -std::numeric_limits<double>::infinity();  // largest (r0 - gap) / r0 of a contact
  bool valid = false;                                       // false: moved farther than contacts could be followed
};

class IslandStep {
 public:
  IslandStep(std::span<RigidBody> bodies, const Vec3& gravity, const SolverTolerances& tolerances, const Island& island,
             double dt, IslandReport& report)
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
    tol_.velocity += kSpeedDigits * fastest_;
    tol_.frictionSpeed += kSpeedDigits * fastest_;
  }

  double relax(double h) {
    relaxing_ = true;
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
    return it.minGap;
  }

  void advance(double h, int level) {
    prepare(h);
    if (tooFast() && level < tol_.maxHalvings) {
      advance(0.5 * h, level + 1);
      advance(0.5 * h, level + 1);
      return;
    }
    Iterate best;
    if (newton(best, level >= tol_.maxHalvings ? kLastResort * fastest_ : 0.0) && !leaps(best.u)) {
      const Energy energy = energyOf(best);
      // At rest without weight both sides are zero.
      if (energy.gain <= kCornerShare * energy.kinetic + energy.noise ||
          level >= std::min(kCornerHalvings, tol_.maxHalvings)) {
        commit(best);
        balance(energy);
        return;
      }
    } else if (deepen(best)) {
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

 private:
  RigidBody& body(int local) {
    return bodies_[static_cast<std::size_t>(island_.bodies[static_cast<std::size_t>(local)])];
  }

  // The largest depth in its shell of each pair's contacts.
  std::vector<double> depths(const Iterate& it) const {
    std::vector<double> depth(island_.pairs.size(), 0.0);
    for (const ContactRow& row : it.rows) {
      const auto k = static_cast<std::size_t>(row.pair);
      depth[k] = std::max(depth[k], 1 - row.term.gap / island_.pairs[k]->potential.r0);
    }
    return depth;
  }

  // A load that squeezes shells to nothing (a bolt tightened with 200 N m) needs a barrier that reaches further down. A
  // stiffer shell would press more at the same gap and so jack parts apart; a longer logarithm adds no energy. True if
  // some pair's was made longer: then the substep is worth another try. Pairs that only meet now are left alone: there
  // the substep is too long.
  bool deepen(const Iterate& it) {
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

  // Force-free motion from the present state.
  void prepare(double h) {
    h_ = h;
    // An impulse in a very short time is a very large force: the barrier reaches further down.
    for (ContactPair* pair : island_.pairs) {
      pair->potential.tail = pair->tail * std::min(1.0, kTailSubsteps * h / dt_);
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

  // How long loads act on the velocity in this substep: from the middle of the last one to the middle of this one, or
  // from the start where a jointed body's velocity belongs to it.
  [[nodiscard]] double loadTime(const RigidBody& b, double h) const {
    return island_.joints.empty() ? h : b.velocityAge + 0.5 * h;
  }

  [[nodiscard]] Transform poseOf(int bodyIndex, const VectorXd* u) const {
    const RigidBody& b = bodies_[static_cast<std::size_t>(bodyIndex)];
    const int i = local_[static_cast<std::size_t>(bodyIndex)];
    if (i >= 0) {
      if (u == nullptr) return start_[static_cast<std::size_t>(i)].X_WC;
      return moved(start_[static_cast<std::size_t>(i)].X_WC, u->segment<3>(6 * i), u->segment<3>(6 * i + 3), h_);
    }
    if (b.type != Motion::kKinematic) return b.state.X_WC;
    return moved(b.state.X_WC, b.state.v, b.state.w, elapsed_ + (u == nullptr ? 0.0 : h_));
  }

  static Transform moved(const Transform& X, const Vec3& v, const Vec3& w, double h) {
    return {(rotationFromVector(h * w) * X.q).normalized(), X.p + h * v};
  }

  // Where Newton's method starts: resting contacts hardly change the velocity, free bodies follow gravity.
  [[nodiscard]] const VectorXd& guess() const {
    if (!joints_.empty()) return u0_;
    const auto touching = [](const ContactPair* pair) { return !pair->contacts.empty(); };
    return std::any_of(island_.pairs.begin(), island_.pairs.end(), touching) ? u0_ : us_;
  }

  // Does the expected motion of some near pair exceed its limit?
  bool tooFast() {
    const VectorXd& u = guess();
    for (ContactPair* pair : island_.pairs) {
      if (leaps(*pair, u, pair->motionLimit)) return true;
    }
    return false;
  }

  // A motion so long that one part might pass the other between two poses that are both free.
  [[nodiscard]] bool leaps(ContactPair& pair, const VectorXd& u, double limit) {
    const double move = relativeMotion(pair, u);
    return move > limit &&
           pair.near.mayBeWithin(partPose(pair, 0, nullptr), partPose(pair, 1, nullptr), move + pair.cutoff());
  }

  [[nodiscard]] bool leaps(const VectorXd& u) {
    return std::any_of(island_.pairs.begin(), island_.pairs.end(),
                       [&](ContactPair* pair) { return leaps(*pair, u, kFollowed * pair->motionLimit); });
  }

  double relativeMotion(const ContactPair& pair, const VectorXd& u) const {
    const auto X = [&](const VectorXd* v) { return partPose(pair, 0, v).inverse() * partPose(pair, 1, v); };
    return pair.near.displacement(X(nullptr), X(&u));
  }

  [[nodiscard]] Transform partPose(const ContactPair& pair, int side, const VectorXd* u) const {
    const int index = side == 0 ? pair.bodyA : pair.bodyB;
    const int part = side == 0 ? pair.partA : pair.partB;
    return poseOf(index, u) * bodies_[static_cast<std::size_t>(index)].parts[static_cast<std::size_t>(part)].X_CG;
  }

  // Makes the pair's near set good for the motion u; false when that motion is beyond what contacts are followed for.
  bool ensureCovered(ContactPair& pair, const Transform& A1, const Transform& B1, double depth) {
    const double cutoff = std::max(pair.cutoff(), depth);
    if (pair.near.covers(pair.near.motion(A1, B1), cutoff)) return true;
    if (pair.near.collected()) pair.near.forget();
    const auto start = Clock::now();
    const bool covered = pair.near.prepare(partPose(pair, 0, nullptr), partPose(pair, 1, nullptr), A1, B1,
                                           pair.near.careful() ? pair.cutoff() : cutoff, kFollowed * pair.motionLimit);
    report_.narrow_ms += msSince(start);
    return covered;
  }

  void evaluate(Iterate& it) {
    ++report_.evaluations;
    it.rows.clear();
    it.valid = it.u.allFinite();
    it.G = VectorXd::Zero(6 * n_);
    it.potential = 0;
    it.minGap = std::numeric_limits<double>::infinity();
    it.depth = -it.minGap;
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

  void addPair(Iterate& it, int k) {
    ContactPair& pair = *island_.pairs[static_cast<std::size_t>(k)];
    const Transform A = partPose(pair, 0, &it.u), B = partPose(pair, 1, &it.u);
    const double r0 = pair.potential.r0;
    // An edge pair cannot have crossed deeper than the bodies moved in this substep.
    // While initial overlap is relaxed they may have been crossed from the start.
    double depth = relaxing_ ? std::max(kRelaxDepth * r0, 2 * pair.depth) : relativeMotion(pair, it.u) + pair.offset;
    if (!pair.near.careful()) depth = std::min(depth, kCrossingDepth * r0);
    if (!ensureCovered(pair, A, B, depth)) {
      it.valid = false;
      return;
    }
    if (pair.near.empty()) return;
    terms_.clear();
    pair.near.evaluate(A, B, r0 - pair.offset, depth, terms_);
    for (collision::ContactTerm& term : terms_) term.gap += pair.offset;

    const Vec3 pA = poseOf(pair.bodyA, &it.u).p, pB = poseOf(pair.bodyB, &it.u).p;
    for (const collision::ContactTerm& term : terms_) {
      ContactRow row;
      row.term = term;
      row.pair = k;
      row.gap = pair.potential.at(term.gap);
      row.gap.energy *= term.weight;
      row.gap.force *= term.weight;
      row.gap.slope *= term.weight;
      it.minGap = std::min(it.minGap, term.gap);
      it.depth = std::max(it.depth, 1 - term.gap / pair.potential.r0);
      row.a = local_[static_cast<std::size_t>(pair.bodyA)];
      row.b = local_[static_cast<std::size_t>(pair.bodyB)];
      row.ra = term.p_W - pA;
      row.rb = term.p_W - pB;
      const Vec3 v = pointVelocity(it.u, pair.bodyB, row.b, row.rb) - pointVelocity(it.u, pair.bodyA, row.a, row.ra);
      row.vt = v - term.n_W * term.n_W.dot(v);
      row.speed = std::sqrt(row.vt.squaredNorm() + tol_.frictionSpeed * tol_.frictionSpeed);
      it.potential += row.gap.energy;
      const double mu = relaxing_ ? 0 : pair.friction;
      const Vec3 F = h_ * (-row.gap.force * term.n_W + mu * row.gap.force / row.speed * row.vt);
      if (row.a >= 0) {
        it.G.segment<3>(6 * row.a) -= F;
        it.G.segment<3>(6 * row.a + 3) -= row.ra.cross(F);
      }
      if (row.b >= 0) {
        it.G.segment<3>(6 * row.b) += F;
        it.G.segment<3>(6 * row.b + 3) += row.rb.cross(F);
      }
      it.rows.push_back(row);
    }
  }

  [[nodiscard]] Vec3 pointVelocity(const VectorXd& u, int index, int local, const Vec3& r) const {
    if (local >= 0) return u.segment<3>(6 * local) + u.segment<3>(6 * local + 3).cross(r);
    const RigidBody& b = bodies_[static_cast<std::size_t>(index)];
    if (b.type != Motion::kKinematic) return Vec3::Zero();
    return b.state.v + b.state.w.cross(r);
  }

  static Mat3 symmetric(const Vec3& a, const Vec3& b) { return 0.5 * (a * b.transpose() + b * a.transpose()); }

  // The Jacobian of G: complete, or its symmetric positive part.
  void assemble(const Iterate& it, bool complete) {
    J_.setZero(6 * n_, 6 * n_);
    for (int i = 0; i < n_; ++i) {
      J_.block<3, 3>(6 * i, 6 * i).diagonal().array() += body(i).m;
      J_.block<3, 3>(6 * i + 3, 6 * i + 3) += M_[static_cast<std::size_t>(i)];
    }
    motors_.assemble(it.u, [&](int i, int j, const auto& block) { J_.block<6, 6>(6 * i, 6 * j) += block; });
    joints_.assemble(it.joints, [&](int i, int j, const auto& block) { J_.block<6, 6>(6 * i, 6 * j) += block; });
    for (const ContactRow& row : it.rows) {
      const double mu = relaxing_ ? 0 : island_.pairs[static_cast<std::size_t>(row.pair)]->friction;
      const Vec3& n = row.term.n_W;
      const Vec3 t = row.vt / row.speed;
      Mat3 K = h_ * h_ * row.gap.slope * n * n.transpose();
      if (mu > 0) {
        const Mat3 outer = complete ? Mat3(row.dual * t.transpose()) : symmetric(row.dual, t);
        K += (h_ * mu * row.gap.force / row.speed) * (Mat3::Identity() - n * n.transpose() - outer);
        if (complete) K -= (h_ * h_ * mu * row.gap.slope) * t * n.transpose();
      }
      const Mat3 Sa = skew(row.ra), Sb = skew(row.rb);
      const auto add = [&](int i, const Mat3& Si, int j, const Mat3& Sj, double sign) {
        // rows: [I; r x], columns: [I, -r x]
        const Mat3 KS = K * Sj;
        J_.block<3, 3>(6 * i, 6 * j) += sign * K;
        J_.block<3, 3>(6 * i, 6 * j + 3) -= sign * KS;
        J_.block<3, 3>(6 * i + 3, 6 * j) += sign * (Si * K);
        J_.block<3, 3>(6 * i + 3, 6 * j + 3) -= sign * (Si * KS);
      };
      if (row.a >= 0) add(row.a, Sa, row.a, Sa, 1);
      if (row.b >= 0) add(row.b, Sb, row.b, Sb, 1);
      if (row.a >= 0 && row.b >= 0) {
        add(row.a, Sa, row.b, Sb, -1);
        add(row.b, Sb, row.a, Sa, -1);
      }
    }
  }

  // Merit of the fallback: the potential plus the friction dissipation with the forces of `frozen`.
  [[nodiscard]] double merit(const Iterate& it, const Iterate& frozen) const {
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

  // `tolerated` [m/s]: a larger remaining error that is taken, too.
  bool newton(Iterate& it, double tolerated) {
    it.u = guess();
    joints_.start(it.joints);
    evaluate(it);
    if (relaxing_) {
      limited_ = false;
      return it.valid && descend(it, tolerated);
    }
    // In a large island one contact's limit would hold up all others: steps go through overlap there, at first.
    limited_ = n_ <= kFewBodies;
    if (!limited_) {
      if (!(it.valid && it.error < tol_.velocity)) {
        Iterate other;
        other.u = &guess() == &us_ ? u0_ : us_;
        joints_.start(other.joints);
        evaluate(other);
        if (other.valid && (!it.valid || other.residual < it.residual)) std::swap(it, other);
      }
      if (it.valid && descend(it, tolerated)) return true;
    } else if (it.valid && it.depth < kDeepStart && descend(it, tolerated)) {
      return true;
    }
    // Far inside the parts Newton's method finds no way out: from the free start then.
    limited_ = true;
    return approach(it) && descend(it, tolerated);
  }

  // Moves from the start of the substep, which is free, towards the expected motion until contacts carry force: a
  // conservative advancement (Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996, section 2.3).
  bool approach(Iterate& it) {
    const VectorXd target = guess();
    const auto start = Clock::now();
    for (ContactPair* pair : island_.pairs) {
      const double move = relativeMotion(*pair, target);
      if (!(move <= kFollowed * pair->motionLimit)) return false;
      pair->near.collect(partPose(*pair, 0, nullptr), partPose(*pair, 1, nullptr),
                         5 * pair->cutoff() + (pair->near.careful() ? 2.2 : 1.2) * move);
    }
    report_.narrow_ms += msSince(start);
    it.u = VectorXd::Zero(6 * n_);
    joints_.start(it.joints);
    evaluate(it);
    for (int k = 0; k < kAdvances && it.valid; ++k) {
      if (k > 0 && it.depth > 1 - kShellEdge) break;
      const VectorXd rest = target - it.u;
      const double share = freeShare(it.u, rest);
      if (share >= 1) break;
      it.u += share * rest;
      evaluate(it);
    }
    return it.valid;
  }

  bool descend(Iterate& it, double tolerated) {
    startDuals(it.rows, island_.pairs);
    Iterate trial;
    for (int iteration = 0; iteration < tol_.maxIterations; ++iteration) {
      if (it.error < tol_.velocity) break;
      ++report_.iterations;
      if (!improve(it, trial)) break;
    }
    // At the rounding limit of stiff contacts the last digits cannot be gained; that is no failure.
    if (!(it.error < std::max(100 * tol_.velocity, tolerated))) return false;
    if (!(it.minGap > 0)) return false;
    report_.residual = std::max(report_.residual, it.error);
    return true;
  }

  // The share of a Newton step that no contact resists much yet: a step ends when the first gap has come down to the
  // edge of its shell or to a tenth of itself, so that iterates stay free of overlap and see few contacts at a time.
  double freeShare(const VectorXd& u, const VectorXd& du) {
    if (!limited_) return 1;
    const VectorXd end = u + du;
    double share = 1;
    for (ContactPair* pair : island_.pairs) {
      if (pair->near.empty()) continue;
      share =
          std::min(share, pair->near.freeShare(partPose(*pair, 0, &u), partPose(*pair, 1, &u), partPose(*pair, 0, &end),
                                               partPose(*pair, 1, &end), kShellEdge * pair->potential.r0, kKeptGap));
    }
    return share;
  }

  // One accepted Newton step; false when neither direction improves.
  bool improve(Iterate& it, Iterate& trial) {
    assemble(it, true);
    VectorXd du = lu_.compute(J_).solve(-it.G);
    VectorXd dlambda = joints_.constrain(
        it.joints, [&](const MatrixXd& B) { return MatrixXd(lu_.solve(B)); }, du);
    double m0 = merit(it, it);
    if (du.allFinite() && dlambda.allFinite()) {
      const double slope = it.G.dot(du) + joints_.slope(it.joints, du);
      const double free = freeShare(it.u, du);
      // The share is a lower bound: a longer step often stays free, too.
      for (int k = 0; k < 5; ++k) {
        const double alpha = k == 0 ? std::min(1.0, kOvershoot * free) : free * std::ldexp(1.0, 1 - k);
        if (k == 1 && free >= 1) continue;
        trial.u = it.u + alpha * du;
        trial.joints.lambda = it.joints.lambda + alpha * dlambda;
        evaluate(trial);
        if (!trial.valid || (alpha > free && !(trial.minGap > 0))) continue;
        const bool nearer = trial.residual < (1 - 0.1 * alpha) * it.residual;
        const bool lower = slope < 0 && merit(trial, it) < m0 + 1e-4 * alpha * slope;
        if (!nearer && !lower) continue;
        updateDuals(it.rows, du, alpha, trial.rows);
        motors_.updateDuals(it.u, du, alpha);
        std::swap(it, trial);
        return true;
      }
    }
    assemble(it, false);
    const Eigen::LDLT<MatrixXd> ldlt(J_);
    du = ldlt.solve(-it.G);
    dlambda = joints_.constrain(
        it.joints, [&](const MatrixXd& B) { return MatrixXd(ldlt.solve(B)); }, du);
    m0 = merit(it, it);
    const double slope = it.G.dot(du) + joints_.slope(it.joints, du);
    if (!du.allFinite() || !dlambda.allFinite() || !(slope < 0)) return false;
    double alpha = freeShare(it.u, du);
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

  struct Energy {
    double gain = 0;      // energy at the end less that at the start less the work done from outside [J]
    double friction = 0;  // dissipated by friction [J]
    double kinetic = 0;   // the larger of start and end [J]
    double noise = 0;     // rounding at rest: a millionth of the work to lift the island by its shell [J]
  };

  Energy energyOf(const Iterate& it) {
    Energy e;
    double before = 0, after = 0, work = 0, weight = 0;
    VectorXd way = it.u;  // over h
    for (int i = 0; i < n_; ++i) {
      const RigidBody& b = body(i);
      const auto k = static_cast<std::size_t>(i);
      const Vec3 v = it.u.segment<3>(6 * i), w = it.u.segment<3>(6 * i + 3);
      const Vec3 L = momentum_[k] + M_[k] * (w - us_.segment<3>(6 * i + 3));
      const Quat q = moved(start_[k].X_WC, v, w, h_).q;
      before += 0.5 * (b.m * start_[k].v.squaredNorm() + start_[k].w.dot(M_[k] * start_[k].w));
      after += 0.5 * (b.m * v.squaredNorm() + L.dot(b.inverseAt(q) * L));
      // A joint turns velocities without work: theirs belong to the middle of the step, and so does the load's work.
      if (!joints_.empty()) way.segment<6>(6 * i) << 0.5 * (v + start_[k].v), 0.5 * (w + start_[k].w);
      work += loadTime(b, h_) *
              ((b.m * gravity_ + b.force).dot(way.segment<3>(6 * i)) + b.torque.dot(way.segment<3>(6 * i + 3)));
      weight += b.m * gravity_.norm();
    }
    e.kinetic = std::max(before, after);
    work += motors_.work(it.u, way);
    before += joints_.energyBefore();
    after += joints_.energy(it.joints);
    e.friction += joints_.dissipated(it.u, it.joints);
    double r0 = std::numeric_limits<double>::infinity();
    for (const ContactPair* pair : island_.pairs) {
      before += pair->shellEnergy;
      r0 = std::min(r0, pair->potential.r0);
    }
    for (const ContactRow& row : it.rows) {
      const ContactPair& pair = *island_.pairs[static_cast<std::size_t>(row.pair)];
      after += row.gap.energy;
      e.friction += h_ * pair.friction * row.gap.force * row.vt.squaredNorm() / row.speed;
      if (row.a >= 0 && row.b >= 0) continue;
      // Work of a driven partner on the moving one.
      const Vec3 F = row.gap.force * (row.term.n_W - pair.friction / row.speed * row.vt);  // on B
      if (row.a < 0) work += h_ * F.dot(pointVelocity(it.u, pair.bodyA, -1, row.ra));
      if (row.b < 0) work -= h_ * F.dot(pointVelocity(it.u, pair.bodyB, -1, row.rb));
    }
    e.gain = after - before - work;
    if (std::isfinite(r0)) e.noise = 1e-6 * weight * r0;
    return e;
  }

  // Books a step's energy: losses into the bank, gains out of it, the rest out of the velocities.
  void balance(const Energy& e) {
    double bank = 0, kinetic = 0;
    std::vector<double> kinetics;
    for (int i = 0; i < n_; ++i) {
      const RigidBody& b = body(i);
      kinetics.push_back(0.5 *
                         (b.m * b.state.v.squaredNorm() + b.state.w.dot(b.inertiaAt(b.state.X_WC.q) * b.state.w)));
      kinetic += kinetics.back();
      bank += b.energyBank;
    }
    bank -= e.gain > 0 ? e.gain : std::min(0.0, e.gain + e.friction);
    const double excess = -bank - e.noise;
    bank = std::clamp(bank, 0.0, kBankShare * kinetic);
    for (int i = 0; i < n_; ++i) {
      body(i).energyBank = kinetic > 0 ? bank * kinetics[static_cast<std::size_t>(i)] / kinetic : 0;
    }
    if (!(excess > 0)) return;
    const double factor = std::sqrt(std::max(0.0, 1 - excess / kinetic));
    for (int i = 0; i < n_; ++i) {
      body(i).state.v *= factor;
      body(i).state.w *= factor;
    }
  }

  void commit(const Iterate& it) {
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

  void bounce(const Iterate& it) {
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

  // Forces are means over the whole step: a contact that opened in an early substep still counts.
  void record(const Iterate& it) {
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

  // The last resort: the bodies keep their places to each other. Beside something that does not move they stop; else
  // they go on with the velocity of their common centre of mass, so that momentum is kept.
  void hold() {
    const bool beside =
        joints_.toGround() || std::any_of(island_.pairs.begin(), island_.pairs.end(), [&](const ContactPair* pair) {
          return !pair->near.empty() && (local_[static_cast<std::size_t>(pair->bodyA)] < 0 ||
                                         local_[static_cast<std::size_t>(pair->bodyB)] < 0);
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

  std::span<RigidBody> bodies_;
  Vec3 gravity_;
  SolverTolerances tol_;
  const Island& island_;
  IslandReport& report_;
  double dt_ = 0;  // the whole step
  std::vector<int> local_;
  int n_ = 0;
  double h_ = 0, elapsed_ = 0;
  double fastest_ = 0;  // largest speed of a point at the start of the step [m/s]
  bool relaxing_ = false;
  bool recorded_ = false;  // a substep of this step
  bool limited_ = true;    // Newton steps end where contacts begin

  VectorXd us_, u0_;
  std::vector<BodyMotion> start_;
  std::vector<Mat3> M_, Minv_;
  std::vector<Vec3> momentum_;
  std::vector<collision::ContactTerm> terms_;
  MotorRows motors_;
  JointRows joints_;
  MatrixXd J_;
  Eigen::PartialPivLU<MatrixXd> lu_;
};

}  // namespace

double ImplicitSolver::relax(const Island& island, double dt) {
  IslandReport report;
  return IslandStep(bodies_, gravity_, tolerances_, island, dt, report).relax(dt);
}

// Jointed bodies clear of all others and without motors keep their energy by a step of their own.
bool ImplicitSolver::swings(const Island& island, double dt, IslandReport& report) {
  if (island.joints.empty() || !island.motors.empty() || !conservative(island.joints)) return false;
  for (const ContactPair* pair : island.pairs) {
    if (!pair->near.empty()) return false;
  }
  std::vector<std::tuple<BodyMotion, Vec3, double>> before;
  for (int i : island.bodies) {
    const RigidBody& b = bodies_[static_cast<std::size_t>(i)];
    before.emplace_back(b.state, b.turns, b.velocityAge);
  }
  report.iterations = advanceByRattle(bodies_, island.bodies, island.joints, gravity_, dt);
  if (report.iterations == 0) return false;
  const auto pose = [&](int index, int part) {
    const RigidBody& b = bodies_[static_cast<std::size_t>(index)];
    Transform X = b.state.X_WC;
    if (b.type == Motion::kKinematic) {
      X = {(rotationFromVector(dt * b.state.w) * X.q).normalized(), X.p + dt * b.state.v};
    }
    return X * b.parts[static_cast<std::size_t>(part)].X_CG;
  };
  const bool clear = std::all_of(island.pairs.begin(), island.pairs.end(), [&](const ContactPair* pair) {
    return pair->near.covers(pair->near.motion(pose(pair->bodyA, pair->partA), pose(pair->bodyB, pair->partB)),
                             pair->potential.r0);
  });
  if (clear) {
    for (ContactPair* pair : island.pairs) {
      pair->contacts.clear();
      pair->shellEnergy = 0;
    }
    return true;
  }
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    RigidBody& b = bodies_[static_cast<std::size_t>(island.bodies[k])];
    std::tie(b.state, b.turns, b.velocityAge) = before[k];
  }
  for (Joint* joint : island.joints) joint->restart();
  report = {};
  return false;
}

IslandReport ImplicitSolver::solve(const Island& island, double dt) {
  const auto start = Clock::now();
  IslandReport report;
  if (swings(island, dt, report)) {
    report.total_ms = msSince(start);
    return report;
  }
  IslandStep(bodies_, gravity_, tolerances_, island, dt, report).advance(dt, 0);
  report.total_ms = msSince(start);
  return report;
}

}  // namespace passung::dynamics
