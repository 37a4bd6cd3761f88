// SPDX-License-Identifier: Apache-2.0
#include "dynamics/bullet/bullet_engine.h"

#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/hash.h"
#include "dynamics/bullet/principal_frame.h"

namespace passung::dynamics {
namespace {

constexpr int kSolverIterations = 50;

// The median of `values`, or `fallback` when there is none.
double median(std::vector<double> values, double fallback) {
  if (values.empty()) return fallback;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Size and mass of the typical moving body become 1.
BulletUnits comfortableUnits(const WorldDef& def, const std::vector<MassProperties>& masses) {
  std::vector<double> sizes, kilograms;
  for (std::size_t i = 0; i < def.bodies.size(); ++i) {
    if (def.bodies[i].motion != Motion::kDynamic) continue;
    sizes.push_back(localBounds(def.bodies[i]).size());
    kilograms.push_back(masses[i].mass);
  }
  const double size = median(sizes, 1), mass = median(kilograms, 1);
  return {size > 0 ? 1 / size : 1, mass > 0 ? 1 / mass : 1};
}

// Bullet multiplies the two restitutions; ours is the larger one. (Its product rule for friction gives sqrt(a b) when
// each body carries the root.)
btScalar largerRestitution(const btCollisionObject* a, const btCollisionObject* b) {
  return btMax(a->getRestitution(), b->getRestitution());
}

bool finite(const btVector3& v) { return std::isfinite(v.x()) && std::isfinite(v.y()) && std::isfinite(v.z()); }

bool finite(const btRigidBody& body) {
  const btTransform& X = body.getWorldTransform();
  return finite(X.getOrigin()) && finite(X.getBasis()[0]) && finite(X.getBasis()[1]) && finite(X.getBasis()[2]) &&
         finite(body.getLinearVelocity()) && finite(body.getAngularVelocity());
}

}  // namespace

BulletEngine::BulletEngine(const WorldDef& def, bool convex) : def_(def), convex_(convex) {
  if (!def_.joints.empty()) {
    const JointDef& joint = def_.joints.front();
    throw InputError("", "joint '" + joint.name + "'",
                     std::string("the Bullet engines do not take a ") + jointKindName(joint.kind) + " joint",
                     "the engine native takes every joint");
  }
  for (const BodyDef& body : def_.bodies) masses_.push_back(massProperties(body));
  drives_ = std::make_unique<DriveSet>(def_, masses_);
  units_ = comfortableUnits(def_, masses_);

  configuration_ = std::make_unique<btDefaultCollisionConfiguration>();
  dispatcher_ = std::make_unique<btCollisionDispatcher>(configuration_.get());
  btGImpactCollisionAlgorithm::registerAlgorithm(dispatcher_.get());
  broadphase_ = std::make_unique<btDbvtBroadphase>();
  solver_ = std::make_unique<btSequentialImpulseConstraintSolver>();
  world_ = std::make_unique<TimedWorld>(dispatcher_.get(), broadphase_.get(), solver_.get(), configuration_.get());
  world_->setGravity(units_.in(def_.gravity));
  gCalculateCombinedRestitutionCallback = largerRestitution;
  configureSolver();

  shapes_ = std::make_unique<BulletShapes>(units_, convex_);
  for (int i = 0; i < static_cast<int>(def_.bodies.size()); ++i) {
    const BodyDef& body = def_.bodies[static_cast<std::size_t>(i)];
    BodyState state;
    state.X_WB = body.X_WB;
    if (body.motion != Motion::kFixed) {
      state.v_WC = body.v_WC;
      state.w_WB = body.w_WB;
    }
    states_.push_back(state);
    addBody(i, *shapes_);
  }
}

BulletEngine::~BulletEngine() {
  for (Body& body : bodies_) {
    for (auto& object : body.objects) world_->removeRigidBody(object.get());
  }
}

void BulletEngine::configureSolver() {
  btContactSolverInfo& info = world_->getSolverInfo();
  const double g = units_.length * def_.gravity.norm();
  info.m_numIterations = kSolverIterations;
  info.m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
  info.m_restitutionVelocityThreshold = def_.solver.restitutionSpeed * g * def_.dt;
  // Every penetration is resolved by split impulses, which add no kinetic energy.
  info.m_splitImpulse = 1;
  info.m_splitImpulsePenetrationThreshold = 0;
  world_->getDispatchInfo().m_allowedCcdPenetration = 1e-3;
}

void BulletEngine::addBody(int index, BulletShapes& shapes) {
  const BodyDef& def = def_.bodies[static_cast<std::size_t>(index)];
  const MassProperties& mass = masses_[static_cast<std::size_t>(index)];
  bodies_.emplace_back();
  Body& body = bodies_.back();

  const bool moves = def.motion == Motion::kDynamic;
  btVector3 inertia(0, 0, 0);
  if (moves) {
    const PrincipalFrame frame = principalFrame(mass, def);
    body.X_BP = frame.X_BP;
    inertia = plain(Vec3(units_.mass * units_.length * units_.length * frame.inertia));
  } else {
    body.X_BP.p = mass.mass > 0 ? mass.com : Vec3::Zero();
  }
  body.parts = shapes.partsOf(def, body.X_BP.inverse());

  if (!moves) {
    for (BulletPart& part : body.parts) addObject(index, *part.shape, part.X_PS, inertia);
  } else if (body.parts.size() == 1 && body.parts.front().X_PS == btTransform::getIdentity()) {
    addObject(index, *body.parts.front().shape, btTransform::getIdentity(), inertia);
  } else {
    body.compound = std::make_unique<btCompoundShape>(true, static_cast<int>(body.parts.size()));
    for (BulletPart& part : body.parts) body.compound->addChildShape(part.X_PS, part.shape.get());
    addObject(index, *body.compound, btTransform::getIdentity(), inertia);
  }
  place(index, states_[static_cast<std::size_t>(index)]);
}

void BulletEngine::addObject(int index, btCollisionShape& shape, const btTransform& X_PS, const btVector3& inertia) {
  const BodyDef& def = def_.bodies[static_cast<std::size_t>(index)];
  Body& body = bodies_[static_cast<std::size_t>(index)];
  const bool moves = def.motion == Motion::kDynamic;
  const btScalar mass = moves ? units_.mass * masses_[static_cast<std::size_t>(index)].mass : 0;
  btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
  info.m_startWorldTransform = units_.in(def.X_WB * body.X_BP) * X_PS;
  info.m_friction = std::sqrt(def.material.friction);
  info.m_restitution = def.material.restitution;
  auto object = std::make_unique<btRigidBody>(info);
  object->setUserIndex(index);
  object->setUserIndex2(static_cast<int>(body.objects.size()));
  if (def.motion == Motion::kKinematic) {
    object->setCollisionFlags(object->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
  }
  if (def.motion == Motion::kKinematic || !def_.solver.sleeping) object->setActivationState(DISABLE_DEACTIVATION);
  if (moves) {
    // Bullet's sleep thresholds, 0.8 m/s and 1 rad/s, suit a body of size 1 under plain gravity; speeds go with sqrt(g
    // L).
    const double L = units_.length * localBounds(def).size();
    const double g = units_.length * def_.gravity.norm();
    if (L > 0 && g > 0) object->setSleepingThresholds(0.8 * std::sqrt(g / 9.81 * L), std::sqrt(g / 9.81 / L));
    // Continuous detection for whatever moves more than half its thickness in a step.
    const double thickness = units_.length * localBounds(def).extent().minCoeff();
    if (std::isfinite(thickness) && thickness > 0) {
      object->setCcdMotionThreshold(0.5 * thickness);
      object->setCcdSweptSphereRadius(0.2 * thickness);
    }
  }
  world_->addRigidBody(object.get());
  body.objects.push_back(std::move(object));
}

void BulletEngine::place(int index, const BodyState& state) {
  Body& body = bodies_[static_cast<std::size_t>(index)];
  const Motion motion = def_.bodies[static_cast<std::size_t>(index)].motion;
  for (std::size_t k = 0; k < body.objects.size(); ++k) {
    btRigidBody& object = *body.objects[k];
    btTransform X_WP = units_.in(state.X_WB * body.X_BP);
    if (motion != Motion::kDynamic) X_WP = X_WP * body.parts[k].X_PS;
    object.setWorldTransform(X_WP);
    object.setInterpolationWorldTransform(X_WP);
    if (motion == Motion::kDynamic) {
      object.setLinearVelocity(units_.in(state.v_WC));
      object.setAngularVelocity(plain(state.w_WB));
      object.setInterpolationLinearVelocity(object.getLinearVelocity());
      object.setInterpolationAngularVelocity(object.getAngularVelocity());
      object.updateInertiaTensor();
      object.clearForces();
      if (!state.asleep) object.activate(true);
    }
  }
}

void BulletEngine::setStates(std::span<const BodyState> states) {
  std::copy(states.begin(), states.end(), states_.begin());
  btOverlappingPairCache* pairs = broadphase_->getOverlappingPairCache();
  for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
    place(i, states_[static_cast<std::size_t>(i)]);
    for (auto& object : bodies_[static_cast<std::size_t>(i)].objects) {
      pairs->cleanProxyFromPairs(object->getBroadphaseHandle(), dispatcher_.get());
    }
  }
  world_->updateAabbs();
  solver_->reset();
  forces_.clear();
}

void BulletEngine::applyForce(int body, const Vec3& p_W, const Vec3& f_W) { forces_.push_back({body, p_W, f_W}); }

void BulletEngine::setDrives(const std::vector<DriveDef>& drives) {
  const std::vector<int> driven = drives_->set(drives);
  def_.drives = drives;
  for (const int body : driven) bodies_[static_cast<std::size_t>(body)].objects.front()->activate(true);
}

void BulletEngine::applyPendingForces() {
  for (const PendingForce& force : forces_) {
    if (def_.bodies[static_cast<std::size_t>(force.body)].motion != Motion::kDynamic) continue;
    btRigidBody& object = *bodies_[static_cast<std::size_t>(force.body)].objects.front();
    object.activate(true);
    object.applyForce(units_.inForce(force.f_W), units_.in(force.p_W) - object.getWorldTransform().getOrigin());
  }
  forces_.clear();
}

// Motors give the bounded load that would bring the free body to its target in this step.
void BulletEngine::applyDrives() {
  const auto object = [&](int body) -> btRigidBody& {
    return *bodies_[static_cast<std::size_t>(body)].objects.front();
  };
  for (int body : drives_->begin(static_cast<double>(stepCount_) * def_.dt, states_, true)) object(body).activate(true);
  for (const DriveLoad& load : drives_->loads()) {
    object(load.body).applyCentralForce(units_.inForce(load.f_W));
    object(load.body).applyTorque(units_.length * units_.inForce(load.t_W));
  }
}

// Bullet derives a kinematic body's velocity from the pose it finds at the start of a step, so the end pose goes in.
void BulletEngine::moveKinematicBodies() {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (def_.bodies[i].motion != Motion::kKinematic) continue;
    BodyState& state = states_[i];
    const Vec3 phi_W = def_.dt * state.w_WB;
    const Transform X_WP = state.X_WB * bodies_[i].X_BP;
    const Transform moved{(rotationFromVector(phi_W) * X_WP.q).normalized(), X_WP.p + def_.dt * state.v_WC};
    state.turns += (state.X_WB.q.conjugate() * phi_W) / (2 * kPi);
    state.X_WB = moved * bodies_[i].X_BP.inverse();
    for (std::size_t k = 0; k < bodies_[i].objects.size(); ++k) {
      bodies_[i].objects[k]->setWorldTransform(units_.in(moved)*bodies_[i].parts[k].X_PS);
    }
  }
}

StepReport BulletEngine::step() {
  applyPendingForces();
  applyDrives();
  moveKinematicBodies();
  world_->stepSimulation(def_.dt, 0);
  ++stepCount_;

  StepReport report;
  report.stage_ms = world_->takeTimes();
  report.pairs = broadphase_->getOverlappingPairCache()->getNumOverlappingPairs();
  report.iterations = kSolverIterations;
  readBack(report);
  report.driveWork = drives_->end(states_);
  for (int m = 0; m < dispatcher_->getNumManifolds(); ++m) {
    const btPersistentManifold& manifold = *dispatcher_->getManifoldByIndexInternal(m);
    report.candidates += manifold.getNumContacts();
    for (int k = 0; k < manifold.getNumContacts(); ++k) {
      if (manifold.getContactPoint(k).getAppliedImpulse() > 0) ++report.contacts;
    }
  }
  return report;
}

void BulletEngine::readBack(StepReport& report) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (def_.bodies[i].motion != Motion::kDynamic) continue;
    if (bodies_[i].objects.empty()) continue;
    btRigidBody& object = *bodies_[i].objects.front();
    BodyState& state = states_[i];

