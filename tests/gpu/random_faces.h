// SPDX-License-Identifier: Apache-2.0
// Seeded random triangles of every shape, and small meshes of them.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "tests/collision/random_geometry.h"

namespace passung::gpu::test {

using collision::test::Random;

// Shapes that make samples hard.
enum class FaceKind {
  kRound,      // sides of like length
  kSliver,     // v2 near the side v0 v1: height down to 1e-9 of it
  kNeedle,     // one side much shorter than the two others
  kCollinear,  // no height
  kPoint,      // no size
  kFarAway,    // coordinates large against the size
};
inline constexpr int kFaceKinds = 6;

inline std::array<Vec3, 3> randomFace(Random& random, FaceKind kind) {
  const double size = std::pow(10, random.uniform(-3, 1));
  Vec3 a = random.inCube(size);
  const Vec3 along = random.direction();
  const Vec3 across = along.cross(random.direction()).normalized();
  const auto point = [&](double x, double y) { return Vec3(a + size * (x * along + y * across)); };
  std::array<Vec3, 3> t{};
  switch (kind) {
    case FaceKind::kRound:
      t = {a, Vec3(a + size * random.inCube(1)), Vec3(a + size * random.inCube(1))};
      break;
    case FaceKind::kSliver:
      t = {a, point(1, 0), point(random.uniform(0, 1), std::pow(10, random.uniform(-9, -1)))};
      break;
    case FaceKind::kNeedle:
      t = {a, point(1, 0), point(1, std::pow(10, random.uniform(-6, -1)))};
      break;
    case FaceKind::kCollinear:
      t = {a, point(1, 0), point(random.uniform(-1, 2), 0)};
      break;
    case FaceKind::kPoint:
      t = {a, a, a};
      break;
    case FaceKind::kFarAway:
      a *= 1e4;
      t = {a, point(1, 0), point(random.uniform(0, 1), random.uniform(0.01, 1))};
      break;
  }
  const int turn = random.below(3);
  return {t[turn], t[(turn + 1) % 3], t[(turn + 2) % 3]};
}

}  // namespace passung::gpu::test
