// SPDX-License-Identifier: Apache-2.0
#include "dynamics/bullet/shapes.h"

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <LinearMath/btConvexHullComputer.h>

#include <algorithm>

#include "dynamics/bullet/convex_decomposition.h"

namespace passung::dynamics {
namespace {

// Collision margins as a share of the collider's bounding box diagonal. Bullet's own default is 0.04 m whatever the
// size; a fit of 0.25 mm needs far less. Hulls are shrunk by the margin, so that the outside stays where it is.
constexpr double kConvexMargin = 1e-3;
constexpr double kMeshMargin = 1e-3;

template <class ShapeType, class... Arguments>
BulletPart primitive(const btTransform& X_PS, int collider, double margin, Arguments&&... arguments) {
  auto shape = std::make_unique<ShapeType>(std::forward<Arguments>(arguments)...);
  if (margin > 0) shape->setMargin(margin);
  return {std::move(shape), X_PS, collider};
}

}  // namespace

std::vector<BulletPart> BulletShapes::partsOf(const BodyDef& body, const Transform& X_PB) {
  const double k = units_.length;
  std::vector<BulletPart> parts;
  for (int c = 0; c < static_cast<int>(body.colliders.size()); ++c) {
    const auto& collider = body.colliders[static_cast<std::size_t>(c)];
    const Transform X_PG = X_PB * collider.X_BG;
    const btTransform X_PS = units_.in(X_PG);
    if (const auto* sphere = std::get_if<collision::Sphere>(&collider.shape)) {
      parts.push_back(primitive<btSphereShape>(X_PS, c, 0.0, k * sphere->radius));
    } else if (const auto* capsule = std::get_if<collision::Capsule>(&collider.shape)) {
      parts.push_back(primitive<btCapsuleShapeZ>(X_PS, c, 0.0, k * capsule->radius, 2 * k * capsule->halfLength));
    } else if (const auto* box = std::get_if<collision::Box>(&collider.shape)) {
      parts.push_back(primitive<btBoxShape>(X_PS, c, kConvexMargin * 2 * k * box->half.norm(), units_.in(box->half)));
    } else if (const auto* cylinder = std::get_if<collision::Cylinder>(&collider.shape)) {
      const btVector3 half(k * cylinder->radius, k * cylinder->radius, k * cylinder->halfLength);
      parts.push_back(primitive<btCylinderShapeZ>(X_PS, c, kConvexMargin * 2 * half.length(), half));
    } else if (std::holds_alternative<collision::HalfSpace>(collider.shape)) {
      // GImpact knows planes only as the whole shape of an object, so the place goes into the plane itself.
      const btVector3 normal = plain(Vec3(X_PG.q * Vec3::UnitZ()));
      parts.push_back(
          {std::make_unique<btStaticPlaneShape>(normal, normal.dot(X_PS.getOrigin())), btTransform::getIdentity(), c});
    } else if (const auto* mesh = std::get_if<collision::MeshShape>(&collider.shape)) {
      if (convex_) {
        addConvexPieces(mesh->mesh, X_PG, c, parts);
      } else {
        addMesh(*mesh->mesh, X_PG, c, parts);
      }
    }
  }
  return parts;
}

// The exact triangles, their vertices put straight into P. Fixed meshes are GImpact too: Bullet's bounding volume
// hierarchy, its usual form for them, let a GImpact screw sink through the wall; see docs/decisions.
void BulletShapes::addMesh(const TriangleMesh& mesh, const Transform& X_PG, int collider,
                           std::vector<BulletPart>& parts) {
  auto store = std::make_unique<MeshArrays>();
  for (const Vec3& p_G : mesh.vertices()) {
    const btVector3 p = units_.in(X_PG * p_G);
    store->vertices.insert(store->vertices.end(), {p.x(), p.y(), p.z()});
  }
  for (const Triangle& t : mesh.triangles()) store->indices.insert(store->indices.end(), t.begin(), t.end());
  store->array = std::make_unique<btTriangleIndexVertexArray>(
      static_cast<int>(mesh.triangles().size()), store->indices.data(), static_cast<int>(3 * sizeof(int)),
      static_cast<int>(mesh.vertices().size()), store->vertices.data(), static_cast<int>(3 * sizeof(btScalar)));
  const double margin = kMeshMargin * units_.length * mesh.bounds().size();
  auto shape = std::make_unique<btGImpactMeshShape>(store->array.get());
  shape->setMargin(margin);
  shape->updateBound();
  parts.push_back({std::move(shape), btTransform::getIdentity(), collider});
  arrays_.push_back(std::move(store));
}

void BulletShapes::addConvexPieces(const std::shared_ptr<const TriangleMesh>& mesh, const Transform& X_PG, int collider,
                                   std::vector<BulletPart>& parts) {
  const double margin = kConvexMargin * units_.length * mesh->bounds().size();
  const auto pieces = convexPieces(mesh);
  for (const ConvexPiece& piece : *pieces) {
    std::vector<btScalar> corners;
    for (const Vec3& p_G : piece) {
      const btVector3 p = units_.in(X_PG * p_G);
      corners.insert(corners.end(), {p.x(), p.y(), p.z()});
    }
    const int count = static_cast<int>(piece.size());
    const int stride = static_cast<int>(3 * sizeof(btScalar));
    btConvexHullComputer hull;
    // At most a third of the way to the middle, so that thin pieces keep a body.
    const btScalar shrunk = hull.compute(corners.data(), stride, count, margin, btScalar(1) / 3);
    auto shape = std::make_unique<btConvexHullShape>();
    if (shrunk > 0 && hull.vertices.size() >= 4) {
      for (int i = 0; i < hull.vertices.size(); ++i) shape->addPoint(hull.vertices[i], false);
      shape->setMargin(shrunk);
    } else {
      // A flat piece cannot shrink; it stands out by a small margin.
      for (int i = 0; i < count; ++i) {
        const btScalar* p = &corners[static_cast<std::size_t>(3 * i)];
        shape->addPoint(btVector3(p[0], p[1], p[2]), false);
      }
      shape->setMargin(0.1 * margin);
    }
    shape->recalcLocalAabb();
    parts.push_back({std::move(shape), btTransform::getIdentity(), collider});
  }
}

}  // namespace passung::dynamics
