// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/body_points.h"

#include <algorithm>
#include <variant>

namespace passung::app {
namespace {

// Grows `box` by the shape at X_WG.
struct AddShape {
  const Transform& X_WG;
  Aabb& box;

  void operator()(const collision::Sphere& s) const { addBall(X_WG.p, s.radius); }
  void operator()(const collision::Capsule& s) const {
    addBall(X_WG * Vec3(0, 0, s.halfLength), s.radius);
    addBall(X_WG * Vec3(0, 0, -s.halfLength), s.radius);
  }
  void operator()(const collision::HalfSpace&) const {}
  void operator()(const collision::MeshShape& s) const {
    if (s.mesh != nullptr) addMesh(*s.mesh);
  }
  void operator()(const collision::Box& s) const { addMesh(*collision::tessellate(s)); }
  void operator()(const collision::Cylinder& s) const { addMesh(*collision::tessellate(s)); }

  void addBall(const Vec3& p, double radius) const {
    box.add(p - Vec3::Constant(radius));
    box.add(p + Vec3::Constant(radius));
  }
  void addMesh(const TriangleMesh& mesh) const {
    const Mat3 R_WG = X_WG.R();
    for (const Vec3& p_G : mesh.vertices()) box.add(X_WG.p + R_WG * p_G);
  }
};

}  // namespace

Aabb exactBounds(const dynamics::BodyDef& body, const Transform& X_WB) {
  Aabb box;
  for (const collision::Collider& collider : body.colliders) {
    const Transform X_WG = X_WB * collider.X_BG;
    std::visit(AddShape{X_WG, box}, collider.shape);
  }
  return box;
}

double largestMotion(const Aabb& box_B, const Transform& X_WB0, const Transform& X_WB1) {
  if (box_B.empty()) return 0;
  double largest = 0;
  for (int k = 0; k < 8; ++k) {
    const Vec3 p_B = corner(box_B, k);
    largest = std::max(largest, (X_WB1 * p_B - X_WB0 * p_B).norm());
  }
  return largest;
}

}  // namespace passung::app
