// SPDX-License-Identifier: Apache-2.0
// The shapes of a scene file, each mesh file read once.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "collision/shapes/shape.h"
#include "core/draw_list.h"
#include "scenes/description/json_document.h"
#include "scenes/description/mesh_cache.h"

namespace passung::scenes {

class ShapeReader {
 public:
  // Takes meshes from `meshes` where it has them, and leaves there what it reads.
  ShapeReader(std::string folder, const ErrorSite& site, MeshCache& meshes)
      : folder_(std::move(folder)), site_(site), meshes_(meshes) {}

  // Appends the colliders of one shape: a mesh file without `part` gives one for each part. A file's own colour
  // replaces `color`. Throws InputError.
  void read(const Json& json, const std::string& place, std::vector<collision::Collider>& colliders, Color& color);

  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  using MeshPtr = std::shared_ptr<const TriangleMesh>;

  void readMesh(const Json& json, const std::string& place, const Transform& X_BG,
                std::vector<collision::Collider>& colliders, Color& color);
  [[nodiscard]] MeshPtr generated(const Json& json, const std::string& place);
  [[nodiscard]] const ImportedFile& imported(const Json& json, const std::string& place);
  void warn(const std::string& line);

  std::string folder_;
  const ErrorSite& site_;
  MeshCache& meshes_;
  std::vector<std::string> warnings_;  // each line once
  std::set<std::string> warned_;
};

}  // namespace passung::scenes
