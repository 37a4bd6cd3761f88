// SPDX-License-Identifier: Apache-2.0
#include "scenes/description/scale.h"

namespace passung::scenes {
namespace {

struct ScaleShape {
  double s;
  MeshCache& meshes;

  void operator()(collision::Sphere& sphere) const { sphere.radius *= s; }
  void operator()(collision::Capsule& capsule) const {
    capsule.radius *= s;
    capsule.halfLength *= s;
  }
  void operator()(collision::Box& box) const { box.half *= s; }
  void operator()(collision::Cylinder& cylinder) const {
    cylinder.radius *= s;
    cylinder.halfLength *= s;
  }
  void operator()(collision::HalfSpace&) const {}
  void operator()(collision::MeshShape& shape) const { shape.mesh = meshes.scaledMesh(shape.mesh, s); }
};

void scaleCamera(Camera& camera, double s) {
  camera.eye *= s;
  camera.target *= s;
}

// Boxes, points and lengths go with s, speeds and accelerations too, forces with s^4, torques with s^5.
void scaleMonitor(Monitor& m, double s) {
  using Type = Monitor::Type;
  const auto scaleAll = [](double factor, auto&... values) {
    const auto one = [factor](std::optional<double>& value) {
      if (value) *value *= factor;
    };
    (one(values), ...);
  };
  m.box.lower *= s;
  m.box.upper *= s;
  m.point *= s;
  // The one value that has no unit.
  if (m.type != Type::kMaxEnergyGain) m.value *= s;
  if (m.type == Type::kAcceleration || m.type == Type::kSpeed) scaleAll(s, m.expected, m.least, m.most);
  if (m.type == Type::kContactForce) scaleAll(s * s * s * s, m.expected, m.least, m.most);
  m.screw.pitch *= s;
  m.screw.torque *= s * s * s * s * s;
  scaleAll(s, m.screw.contactRadius, m.screw.bearingRadius);
  for (Monitor& child : m.children) scaleMonitor(child, s);
}

}  // namespace

void scaleDrive(dynamics::DriveDef& drive, double s) {
  using Kind = dynamics::DriveDef::Kind;
  const double force = s * s * s * s;
  if (drive.point_B) *drive.point_B *= s;
  switch (drive.kind) {
    case Kind::kForce:
      drive.value *= force;
      break;
    case Kind::kTorque:
      drive.value *= force * s;
      break;
    case Kind::kSpin:
      drive.limit *= force * s;
      break;
    case Kind::kSpeed:
      drive.value *= s;
      drive.limit *= force;
      break;
  }
}

void scaleJoint(dynamics::JointDef& joint, double s) {
  const double area = s * s, effort = area * area * (joint.angular() ? s : 1);
  joint.X_AJ.p *= s;
  joint.X_BK.p *= s;
  joint.pitch *= s;
  joint.friction *= effort;
  joint.motor.limit *= effort;
  joint.motor.effort *= effort;
  // Per radian or per metre.
  joint.stiffness *= joint.angular() ? effort : effort / s;
  joint.damping *= joint.angular() ? effort : effort / s;
  if (joint.angular()) return;
  joint.lower *= s;
  joint.upper *= s;
  if (joint.motor.speed) *joint.motor.speed *= s;
  if (joint.rest) *joint.rest *= s;
}

void applyScale(Scene& scene, double s, MeshCache& meshes) {
  scene.scale *= s;
  scene.world.lengthScale *= s;
  scene.world.gravity *= s;
  for (dynamics::BodyDef& body : scene.world.bodies) {
    body.X_WB.p *= s;
    body.v_WC *= s;
    for (collision::Collider& collider : body.colliders) {
      collider.X_BG.p *= s;
      std::visit(ScaleShape{s, meshes}, collider.shape);
    }
    if (body.mass) {
      body.mass->mass *= s * s * s;
      body.mass->com *= s;
      body.mass->inertia *= s * s * s * s * s;
    }
  }
  for (dynamics::DriveDef& drive : scene.world.drives) scaleDrive(drive, s);
  for (dynamics::JointDef& joint : scene.world.joints) scaleJoint(joint, s);
  scaleCamera(scene.camera, s);
  for (auto& [name, camera] : scene.cameras) scaleCamera(camera, s);
  for (Monitor& m : scene.monitors) scaleMonitor(m, s);
}

}  // namespace passung::scenes
