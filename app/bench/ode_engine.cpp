// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/ode_engine.h"

#ifdef PASSUNG_HAVE_ODE
#include <ode/ode.h>

#include <array>
#include <cmath>
#include <variant>
#endif

namespace passung::app {

#ifndef PASSUNG_HAVE_ODE

std::unique_ptr<dynamics::Engine> makeOdeEngine(const dynamics::WorldDef&) { return nullptr; }

#else

namespace {

using dynamics::BodyState;

constexpr int kMostContacts = 64;  // of one pair of geometries

void toOde(const Mat3& R, dMatrix3 out) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out[4 * i + j] = R(i, j);
    out[4 * i + 3] = 0;
  }
}
void toOde(const Quat& q, dQuaternion out) {
  out[0] = q.w();
  out[1] = q.x();
  out[2] = q.y();
  out[3] = q.z();
}
Vec3 vec(const dReal* v) { return {v[0], v[1], v[2]}; }

// Vertices and triangles as ODE wants them; it keeps pointers to them.
struct MeshArrays {
  std::vector<double> vertices;
  std::vector<dTriIndex> indices;
  dTriMeshDataID data = nullptr;
};

class OdeEngine final : public dynamics::Engine {
 public:
  explicit OdeEngine(const dynamics::WorldDef& def) : def_(def) {
    dInitODE2(0);
    world_ = dWorldCreate();
    space_ = dHashSpaceCreate(nullptr);
    group_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, def.gravity.x(), def.gravity.y(), def.gravity.z());
    for (std::size_t i = 0; i < def.bodies.size(); ++i) addBody(i);
    publish(0);
  }
  ~OdeEngine() override {
    dJointGroupDestroy(group_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
    for (const auto& mesh : meshes_) dGeomTriMeshDataDestroy(mesh->data);
    dCloseODE();
  }
  OdeEngine(const OdeEngine&) = delete;
  OdeEngine& operator=(const OdeEngine&) = delete;

  [[nodiscard]] std::string name() const override { return "ode"; }
  [[nodiscard]] std::string solver() const override { return "quick step"; }
  [[nodiscard]] const dynamics::WorldDef& def() const override { return def_; }
  [[nodiscard]] const MassProperties& mass(int body) const override {
    return masses_.at(static_cast<std::size_t>(body));
  }

  dynamics::StepReport step() override {
    contacts_.clear();
    dSpaceCollide(space_, this, [](void* self, dGeomID a, dGeomID b) { static_cast<OdeEngine*>(self)->collide(a, b); });
    dWorldQuickStep(world_, def_.dt);
    dJointGroupEmpty(group_);
    ++steps_;
    publish(def_.dt);
    dynamics::StepReport report;
    report.contacts = static_cast<int>(contacts_.size());
    return report;
  }
  [[nodiscard]] std::int64_t stepCount() const override { return steps_; }
  [[nodiscard]] std::span<const BodyState> states() const override { return states_; }
  void setStates(std::span<const BodyState> states) override {
    for (std::size_t i = 0; i < states.size(); ++i) {
      states_[i] = states[i];
      if (bodies_[i] != nullptr) place(i, states[i]);
    }
  }
  void applyForce(int body, const Vec3& p_W, const Vec3& f_W) override {
    const dBodyID b = bodies_.at(static_cast<std::size_t>(body));
    if (b != nullptr) dBodyAddForceAtPos(b, f_W.x(), f_W.y(), f_W.z(), p_W.x(), p_W.y(), p_W.z());
  }
  [[nodiscard]] std::vector<dynamics::Contact> contacts() const override { return contacts_; }

 private:
  void addBody(std::size_t i) {
    const dynamics::BodyDef& def = def_.bodies[i];
    masses_.push_back(def.colliders.empty() && !def.mass ? MassProperties{} : dynamics::massProperties(def));
    bodies_.push_back(nullptr);
    states_.push_back({.X_WB = def.X_WB, .v_WC = def.v_WC, .w_WB = def.w_WB});
    const MassProperties& m = masses_.back();
    if (def.motion != dynamics::Motion::kFixed) {
      const dBodyID body = bodies_.back() = dBodyCreate(world_);
      if (def.motion == dynamics::Motion::kKinematic) {
        dBodySetKinematic(body);
      } else {
        dMass mass;
        const Mat3& I = m.inertia;
        dMassSetParameters(&mass, m.mass, 0, 0, 0, I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
        dBodySetMass(body, &mass);
      }
      place(i, states_.back());
    }
    for (const collision::Collider& collider : def.colliders) addGeom(i, collider);
  }

  void place(std::size_t i, const BodyState& state) {
    const dBodyID body = bodies_[i];
    const Vec3 c = state.X_WB * masses_[i].com;
    dQuaternion q;
    toOde(state.X_WB.q, q);
    dBodySetPosition(body, c.x(), c.y(), c.z());
    dBodySetQuaternion(body, q);
    dBodySetLinearVel(body, state.v_WC.x(), state.v_WC.y(), state.v_WC.z());
    dBodySetAngularVel(body, state.w_WB.x(), state.w_WB.y(), state.w_WB.z());
  }

  dGeomID makeGeom(const collision::Shape& shape, const Transform& X_WG) {
    if (const auto* s = std::get_if<collision::Sphere>(&shape)) return dCreateSphere(space_, s->radius);
    if (const auto* c = std::get_if<collision::Capsule>(&shape))
      return dCreateCapsule(space_, c->radius, 2 * c->halfLength);
    if (const auto* b = std::get_if<collision::Box>(&shape)) {
      return dCreateBox(space_, 2 * b->half.x(), 2 * b->half.y(), 2 * b->half.z());
    }
    if (const auto* c = std::get_if<collision::Cylinder>(&shape)) {
      return dCreateCylinder(space_, c->radius, 2 * c->halfLength);
    }
    if (std::holds_alternative<collision::HalfSpace>(shape)) {
      const Vec3 n = X_WG.q * Vec3::UnitZ();
      return dCreatePlane(space_, n.x(), n.y(), n.z(), n.dot(X_WG.p));
    }
    const TriangleMesh& mesh = *std::get<collision::MeshShape>(shape).mesh;
    auto arrays = std::make_unique<MeshArrays>();
    for (const Vec3& p : mesh.vertices()) arrays->vertices.insert(arrays->vertices.end(), {p.x(), p.y(), p.z()});
    for (const Triangle& t : mesh.triangles()) {
      for (const int k : t) arrays->indices.push_back(static_cast<dTriIndex>(k));
    }
    arrays->data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(arrays->data, arrays->vertices.data(), 3 * sizeof(double),
                                static_cast<int>(mesh.vertices().size()), arrays->indices.data(),
                                static_cast<int>(arrays->indices.size()), 3 * sizeof(dTriIndex));
    dGeomTriMeshDataPreprocess2(arrays->data, 1U << dTRIDATAPREPROCESS_BUILD_FACE_ANGLES, nullptr);
    const dGeomID geom = dCreateTriMesh(space_, arrays->data, nullptr, nullptr, nullptr);
    meshes_.push_back(std::move(arrays));
    return geom;
  }

  void addGeom(std::size_t i, const collision::Collider& collider) {
    const Transform X_WG = def_.bodies[i].X_WB * collider.X_BG;
    const dGeomID geom = makeGeom(collider.shape, X_WG);
    geoms_.push_back({geom, static_cast<int>(i)});
    dGeomSetData(geom, reinterpret_cast<void*>(static_cast<std::intptr_t>(i)));
    if (std::holds_alternative<collision::HalfSpace>(collider.shape)) return;  // a plane has no place
    dMatrix3 R;
    if (bodies_[i] != nullptr) {
      dGeomSetBody(geom, bodies_[i]);
      const Vec3 p = collider.X_BG.p - masses_[i].com;
      toOde(collider.X_BG.R(), R);
      dGeomSetOffsetPosition(geom, p.x(), p.y(), p.z());
      dGeomSetOffsetRotation(geom, R);
    } else {
      toOde(X_WG.R(), R);
      dGeomSetPosition(geom, X_WG.p.x(), X_WG.p.y(), X_WG.p.z());
      dGeomSetRotation(geom, R);
    }
  }

  static int bodyOf(dGeomID geom) { return static_cast<int>(reinterpret_cast<std::intptr_t>(dGeomGetData(geom))); }

  void collide(dGeomID a, dGeomID b) {
    const int bodyA = bodyOf(a);
    const int bodyB = bodyOf(b);
    const dBodyID ode1 = bodies_[static_cast<std::size_t>(bodyA)];
    const dBodyID ode2 = bodies_[static_cast<std::size_t>(bodyB)];
    if (bodyA == bodyB || (ode1 == nullptr && ode2 == nullptr)) return;
    std::array<dContact, kMostContacts> found{};
    const int count = dCollide(a, b, kMostContacts, &found[0].geom, sizeof(dContact));
    const double mu = std::sqrt(def_.bodies[static_cast<std::size_t>(bodyA)].material.friction *
                                def_.bodies[static_cast<std::size_t>(bodyB)].material.friction);
    for (int k = 0; k < count; ++k) {
      dContact& contact = found[static_cast<std::size_t>(k)];
      contact.surface.mode = dContactApprox1;
      contact.surface.mu = mu;
      dJointAttach(dJointCreateContact(world_, group_, &contact), ode1, ode2);
      // ODE's normal points from the second to the first.
      const Vec3 n = vec(contact.geom.normal);
      dynamics::Contact seen;
      seen.bodyA = std::min(bodyA, bodyB);
      seen.bodyB = std::max(bodyA, bodyB);
      seen.p_W = vec(contact.geom.pos);
      seen.n_W = bodyA < bodyB ? Vec3(-n) : n;
      seen.gap = -contact.geom.depth;
      contacts_.push_back(seen);
    }
  }

  // The states after a step of `h` [s]; ODE compares meshes with their pose of one step ago.
  void publish(double h) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (bodies_[i] == nullptr) continue;
      BodyState& state = states_[i];
      const dReal* q = dBodyGetQuaternion(bodies_[i]);
      state.X_WB.q = Quat(q[0], q[1], q[2], q[3]).normalized();
      state.X_WB.p = vec(dBodyGetPosition(bodies_[i])) - state.X_WB.q * masses_[i].com;
      state.v_WC = vec(dBodyGetLinearVel(bodies_[i]));
      state.w_WB = vec(dBodyGetAngularVel(bodies_[i]));
      state.turns += h / (2 * kPi) * (state.X_WB.q.conjugate() * state.w_WB);
    }
    for (const auto& [geom, body] : geoms_) {
      if (dGeomGetClass(geom) != dTriMeshClass || bodies_[static_cast<std::size_t>(body)] == nullptr) continue;
      const dReal* p = dGeomGetPosition(geom);
      const dReal* R = dGeomGetRotation(geom);
      const dMatrix4 last = {R[0], R[4], R[8], 0, R[1], R[5], R[9], 0, R[2], R[6], R[10], 0, p[0], p[1], p[2], 1};
      dGeomTriMeshSetLastTransform(geom, last);
    }
  }

  dynamics::WorldDef def_;
  dWorldID world_ = nullptr;
  dSpaceID space_ = nullptr;
  dJointGroupID group_ = nullptr;
  std::vector<MassProperties> masses_;
  std::vector<dBodyID> bodies_;  // null: fixed
  std::vector<std::pair<dGeomID, int> > geoms_;
  std::vector<std::unique_ptr<MeshArrays> > meshes_;
  std::vector<BodyState> states_;
  std::vector<dynamics::Contact> contacts_;
  std::int64_t steps_ = 0;
};

}  // namespace

std::unique_ptr<dynamics::Engine> makeOdeEngine(const dynamics::WorldDef& def) {
  return std::make_unique<OdeEngine>(def);
}

#endif

}  // namespace passung::app
