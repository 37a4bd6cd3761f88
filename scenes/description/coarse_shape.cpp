// SPDX-License-Identifier: Apache-2.0
#include "scenes/description/coarse_shape.h"

#include <cmath>

namespace passung::scenes {
namespace {

// The axis across which the box is most nearly square; the longest of equals, then the last.
int roundAxis(const Vec3& extent) {
  int best = 2;
  double least = std::abs(extent.x() - extent.y());
  for (int k = 0; k < 2; ++k) {
    const double difference = std::abs(extent[(k + 1) % 3] - extent[(k + 2) % 3]);
    if (difference < least || (difference == least && extent[k] > extent[best])) {
      best = k;
      least = difference;
    }
  }
  return best;
}

}  // namespace

collision::Collider coarseShape(const TriangleMesh& mesh, const Transform& X_BG, const std::string& as) {
  const Vec3 middle = mesh.bounds().center(), half = 0.5 * mesh.bounds().extent();
  Transform X_GS;
  X_GS.p = middle;
  if (as == "sphere") {
    double radius = 0;
    for (const Vec3& p : mesh.vertices()) radius = std::max(radius, (p - middle).norm());
    return {collision::Sphere{radius}, X_BG * X_GS};
  }
  if (as == "cylinder") {
    const int axis = roundAxis(half);
    double radius = 0;
    for (const Vec3& p : mesh.vertices()) {
      Vec3 across = p - middle;
      across[axis] = 0;
      radius = std::max(radius, across.norm());
    }
    collision::Cylinder cylinder{.radius = 0, .halfLength = half[axis]};
    cylinder.radius = radius / std::cos(kPi / cylinder.sides);
    X_GS.q = Quat::FromTwoVectors(Vec3::UnitZ(), Vec3::Unit(axis));
    return {cylinder, X_BG * X_GS};
  }
  return {collision::Box{half}, X_BG * X_GS};
}

}  // namespace passung::scenes
