// SPDX-License-Identifier: Apache-2.0
// A camera for scenes that bring none.
#pragma once

#include "scenes/scene.h"

namespace passung::scenes {

// Looks from the front, right and above at all bodies as they start, half-spaces left out.
[[nodiscard]] Camera fittedCamera(const dynamics::WorldDef& world);

}  // namespace passung::scenes
