// SPDX-License-Identifier: Apache-2.0
// The colliders of a body as Bullet shapes.
#pragma once

#include <btBulletCollisionCommon.h>

#include <memory>
#include <vector>

#include "dynamics/bullet/units.h"
#include "dynamics/world_def.h"

namespace passung::dynamics {

// One Bullet shape at a place on a body. P is the principal frame of the body: Bullet wants its origin in the centre of
// mass and its axes along the principal axes of inertia.
struct BulletPart {
  std::unique_ptr<btCollisionShape> shape;
  btTransform X_PS = btTransform::getIdentity();
  int collider = 0;  // index in BodyDef::colliders
};

// Shapes and the vertex arrays some of them refer to. Keep the store alive as long as the shapes.
class BulletShapes {
 public:
  BulletShapes(const BulletUnits& units, bool convex) : units_(units), convex_(convex) {}

  // The parts of a body; `X_PB` takes the body frame into its principal frame.
  [[nodiscard]] std::vector<BulletPart> partsOf(const BodyDef& body, const Transform& X_PB);

 private:
  struct MeshArrays {
    std::vector<btScalar> vertices;
    std::vector<int> indices;
    std::unique_ptr<btTriangleIndexVertexArray> array;
  };

  void addMesh(const TriangleMesh& mesh, const Transform& X_PG, int collider, std::vector<BulletPart>& parts);
  void addConvexPieces(const std::shared_ptr<const TriangleMesh>& mesh, const Transform& X_PG, int collider,
                       std::vector<BulletPart>& parts);

  BulletUnits units_;
  bool convex_;
  std::vector<std::unique_ptr<MeshArrays>> arrays_;
};

}  // namespace passung::dynamics
