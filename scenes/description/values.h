// SPDX-License-Identifier: Apache-2.0
// Small values out of a valid document.
#pragma once

#include <string>

#include "core/draw_list.h"
#include "core/math.h"
#include "scenes/description/json_document.h"

namespace passung::scenes {

[[nodiscard]] Vec3 readVec3(const Json& list);
// The member, or `otherwise` where it is missing.
[[nodiscard]] Vec3 readVec3(const Json& object, const char* key, const Vec3& otherwise);
[[nodiscard]] inline Vec3 readVec3(const Json& list, std::size_t index) { return readVec3(list[index]); }
[[nodiscard]] int readInt(const Json& object, const char* key, int otherwise);
[[nodiscard]] Color readColor(const Json& list);
// position with orientation (w, x, y, z) or euler_degrees. Throws InputError when both are given or it is no rotation.
[[nodiscard]] Transform readPose(const Json& object, const std::string& place, const ErrorSite& site);

}  // namespace passung::scenes
