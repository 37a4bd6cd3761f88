// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/conglomerate_model.h"

#include <string>
#include <utility>

#include "core/error.h"

namespace passung::gpu {
namespace {

void checkPartition(int faceCount, std::span<const int> firsts, std::span<const int> faces, std::size_t boxes) {
  const auto refuse = [](const std::string& wrong) {
    throw InputError("", "partition", wrong, "put each face of the mesh into exactly one conglomerate");
  };
  if (firsts.size() < 2 || firsts.front() != 0 || firsts.back() != static_cast<int>(faces.size()))
    refuse("the borders of the conglomerates do not span the list of faces");
  for (std::size_t c = 0; c + 1 < firsts.size(); ++c) {
    if (firsts[c] >= firsts[c + 1]) refuse("conglomerate " + std::to_string(c) + " is empty");
  }
  std::vector<bool> seen(static_cast<std::size_t>(faceCount), false);
  for (const int f : faces) {
    if (f < 0 || f >= faceCount) refuse("there is no face " + std::to_string(f));
    if (seen[static_cast<std::size_t>(f)]) refuse("face " + std::to_string(f) + " is listed twice");
    seen[static_cast<std::size_t>(f)] = true;
  }
  if (static_cast<int>(faces.size()) != faceCount) refuse("not all faces are listed");
  if (boxes + 1 != firsts.size()) throw InputError("", "partition", "there are not as many boxes as conglomerates");
}

}  // namespace

ConglomerateModel::ConglomerateModel(std::shared_ptr<const TriangleMesh> mesh, std::span<const int> firsts,
                                     std::span<const int> faces, const ModelSettings& settings, Jobs* jobs)
    : ConglomerateModel(mesh, firsts, faces, axisBoxes(*mesh, firsts, faces), settings, jobs) {}

ConglomerateModel::ConglomerateModel(std::shared_ptr<const TriangleMesh> mesh, std::span<const int> firsts,
                                     std::span<const int> faces, PairBoxes boxes, const ModelSettings& settings,
                                     Jobs* jobs)
    : mesh_(std::move(mesh)),
      firsts_(firsts.begin(), firsts.end()),
      faces_(faces.begin(), faces.end()),
      boxes_(std::move(boxes)),
      shell_(*mesh_, settings.shell, jobs),
      kind_(settings.tree) {
  checkPartition(shell_.faceCount(), firsts, faces, boxes_.boxes.size());
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
