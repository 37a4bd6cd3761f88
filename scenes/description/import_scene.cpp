// SPDX-License-Identifier: Apache-2.0
#include "scenes/description/import_scene.h"

#include <filesystem>
#include <set>

#include "scenes/importer.h"

namespace passung::scenes {

Json sceneOfFile(const std::string& path, const std::string& unit, std::vector<std::string>& warnings,
                 MeshCache& meshes) {
  ImportOptions options;
  options.unit = unit;
  const std::string absolute = std::filesystem::absolute(path).lexically_normal().string();
  const ImportedFile& file = meshes.file(path, options);
  const auto volume = [&](std::size_t i) { return file.parts[i].mesh->bounds().extent().prod(); };
  std::size_t largest = 0;
  for (std::size_t i = 1; i < file.parts.size(); ++i) {
    if (volume(i) > volume(largest)) largest = i;
  }

  Json document = {{"version", 1},
                   {"name", std::filesystem::path(path).stem().string()},
                   {"purpose", "The parts of " + std::filesystem::path(path).filename().string()},
                   {"materials", {{"default", {{"density", 7850}}}}},
                   {"bodies", Json::array()}};
  std::set<std::string> names;
  for (std::size_t i = 0; i < file.parts.size(); ++i) {
    std::string name = file.parts[i].name.empty() ? "part" : file.parts[i].name.substr(0, 180);
    const std::string base = name;
    for (int n = 2; !names.insert(name).second; ++n) name = base + "#" + std::to_string(n);
    Json shape = {{"type", "mesh"}, {"file", absolute}, {"part", i}};
    if (!unit.empty()) shape["unit"] = unit;
    document["bodies"].push_back(
        {{"name", name}, {"motion", i == largest ? "fixed" : "dynamic"}, {"shapes", Json::array({shape})}});
  }
  const std::string fixed = document["bodies"][largest]["name"].get<std::string>();
  const std::size_t others = file.parts.size() - 1;
  const std::string moving = others == 0   ? ""
                             : others == 1 ? ", the other one moves under gravity, z up"
                                           : ", the " + std::to_string(others) + " others move under gravity, z up";
  warnings.push_back(path + ": taken as a scene: the " + (others == 0 ? "only" : "largest") + " part, '" + fixed +
                     "', is fixed" + moving + "; the density is that of steel, 7850 kg/m^3");
  return document;
}

}  // namespace passung::scenes
