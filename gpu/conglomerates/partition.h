// SPDX-License-Identifier: Apache-2.0
// Problem: cut the faces of a mesh into conglomerates: few, compact groups of similar size. Each gets a box and a
// search
//   tree of its own, and pairs of them are the work items of the pair test; see docs/conglomerates.md.
// Method: one of five partitioners proposes groups; balancing (balance.h) then brings every group within the limits.
// Cost: between n log n and some hundred tests a face; measured in docs/conglomerates.md.
// Failure modes: none on open, non-manifold or scattered meshes; there groups may be scattered, and their boxes large.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/triangle_mesh.h"

namespace passung::gpu {

// Each face of the mesh in exactly one conglomerate.
struct Partition {
  std::vector<int>
      firsts;  // conglomerate c holds faces[firsts[c]] .. faces[firsts[c + 1] - 1]; one entry more than there are
  std::vector<int> faces;  // ascending within a conglomerate

  [[nodiscard]] int count() const { return firsts.empty() ? 0 : static_cast<int>(firsts.size()) - 1; }
  [[nodiscard]] std::span<const int> of(int c) const {
    return std::span<const int>(faces).subspan(firsts[c], firsts[c + 1] - firsts[c]);
  }
};

// Faces wanted in a conglomerate. With more, a search has too long a tail; with fewer, boxes are tested for little.
struct PartitionLimits {
  int least = 20;
  int most = 100;  // 2 least - 1 or more, so that a group that is too large can be halved
};

enum class Partitioner {
  kConvex,     // approximately convex patches (convex_partition.h)
  kRansac,     // planes, spheres, cylinders, cones (ransac_partition.h)
  kEuclidean,  // what lies apart (euclidean_partition.h)
  kHierarchy,  // subtrees of a hierarchy of boxes (hierarchy_partition.h)
  kChain,      // shapes, then convex patches, then what is left (chain_partition.h)
};
inline constexpr std::array kPartitioners{Partitioner::kConvex, Partitioner::kRansac, Partitioner::kEuclidean,
                                          Partitioner::kHierarchy, Partitioner::kChain};

// "convex", "ransac", "euclidean", "hierarchy" or "chain".
[[nodiscard]] std::string nameOf(Partitioner partitioner);

// The same mesh and limits give the same bits. Every conglomerate is within the limits, but that a mesh of fewer faces
// than `least` is one. Conglomerates come in the order of their first faces. Throws InputError for limits that cannot
// be met: least < 1 or most < 2 least - 1.
[[nodiscard]] Partition partition(const TriangleMesh& mesh, Partitioner partitioner,
                                  const PartitionLimits& limits = {});

// True if each of the faces 0 .. faceCount - 1 is in exactly one conglomerate and none of them is empty.
[[nodiscard]] bool isPartition(const Partition& partition, int faceCount);

// The sizes of conglomerates, in faces.
struct PartitionReport {
  int conglomerates = 0;
  int faces = 0;
  int smallest = 0, largest = 0;
  double median = 0, mean = 0;
  double deviation = 0;  // standard deviation of the sizes
  double balance = 0;    // mean / largest: 1 when all are equal; the use that one job each makes of equal workers
};
[[nodiscard]] PartitionReport report(const Partition& partition);
// One line for people.
[[nodiscard]] std::string describe(const PartitionReport& report);

}  // namespace passung::gpu
