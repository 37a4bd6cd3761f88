// SPDX-License-Identifier: Apache-2.0
#include "dynamics/world/world.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numeric>

#include "core/error.h"

namespace passung::dynamics {
namespace {

using collision::ContactGeometry;
using Clock = std::chrono::steady_clock;

// Adds the time of a scope to one stage of the report.
class StageTimer {
 public:
  StageTimer(StepReport& report, Stage stage) : slot_(report.stage_ms[static_cast<std::size_t>(stage)]) {}
  ~StageTimer() { slot_ += std::chrono::duration<double, std::milli>(Clock::now() - start_).count(); }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  double& slot_;
  Clock::time_point start_ = Clock::now();
};

// Largest distance of a point of the body from its centre of mass.
double radiusAbout(const BodyDef& def, const Vec3& com) {
  const Aabb box = localBounds(def);
  if (box.empty()) return 0;
  return (box.lower - com).cwiseAbs().cwiseMax((box.upper - com).cwiseAbs()).norm();
}

}  // namespace

World::World(const WorldDef& def, const WorldOptions& options)
    : def_(def), jobs_(options.threads), facePairs_(options.facePairs), geometries_(options.geometries) {
  if (!(def.dt > 0) || !std::isfinite(def.dt))
    throw InputError("", "dt", "the time step must be > 0 s", "for instance 0.001");
  if (!def.gravity.allFinite()) throw InputError("", "gravity", "it must be finite");
  makeBodies();
  std::vector<MassProperties> masses;
  for (const RigidBody& b : bodies_) masses.push_back(b.mass);
  drives_ = std::make_unique<DriveSet>(def_, std::move(masses));
  noteFastest();

  joints_ = std::make_unique<JointSet>(def_.joints, bodies_);
  for (const JointDef& d : def_.joints) {
    if (!d.collide && d.to >= 0 && d.body >= 0) jointed_.insert(std::minmax(d.body, d.to));
  }

  double largest = 0;
  for (const RigidBody& b : bodies_) largest = std::max(largest, b.size);
  // Without gravity a thousandth of a body length per s^2 sets the scale of velocities.
  acceleration_ = std::max(def.gravity.norm(), 1e-3 * largest);
  const double speed = acceleration_ * def.dt;
  tolerances_ = {.velocity = def.solver.tolerance * speed,
                 .frictionSpeed = def.solver.frictionSpeed * speed,
                 .restitutionSpeed = def.solver.restitutionSpeed * speed,
                 .maxIterations = def.solver.maxIterations,
                 .maxHalvings = def.solver.maxHalvings};
  states_.resize(bodies_.size());
  boxes_.resize(bodies_.size());
  solves_.resize(bodies_.size());
  makeSolver();
  measureFits();
  if (!solver_->toleratesOverlap()) resolveStart();
  if (facePairs_) {
    for (const RigidBody& b : bodies_) {
      for (const RigidBody::Part& part : b.parts) {
        if (part.geometry->mesh && !part.geometry->convex) facePairs_->prepare(part.geometry->mesh);
      }
    }
    const std::string fallback = facePairs_->report().fallback;
    if (!fallback.empty()) warnings_.push_back("narrow phase: " + fallback);
  }
  publish();
}

void World::makeBodies() {
  for (const BodyDef& d : def_.bodies) {
    RigidBody b;
    b.name = d.name;
    b.type = d.motion;
    b.material = d.material;
    b.mass = massProperties(d);
    b.size = localBounds(d).size();
    b.radius = radiusAbout(d, b.mass.com);
    if (b.dynamic()) {
      b.m = b.mass.mass;
      b.inertia = b.mass.inertia;
      const bool solid = b.m > 0 && std::isfinite(b.m) && Eigen::LLT<Mat3>(b.inertia).info() == Eigen::Success;
      if (!solid) {
        throw InputError("", "body '" + d.name + "'", "a moving body needs a positive mass and inertia",
                         "close its mesh, give a density > 0 or a mass");
      }
      b.inverse = b.inertia.inverse();
    }
    b.state.X_WC = d.X_WB * Transform{Quat::Identity(), b.mass.com};
    b.state.v = d.v_WC;
    b.state.w = d.w_WB;
    b.fastest = b.state.v.norm() + b.state.w.norm() * b.radius;
    if (!isFinite(b.state.X_WC) || !isFinite(b.state.v) || !isFinite(b.state.w)) {
      throw InputError("", "body '" + d.name + "'", "its start pose or velocity is not finite");
    }
    bodies_.push_back(std::move(b));
  }
}

// What contacts see of each body. `hidden` [m], one a body: overlap that convex edges may hide.
void World::makeParts(std::span<const double> hidden, bool grids) {
  // Equal meshes and boxes share theirs: thousands of them then fit the caches.
  std::map<std::pair<const TriangleMesh*, double>, std::shared_ptr<const ContactGeometry>> meshes;
  std::map<std::array<double, 4>, std::shared_ptr<const ContactGeometry>> boxes;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    RigidBody& b = bodies_[i];
    b.parts.clear();
    b.thickness = std::numeric_limits<double>::infinity();
    for (const collision::Collider& c : def_.bodies[i].colliders) {
      if (b.dynamic() && std::holds_alternative<collision::HalfSpace>(c.shape)) {
        throw InputError("", "body '" + b.name + "'", "a half-space cannot be dynamic", "make it fixed or kinematic");
      }
      RigidBody::Part part;
      std::shared_ptr<const ContactGeometry> own;
      const auto* mesh = std::get_if<collision::MeshShape>(&c.shape);
      const auto* box = std::get_if<collision::Box>(&c.shape);
      auto& slot = mesh != nullptr  ? meshes[{mesh->mesh.get(), hidden[i]}]
                   : box != nullptr ? boxes[{box->half.x(), box->half.y(), box->half.z(), hidden[i]}]
                                    : own;
      if (!slot && mesh != nullptr && geometries_) slot = geometries_->of(*mesh, hidden[i], grids);
      if (!slot) slot = ContactGeometry::make(c.shape, hidden[i], grids);
      part.geometry = slot;
      part.X_CG = Transform{Quat::Identity(), -b.mass.com} * c.X_BG;
      const ContactGeometry& g = *part.geometry;
      if (!g.halfSpace) b.thickness = std::min(b.thickness, g.thickness > 0 ? g.thickness : 0.01 * g.size);
      b.parts.push_back(std::move(part));
    }
  }
}

