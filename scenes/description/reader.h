// SPDX-License-Identifier: Apache-2.0
// A valid document to a Scene.
#pragma once

#include "scenes/description/json_document.h"
#include "scenes/description/mesh_cache.h"
#include "scenes/scene.h"

namespace passung::scenes {

// Makes the bodies, monitors and cameras of a document that has passed validate(), at scale 1. `folder` is where mesh
// files are sought; those in `meshes` are not read again, and new ones join them. Throws InputError for what a schema
// cannot tell: unknown materials and bodies, missing or unusable mesh files, generator values that do not fit, moving
// bodies without mass.
[[nodiscard]] Scene readScene(const Json& document, const std::string& folder, const ErrorSite& site,
                              MeshCache& meshes);

}  // namespace passung::scenes