    // Bullet switches a body off that left the range of its boxes; to the user it is as lost as one with a NaN.
    if (!finite(object) || object.getActivationState() == DISABLE_SIMULATION) {
      state.v_WC.setZero();
      state.w_WB.setZero();
      place(static_cast<int>(i), state);
      ++report.held;
      continue;
    }
    const Transform X_WB = units_.out(object.getWorldTransform()) * bodies_[i].X_BP.inverse();
    state.turns += vectorFromRotation(state.X_WB.q.conjugate() * X_WB.q) / (2 * kPi);
    state.X_WB = X_WB;
    state.v_WC = units_.out(object.getLinearVelocity());
    state.w_WB = plain(object.getAngularVelocity());
    state.asleep = object.getActivationState() == ISLAND_SLEEPING;
    if (state.asleep) state.asleep_s += def_.dt;
  }
}

// The collider of ours behind a child index of Bullet's.
int BulletEngine::colliderOf(const btCollisionObject& object, int shapeIndex) const {
  const Body& body = bodies_[static_cast<std::size_t>(object.getUserIndex())];
  std::size_t part = static_cast<std::size_t>(object.getUserIndex2());
  if (body.compound) part = static_cast<std::size_t>(std::max(shapeIndex, 0));
  return part < body.parts.size() ? body.parts[part].collider : 0;
}