void World::noteFastest() {
  for (const DriveDef& d : def_.drives) {
    if (!d.motor()) continue;
    RigidBody& b = bodies_[static_cast<std::size_t>(d.body)];
    b.fastest = std::max(b.fastest, std::abs(d.value) * (d.angular() ? b.radius : 1));
  }
}

void World::setDrives(const std::vector<DriveDef>& drives) {
  const std::vector<int> driven = drives_->set(drives);
  def_.drives = drives;
  motors_.clear();
  for (const int body : driven) wake(body);
  noteFastest();
}

void World::setMotor(int joint, const JointMotor& motor) {
  joints_->setMotor(joint, motor);
  JointDef& def = def_.joints[static_cast<std::size_t>(joint)];
  def.motor = motor;
  for (const int body : {def.body, def.to}) wake(body);
}

void World::wake(int body) {
  if (body < 0) return;
  RigidBody& b = bodies_[static_cast<std::size_t>(body)];
  b.asleep = false;
  b.slow_s = 0;
}

void World::makeSolver() {
  const SolverEntry& entry = solverEntry(def_.solver.name);
  if (facePairs_ && !entry.sourceRefusal.empty()) {
    throw InputError("", "narrow phase",
                     "the solver '" + def_.solver.name + "' does not take its contacts from " +
                         facePairs_->report().name + ": " + std::string(entry.sourceRefusal),
                     "use the solver impulse or penalty, or the narrow phase hierarchies");
  }
  auto solver = entry.make({.bodies = bodies_,
                            .gravity = def_.gravity,
                            .acceleration = acceleration_,
                            .tolerances = tolerances_,
                            .settings = def_.solver,
                            .policy = policyFor(entry, def_.solver.contactPolicy)});
  for (const JointDef& d : def_.joints) {
    const std::string_view reason = solver->jointRefusal(d.kind);
    if (reason.empty()) continue;
    throw InputError("", "joint '" + d.name + "'",
                     "the solver '" + def_.solver.name + "' does not take a " + jointKindName(d.kind) +
                         " joint: " + std::string(reason),
                     "the solver implicit takes every joint");
  }
  solver_ = std::move(solver);
}

