// SPDX-License-Identifier: Apache-2.0
#include "scenes/description/mesh_cache.h"

#include <filesystem>

#include "scenes/description/json_document.h"
#include "scenes/importers/hole_filling.h"

namespace passung::scenes {

const ImportedFile& MeshCache::file(const std::string& path, const ImportOptions& options) {
  const std::string absolute = std::filesystem::absolute(path).lexically_normal().string();
  const std::string key = Json({absolute, options.unit, options.deflection, options.angle})
                              .dump(-1, ' ', false, Json::error_handler_t::replace);
  std::shared_ptr<const ImportedFile>& entry = files[key];
  if (!entry) {
    try {
      entry = std::make_shared<const ImportedFile>(importFile(path, options));
    } catch (...) {
      files.erase(key);
      throw;
    }
  }
  return *entry;
}

MeshCache::MeshPtr MeshCache::scaledMesh(const MeshPtr& mesh, double factor) {
  if (factor == 1) return mesh;
  MeshPtr& result = scaled[{mesh.get(), factor}];
  if (!result) result = mesh->transformed(Transform(), factor);
  return result;
}

MeshCache::MeshPtr MeshCache::mendedMesh(const MeshPtr& mesh) {
  MeshPtr& result = mended[mesh.get()];
  if (!result) result = withHolesFilled(mesh);
  return result;
}

}  // namespace passung::scenes
