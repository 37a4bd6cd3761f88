// SPDX-License-Identifier: Apache-2.0
#include "gpu/conglomerates/chain_partition.h"

#include "gpu/conglomerates/convex_partition.h"
#include "gpu/conglomerates/ransac_partition.h"

namespace passung::gpu {

FaceGroups chainGroups(const TriangleMesh& mesh, const FaceGraph& graph, const PartitionLimits& limits) {
  FaceGroups groups;
  std::vector<char> taken(static_cast<std::size_t>(graph.faceCount()), 0);
  const auto take = [&](std::vector<int> group) {
    for (const int f : group) taken[f] = 1;
    groups.push_back(std::move(group));
  };
  const auto rest = [&] {
    std::vector<int> faces = graph.allFaces();
    std::erase_if(faces, [&](int f) { return taken[f] != 0; });
    return faces;
  };

  for (FoundShape& shape : findShapes(mesh, graph, limits.least)) take(std::move(shape.faces));
  for (std::vector<int>& patch : convexGroups(mesh, graph, rest(), limits.most)) {
    if (static_cast<int>(patch.size()) >= limits.least) take(std::move(patch));
  }
  for (std::vector<int>& piece : graph.connected(rest())) take(std::move(piece));
  return groups;
}

}  // namespace passung::gpu
