// SPDX-License-Identifier: GPL-3.0-or-later
// The scene that a recording was made of.
#pragma once

#include <string>

#include "scenes/scene.h"

namespace passung::app {

// Every setting of the run applied; mesh and CAD files are read anew. Throws InputError when the recording or the scene
// cannot be read, or when it has other bodies now.
[[nodiscard]] scenes::Scene sceneOfRecording(const std::string& path);

}  // namespace passung::app
