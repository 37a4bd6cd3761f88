// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/scenes_command.h"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "scenes/scene.h"

namespace passung::app {

int runScenes(const std::vector<std::string>& args) {
  bool json = false;
  for (const std::string& arg : args) {
    if (arg == "--help" || arg == "-h") {
      std::cout << "passung scenes [--json]: the built-in scenes, name and purpose\n";
      return 0;
    }
    if (arg != "--json") throw InputError("", "scenes", "unknown argument '" + arg + "'", "allowed: --json");
    json = true;
  }

  const std::vector<scenes::BuiltinScene> library = scenes::builtinScenes();
  if (library.empty()) {
    throw InputError("", "scenes", "no built-in scenes were found",
                     "PASSUNG_DATA may name the folder that holds library/");
  }
  if (json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const auto& scene : library) list.push_back({{"name", scene.name}, {"purpose", scene.purpose}});
    std::cout << nlohmann::ordered_json{{"scenes", list}}.dump(2) << '\n';
    return 0;
  }
  std::size_t widest = 0;
  for (const auto& scene : library) widest = std::max(widest, scene.name.size());
  for (const auto& scene : library) {
    std::cout << scene.name << std::string(widest + 2 - scene.name.size(), ' ') << scene.purpose << '\n';
  }
  return 0;
}

}  // namespace passung::app
