// SPDX-License-Identifier: Apache-2.0
#include "scenes/description/library.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "core/error.h"
#include "scenes/description/json_document.h"
#include "scenes/scene.h"

namespace passung::scenes {

namespace fs = std::filesystem;

std::string dataFolder() {
  std::vector<fs::path> places;
  std::error_code error;
  if (const char* given = std::getenv("PASSUNG_DATA"); given != nullptr && *given != '\0') {
    places.emplace_back(given);
  } else {
    const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
    places = {program / "../share/passung", program / "../../../scenes", PASSUNG_SCENES_SOURCE};
  }
  for (const fs::path& place : places) {
    if (fs::is_directory(place / "library", error)) return place.lexically_normal().string();
  }
  return {};
}

bool looksLikeFile(const std::string& name) { return name.find_first_of("/\\.") != std::string::npos; }

std::optional<std::string> builtinFolder(const std::string& name) {
  const std::string data = dataFolder();
  if (data.empty() || name.empty() || looksLikeFile(name)) return {};
  const fs::path folder = fs::path(data) / "library" / name;
  std::error_code error;
  if (!fs::is_regular_file(folder / "scene.json", error)) return {};
  return folder.string();
}

std::vector<BuiltinScene> builtinScenes() {
  std::vector<BuiltinScene> scenes;
  const std::string data = dataFolder();
  if (data.empty()) return scenes;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(fs::path(data) / "library", error)) {
    const fs::path file = entry.path() / "scene.json";
    if (!fs::is_regular_file(file, error)) continue;
    const Json document = parseJson(readTextFile(file.string()), file.string());
    const bool purposeful = document.is_object() && document.contains("purpose") && document["purpose"].is_string();
    scenes.push_back({entry.path().filename().string(), purposeful ? document["purpose"].get<std::string>() : ""});
  }
  std::sort(scenes.begin(), scenes.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return scenes;
}

}  // namespace passung::scenes
