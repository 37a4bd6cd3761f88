// SPDX-License-Identifier: Apache-2.0
// The shapes of a scene file, each mesh file read once.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "collision/shapes/shape.h"
#include "core/draw_list.h"
#include "scenes/description/json_document.h"
#include "scenes/importer.h"

namespace passung::scenes {

class ShapeReader {
 public:
  ShapeReader(std::string folder, const ErrorSite& site) : folder_(std::move(folder)), site_(site) {}

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
  // The same mesh at the same scale is one object, so that hierarchies and buffers are shared.
  [[nodiscard]] MeshPtr scaled(const MeshPtr& mesh, double scale);
  void warn(const std::string& line);

  std::string folder_;
  const ErrorSite& site_;
  std::map<std::string, ImportedFile> files_;  // by file and options
  std::map<std::string, MeshPtr> generated_;   // by the shape's text
  std::map<std::pair<const TriangleMesh*, double>, MeshPtr> scaled_;
  std::vector<std::string> warnings_;
};

}  // namespace passung::scenes
