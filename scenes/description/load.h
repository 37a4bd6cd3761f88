// SPDX-License-Identifier: Apache-2.0
// A document in memory to a scene, for programs that edit it.
#pragma once

#include <string>

#include "scenes/description/json_document.h"
#include "scenes/scene.h"

namespace passung::scenes {

struct SceneSource {
  std::string name;    // of the scene when its document gives none
  std::string folder;  // where mesh files are sought
  std::string shown;   // in errors and as Scene::source
};

// As loadScene(), from a document that need not be in a file. Throws InputError.
[[nodiscard]] Scene loadSceneDocument(Json document, const SceneSource& source, const LoadOptions& options = {});

}  // namespace passung::scenes
