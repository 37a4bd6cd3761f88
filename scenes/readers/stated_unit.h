// SPDX-License-Identifier: Apache-2.0
// Units and up axis that a mesh file states and that Assimp does not pass on.
#pragma once

#include <string>

namespace passung::scenes {

struct StatedUnit {
  double metresPerUnit = 0;  // 0: none stated
  char upAxis = 'z';
};

// For COLLADA (unit, up_axis), 3MF and AMF (unit attribute), glTF and X3D (metres, y up, by their standards). Never
// throws.
[[nodiscard]] StatedUnit statedUnit(const std::string& path, const std::string& format);

}  // namespace passung::scenes
