// SPDX-License-Identifier: Apache-2.0
// The `joints` of a scene.
#pragma once

#include "dynamics/world_def.h"
#include "scenes/description/json_document.h"

namespace passung::scenes {

// Places are given in the world, at the start; the frames on the bodies follow from the bodies' start poses. Throws
// InputError for unknown bodies, an axis without direction and limits in the wrong order. The document must be valid.
[[nodiscard]] std::vector<dynamics::JointDef> readJoints(const Json& document,
                                                         const std::vector<dynamics::BodyDef>& bodies,
                                                         const ErrorSite& site);

}  // namespace passung::scenes
