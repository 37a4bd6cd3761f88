// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes and files share one argument: which of the two is meant?
#pragma once

#include <filesystem>
#include <string>

#include "scenes/importers/formats.h"

namespace passung::app {

// A scene file, or a bare name that no file has: a built-in scene.
[[nodiscard]] inline bool isSceneArgument(const std::string& argument) {
  const std::string extension = scenes::extensionOf(argument);
  if (extension == ".json") return true;
  std::error_code error;
  return extension.empty() && argument.find('/') == std::string::npos && !std::filesystem::exists(argument, error);
}

}  // namespace passung::app
