// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a scene as an immutable value: what edits change, what is saved and what undo goes back to.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "scenes/description/json_document.h"
#include "scenes/scene.h"

namespace passung::app {

using scenes::Json;

// The document of a scene file. The entries of `bodies` are shared between a document and the edited ones made from it,
// so that a long history of a large assembly stays small: a copy costs one pointer a body.
struct SceneDocument {
  std::shared_ptr<const Json> rest;                 // all but the bodies; an empty list keeps their place
  std::vector<std::shared_ptr<const Json>> bodies;  // entries as in the file, `repeat` not written out
  std::string name;                                 // of the scene when the document gives none
  std::string folder;                               // where relative mesh files are sought

  // The scene's `scale`: lengths of the document times it are metres as simulated.
  [[nodiscard]] double scale() const { return rest->value("scale", 1.0); }
};

// Throws InputError for a scene that was not made from a document.
[[nodiscard]] SceneDocument documentOf(const scenes::Scene& scene);

// The whole document, its keys in their old order.
[[nodiscard]] Json jsonOf(const SceneDocument& document);

// The scene that the document describes. `source` is what its errors name and becomes Scene::source; meshes that
// `before`, an earlier form of the scene, has are not read again, nor those of `more`. Throws InputError.
[[nodiscard]] scenes::Scene sceneOf(const SceneDocument& document, const std::string& source,
                                    const scenes::Scene* before = nullptr, const scenes::MeshCache* more = nullptr);

}  // namespace passung::app
