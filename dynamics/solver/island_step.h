// SPDX-License-Identifier: Apache-2.0
// One island over one step: the implicit solver's substeps (island_step.cpp), its Newton method
// (island_newton.cpp, island_stiffness.cpp) and
// its energy guard (island_energy.cpp). The method is described in implicit_solver.h.
#pragma once

#include <Eigen/Dense>
#include <chrono>
#include <limits>
#include <span>
#include <vector>

#include "dynamics/joints/joint_rows.h"
#include "dynamics/solver/contact_row.h"
#include "dynamics/solver/implicit_solver.h"
#include "dynamics/solver/island_matrix.h"
#include "dynamics/solver/least_change.h"

namespace passung::dynamics {

// Newton iterates may move this many motion limits before they count as lost.
inline constexpr double kFollowed = 2;
// A pair whose alarm rang becomes careful once its substeps move by no more than this many cutoffs.
inline constexpr double kCarefulMotion = 32;

using Clock = std::chrono::steady_clock;
[[nodiscard]] inline double msSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// Contacts of an iterate. Their memory is used again by the next iterates of the thread: thousands of contacts a step
// would cost more to allocate than to solve.
class ContactRows : public std::vector<ContactRow> {
 public:
  ContactRows() : std::vector<ContactRow>(take()) {}
  ~ContactRows() {
    if (capacity() > 0) spare().push_back(std::move(*this));
  }
  ContactRows(ContactRows&&) = default;
  ContactRows& operator=(ContactRows&&) = default;
  ContactRows(const ContactRows&) = delete;
  ContactRows& operator=(const ContactRows&) = delete;

 private:
  static std::vector<std::vector<ContactRow>>& spare() {
    thread_local std::vector<std::vector<ContactRow>> vectors;
    return vectors;
  }
  static std::vector<ContactRow> take() {
    if (spare().empty()) return {};
    std::vector<ContactRow> rows = std::move(spare().back());
    spare().pop_back();
    rows.clear();
    return rows;
  }
};

// A trial velocity and everything evaluated there.
struct Iterate {
  Eigen::VectorXd u;
  ContactRows rows;
  JointRows::State joints;
  Eigen::VectorXd G;
  double residual = 0;   // |G| in the norm of M^-1, summed
  double error = 0;      // largest velocity error of one body [m/s]
  double noise = 0;      // ... that the rounding of places makes through the stiffness of contacts [m/s]
  double potential = 0;  // 1/2 (u - us)' M (u - us) + sum E
  double minGap = std::numeric_limits<double>::infinity();
  double depth = -std::numeric_limits<double>::infinity();  // largest (r0 - gap) / r0 of a contact
  bool valid = false;                                       // false: moved farther than contacts could be followed
};

class IslandStep {
 public:
  using MatrixXd = Eigen::MatrixXd;
  using VectorXd = Eigen::VectorXd;

  IslandStep(std::span<RigidBody> bodies, const Vec3& gravity, const SolverTolerances& tolerances, const Island& island,
             double dt, IslandReport& report);
  double relax(double h);
  void advance(double h, int level);
  // After the last advance().
  void finish();

 private:
  RigidBody& body(int local);
  // The largest depth in its shell of each pair's contacts.
  std::vector<double> depths(const Iterate& it) const;
  // A load that squeezes shells to nothing (a bolt tightened with 200 N m) needs a barrier that reaches further down. A
  // stiffer shell would press more at the same gap and so jack parts apart; a longer logarithm adds no energy. True if
  // some pair's was made longer: then the substep is worth another try. Pairs that only meet now are left alone: there
  // the substep is too long.
  bool deepen(const Iterate& it);
  // Force-free motion from the present state.
  void prepare(double h);
  // How long loads act on the velocity in this substep: from the middle of the last one to the middle of this one, or
  // from the start where a jointed body's velocity belongs to it.
  [[nodiscard]] double loadTime(const RigidBody& b, double h) const;
  [[nodiscard]] Transform poseOf(int bodyIndex, const VectorXd* u) const;
  static Transform moved(const Transform& X, const Vec3& v, const Vec3& w, double h);
  // Where Newton's method starts: resting contacts hardly change the velocity, free bodies follow gravity.
  [[nodiscard]] const VectorXd& guess() const;
  // Does the expected motion of some near pair exceed its limit?
  bool tooFast();
  // A motion so long that one part might pass the other between two poses that are both free.
  [[nodiscard]] bool leaps(ContactPair& pair, const VectorXd& u, double limit);
  [[nodiscard]] bool leaps(const VectorXd& u);

