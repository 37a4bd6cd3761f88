// SPDX-License-Identifier: Apache-2.0
// How deep bodies lie in each other, measured independently of any solver: the judge of every engine.
//
// Mesh against mesh as in mesh_depth.h; boxes and cylinders count as their facets. Spheres, capsules and half-spaces
// are exact: their depth is how much a centre, axis or plane is too near, radius less signed distance.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "collision/queries/surface_depth.h"
#include "collision/shapes/shape.h"

namespace passung::collision {

struct Penetration {
  double depth = 0;            // [m]; 0 when nothing overlaps
  Vec3 p_W = Vec3::Zero();     // the deepest point
  int bodyA = -1, bodyB = -1;  // bodyA < bodyB in maxPenetration
  int colliderA = -1, colliderB = -1;
  int triangleA = -1, triangleB = -1;  // of the colliders' meshes or facets; -1 for a sphere, capsule, half-space
  bool intersecting = false;           // the surfaces meet (touching counts) or one part lies inside the other
};

class PenetrationOracle {
 public:
  // The colliders of each body. Hierarchies are built here, one for each distinct mesh. Throws InputError for a mesh
  // shape without a mesh.
  explicit PenetrationOracle(std::span<const std::vector<Collider>> bodies);

  // A collider, ready to be measured.
  struct Part {
    Shape shape;
    Transform X_BG;
    Aabb box_G;                                // infinite for a half-space
    std::shared_ptr<const PreparedMesh> mesh;  // of meshes, boxes and cylinders
  };

  [[nodiscard]] int bodyCount() const { return static_cast<int>(bodies_.size()); }
  [[nodiscard]] std::span<const Part> parts(int body) const { return bodies_[static_cast<std::size_t>(body)]; }
  // The bounds in W of a body at X_WB; they reach without end where it has a half-space.
  [[nodiscard]] Aabb boxOf(int body, const Transform& X_WB) const;

  // The deepest of all pairs of colliders of two bodies. May be called from several threads.
  [[nodiscard]] Penetration measure(int bodyA, int bodyB, const Transform& X_WA, const Transform& X_WB) const;

  // The deepest of all pairs of bodies; `fixed` (empty or one a body) leaves out pairs of two fixed bodies. `perBody`,
  // where not empty, receives the deepest penetration of each body [m].
  [[nodiscard]] Penetration maxPenetration(std::span<const Transform> X_WB, const std::vector<bool>& fixed = {},
                                           std::span<double> perBody = {}) const;

 private:
  [[nodiscard]] static Penetration measureParts(const Part& a, const Part& b, const Transform& X_WGa,
                                                const Transform& X_WGb);

  std::vector<std::vector<Part>> bodies_;
};

}  // namespace passung::collision
