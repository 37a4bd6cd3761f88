// SPDX-License-Identifier: Apache-2.0
// All that is made of a mesh once, so that any pose of it can be searched: its conglomerates with their boxes, its
// point shell, and a tree over the samples of each conglomerate.
#pragma once

#include <cstdint>
#include <memory>

#include "gpu/conglomerates/conglomerate_boxes.h"
#include "gpu/conglomerates/partition.h"
#include "gpu/kernels/face_search.h"
#include "gpu/shell/point_shell.h"
#include "gpu/trees/kd_tree.h"
#include "gpu/trees/octree.h"

namespace passung::gpu {

struct ModelSettings {
  ShellSettings shell;
  TreeKind tree = TreeKind::kOctree;
  MortonBits bits = MortonBits::k10;
  int leafPoints = 32;
};

// The samples of a conglomerate in the shell's frame, each with its face's place in `faces` and covering radius.
struct ConglomerateCloud {
  SampleCloud cloud;
  double meanRadius = 0;  // of the faces [m]
};
[[nodiscard]] ConglomerateCloud conglomerateCloud(const PointShell& shell, std::span<const int> faces);

struct ModelMemory {
  ShellMemory shell;
  std::size_t treeBytes = 0;
};

// What a deformation had redone.
struct DeformReport {
  int faces = 0;          // rastered again
  int conglomerates = 0;  // with a new tree and new sides of their box
  int frames = 0;         // boxes that had become loose and got a new frame; of the conglomerates and the whole
};

class ConglomerateModel {
 public:
  // Throws InputError unless each face of the mesh is in exactly one conglomerate, and none is empty.
  ConglomerateModel(std::shared_ptr<const TriangleMesh> mesh, Partition partition, const ModelSettings& settings = {},
                    Jobs* jobs = nullptr);

  // Moves the vertices of the mesh; its faces, the partition, the shell's spacing and origin stay. changedFaces: at
  // least every face with a moved corner. Only these are rastered again; only conglomerates that hold any get new trees
  // and boxes, the others keep their bits. Throws InputError when a changed face is not listed or a vertex is out of
  // range. Whatever is thrown, memory that is out included, nothing has changed then.
  DeformReport deform(std::vector<Vec3> vertices_B, std::span<const int> changedFaces, Jobs* jobs = nullptr);

  // Of this model alone in this run of the program; what is kept elsewhere of a conglomerate is kept by this and its
  // revision.
  [[nodiscard]] std::uint64_t id() const { return id_; }
  [[nodiscard]] const TriangleMesh& mesh() const { return *mesh_; }
  [[nodiscard]] const PointShell& shell() const { return shell_; }
  [[nodiscard]] const Partition& partition() const { return partition_; }
  [[nodiscard]] const ConglomerateBoxes& boxes() const { return boxes_; }
  [[nodiscard]] int count() const { return partition_.count(); }  // of conglomerates
  [[nodiscard]] std::span<const int> facesOf(int conglomerate) const { return partition_.of(conglomerate); }
  [[nodiscard]] TreeKind treeKind() const { return settings_.tree; }
  // Over the samples of a conglomerate, in the shell's frame; face k is facesOf(conglomerate)[k].
  [[nodiscard]] TreeView tree(int conglomerate) const {
    const auto c = static_cast<std::size_t>(conglomerate);
    return settings_.tree == TreeKind::kOctree ? octrees_[c]->view().tree : kdTrees_[c]->view().tree;
  }
  [[nodiscard]] int sampleCount(int conglomerate) const {
    return sampleCounts_[static_cast<std::size_t>(conglomerate)];
  }
  // How often a conglomerate was deformed: copies of it elsewhere are out of date when it has grown.
  [[nodiscard]] int revision(int conglomerate) const { return revisions_[static_cast<std::size_t>(conglomerate)]; }
  [[nodiscard]] ModelMemory memory() const;

 private:
  // One of both trees, as the settings say.
  struct SampleTree {
    std::unique_ptr<const Octree> octree;
    std::unique_ptr<const KdTree> kdTree;
    int samples = 0;
  };
  [[nodiscard]] SampleTree treeOf(const PointShell& shell, int conglomerate) const;
  void take(SampleTree tree, int conglomerate) noexcept;
  // New sides of a box for its moved points. frameArea: of the box when its frame was chosen. True: a new frame as
  // well.
  [[nodiscard]] static bool refitBox(OrientedBox& box, double& frameArea, std::span<const Vec3> points);

  std::uint64_t id_;
  std::shared_ptr<const TriangleMesh> mesh_;
  Partition partition_;
  ConglomerateBoxes boxes_;
  PointShell shell_;
  ModelSettings settings_;
  std::vector<std::unique_ptr<const Octree>> octrees_;
  std::vector<std::unique_ptr<const KdTree>> kdTrees_;
  std::vector<int> sampleCounts_;
  std::vector<int> ofFace_;         // the conglomerate of each face
  std::vector<double> frameAreas_;  // of the boxes when their frames were chosen, that of the whole last [m^2]
  std::vector<int> revisions_;
};

}  // namespace passung::gpu
