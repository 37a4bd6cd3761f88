// SPDX-License-Identifier: Apache-2.0
// All that is made of a mesh once, so that any pose of it can be searched: its conglomerates with their boxes, its
// point shell, and a tree over the samples of each conglomerate.
#pragma once

#include <memory>

#include "gpu/kernels/face_search.h"
#include "gpu/pipeline/pair_box.h"
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
  // Conglomerate c holds the faces faces[firsts[c] .. firsts[c + 1]); none may be empty. Throws InputError unless every
  // face is in exactly one and there is a box for each. Without boxes: along the axes of the mesh.
  ConglomerateModel(std::shared_ptr<const TriangleMesh> mesh, std::span<const int> firsts, std::span<const int> faces,
                    const ModelSettings& settings = {}, Jobs* jobs = nullptr);
  ConglomerateModel(std::shared_ptr<const TriangleMesh> mesh, std::span<const int> firsts, std::span<const int> faces,
                    PairBoxes boxes, const ModelSettings& settings = {}, Jobs* jobs = nullptr);

  [[nodiscard]] const TriangleMesh& mesh() const { return *mesh_; }
  [[nodiscard]] const PointShell& shell() const { return shell_; }
  [[nodiscard]] const PairBoxes& boxes() const { return boxes_; }
  [[nodiscard]] int count() const { return static_cast<int>(firsts_.size()) - 1; }  // of conglomerates
  [[nodiscard]] std::span<const int> facesOf(int conglomerate) const {
    const auto first = static_cast<std::size_t>(firsts_[static_cast<std::size_t>(conglomerate)]);
    const auto end = static_cast<std::size_t>(firsts_[static_cast<std::size_t>(conglomerate) + 1]);
    return std::span(faces_).subspan(first, end - first);
  }
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

  std::shared_ptr<const TriangleMesh> mesh_;
  std::vector<int> firsts_, faces_;
  PairBoxes boxes_;
  PointShell shell_;
  TreeKind kind_;
  std::vector<std::unique_ptr<const Octree>> octrees_;
  std::vector<std::unique_ptr<const KdTree>> kdTrees_;
  std::vector<int> sampleCounts_;
};

}  // namespace passung::gpu
