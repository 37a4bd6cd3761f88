// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/conglomerate_model.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "core/error.h"
#include "gpu/conglomerates/face_graph.h"
#include "gpu/shell/coordinate_range.h"

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

// A box gets a new frame when its surface has grown by this factor. Larger: looser boxes, which find more pairs.
constexpr double kLoose = 1.5;

// Which faces are listed as changed, after checks of all that is given.
std::vector<char> checkedChange(const TriangleMesh& mesh, std::span<const Vec3> vertices_B,
                                std::span<const int> changedFaces) {
  const std::string place = "deformation";
  if (vertices_B.size() != mesh.vertices().size())
    throw InputError("", place, std::to_string(vertices_B.size()) + " vertices are given",
                     "give " + std::to_string(mesh.vertices().size()) + ", one for each");
  for (const Vec3& p : vertices_B) {
    if (!inRange(p))
      throw InputError("", place, "a moved vertex is no point or farther than 1e15 m from the origin",
                       "scale the mesh");
  }
  const std::span<const Triangle> triangles = mesh.triangles();
  std::vector<char> listed(triangles.size(), 0);
  for (const int f : changedFaces) {
    if (f < 0 || static_cast<std::size_t>(f) >= triangles.size())
      throw InputError("", place, "there is no face " + std::to_string(f), "give numbers of faces of the mesh");
    listed[static_cast<std::size_t>(f)] = 1;
  }
  for (std::size_t f = 0; f < triangles.size(); ++f) {
    if (listed[f]) continue;
    for (const int v : triangles[f]) {
      const auto i = static_cast<std::size_t>(v);
      if (vertices_B[i] != mesh.vertices()[i])
        throw InputError("", place, "face " + std::to_string(f) + " has a moved corner and is not listed as changed",
                         "list every face of a moved vertex");
    }
  }
  return listed;
}

}  // namespace

ConglomerateCloud conglomerateCloud(const PointShell& shell, std::span<const int> faces) {
  ConglomerateCloud made;
  double radii = 0;
  for (std::size_t k = 0; k < faces.size(); ++k) {
    const float radius = shell.view().radii[faces[k]];
    radii += radius;
    forEachSample(shell.view(), faces[k], [&](Float3 p) { made.cloud.add(p, radius, static_cast<int>(k)); });
  }
  made.meanRadius = radii / static_cast<double>(faces.size());
  return made;
}

ConglomerateModel::ConglomerateModel(std::shared_ptr<const TriangleMesh> mesh, Partition partition,
                                     const ModelSettings& settings, Jobs* jobs)
    : id_(nextId()),
      mesh_(std::move(mesh)),
      partition_(checked(std::move(partition), static_cast<int>(mesh_->triangles().size()))),
      boxes_(conglomerateBoxes(*mesh_, partition_)),
      shell_(*mesh_, settings.shell, jobs),
      settings_(settings) {
  const auto conglomerates = static_cast<std::size_t>(count());
  sampleCounts_.resize(conglomerates);
  if (settings_.tree == TreeKind::kOctree) {
    octrees_.resize(conglomerates);
  } else {
    kdTrees_.resize(conglomerates);
  }
  revisions_.resize(conglomerates);
  ofFace_.resize(mesh_->triangles().size());
  for (int c = 0; c < count(); ++c) {
    for (const int f : facesOf(c)) ofFace_[static_cast<std::size_t>(f)] = c;
    frameAreas_.push_back(boxes_.boxes[static_cast<std::size_t>(c)].area());
  }
  frameAreas_.push_back(boxes_.whole.area());
  const auto build = [&](int c) { take(treeOf(shell_, c), c); };
  if (jobs) {
    jobs->parallelFor(count(), build);
  } else {
    for (int c = 0; c < count(); ++c) build(c);
  }
}

