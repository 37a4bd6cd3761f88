// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/cluster_walk.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace passung::collision {
namespace {

namespace basic {
#include "collision/narrowphase/cluster_walk.inl"
}  // namespace basic

#ifdef PASSUNG_DISPATCH
// The places of the bits that are set, for each mask; then the first of them again.
alignas(64) constexpr auto kSetBits = [] {
  std::array<std::array<unsigned char, kClusterLanes>, 1U << kClusterLanes> places{};
  for (unsigned mask = 0; mask < places.size(); ++mask) {
    std::size_t count = 0;
    for (unsigned char l = 0; l < kClusterLanes; ++l) {
      if ((mask >> l & 1) != 0) places[mask][count++] = l;
    }
    for (; count > 0 && count < kClusterLanes; ++count) places[mask][count] = places[mask][0];
  }
  return places;
}();

#pragma GCC push_options
#pragma GCC target("arch=x86-64-v3")
#define PASSUNG_AVX2
namespace avx2 {
#include "collision/narrowphase/cluster_walk.inl"
}  // namespace avx2
// Multiplying and adding in one rounding is quicker, but rounds otherwise than processors without it. What is chosen so
// has to be decided exactly.
#pragma GCC optimize("fp-contract=fast")
namespace fused {
#include "collision/narrowphase/cluster_walk.inl"
}  // namespace fused
#undef PASSUNG_AVX2
#pragma GCC pop_options
#endif

std::vector<ClusterWalk> available() {
  std::vector<ClusterWalk> walks{{"basic", basic::gather, basic::nodes, basic::blocks, basic::clusters,
                                  basic::pointPairs, basic::segmentPairs, basic::trianglesNear, basic::waysMeet,
                                  basic::edgesNear, basic::crossings}};
#ifdef PASSUNG_DISPATCH
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
      __builtin_cpu_supports("bmi2") != 0) {
    walks.push_back({"AVX2", avx2::gather, avx2::nodes, avx2::blocks, avx2::clusters, avx2::pointPairs,
                     avx2::segmentPairs, avx2::trianglesNear, avx2::waysMeet, avx2::edgesNear, fused::crossings});
  }
#endif
  return walks;
}

}  // namespace

std::span<const ClusterWalk> clusterWalks() {
  static const std::vector<ClusterWalk> walks = available();
  return walks;
}

const ClusterWalk& clusterWalk() { return clusterWalks().back(); }

}  // namespace passung::collision
