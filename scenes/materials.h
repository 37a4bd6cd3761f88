// SPDX-License-Identifier: Apache-2.0
// Engineering materials to choose from. docs/materials.md has the table with its sources.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "dynamics/world_def.h"

namespace passung::scenes {

struct EngineeringMaterial {
  const char* name;   // as in scene files and scripts
  const char* title;  // for people
  dynamics::Material values;
};

// In the order of menus: metals, plastics, others.
[[nodiscard]] std::span<const EngineeringMaterial> engineeringMaterials();
[[nodiscard]] const EngineeringMaterial* engineeringMaterial(const std::string& name);  // null: there is none

}  // namespace passung::scenes
