// SPDX-License-Identifier: Apache-2.0
// Bullet behind the Engine seam, for comparison: as its users would set it up, measured by the same code as ours.
#pragma once

#include <btBulletDynamicsCommon.h>

#include <memory>
#include <string>
#include <vector>

#include "dynamics/bullet/shapes.h"
#include "dynamics/bullet/timed_world.h"
#include "dynamics/bullet/units.h"
#include "dynamics/engine.h"
#include "dynamics/joints/drive_set.h"

namespace passung::dynamics {

// `bullet`: the exact meshes through GImpact. `bullet-convex`: convex pieces with small margins.
// Both calculate in units in which the typical moving body has size and mass 1, and report in SI.
// One internal step of Bullet per step(), no interpolation; single-threaded.
class BulletEngine final : public Engine {
 public:
  BulletEngine(const WorldDef& def, bool convex);
  ~BulletEngine() override;

  [[nodiscard]] std::string name() const override { return convex_ ? "bullet-convex" : "bullet"; }
  [[nodiscard]] std::string solver() const override { return "sequential-impulse"; }
  [[nodiscard]] const WorldDef& def() const override { return def_; }
  [[nodiscard]] const MassProperties& mass(int body) const override { return masses_[static_cast<std::size_t>(body)]; }

  StepReport step() override;
  [[nodiscard]] std::int64_t stepCount() const override { return stepCount_; }

  [[nodiscard]] std::span<const BodyState> states() const override { return states_; }
  void setStates(std::span<const BodyState> states) override;
  bool setStepCount(std::int64_t steps) override {
    stepCount_ = steps;
    return true;
  }
  void applyForce(int body, const Vec3& p_W, const Vec3& f_W) override;

  [[nodiscard]] std::vector<Contact> contacts() const override;
  void setDrives(const std::vector<DriveDef>& drives) override;
  [[nodiscard]] std::vector<DriveState> driveStates() const override { return drives_->states(); }
  [[nodiscard]] std::vector<std::string> warnings() const override { return warnings_; }
  [[nodiscard]] std::vector<Aabb> broadphaseBoxes() const override;

 private:
  // One of ours as Bullet sees it. A dynamic body is one object; a fixed or kinematic one is an object per part, since
  // planes and meshes do not mix in Bullet's compounds.
  struct Body {
    Transform X_BP;  // principal frame P: origin in the centre of mass, axes of inertia
    std::vector<BulletPart> parts;
    std::unique_ptr<btCompoundShape> compound;  // holds the parts of a dynamic body of several
    std::vector<std::unique_ptr<btRigidBody>> objects;
  };
  struct PendingForce {
    int body;
    Vec3 p_W, f_W;
  };

  void addBody(int index, BulletShapes& shapes);
  void addObject(int index, btCollisionShape& shape, const btTransform& X_PS, const btVector3& inertia);
  void configureSolver();
  void applyPendingForces();
  void applyDrives();
  void moveKinematicBodies();
  void readBack(StepReport& report);
  void place(int index, const BodyState& state);
  [[nodiscard]] int colliderOf(const btCollisionObject& object, int shapeIndex) const;

  WorldDef def_;
  bool convex_;
  BulletUnits units_;
  std::vector<MassProperties> masses_;
  std::vector<std::string> warnings_;
  std::unique_ptr<BulletShapes> shapes_;
  std::unique_ptr<btDefaultCollisionConfiguration> configuration_;
  std::unique_ptr<btCollisionDispatcher> dispatcher_;
  std::unique_ptr<btDbvtBroadphase> broadphase_;
  std::unique_ptr<btSequentialImpulseConstraintSolver> solver_;
  std::unique_ptr<TimedWorld> world_;
  std::vector<Body> bodies_;
  std::vector<BodyState> states_;
  std::vector<PendingForce> forces_;
  std::unique_ptr<DriveSet> drives_;
  std::int64_t stepCount_ = 0;
};

}  // namespace passung::dynamics
