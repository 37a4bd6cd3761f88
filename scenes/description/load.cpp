// SPDX-License-Identifier: Apache-2.0
// Names and files to scenes: the steps of loading, in order.
#include "scenes/description/load.h"

#include <algorithm>
#include <filesystem>

#include "core/error.h"
#include "scenes/description/import_scene.h"
#include "scenes/description/library.h"
#include "scenes/description/overrides.h"
#include "scenes/description/reader.h"
#include "scenes/description/scale.h"
#include "scenes/description/schema.h"
#include "scenes/description/suggest.h"
#include "scenes/importers/units.h"

namespace passung::scenes {
namespace {

namespace fs = std::filesystem;

bool isSceneFile(const std::string& path) {
  std::string extension = fs::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension == ".json";
}

[[noreturn]] void failUnknown(const std::string& nameOrFile) {
  if (looksLikeFile(nameOrFile)) throw InputError(nameOrFile, "", "there is no such file", "check the path");
  std::vector<std::string> names;
  for (const BuiltinScene& scene : builtinScenes()) names.push_back(scene.name);
  const std::string nearest = nearestName(nameOrFile, names);
  throw InputError(nameOrFile, "", "no such file or built-in scene",
                   names.empty() ? "no built-in scenes were found; PASSUNG_DATA names their folder"
                                 : (nearest.empty() ? "" : "did you mean '" + nearest + "'? ") +
                                       "built-in scenes: " + listedNames(names));
}

SceneSource sourceOf(const std::string& nameOrFile) {
  if (const auto folder = builtinFolder(nameOrFile)) return {nameOrFile, *folder, nameOrFile};
  const fs::path path(nameOrFile);
  const fs::path folder = path.parent_path().empty() ? fs::path(".") : path.parent_path();
  return {path.stem().string(), folder.string(), nameOrFile};
}

// --density: of every material.
void setDensity(Json& document, double density) {
  document["materials"]["default"]["density"] = density;
  for (auto& [name, material] : document["materials"].items()) material["density"] = density;
}

Scene load(Json document, const SceneSource& source, const LoadOptions& options, MeshCache meshes) {
  ErrorSite site{source.shown, {}};
  validate(document, site);
  if (options.density != 0) setDensity(document, options.density);
  for (const Override& setting : options.overrides) {
    applyOverride(document, setting, site);
    validate(document, site);
  }
  Scene scene = readScene(document, source.folder, site, meshes);
  if (scene.name.empty()) scene.name = source.name;
  scene.source = source.shown;
  scene.json = document.dump(2, ' ', false, Json::error_handler_t::replace);
  if (const double s = document.value("scale", 1.0); s != 1) applyScale(scene, s, meshes);
  scene.folder = source.folder;
  scene.meshes = std::make_shared<const MeshCache>(std::move(meshes));
  return scene;
}

MeshCache known(const LoadOptions& options) { return options.meshes ? *options.meshes : MeshCache(); }

}  // namespace

Scene loadSceneDocument(Json document, const SceneSource& source, const LoadOptions& options) {
  return load(std::move(document), source, options, known(options));
}

Scene loadScene(const std::string& nameOrFile, const LoadOptions& options) {
  checkUnit(options.unit);
  const SceneSource source = sourceOf(nameOrFile);
  if (const auto folder = builtinFolder(nameOrFile)) {
    const std::string file = (fs::path(*folder) / "scene.json").string();
    return load(parseJson(readTextFile(file), file), source, options, known(options));
  }
  std::error_code error;
  if (!fs::exists(nameOrFile, error)) failUnknown(nameOrFile);
  if (isSceneFile(nameOrFile))
    return load(parseJson(readTextFile(nameOrFile), nameOrFile), source, options, known(options));
  std::vector<std::string> warnings;
  MeshCache meshes = known(options);
  Json document = sceneOfFile(nameOrFile, options.unit, warnings, meshes);
  Scene scene = load(std::move(document), source, options, std::move(meshes));
  scene.warnings.insert(scene.warnings.begin(), warnings.begin(), warnings.end());
  return scene;
}

Scene loadSceneText(const std::string& json, const std::string& source, const LoadOptions& options) {
  return load(parseJson(json, source), sourceOf(source), options, known(options));
}

}  // namespace passung::scenes
