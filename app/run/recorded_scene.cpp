// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/recorded_scene.h"

#include "core/error.h"
#include "dynamics/recording.h"

namespace passung::app {

scenes::Scene sceneOfRecording(const std::string& path) {
  const dynamics::Recording recording(path);
  const dynamics::RecordingHeader& header = recording.header();
  scenes::Scene scene = scenes::loadSceneText(header.sceneJson, header.sceneSource,
                                              {.overrides = {}, .unit = header.unit, .density = header.density});
  if (scene.world.bodies.size() != header.bodies.size()) {
    throw InputError(path, "", "the scene it was made from now has other bodies",
                     "put the files of '" + header.sceneSource + "' back as they were");
  }
  scene.world.dt = header.dt;
  if (!recording.warning().empty()) scene.warnings.push_back(recording.warning());
  return scene;
}

}  // namespace passung::app
