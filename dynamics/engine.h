// SPDX-License-Identifier: Apache-2.0
// The seam between the program and a simulation engine: ours (World) and Bullet's implement it alike.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "collision/broadphase/broadphase.h"
#include "collision/narrowphase/face_pair_source.h"
#include "dynamics/world_def.h"

namespace passung::dynamics {

// The state of one body. Bodies are numbered in the order of WorldDef::bodies.
struct BodyState {
  Transform X_WB;             // pose of the body frame
  Vec3 v_WC = Vec3::Zero();   // velocity of the centre of mass [m/s]
  Vec3 w_WB = Vec3::Zero();   // angular velocity, in W [rad/s]
  Vec3 turns = Vec3::Zero();  // accumulated signed turns about the body's own axes: integral of w in B, / (2 pi)
  double asleep_s = 0;        // time spent asleep [s]
  bool asleep = false;
};

// One contact point, as the viewer and the reports see it.
struct Contact {
  int bodyA = -1, bodyB = -1;        // bodyA < bodyB
  int colliderA = 0, colliderB = 0;  // index within each body
  Vec3 p_W = Vec3::Zero();           // midpoint of the two closest points [m]
  Vec3 n_W = Vec3::UnitZ();          // unit normal from A to B
  double gap = 0;                    // [m], negative when overlapping
  Vec3 f_W = Vec3::Zero();           // force on B, mean over the last step [N]; the opposite acts on A
  std::uint64_t feature = 0;         // the same features keep the same id
  int age = 0;                       // steps since these features first touched
};

enum class Stage { kBroadphase, kNarrowphase, kContacts, kSolver, kContinuous, kIntegrate };
inline constexpr int kStageCount = 6;
[[nodiscard]] const char* stageName(Stage stage);  // "broadphase", "narrowphase", ...

// What one step did.
struct StepReport {
  std::array<double, kStageCount> stage_ms{};  // wall time per stage
  int pairs = 0;                               // collider pairs from the broad phase
  int candidates = 0;                          // feature pairs examined
  int contacts = 0;                            // points that carry force
  int iterations = 0;                          // solver iterations
  int halvings = 0;        // substeps halved because the solver did not converge or a gap was not positive
  int held = 0;            // bodies held at their last good pose
  double residual = 0;     // largest remaining velocity error [m/s]
  double overlapWork = 0;  // energy put in by resolving an initial overlap in this step [J]
  double driveWork = 0;    // done by drives and the motors of joints in this step [J]
};

// What the solver did for the island of a body in the last step; alike for all bodies of an island. All zero: the body
// was not solved for (asleep, or it does not move freely).
struct SolveState {
  int iterations = 0;
  int halvings = 0;     // of the substep
  double residual = 0;  // largest velocity error that was accepted [m/s]
};

class Engine {
 public:
  virtual ~Engine() = default;

  [[nodiscard]] virtual std::string name() const = 0;    // "native", "bullet", "bullet-convex"
  [[nodiscard]] virtual std::string solver() const = 0;  // "implicit", ...
  [[nodiscard]] virtual const WorldDef& def() const = 0;
  [[nodiscard]] virtual const MassProperties& mass(int body) const = 0;  // in B

  // Advances by def().dt. No NaN leaves it: a body whose state would not be finite keeps its last one, at rest, and
  // counts as held.
  virtual StepReport step() = 0;
  [[nodiscard]] virtual std::int64_t stepCount() const = 0;

  [[nodiscard]] virtual std::span<const BodyState> states() const = 0;
  // Puts all bodies where `states` says (same count); contact memory is forgotten.
  virtual void setStates(std::span<const BodyState> states) = 0;
  // Counts on from `steps`, so that time and what depends on it (drives) fit states of another moment. False where the
  // engine cannot.
  virtual bool setStepCount(std::int64_t steps) {
    static_cast<void>(steps);
    return false;
  }
  // Adds an external force [N] at a point of a body, for the next step only.
  virtual void applyForce(int body, const Vec3& p_W, const Vec3& f_W) = 0;

  // Takes another solver and contact policy (empty: the solver's own) from the next step on; what contacts remember is
  // kept where the new solver can use it. Throws InputError, and changes nothing, where there is no such choice.
  virtual void setSolver(const std::string& name, const std::string& policy);

  // Takes other drives in place of def().drives from the next step on; one of the same place and bodies goes on from
  // where it was. Throws InputError, and changes nothing, for bad drives and where the engine cannot.
  virtual void setDrives(const std::vector<DriveDef>& drives);
  // Takes another motor for a joint of def().joints from the next step on. Throws InputError, and changes nothing, for
  // a joint that has no coordinate, bad values and where the engine cannot.
  virtual void setMotor(int joint, const JointMotor& motor);

  [[nodiscard]] virtual std::vector<Contact> contacts() const = 0;
  // Elastic energy stored in contact shells, springs and limits [J]; 0 where the engine has none.
  [[nodiscard]] virtual double shellEnergy() const { return 0; }
  // What the drives did in the last step, in the order of WorldDef::drives.
  [[nodiscard]] virtual std::vector<DriveState> driveStates() const { return {}; }
  // What the joints did in the last step, in the order of WorldDef::joints.
  [[nodiscard]] virtual std::vector<JointState> jointStates() const { return {}; }
  // Lines worth telling the user, found while the engine was made.
  [[nodiscard]] virtual std::vector<std::string> warnings() const { return {}; }
  // Boxes of the broad phase as last used, for the viewer.
  [[nodiscard]] virtual std::vector<Aabb> broadphaseBoxes() const { return {}; }
  // The structure over these boxes, level by level; empty where the engine does not tell.
  [[nodiscard]] virtual std::vector<collision::LevelBox> broadphaseLevels() const { return {}; }
  // One a body; empty where the engine does not tell.
  [[nodiscard]] virtual std::span<const SolveState> solveStates() const { return {}; }
};

struct EngineOptions {
  std::string engine = "native";  // native | bullet | bullet-convex
  int threads = 1;                // 0: all cores
  // Who finds the pairs of near faces that contacts of meshes are made from; null: the engine's own hierarchies. Native
  // engine only. Same contacts to the bit. Throws InputError with a solver that does not take them from there.
  std::shared_ptr<collision::FacePairSource> facePairs{};
};

// Throws InputError for an unknown or missing engine or solver, with the list of those there are.
[[nodiscard]] std::unique_ptr<Engine> makeEngine(const WorldDef& def, const EngineOptions& options);
// The engines of this build.
[[nodiscard]] std::vector<std::string> engineNames();

// Over the bits of all poses and velocities, bodies in order.
[[nodiscard]] std::uint64_t stateHash(std::span<const BodyState> states);

// Made in dynamics/bullet; null in a build without Bullet. `convex` picks the convex decomposition.
[[nodiscard]] std::unique_ptr<Engine> makeBulletEngine(const WorldDef& def, bool convex);

}  // namespace passung::dynamics
