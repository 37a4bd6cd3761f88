// SPDX-License-Identifier: Apache-2.0
// Where the built-in scenes lie: one folder each, scenes/library/<name>/scene.json with its assets.
#pragma once

#include <optional>
#include <string>

namespace passung::scenes {

// The folder that holds `library`: the environment variable PASSUNG_DATA if set, else ../share/passung beside the
// program (installed), ../../../scenes (in a build folder), else the source folder of the build. Empty when none is
// there.
[[nodiscard]] std::string dataFolder();

// The folder of a built-in scene, or nothing when the name is none.
[[nodiscard]] std::optional<std::string> builtinFolder(const std::string& name);

}  // namespace passung::scenes
