// SPDX-License-Identifier: Apache-2.0
// The monitors of a scene, out of a valid document.
#pragma once

#include <string>
#include <vector>

#include "scenes/description/json_document.h"
#include "scenes/scene.h"

namespace passung::scenes {

// `list` at `place`. `world` has all bodies. Throws InputError for a body that is not there and for a condition that
// says too little.
[[nodiscard]] std::vector<Monitor> readMonitors(const Json& list, const std::string& place,
                                                const dynamics::WorldDef& world, const ErrorSite& site);

}  // namespace passung::scenes
