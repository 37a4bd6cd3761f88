// SPDX-License-Identifier: Apache-2.0
// The shapes of Passung: small values. All lengths in metres, each shape in its own frame G.
//
// To add a shape: 1. a value type here, with its invariants; 2. its alternative in Shape: the compiler then lists what
// is missing (bounds, mass, contact geometry, drawing); 3. tests of bounds, inertia and of each pair; see docs/adding/.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/mass_properties.h"
#include "core/triangle_mesh.h"

namespace passung::collision {

struct Sphere {
  double radius = 0.5;
};
// The points within `radius` of the segment from -halfLength to +halfLength on z.
struct Capsule {
  double radius = 0.5, halfLength = 0.5;
};
struct Box {
  Vec3 half = Vec3::Constant(0.5);
};
// Axis z, centred. Contacts see it as a closed prism of `sides` facets whose vertices lie on the radius.
struct Cylinder {
  double radius = 0.5, halfLength = 0.5;
  int sides = 64;
};
// The half-space z <= 0; its surface normal is +z. Only for fixed or kinematic bodies.
struct HalfSpace {};
struct MeshShape {
  std::shared_ptr<const TriangleMesh> mesh;
};

using Shape = std::variant<Sphere, Capsule, Box, Cylinder, HalfSpace, MeshShape>;

// A shape at a place on a body: B the body frame, G the shape's.
struct Collider {
  Shape shape;
  Transform X_BG;
};

[[nodiscard]] std::string shapeName(const Shape& shape);
// Bounds in the shape's frame; infinite for a half-space.
[[nodiscard]] Aabb bounds(const Shape& shape);
// The exact bounds of a shape placed at X_BG, in B. Costs a pass over the vertices of a mesh.
[[nodiscard]] Aabb bounds(const Shape& shape, const Transform& X_BG);
// At density 1, exact for analytic shapes (a cylinder counts as its prism, as it collides). Zero for a half-space.
[[nodiscard]] MassProperties unitMass(const Shape& shape);
// The surface as triangles, for drawing, hulls and exact checks; spheres and capsules as inscribed facets with
// `segments` around. A half-space becomes a square of +-`extent`.
[[nodiscard]] std::shared_ptr<const TriangleMesh> tessellate(const Shape& shape, int segments = 32,
                                                             double extent = 1.0);

}  // namespace passung::collision
