// SPDX-License-Identifier: Apache-2.0
// The native engine: rigid bodies on their exact meshes.
//
// One step: external forces; predicted bounds; broad phase; near sets of all pairs; islands and wake-up; the
// solve of each island by the chosen solver; contact matching; sleep. See docs/architecture.md.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "collision/broadphase/broadphase.h"
#include "collision/narrowphase/geometry_cache.h"
#include "core/jobs.h"
#include "dynamics/engine.h"
#include "dynamics/joints/drive_set.h"
#include "dynamics/joints/joint_set.h"
#include "dynamics/solver/contact_pair.h"
#include "dynamics/solver/contact_solver.h"
#include "dynamics/world/rigid_body.h"

namespace passung::dynamics {

struct WorldOptions {
  int threads = 1;  // 0: all cores
  // See EngineOptions::facePairs.
  std::shared_ptr<collision::FacePairSource> facePairs{};
  // Of meshes, shared with other worlds; null: this world's own.
  std::shared_ptr<collision::GeometryCache> geometries{};
};

class World final : public Engine {
 public:
  // Throws InputError for a body without mass, a moving half-space, an unknown solver or a setting out of range.
  World(const WorldDef& def, const WorldOptions& options);

  [[nodiscard]] std::string name() const override { return "native"; }
  [[nodiscard]] std::string solver() const override { return def_.solver.name; }
  [[nodiscard]] const WorldDef& def() const override { return def_; }
  [[nodiscard]] const MassProperties& mass(int body) const override {
    return bodies_[static_cast<std::size_t>(body)].mass;
  }
  StepReport step() override;
  // step() in two parts, for those who step many worlds side by side: what this step has to ask of the source of face
  // pairs, and the step itself with its answers, from found(first) on. The source is read only: worlds may finish side
  // by side. Without a source nothing is asked, and finishStep() takes null.
  [[nodiscard]] std::span<const collision::FacePairQuery> beginStep();
  StepReport finishStep(const collision::FacePairSource* source, std::size_t first);
  [[nodiscard]] std::int64_t stepCount() const override { return steps_; }
  [[nodiscard]] std::span<const BodyState> states() const override { return states_; }
  void setStates(std::span<const BodyState> states) override;
  bool setStepCount(std::int64_t steps) override {
    steps_ = steps;
    return true;
  }
  void applyForce(int body, const Vec3& p_W, const Vec3& f_W) override;
  void setSolver(const std::string& name, const std::string& policy) override;
  void setDrives(const std::vector<DriveDef>& drives) override;
  void setMotor(int joint, const JointMotor& motor) override;
  [[nodiscard]] std::vector<DriveState> driveStates() const override { return drives_->states(); }
  [[nodiscard]] std::vector<JointState> jointStates() const override { return joints_->states(); }
  [[nodiscard]] std::vector<Contact> contacts() const override;
  [[nodiscard]] double shellEnergy() const override;
  [[nodiscard]] std::vector<std::string> warnings() const override { return warnings_; }
  [[nodiscard]] std::vector<Aabb> broadphaseBoxes() const override { return boxes_; }
  [[nodiscard]] std::vector<collision::LevelBox> broadphaseLevels() const override { return broadphase_->boxes(); }
  [[nodiscard]] std::span<const SolveState> solveStates() const override { return solves_; }

 private:
  using PairKey = std::tuple<int, int, int, int>;  // bodyA, bodyB, partA, partB

  void makeBodies();
  void makeParts(std::span<const double> hidden, bool grids);
  // The play of parts that enclose each other at the start sets their shell radius.
  void measureFits();
  double playOf(ContactPair& pair);
  void noteFastest();  // speeds that motors may bring about
  void wake(int body);
  void makeSolver();
  // What touches at the start: shells that overlap are eased apart, parts that overlap deeper are reported and do not
  // collide with each other.
  void resolveStart();
  bool stackApart(std::span<const Transform> before);
  void relaxShells();
  [[nodiscard]] double smallerSize(const ContactPair& pair) const;
  double gapAtRest(ContactPair& pair);  // the smallest gap within a shell at the present poses [m], else infinite
  void applyDrives();
  void predictBounds();
  void findPairs();
  // Both bodies keep their places, and the pair has been looked at.
  [[nodiscard]] bool resting(const ContactPair& pair) const;
  void listQueries();
  void updateNearSets(const collision::FacePairSource* source, std::size_t first);
  [[nodiscard]] std::vector<Island> makeIslands() const;
  void solveIslands(StepReport& report);
  void advanceKinematic();
  void matchContacts(StepReport& report);
  void updateSleep(const std::vector<Island>& islands);
  void publish();
  // The pose after a step without contacts (`free`), or at unchanged velocity.
  [[nodiscard]] Transform predicted(const RigidBody& body, bool free) const;
  [[nodiscard]] ContactPair makePair(const PairKey& key) const;

  WorldDef def_;
  SolverTolerances tolerances_;
  double acceleration_ = 0;  // what velocities per step are compared with: gravity, or a small one where there is none
  Jobs jobs_;
  std::vector<RigidBody> bodies_;
  std::unique_ptr<collision::Broadphase> broadphase_ = collision::makeBroadphase();
  std::vector<Aabb> boxes_;               // swept bounds, one a body
  std::map<PairKey, ContactPair> pairs_;  // of this step; memory of pairs that part is dropped
  // What was found at the start about pairs that fit tightly or overlap.
  struct Fit {
    double shell = std::numeric_limits<double>::infinity();  // largest shell radius [m]
    double offset = 0;                                       // overlap that the pair keeps [m]
  };
  std::map<PairKey, Fit> fits_;
  std::vector<ContactPair*> pairList_;     // the same in order
  std::set<std::pair<int, int>> jointed_;  // pairs of bodies that a joint keeps from colliding
  std::set<std::pair<int, int>> ignored_;  // pairs of bodies that overlapped at the start
  std::unique_ptr<ContactSolver> solver_;
  std::shared_ptr<collision::FacePairSource> facePairs_;  // null: hierarchies
  std::shared_ptr<collision::GeometryCache> geometries_;  // null: an own geometry for each
  std::vector<collision::FacePairQuery> queries_;         // of the step that was begun
  struct Asking {
    std::optional<double> reach;  // [m]
    std::size_t query = 0;
  };
  std::vector<Asking> asking_;  // one a pair of pairList_
  StepReport begun_;            // what beginStep() took
  std::unique_ptr<DriveSet> drives_;
  std::vector<Motor*> motors_;  // active in this step
  std::unique_ptr<JointSet> joints_;
  std::vector<BodyState> states_;
  std::vector<SolveState> solves_;  // one a body
  std::vector<std::string> warnings_;
  std::int64_t steps_ = 0;
};

}  // namespace passung::dynamics
