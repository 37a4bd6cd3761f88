// SPDX-License-Identifier: Apache-2.0
// An island as the solvers see it that work on velocities in substeps: bodies and contacts in flat arrays.
//
// Method: contacts are found once a step, at its start. Within the step their normals and arms stay, gaps follow the
//   motion of the two anchors (Catto 2023, "Solver2D": soft steps with fixed anchors). Impulses change velocity and
//   angular momentum; the attitude follows freeRotation(), so that spinning parts keep energy and momentum.
// Order: pairs are sorted by their distance, over contacts, from what does not move. A sweep then carries load from the
//   ground upwards and, backwards, weight from the top downwards; the order depends on the island only.
// Cost: O(bodies + contacts).
#pragma once

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "dynamics/solver/contact_solver.h"

namespace passung::dynamics {

struct VelocityBody {
  Vec3 v = Vec3::Zero(), w = Vec3::Zero();  // [m/s], [rad/s]
  double invMass = 0;                       // 0: not movable
  Mat3 invInertia = Mat3::Zero();           // about C, in W, at the present attitude
  Vec3 dp = Vec3::Zero();                   // displacement of C since the start of the step [m]
  Quat dq = Quat::Identity();               // rotation since then

  void push(const Vec3& impulse, const Vec3& r) {  // at C + r
    v += invMass * impulse;
    w += invInertia * r.cross(impulse);
  }
  [[nodiscard]] Vec3 velocityAt(const Vec3& r) const { return v + w.cross(r); }
  // 1 / (mass that an impulse along n at r meets), summed over the two bodies of a contact.
  [[nodiscard]] double admittance(const Vec3& r, const Vec3& n) const {
    const Vec3 rn = r.cross(n);
    return invMass + rn.dot(invInertia * rn);
  }
};

struct VelocityContact {
  Vec3 n = Vec3::UnitZ(), t1 = Vec3::UnitX(), t2 = Vec3::UnitY();  // n from A to B
  Vec3 ra = Vec3::Zero(), rb = Vec3::Zero();                       // arms at the start of the step
  int point = 0;                                                   // into pair->points
  double base = 0;                                  // gap at the start, less n . (rb - ra): see gapOf() [m]
  double mass = 0;                                  // along n [kg]
  double slide = 0;                                 // smallest mass that any direction across n meets [kg]
  double k11 = 0, k12 = 0, k22 = 0;                 // inverse of the admittance across n [kg]
  double approach = 0;                              // normal relative velocity at the start of the step [m/s]
  double normal = 0, friction1 = 0, friction2 = 0;  // impulses of the present substep on B [N s]
  double sum = 0, sum1 = 0, sum2 = 0;               // summed over the substeps
  double most = 0;                                  // largest normal impulse of a substep

  // The friction impulses (along t1 and t2) that stop the relative velocity v, held within the cone of half width
  // `limit` [N s].
  [[nodiscard]] std::array<double, 2> friction(const Vec3& v, double limit) const {
    const double v1 = t1.dot(v), v2 = t2.dot(v);
    double f1 = friction1 - (k11 * v1 + k12 * v2);
    double f2 = friction2 - (k12 * v1 + k22 * v2);
    if (f1 * f1 + f2 * f2 > limit * limit) {
      // Sliding: against the velocity, which the coupled mass would not point along.
      f1 = friction1 - slide * v1;
      f2 = friction2 - slide * v2;
      const double length = std::hypot(f1, f2);
      if (length > limit) {
        f1 *= limit / length;
        f2 *= limit / length;
      }
    }
    return {f1, f2};
  }
};

struct VelocityPair {
  int a = -1, b = -1;        // into bodies
  int first = 0, count = 0;  // into contacts
  double friction = 0, restitution = 0;
  double rest = 0;       // gap at which the parts come to rest [m]
  double pushSpeed = 0;  // largest speed at which overlap is resolved [m/s]
  bool still = false;    // one of the two is not movable
  ContactPair* pair = nullptr;
};

class VelocityIsland {
 public:
  // `places`: one a body of the world, for indices of the island's own bodies; islands that are solved side by side may
  // share it. `registeredOnly`: of the contact points. h [s]: a substep of dt. `acceleration` [m/s^2] sets the scale of
  // speeds: gravity, or a small one where there is none.
  VelocityIsland(std::span<RigidBody> world, std::span<int> places, const Island& island, const Vec3& gravity,
                 double acceleration, double dt, double h, bool registeredOnly = false);

  void addForces(double h);                                                 // external forces and gravity to velocities
  void movePoses(double h);                                                 // velocities to poses
  void resetPoses();                                                        // back to the start of the step
  [[nodiscard]] Transform poseOf(const ContactPair& pair, int side) const;  // of frame C, now
  // The present gap above the pair's resting gap [m].
  [[nodiscard]] double gapOf(const VelocityPair& p, const VelocityContact& c) const {
    const VelocityBody& a = bodies[static_cast<std::size_t>(p.a)];
    const VelocityBody& b = bodies[static_cast<std::size_t>(p.b)];
    return c.base - p.rest + c.n.dot(b.dp - a.dp + (b.dq * c.rb - a.dq * c.ra));
  }
  [[nodiscard]] Vec3 velocityOf(const VelocityPair& p, const VelocityContact& c) const {
    return bodies[static_cast<std::size_t>(p.b)].velocityAt(c.rb) -
           bodies[static_cast<std::size_t>(p.a)].velocityAt(c.ra);
  }
  void push(const VelocityPair& p, const VelocityContact& c, const Vec3& impulse) {
    bodies[static_cast<std::size_t>(p.a)].push(-impulse, c.ra);
    bodies[static_cast<std::size_t>(p.b)].push(impulse, c.rb);
  }
  // The contact's constants from a point of its pair.
  [[nodiscard]] VelocityContact contactOf(const VelocityPair& p, const ContactPoint& point) const;
  // The local index of a body of the world; one that does not move has a slot of its own kind.
  [[nodiscard]] int localOf(int worldBody);
  [[nodiscard]] const RigidBody& rigid(int local) const {
    return world_[static_cast<std::size_t>(worldIndex_[static_cast<std::size_t>(local)])];
  }

  // The last substep's impulses into the memory of the points.
  void store();
  void commit();                // poses and velocities to the world's bodies
  void record(double elapsed);  // forces to the pairs' points and contacts; `elapsed` [s]: what the sums cover
  void hold();                  // poses of the start; at rest beside what does not move, else with the common velocity

  std::vector<VelocityBody> bodies;  // the first movable() are the island's, then what does not move
  std::vector<VelocityPair> pairs;   // in the order of a sweep
  std::vector<VelocityContact> contacts;
  [[nodiscard]] int movable() const { return movable_; }

 private:
  void addPairs(double acceleration, bool registeredOnly);
  void sortByLevel();

  std::span<RigidBody> world_;
  std::span<int> slots_;
  const Island& island_;
  Vec3 gravity_;
  double dt_ = 0, h_ = 0;
  int movable_ = 0;
  std::vector<int> worldIndex_;             // by local index
  std::vector<std::pair<int, int>> still_;  // world and local index of bodies that are not movable
};

}  // namespace passung::dynamics
