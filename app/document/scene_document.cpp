// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/scene_document.h"

#include <filesystem>

#include "core/error.h"
#include "scenes/description/load.h"
#include "scenes/description/mesh_cache.h"

namespace passung::app {

SceneDocument documentOf(const scenes::Scene& scene) {
  if (scene.json.empty()) throw InputError(scene.source, "", "the scene has no text to edit", "open it from a file");
  Json json = scenes::parseJson(scene.json, scene.source);
  SceneDocument document{.rest = nullptr, .bodies = {}, .name = scene.name, .folder = {}};
  // In full: kept edits may be opened again from elsewhere.
  document.folder = std::filesystem::absolute(scene.folder.empty() ? "." : scene.folder).lexically_normal().string();
  for (Json& body : json["bodies"]) document.bodies.push_back(std::make_shared<const Json>(std::move(body)));
  json["bodies"] = Json::array();
  document.rest = std::make_shared<const Json>(std::move(json));
  return document;
}

Json jsonOf(const SceneDocument& document) {
  Json json = *document.rest;
  Json& bodies = json["bodies"];
  for (const auto& body : document.bodies) bodies.push_back(*body);
  return json;
}

scenes::Scene sceneOf(const SceneDocument& document, const std::string& source, const scenes::Scene* before,
                      const scenes::MeshCache* more) {
  scenes::LoadOptions options;
  if (before) options.meshes = before->meshes;
  if (more) {
    auto all = std::make_shared<scenes::MeshCache>(options.meshes ? *options.meshes : scenes::MeshCache());
    all->files.insert(more->files.begin(), more->files.end());
    options.meshes = std::move(all);
  }
  return scenes::loadSceneDocument(jsonOf(document), {document.name, document.folder, source}, options);
}

}  // namespace passung::app