void World::setSolver(const std::string& name, const std::string& policy) {
  (void)policyFor(solverEntry(name), policy);
  const SolverSettings before = def_.solver;
  def_.solver.name = name;
  def_.solver.contactPolicy = policy;
  const bool overlapping = solver_->toleratesOverlap();
  try {
    makeSolver();
  } catch (const InputError&) {
    def_.solver = before;
    throw;
  }
  for (RigidBody& b : bodies_) {
    b.asleep = false;
    b.slow_s = b.energyBank = 0;
  }
  if (overlapping == solver_->toleratesOverlap()) return;
  // What another solver left overlapping is found and eased apart as at the start; what was let through may collide
  // now.
  pairs_.clear();
  pairList_.clear();
  ignored_.clear();
  if (overlapping) resolveStart();
}

StepReport World::step() {
  const auto queries = beginStep();
  if (!queries.empty()) {
    StageTimer timer(begun_, Stage::kNarrowphase);
    facePairs_->find(queries);
  }
  return finishStep(facePairs_.get(), 0);
}

std::span<const collision::FacePairQuery> World::beginStep() {
  begun_ = {};
  {
    StageTimer timer(begun_, Stage::kBroadphase);
    applyDrives();
    predictBounds();
    findPairs();
  }
  StageTimer timer(begun_, Stage::kNarrowphase);
  listQueries();
  return queries_;
}

StepReport World::finishStep(const collision::FacePairSource* source, std::size_t first) {
  StepReport report = begun_;
  {
    StageTimer timer(report, Stage::kNarrowphase);
    updateNearSets(source, first);
  }
  solveIslands(report);
  {
    StageTimer timer(report, Stage::kIntegrate);
    advanceKinematic();
    for (RigidBody& b : bodies_) {
      b.force.setZero();
      b.torque.setZero();
    }
    ++steps_;
    publish();
    report.driveWork = drives_->end(states_) + joints_->work(bodies_, def_.dt);
  }
  {
    StageTimer timer(report, Stage::kContacts);
    matchContacts(report);
  }
  return report;
}

void World::applyDrives() {
  const double time = static_cast<double>(steps_) * def_.dt;
  joints_->begin();
  for (const int i : drives_->begin(time, states_, !solver_->hasMotors())) wake(i);
  for (const DriveLoad& load : drives_->loads()) {
    RigidBody& b = bodies_[static_cast<std::size_t>(load.body)];
    b.force += load.f_W;
    b.torque += load.t_W;
  }
  motors_ = solver_->hasMotors() ? drives_->motors() : std::vector<Motor*>{};
}

