// SPDX-License-Identifier: Apache-2.0
// The engines by name.
#include <algorithm>

#include "core/error.h"
#include "dynamics/engine.h"
#include "dynamics/world/world.h"

namespace passung::dynamics {
namespace {

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& n : names) text += (text.empty() ? "" : ", ") + n;
  return text;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::vector<std::string> engineNames() {
  std::vector<std::string> names = {"native"};
  if (makeBulletEngine({}, false) != nullptr) names.insert(names.end(), {"bullet", "bullet-convex"});
  return names;
}

std::unique_ptr<Engine> makeEngine(const WorldDef& def, const EngineOptions& options) {
  if (!contains({"native", "bullet", "bullet-convex"}, options.engine)) {
    throw InputError("", "engine", "there is no engine '" + options.engine + "'",
                     "this build has " + listed(engineNames()));
  }
  if (options.engine != "native") {
    if (options.facePairs) {
      throw InputError("", "narrow phase", "the engine '" + options.engine + "' has its own",
                       "use the engine native, or leave the narrow phase out");
    }
    auto engine = makeBulletEngine(def, options.engine == "bullet-convex");
    if (engine == nullptr) {
      throw InputError("", "engine", "this build has no '" + options.engine + "'", "install Bullet and build again");
    }
    return engine;
  }
  return std::make_unique<World>(def, WorldOptions{.threads = options.threads, .facePairs = options.facePairs});
}

}  // namespace passung::dynamics
