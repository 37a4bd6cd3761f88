// SPDX-License-Identifier: Apache-2.0
// A CAD or mesh file as a scene.
#pragma once

#include "scenes/description/json_document.h"
#include "scenes/description/mesh_cache.h"
#include "scenes/scene.h"

namespace passung::scenes {

// The document of the scene that a CAD or mesh file stands for: the part with the largest bounding box is fixed, the
// others move under gravity, z up, density of steel. `warnings` gets a line that says so. The file stays in `meshes`.
// Throws InputError.
[[nodiscard]] Json sceneOfFile(const std::string& path, const std::string& unit, std::vector<std::string>& warnings,
                               MeshCache& meshes);

}  // namespace passung::scenes