std::vector<Island> World::makeIslands() const {
  std::vector<int> parent(bodies_.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[static_cast<std::size_t>(i)] != i) i = parent[static_cast<std::size_t>(i)];
    return i;
  };
  const auto dynamic = [&](int i) { return bodies_[static_cast<std::size_t>(i)].dynamic(); };
  for (const ContactPair* pair : pairList_) {
    if (!dynamic(pair->bodyA) || !dynamic(pair->bodyB) || (pair->apart() && !pair->swept && !pair->joined)) continue;
    const int a = root(pair->bodyA), b = root(pair->bodyB);
    parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
  }
  const auto join = [&](int i, int j) {
    if (i < 0 || j < 0 || !dynamic(i) || !dynamic(j)) return;
    const int a = root(i), b = root(j);
    parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
  };
  for (const Motor* motor : motors_) join(motor->def.body, motor->def.reaction);
  for (const Joint& joint : joints_->joints()) join(joint.def.body, joint.def.to);

  std::vector<Island> islands;
  std::vector<int> slot(bodies_.size(), -1);
  for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
    if (!dynamic(i)) continue;
    int& s = slot[static_cast<std::size_t>(root(i))];
    if (s < 0) {
      s = static_cast<int>(islands.size());
      islands.emplace_back();
    }
    islands[static_cast<std::size_t>(s)].bodies.push_back(i);
  }
  for (ContactPair* pair : pairList_) {
    const int a = dynamic(pair->bodyA) ? root(pair->bodyA) : -1;
    const int b = dynamic(pair->bodyB) ? root(pair->bodyB) : -1;
    if (a >= 0 && b >= 0 && a != b) continue;  // between islands: checked after the solve
    islands[static_cast<std::size_t>(slot[static_cast<std::size_t>(a >= 0 ? a : b)])].pairs.push_back(pair);
  }
  for (Motor* motor : motors_) {
    islands[static_cast<std::size_t>(slot[static_cast<std::size_t>(root(motor->def.body))])].motors.push_back(motor);
  }
  for (Joint& joint : joints_->joints()) {
    const int body = joint.def.body >= 0 && dynamic(joint.def.body) ? joint.def.body : joint.def.to;
    islands[static_cast<std::size_t>(slot[static_cast<std::size_t>(root(body))])].joints.push_back(&joint);
  }
  return islands;
}

