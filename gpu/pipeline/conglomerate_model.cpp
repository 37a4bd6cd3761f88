// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/conglomerate_model.h"

#include <atomic>
#include <string>
#include <utility>

#include "core/error.h"

namespace passung::gpu {
namespace {

std::uint64_t nextId() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

Partition checked(Partition partition, int faceCount) {
  if (!isPartition(partition, faceCount))
    throw InputError("", "partition", "not every face of the mesh is in exactly one conglomerate, or one is empty",
                     "put each of the " + std::to_string(faceCount) + " faces into exactly one");
  return partition;
}

}  // namespace

ConglomerateModel::ConglomerateModel(std::shared_ptr<const TriangleMesh> mesh, Partition partition,
                                     const ModelSettings& settings, Jobs* jobs)
    : id_(nextId()),
      mesh_(std::move(mesh)),
      partition_(checked(std::move(partition), static_cast<int>(mesh_->triangles().size()))),
      boxes_(conglomerateBoxes(*mesh_, partition_)),
      shell_(*mesh_, settings.shell, jobs),
      kind_(settings.tree) {
  const auto conglomerates = static_cast<std::size_t>(count());
  sampleCounts_.resize(conglomerates);
  if (kind_ == TreeKind::kOctree) {
    octrees_.resize(conglomerates);
  } else {
    kdTrees_.resize(conglomerates);
  }
  const auto build = [&](int c) { buildTree(c, settings); };
  if (jobs) {
    jobs->parallelFor(count(), build);
  } else {
    for (int c = 0; c < count(); ++c) build(c);
  }
}

void ConglomerateModel::buildTree(int conglomerate, const ModelSettings& settings) {
  SampleCloud cloud;
  const std::span<const int> faces = facesOf(conglomerate);
  double radii = 0;
  for (std::size_t k = 0; k < faces.size(); ++k) {
    const float radius = shell_.view().radii[faces[k]];
    radii += radius;
    forEachSample(shell_.view(), faces[k], [&](Float3 p) { cloud.add(p, radius, static_cast<int>(k)); });
  }
  const auto c = static_cast<std::size_t>(conglomerate);
  sampleCounts_[c] = static_cast<int>(cloud.points.size());
  if (kind_ == TreeKind::kKdTree) {
    kdTrees_[c] = std::make_unique<const KdTree>(cloud, settings.leafPoints);
    return;
  }
  // No search has a smaller radius than a covering radius, so shorter cells would be taken whole.
  const double leafLength = radii / static_cast<double>(faces.size());
  octrees_[c] = std::make_unique<const Octree>(cloud, OctreeSettings{settings.bits, settings.leafPoints, leafLength});
}

ModelMemory ConglomerateModel::memory() const {
  ModelMemory m{shell_.memory(), 0};
  for (const auto& t : octrees_) m.treeBytes += t->bytes();
  for (const auto& t : kdTrees_) m.treeBytes += t->bytes();
  return m;
}

}  // namespace passung::gpu