  // The alarm: edges or points of a large mesh that crossed deeper than its list sees. Such pairs' points are followed
  // from here on, to the end of the step: then the substep is worth another try. Where they were, some edge pierces the
  // other part, and the pairs are listed with care.
  enum class Alarm { kNone, kAgain, kPierced };
  Alarm alarm(const VectorXd& u);
  [[nodiscard]] bool alarmed(const ContactPair& pair) const;
  // Points are followed from here on, to the end of the step; false where they were already.
  bool follow(ContactPair& pair);
  bool followAll();
  bool followFar(const VectorXd& u);  // pairs that this motion may bring deep inside
  double relativeMotion(const ContactPair& pair, const VectorXd& u) const;
  [[nodiscard]] Transform partPose(const ContactPair& pair, int side, const VectorXd* u) const;
  // Makes the pair's near set good for the motion u; false when that motion is beyond what contacts are followed for.
  bool ensureCovered(ContactPair& pair, const Transform& A1, const Transform& B1, double depth);
  void evaluate(Iterate& it);
  void startAt(Iterate& it, VectorXd u);  // evaluates there, with the joints' first forces
  void addPair(Iterate& it, int k);
  [[nodiscard]] Vec3 pointVelocity(const VectorXd& u, int index, int local, const Vec3& r) const;
  [[nodiscard]] Vec3 turning(const VectorXd& u, int index, int local) const;
  static Mat3 symmetric(const Vec3& a, const Vec3& b) { return 0.5 * (a * b.transpose() + b * a.transpose()); }
  // The Jacobian of G: complete, or its symmetric positive part.
  void assemble(const Iterate& it, bool complete);
  void addStiffness(std::span<const ContactRow> rows, bool complete);
  // Merit of the fallback: the potential plus the friction dissipation with the forces of `frozen`.
  [[nodiscard]] double merit(const Iterate& it, const Iterate& frozen) const;
  // `tolerated` [m/s]: a larger remaining error that is taken, too.
  bool newton(Iterate& it, double tolerated);
  // Velocities next to those at the start that do not bring the contacts of the last step nearer.
  [[nodiscard]] VectorXd slid() const;
  // Moves a start in overlap by the least change of its velocities to where, by its gaps and normals, contacts end at
  // the edges of their shells; what is met there is added, some times. Takes the shallowest.
  void part(Iterate& it);
  // Adds what an iterate's contacts ask of the change of velocities from `start`.
  void hinder(const Iterate& it, const VectorXd& start, std::vector<Hindrance>& hindrances) const;
  [[nodiscard]] VectorXd changed(std::span<const Hindrance> hindrances) const;  // the least change
  // Moves a start at which nothing touches on, towards the motion without contacts, a little farther than bounds allow:
  // contacts tell Newton's method where it may not go.
  void lean(Iterate& it);
  // Moves from the start of the substep, which is free, towards the expected motion until contacts carry force: a
  // conservative advancement (Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996, section 2.3).
  bool approach(Iterate& it);
  [[nodiscard]] double coverage(const ContactPair& pair, const VectorXd& u) const;
  [[nodiscard]] double coveredShare(const VectorXd& u, const VectorXd& end) const;
  bool descend(Iterate& it, double tolerated);
  // The share of a step after which no pair of large meshes has moved farther than trust_: their facets are others
  // there, and lists have to be made anew on the way.
  [[nodiscard]] double trustedShare(const VectorXd& u, const VectorXd& du) const;
  // The share of a Newton step that no contact resists much yet: a step ends when the first gap has come down to the
  // edge of its shell or to a tenth of itself, so that iterates stay free of overlap and see few contacts at a time.
  double freeShare(const VectorXd& u, const VectorXd& du);
  // One accepted Newton step; false when neither direction improves.
  bool improve(Iterate& it, Iterate& trial);
  // A step down the merit function by the symmetric positive part of the Jacobian.
  bool descendSafely(Iterate& it, Iterate& trial);
  struct Energy {
    double gain = 0;      // energy at the end less that at the start less the work done from outside [J]
    double friction = 0;  // dissipated by friction [J]
    double kinetic = 0;   // the larger of start and end [J]
    double noise = 0;  // rounding: of the contacts' work, and a millionth of that to lift the island by its shell [J]
  };
  Energy energyOf(const Iterate& it);
  // Books a step's energy: losses into the bank, gains out of it, the rest out of the velocities.
  void balance(const Energy& e);
  void commit(const Iterate& it);
  void bounce(const Iterate& it);
  // Forces are means over the whole step: a contact that opened in an early substep still counts.
  void record(const Iterate& it);
  // The last resort: the bodies keep their places to each other. Beside something that does not move they stop; else
  // they go on with the velocity of their common centre of mass, so that momentum is kept.
  void hold();
  std::span<RigidBody> bodies_;
  Vec3 gravity_;
  SolverTolerances tol_;
  const Island& island_;
  IslandReport& report_;
  double dt_ = 0;  // the whole step
  std::vector<int> local_;
  int n_ = 0;
  double h_ = 0, elapsed_ = 0;
  double fastest_ = 0;                  // largest speed of a point at the start of the step [m/s]
  std::vector<ContactPair*> alarmed_;   // made careful in this step
  std::vector<ContactPair*> followed_;  // ... whose points are followed since
  bool relaxing_ = false;
  bool recorded_ = false;  // a substep of this step
  bool limited_ = true;    // Newton steps end where contacts begin
  bool letting_ = true;    // longer steps let contacts go so far
  double overshoot_ = 1;   // how many times as far as bounds say is tried: less after each that went too far
  double trust_ = 0;       // how far steps of large meshes may go [cutoffs]; more after each that ended there well

  VectorXd us_, u0_;
  std::vector<BodyMotion> start_;
  std::vector<Mat3> M_, Minv_;
  std::vector<Vec3> momentum_;
  std::vector<collision::ContactTerm> terms_;
  MotorRows motors_;
  JointRows joints_;
  IslandMatrix J_;
};

}  // namespace passung::dynamics