void World::solveIslands(StepReport& report) {
  for (ContactPair* pair : pairList_) pair->joined = false;
  solves_.assign(bodies_.size(), {});
  std::vector<BodyMotion> before;
  std::vector<Vec3> turns;
  for (const RigidBody& b : bodies_) {
    before.push_back(b.state);
    turns.push_back(b.turns);
  }
  std::vector<char> done(bodies_.size(), 0);
  std::vector<Island> islands;

  // Islands are solved apart. Bodies of two islands that came nearer than their near set could see are solved again,
  // joined.
  for (int round = 0; round < 8; ++round) {
    const auto start = Clock::now();
    islands = makeIslands();
    std::vector<IslandReport> reports(islands.size());
    double narrow = 0;
    std::vector<int> work;
    for (int k = 0; k < static_cast<int>(islands.size()); ++k) {
      Island& island = islands[static_cast<std::size_t>(k)];
      bool awake = false, solved = true;
      for (int i : island.bodies) {
        awake = awake || !bodies_[static_cast<std::size_t>(i)].asleep;
        solved = solved && done[static_cast<std::size_t>(i)];
      }
      for (const ContactPair* pair : island.pairs) {
        for (int i : {pair->bodyA, pair->bodyB}) {
          const RigidBody& b = bodies_[static_cast<std::size_t>(i)];
          if (b.type == Motion::kKinematic && !pair->apart() && !(b.state.v.isZero(0) && b.state.w.isZero(0)))
            awake = true;
        }
      }
      for (const Motor* motor : island.motors) {
        if (motor->def.reaction < 0) continue;
        const RigidBody& b = bodies_[static_cast<std::size_t>(motor->def.reaction)];
        awake = awake || (b.type == Motion::kKinematic && !(b.state.v.isZero(0) && b.state.w.isZero(0)));
      }
      for (const Joint* joint : island.joints) {
        for (int i : {joint->def.body, joint->def.to}) {
          if (i < 0) continue;
          const RigidBody& b = bodies_[static_cast<std::size_t>(i)];
          awake = awake || (b.type == Motion::kKinematic && !(b.state.v.isZero(0) && b.state.w.isZero(0)));
        }
      }
      if (!awake || solved) continue;
      for (Joint* joint : island.joints) joint->restart();
      for (int i : island.bodies) bodies_[static_cast<std::size_t>(i)].asleep = false;
      work.push_back(k);
    }
    jobs_.parallelFor(static_cast<int>(work.size()), [&](int w) {
      const auto k = static_cast<std::size_t>(work[static_cast<std::size_t>(w)]);
      reports[k] = solver_->solve(islands[k], def_.dt);
    });
    for (int k : work) {
      const IslandReport& r = reports[static_cast<std::size_t>(k)];
      report.iterations += r.iterations;
      report.halvings += r.halvings;
      report.held += r.held;
      report.residual = std::max(report.residual, r.residual);
      narrow += r.narrow_ms;
      for (int i : islands[static_cast<std::size_t>(k)].bodies) {
        done[static_cast<std::size_t>(i)] = 1;
        solves_[static_cast<std::size_t>(i)] = {
            .iterations = r.iterations, .halvings = r.halvings, .residual = r.residual};
      }
    }
    const double total = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    report.stage_ms[static_cast<std::size_t>(Stage::kNarrowphase)] += std::min(narrow, total);
    report.stage_ms[static_cast<std::size_t>(Stage::kSolver)] += total - std::min(narrow, total);

    // The continuous check between islands; solvers that gather contacts look ahead themselves.
    if (solver_->toleratesOverlap()) break;
    StageTimer timer(report, Stage::kContinuous);
    bool again = false;
    for (ContactPair* pair : pairList_) {
      RigidBody& a = bodies_[static_cast<std::size_t>(pair->bodyA)];
      RigidBody& b = bodies_[static_cast<std::size_t>(pair->bodyB)];
      if (!a.dynamic() || !b.dynamic() || pair->joined || pair->swept || !pair->near.empty()) continue;
      const Transform& X_AG = a.parts[static_cast<std::size_t>(pair->partA)].X_CG;
      const Transform& X_BG = b.parts[static_cast<std::size_t>(pair->partB)].X_CG;
      const Transform A1 = a.state.X_WC * X_AG, B1 = b.state.X_WC * X_BG;
      const double r0 = pair->cutoff();
      if (pair->near.covers(pair->near.motion(A1, B1), r0)) continue;
      // Not where they were expected: look again.
      const Transform A0 = before[static_cast<std::size_t>(pair->bodyA)].X_WC * X_AG;
      const Transform B0 = before[static_cast<std::size_t>(pair->bodyB)].X_WC * X_BG;
      const double move = pair->near.displacement(A0.inverse() * B0, A1.inverse() * B1);
      pair->near.prepare(A0, B0, A1, B1, r0, std::numeric_limits<double>::infinity());
      const bool leapt = move > pair->motionLimit && pair->near.mayBeWithin(A0, B0, move + r0);
      if (pair->near.empty() && !leapt) continue;
      pair->joined = true;
      again = true;
    }
    if (!again) break;
    const std::vector<Island> joined = makeIslands();
    for (const Island& island : joined) {
      const bool touched =
          std::any_of(island.pairs.begin(), island.pairs.end(), [](const ContactPair* p) { return p->joined; });
      if (!touched) continue;
      for (int i : island.bodies) {
        bodies_[static_cast<std::size_t>(i)].state = before[static_cast<std::size_t>(i)];
        bodies_[static_cast<std::size_t>(i)].turns = turns[static_cast<std::size_t>(i)];
        done[static_cast<std::size_t>(i)] = 0;
      }
      for (Motor* motor : island.motors) motor->last = {.active = true};
    }
  }

  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    RigidBody& b = bodies_[i];
    if (isFinite(b.state.X_WC) && isFinite(b.state.v) && isFinite(b.state.w)) continue;
    b.state = before[i];
    b.state.v.setZero();
    b.state.w.setZero();
    ++report.held;
  }
  updateSleep(islands);
}

void World::advanceKinematic() {
  for (RigidBody& b : bodies_) {
    if (b.type != Motion::kKinematic) continue;
    b.state.X_WC = {(rotationFromVector(def_.dt * b.state.w) * b.state.X_WC.q).normalized(),
                    b.state.X_WC.p + def_.dt * b.state.v};
    b.turns += b.state.X_WC.q.conjugate() * (def_.dt / (2 * kPi) * b.state.w);
  }
}

