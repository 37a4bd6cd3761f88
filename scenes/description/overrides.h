// SPDX-License-Identifier: Apache-2.0
// Settings from the command line, written into a scene's document before it is read.
#pragma once

#include "scenes/description/json_document.h"
#include "scenes/scene.h"

namespace passung::scenes {

// Writes the value where the path leads. A path is made of keys and, for lists, indices or names of entries:
// materials.default.friction, bodies.screw.position, bodies[0].shapes[0].radius, gravity.2. Missing sections are made;
// a path that the schema does not know, or that names no body, material or monitor of the scene, throws InputError with
// what is near. The document must be valid. Records the place in `site`, so that later errors name the setting.
void applyOverride(Json& document, const Override& setting, ErrorSite& site);

}  // namespace passung::scenes
