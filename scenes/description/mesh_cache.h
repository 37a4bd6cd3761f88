// SPDX-License-Identifier: Apache-2.0
// What a scene's shapes were made of, kept so that a changed scene need not read or make it again.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "scenes/importer.h"

namespace passung::scenes {

// Only ever grows, and holds the sources of all it has scaled, so that addresses in `scaled` stay unique.
struct MeshCache {
  using MeshPtr = std::shared_ptr<const TriangleMesh>;
  std::map<std::string, std::shared_ptr<const ImportedFile>> files;  // by absolute path and options
  std::map<std::string, MeshPtr> generated;                          // by generator and parameters
  std::map<std::pair<const TriangleMesh*, double>, MeshPtr> scaled;
  std::map<const TriangleMesh*, MeshPtr> mended;

  // The file at `path`, read when it is not here yet. Throws InputError.
  const ImportedFile& file(const std::string& path, const ImportOptions& options);
  // `mesh` times `factor`; the same mesh at the same factor is one object, so that hierarchies and buffers are shared.
  MeshPtr scaledMesh(const MeshPtr& mesh, double factor);
  // `mesh` with its holes filled, one object as well.
  MeshPtr mendedMesh(const MeshPtr& mesh);
};

}  // namespace passung::scenes
