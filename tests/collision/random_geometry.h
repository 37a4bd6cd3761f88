// SPDX-License-Identifier: Apache-2.0
// Seeded random geometry for the collision tests.
#pragma once

#include <random>
#include <vector>

#include "core/aabb.h"
#include "core/math.h"

namespace passung::collision::test {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  double uniform(double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(engine_); }
  double normal() { return std::normal_distribution<double>()(engine_); }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine_); }
  Vec3 inCube(double half) { return {uniform(-half, half), uniform(-half, half), uniform(-half, half)}; }
  Vec3 direction() { return Vec3(normal(), normal(), normal()).normalized(); }
  Quat rotation() { return Quat(normal(), normal(), normal(), normal()).normalized(); }
  Transform pose(double half) { return {rotation(), inCube(half)}; }

  std::vector<Aabb> boxes(int count, double half, double size) {
    std::vector<Aabb> result;
    for (int i = 0; i < count; ++i) {
      Aabb b;
      const Vec3 c = inCube(half);
      b.add(c);
      b.add(Vec3(c + Vec3(uniform(0, size), uniform(0, size), uniform(0, size))));
      result.push_back(b);
    }
    return result;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace passung::collision::test
