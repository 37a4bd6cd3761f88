// SPDX-License-Identifier: Apache-2.0
#include "collision/queries/chord_error.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace passung::collision {
namespace {

constexpr double kFlat = 1e-6;  // [rad] below, the angle is rounding of the corners

// Twice the area over the length of the edge.
double heightOver(const TriangleMesh& mesh, int face, double length) {
  const Triangle& t = mesh.triangles()[static_cast<std::size_t>(face)];
  const Vec3& a = mesh.vertices()[static_cast<std::size_t>(t[0])];
  const Vec3& b = mesh.vertices()[static_cast<std::size_t>(t[1])];
  const Vec3& c = mesh.vertices()[static_cast<std::size_t>(t[2])];
  return (b - a).cross(c - a).norm() / length;
}

}  // namespace

double chordError(const TriangleMesh& mesh) {
  double largest = 0;
  for (const MeshEdge& e : mesh.edges()) {
    const double angle = std::abs(e.dihedral);
    if (e.face1 < 0 || angle < kFlat || angle > kSmoothAngle) continue;
    const double length =
        (mesh.vertices()[static_cast<std::size_t>(e.v1)] - mesh.vertices()[static_cast<std::size_t>(e.v0)]).norm();
    const double width = std::min(heightOver(mesh, e.face0, length), heightOver(mesh, e.face1, length));
    largest = std::max(largest, 0.5 * width * std::tan(0.25 * angle));
  }
  return std::min(largest, kChordCap * mesh.bounds().size());
}

}  // namespace passung::collision