void World::matchContacts(StepReport& report) {
  report.pairs = static_cast<int>(pairList_.size());
  for (ContactPair* pair : pairList_) {
    report.candidates += pair->near.count();
    report.contacts += static_cast<int>(pair->contacts.size());
    std::vector<std::pair<std::uint64_t, int>> ages;
    for (Contact& c : pair->contacts) {
      const auto it = std::lower_bound(pair->ages.begin(), pair->ages.end(), std::make_pair(c.feature, -1));
      c.age = it != pair->ages.end() && it->first == c.feature ? it->second + 1 : 0;
      ages.emplace_back(c.feature, c.age);
    }
    std::sort(ages.begin(), ages.end());
    pair->ages = std::move(ages);
  }
}

void World::updateSleep(const std::vector<Island>& islands) {
  for (const Island& island : islands) {
    bool slow = def_.solver.sleeping;
    for (int i : island.bodies) {
      RigidBody& b = bodies_[static_cast<std::size_t>(i)];
      const double speed = b.state.v.norm() + b.state.w.norm() * b.radius;
      b.slow_s = speed < def_.solver.sleepSpeed * std::sqrt(acceleration_ * b.size) ? b.slow_s + def_.dt : 0;
      slow = slow && b.slow_s >= def_.solver.sleepTime;
    }
    for (int i : island.bodies) {
      RigidBody& b = bodies_[static_cast<std::size_t>(i)];
      if (b.asleep) b.asleep_s += def_.dt;
      if (!slow) continue;
      b.asleep = true;
      b.state.v.setZero();
      b.state.w.setZero();
    }
  }
}

void World::publish() {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const RigidBody& b = bodies_[i];
    states_[i] = {.X_WB = b.X_WB(),
                  .v_WC = b.state.v,
                  .w_WB = b.state.w,
                  .turns = b.turns,
                  .asleep_s = b.asleep_s,
                  .asleep = b.asleep};
  }
}

void World::setStates(std::span<const BodyState> states) {
  for (std::size_t i = 0; i < bodies_.size() && i < states.size(); ++i) {
    RigidBody& b = bodies_[i];
    const BodyState& s = states[i];
    b.state = {.X_WC = s.X_WB * Transform{Quat::Identity(), b.mass.com}, .v = s.v_WC, .w = s.w_WB};
    b.turns = s.turns;
    b.asleep_s = s.asleep_s;
    b.asleep = s.asleep;
    b.slow_s = 0;
    b.energyBank = 0;
    b.velocityAge = 0;
  }
  pairs_.clear();
  pairList_.clear();
  joints_->reset(bodies_);
  // What the step before told is of another moment.
  solves_.assign(bodies_.size(), {});
  boxes_.assign(bodies_.size(), {});
  publish();
}

void World::applyForce(int body, const Vec3& p_W, const Vec3& f_W) {
  RigidBody& b = bodies_[static_cast<std::size_t>(body)];
  if (!b.dynamic() || !f_W.allFinite() || !p_W.allFinite()) return;
  b.force += f_W;
  b.torque += (p_W - b.state.X_WC.p).cross(f_W);
  b.asleep = false;
  b.slow_s = 0;
}

std::vector<Contact> World::contacts() const {
  std::vector<Contact> all;
  for (const ContactPair* pair : pairList_) all.insert(all.end(), pair->contacts.begin(), pair->contacts.end());
  return all;
}

double World::shellEnergy() const {
  double sum = 0;
  for (const ContactPair* pair : pairList_) sum += pair->shellEnergy;
  // A velocity's energy goes with the pose that it belongs to.
  for (const RigidBody& b : bodies_) {
    if (b.dynamic()) sum += b.velocityAge * b.m * def_.gravity.dot(b.state.v);
  }
  return sum + joints_->energy();
}

}  // namespace passung::dynamics
