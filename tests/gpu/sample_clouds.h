// SPDX-License-Identifier: Apache-2.0
// Samples for tests of the trees over them.
#pragma once

#include <cmath>
#include <vector>

#include "gpu/trees/sample_tree.h"
#include "tests/collision/random_geometry.h"

namespace passung::gpu::test {

inline Float3 rounded(const Vec3& p) {
  return {static_cast<float>(p.x()), static_cast<float>(p.y()), static_cast<float>(p.z())};
}

// Clouds that trees find hard.
enum class CloudKind { kUniform, kCoplanar, kOnALine, kDuplicates, kClusters, kOnePoint };
inline constexpr int kCloudKinds = 6;

inline SampleCloud randomCloud(collision::test::Random& random, CloudKind kind, int count) {
  SampleCloud cloud;
  const Vec3 normal = random.direction();
  const Vec3 line = random.direction();
  std::vector<Vec3> centres;
  for (int i = 0; i < 5; ++i) centres.push_back(random.inCube(1));
  for (int i = 0; i < count; ++i) {
    Vec3 p = random.inCube(1);
    if (kind == CloudKind::kCoplanar) p -= normal.dot(p) * normal;
    if (kind == CloudKind::kOnALine) p = line.dot(p) * line;
    if (kind == CloudKind::kDuplicates) p = (2 * p).array().round() / 2;
    if (kind == CloudKind::kClusters) p = centres[random.below(5)] + 1e-4 * p;
    if (kind == CloudKind::kOnePoint) p = centres[0];
    cloud.add(rounded(p), static_cast<float>(random.uniform(0, 0.05)), random.below(std::max(1, count / 8)));
  }
  return cloud;
}

}  // namespace passung::gpu::test