ConglomerateModel::SampleTree ConglomerateModel::treeOf(const PointShell& shell, int conglomerate) const {
  const auto [cloud, meanRadius] = conglomerateCloud(shell, facesOf(conglomerate));
  SampleTree made;
  made.samples = static_cast<int>(cloud.points.size());
  if (settings_.tree == TreeKind::kKdTree) {
    made.kdTree = std::make_unique<const KdTree>(cloud, settings_.leafPoints);
    return made;
  }
  // No search has a smaller radius than a covering radius, so shorter cells would be taken whole.
  made.octree = std::make_unique<const Octree>(cloud, OctreeSettings{settings_.bits, settings_.leafPoints, meanRadius});
  return made;
}

void ConglomerateModel::take(SampleTree tree, int conglomerate) noexcept {
  const auto c = static_cast<std::size_t>(conglomerate);
  sampleCounts_[c] = tree.samples;
  if (settings_.tree == TreeKind::kOctree) {
    octrees_[c] = std::move(tree.octree);
  } else {
    kdTrees_[c] = std::move(tree.kdTree);
  }
}

bool ConglomerateModel::refitBox(OrientedBox& box, double& frameArea, std::span<const Vec3> points) {
  box = boxAlong(box.X_MB.q, points);
  if (box.area() <= kLoose * frameArea) return false;
  box = tightBox(points);
  frameArea = box.area();
  return true;
}

DeformReport ConglomerateModel::deform(std::vector<Vec3> vertices_B, std::span<const int> changedFaces, Jobs* jobs) {
  const std::vector<char> listed = checkedChange(*mesh_, vertices_B, changedFaces);

  // Everything is made beside what there is.
  std::shared_ptr<const TriangleMesh> mesh = mesh_->deformed(std::move(vertices_B));
  PointShell shell = shell_;
  shell.reraster(mesh->vertices(), changedFaces);

  DeformReport report;
  report.faces = static_cast<int>(std::count(listed.begin(), listed.end(), 1));
  std::vector<int> touched;
  std::vector<char> isTouched(static_cast<std::size_t>(count()), 0);
  for (const int f : changedFaces) isTouched[static_cast<std::size_t>(ofFace_[static_cast<std::size_t>(f)])] = 1;
  for (int c = 0; c < count(); ++c) {
    if (isTouched[static_cast<std::size_t>(c)]) touched.push_back(c);
  }
  report.conglomerates = static_cast<int>(touched.size());

  struct Redone {
    OrientedBox box;
    double frameArea = 0;
    bool newFrame = false;
    SampleTree tree;
  };
  std::vector<Redone> redone(touched.size());
  const auto redo = [&](int k) {
    const int conglomerate = touched[static_cast<std::size_t>(k)];
    const auto c = static_cast<std::size_t>(conglomerate);
    Redone& r = redone[static_cast<std::size_t>(k)];
    r.box = boxes_.boxes[c];
    r.frameArea = frameAreas_[c];
    r.newFrame = refitBox(r.box, r.frameArea, pointsOf(*mesh, cornersOf(*mesh, facesOf(conglomerate))));
    r.tree = treeOf(shell, conglomerate);
  };
  Jobs serial(1);
  (jobs ? *jobs : serial).parallelFor(report.conglomerates, redo);
  for (const Redone& r : redone) report.frames += r.newFrame ? 1 : 0;
  OrientedBox whole = boxes_.whole;
  double wholeArea = frameAreas_.back();
  if (!touched.empty() && refitBox(whole, wholeArea, mesh->vertices())) ++report.frames;

  // Nothing throws from here on.
  mesh_.swap(mesh);
  shell_ = std::move(shell);
  boxes_.whole = whole;
  frameAreas_.back() = wholeArea;
  for (std::size_t k = 0; k < touched.size(); ++k) {
    const auto c = static_cast<std::size_t>(touched[k]);
    boxes_.boxes[c] = redone[k].box;
    frameAreas_[c] = redone[k].frameArea;
    take(std::move(redone[k].tree), touched[k]);
    ++revisions_[c];
  }
  return report;
}

ModelMemory ConglomerateModel::memory() const {
  ModelMemory m{shell_.memory(), 0};
  for (const auto& t : octrees_) m.treeBytes += t->bytes();
  for (const auto& t : kdTrees_) m.treeBytes += t->bytes();
  return m;
}

}  // namespace passung::gpu
