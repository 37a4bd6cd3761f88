// SPDX-License-Identifier: Apache-2.0
// Mass, centre of mass and inertia of solids, shells and hulls.
#pragma once

#include <array>
#include <span>

#include "core/math.h"

namespace passung {

using Triangle = std::array<int, 3>;

struct MassProperties {
  double mass = 0;              // [kg]; at density 1 the volume [m^3]
  Vec3 com = Vec3::Zero();      // centre of mass in the frame of the vertices [m]
  Mat3 inertia = Mat3::Zero();  // tensor about the centre of mass, axes of the vertices [kg m^2]

  [[nodiscard]] MassProperties scaled(double density) const { return {mass * density, com, inertia * density}; }
};

// Exact volume integrals of the solid bounded by a closed, outward oriented mesh, at density 1.
// Each triangle and a reference point span a signed tetrahedron whose moments are polynomials (Eberly, "Polyhedral Mass
// Properties (Revisited)", 2002; Mirtich 1996). mass is negative for an inverted mesh.
[[nodiscard]] MassProperties solidMassProperties(std::span<const Vec3> vertices, std::span<const Triangle> triangles);

// The surface as a thin shell: `mass` is the area times 1 kg/m^2; scale by (mass per area).
[[nodiscard]] MassProperties shellMassProperties(std::span<const Vec3> vertices, std::span<const Triangle> triangles);

// Sum of two bodies rigidly joined, both given in the same frame.
[[nodiscard]] MassProperties joined(const MassProperties& a, const MassProperties& b);

// The same body seen from another frame: X_AB * (properties in B) -> properties in A.
[[nodiscard]] MassProperties transformed(const MassProperties& m_B, const Transform& X_AB);

}  // namespace passung
