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

struct ModelMemory {
  ShellMemory shell;
  std::size_t treeBytes = 0;
};

class ConglomerateModel {
 public:
  // Throws InputError unless each face of the mesh is in exactly one conglomerate, and none is empty.
  ConglomerateModel(std::shared_ptr<const TriangleMesh> mesh, Partition partition, const ModelSettings& settings = {},
                    Jobs* jobs = nullptr);

  // Of this model alone in this run of the program; what is kept elsewhere of a model is kept by it.
  [[nodiscard]] std::uint64_t id() const { return id_; }
  [[nodiscard]] const TriangleMesh& mesh() const { return *mesh_; }
  [[nodiscard]] const PointShell& shell() const { return shell_; }
  [[nodiscard]] const Partition& partition() const { return partition_; }
  [[nodiscard]] const ConglomerateBoxes& boxes() const { return boxes_; }
  [[nodiscard]] int count() const { return partition_.count(); }  // of conglomerates
  [[nodiscard]] std::span<const int> facesOf(int conglomerate) const { return partition_.of(conglomerate); }
  [[nodiscard]] TreeKind treeKind() const { return kind_; }
  // Over the samples of a conglomerate, in the shell's frame; face k is facesOf(conglomerate)[k].
  [[nodiscard]] TreeView tree(int conglomerate) const {
    const auto c = static_cast<std::size_t>(conglomerate);
    return kind_ == TreeKind::kOctree ? octrees_[c]->view().tree : kdTrees_[c]->view().tree;
  }
  [[nodiscard]] int sampleCount(int conglomerate) const {
    return sampleCounts_[static_cast<std::size_t>(conglomerate)];
  }
  [[nodiscard]] ModelMemory memory() const;

 private:
  void buildTree(int conglomerate, const ModelSettings& settings);

  std::uint64_t id_;
  std::shared_ptr<const TriangleMesh> mesh_;
  Partition partition_;
  ConglomerateBoxes boxes_;
  PointShell shell_;
  TreeKind kind_;
  std::vector<std::unique_ptr<const Octree>> octrees_;
  std::vector<std::unique_ptr<const KdTree>> kdTrees_;
  std::vector<int> sampleCounts_;
};

}  // namespace passung::gpu
