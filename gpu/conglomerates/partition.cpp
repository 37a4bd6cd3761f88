// SPDX-License-Identifier: Apache-2.0
#include "gpu/conglomerates/partition.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "core/error.h"
#include "gpu/conglomerates/balance.h"
#include "gpu/conglomerates/chain_partition.h"
#include "gpu/conglomerates/convex_partition.h"
#include "gpu/conglomerates/euclidean_partition.h"
#include "gpu/conglomerates/face_graph.h"
#include "gpu/conglomerates/hierarchy_partition.h"
#include "gpu/conglomerates/ransac_partition.h"

namespace passung::gpu {
namespace {

FaceGroups proposed(const TriangleMesh& mesh, const FaceGraph& graph, Partitioner partitioner,
                    const PartitionLimits& limits) {
  switch (partitioner) {
    case Partitioner::kConvex:
      return convexGroups(mesh, graph, graph.allFaces(), limits.most);
    case Partitioner::kRansac:
      return ransacGroups(mesh, graph, limits.least);
    case Partitioner::kEuclidean:
      return euclideanGroups(mesh, graph);
    case Partitioner::kHierarchy:
      return hierarchyGroups(mesh, limits.most);
    case Partitioner::kChain:
      return chainGroups(mesh, graph, limits);
  }
  return {graph.allFaces()};
}

}  // namespace

std::string nameOf(Partitioner partitioner) {
  switch (partitioner) {
    case Partitioner::kConvex:
      return "convex";
    case Partitioner::kRansac:
      return "ransac";
    case Partitioner::kEuclidean:
      return "euclidean";
    case Partitioner::kHierarchy:
      return "hierarchy";
    case Partitioner::kChain:
      return "chain";
  }
  return "";
}

Partition partition(const TriangleMesh& mesh, Partitioner partitioner, const PartitionLimits& limits) {
  if (limits.least < 1 || limits.most / 2 + limits.most % 2 < limits.least) {
    throw InputError("", "limits of a conglomerate",
                     std::to_string(limits.least) + " to " + std::to_string(limits.most) + " faces cannot be met",
                     "least must be 1 or more, most 2 least - 1 or more");
  }
  const FaceGraph graph(mesh);
  return balanced(mesh, graph, proposed(mesh, graph, partitioner, limits), limits);
}

bool isPartition(const Partition& partition, int faceCount) {
  if (partition.firsts.empty() || partition.firsts.front() != 0 || partition.firsts.back() != faceCount) return false;
  if (static_cast<int>(partition.faces.size()) != faceCount) return false;
  if (std::adjacent_find(partition.firsts.begin(), partition.firsts.end(), std::greater_equal<>()) !=
      partition.firsts.end()) {
    return false;
  }
  std::vector<char> seen(partition.faces.size(), 0);
  for (const int f : partition.faces) {
    if (f < 0 || f >= faceCount || seen[f]) return false;
    seen[f] = 1;
  }
  return true;
}

PartitionReport report(const Partition& partition) {
  PartitionReport r;
  r.conglomerates = partition.count();
  r.faces = static_cast<int>(partition.faces.size());
  if (r.conglomerates == 0) return r;
  std::vector<int> sizes;
  for (int c = 0; c < r.conglomerates; ++c) sizes.push_back(partition.firsts[c + 1] - partition.firsts[c]);
  std::sort(sizes.begin(), sizes.end());
  const std::size_t n = sizes.size();
  r.smallest = sizes.front();
  r.largest = sizes.back();
  r.median = 0.5 * (sizes[(n - 1) / 2] + sizes[n / 2]);
  r.mean = static_cast<double>(r.faces) / r.conglomerates;
  double squares = 0;
  for (const int s : sizes) squares += (s - r.mean) * (s - r.mean);
  r.deviation = std::sqrt(squares / r.conglomerates);
  r.balance = r.mean / r.largest;
  return r;
}

std::string describe(const PartitionReport& r) {
  char text[200];
  std::snprintf(text, sizeof text,
                "%d faces in %d conglomerates of %d to %d faces: median %.1f, mean %.1f, deviation %.1f, balance %.2f",
                r.faces, r.conglomerates, r.smallest, r.largest, r.median, r.mean, r.deviation, r.balance);
  return text;
}

}  // namespace passung::gpu