std::vector<Contact> BulletEngine::contacts() const {
  std::vector<Contact> found;
  for (int m = 0; m < dispatcher_->getNumManifolds(); ++m) {
    const btPersistentManifold& manifold = *dispatcher_->getManifoldByIndexInternal(m);
    const btCollisionObject& object0 = *manifold.getBody0();
    const btCollisionObject& object1 = *manifold.getBody1();
    const bool swapped = object0.getUserIndex() > object1.getUserIndex();
    for (int k = 0; k < manifold.getNumContacts(); ++k) {
      const btManifoldPoint& point = manifold.getContactPoint(k);
      // Bullet's normal points from its second body to its first, and its impulses act on the first.
      const btVector3 impulse0 = point.m_appliedImpulse * point.m_normalWorldOnB +
                                 point.m_appliedImpulseLateral1 * point.m_lateralFrictionDir1 +
                                 point.m_appliedImpulseLateral2 * point.m_lateralFrictionDir2;
      const Vec3 f_0 = units_.outForce(impulse0) / def_.dt;
      const Vec3 n_10 = plain(point.m_normalWorldOnB);
      Contact contact;
      contact.bodyA = swapped ? object1.getUserIndex() : object0.getUserIndex();
      contact.bodyB = swapped ? object0.getUserIndex() : object1.getUserIndex();
      const int collider0 = colliderOf(object0, point.m_index0), collider1 = colliderOf(object1, point.m_index1);
      contact.colliderA = swapped ? collider1 : collider0;
      contact.colliderB = swapped ? collider0 : collider1;
      contact.p_W = units_.out(0.5 * (point.getPositionWorldOnA() + point.getPositionWorldOnB()));
      contact.n_W = swapped ? n_10 : Vec3(-n_10);
      contact.f_W = swapped ? f_0 : Vec3(-f_0);
      contact.gap = point.getDistance() / units_.length;
      const int ids[4] = {point.m_partId0, point.m_index0, point.m_partId1, point.m_index1};
      contact.feature = hashBytes(ids, sizeof ids);
      contact.age = point.getLifeTime();
      if (contact.f_W.allFinite() && contact.p_W.allFinite()) found.push_back(contact);
    }
  }
  return found;
}

std::vector<Aabb> BulletEngine::broadphaseBoxes() const {
  std::vector<Aabb> boxes;
  for (const Body& body : bodies_) {
    for (const auto& object : body.objects) {
      const btBroadphaseProxy* proxy = object->getBroadphaseHandle();
      const Aabb box{units_.out(proxy->m_aabbMin), units_.out(proxy->m_aabbMax)};
      if (box.extent().allFinite() && box.size() < 1e15 / units_.length) boxes.push_back(box);
    }
  }
  return boxes;
}

std::unique_ptr<Engine> makeBulletEngine(const WorldDef& def, bool convex) {
  return std::make_unique<BulletEngine>(def, convex);
}

}  // namespace passung::dynamics
