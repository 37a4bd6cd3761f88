// SPDX-License-Identifier: Apache-2.0
// A small scene that has one of everything an edit can meet.
#pragma once

#include "scenes/scene.h"

namespace passung::test {

inline const char* const kAssembly = R"({
  "version": 1, "name": "assembly", "purpose": "one of everything",
  "materials": {"default": {"density": 7850, "friction": 0.2}, "oak": {"density": 650, "friction": 0.5}},
  "bodies": [
    {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
    {"name": "plate", "motion": "fixed", "position": [0, 0, 0.05], "shapes": [{"type": "generated", "generator": "plate"}]},
    {"name": "arm", "position": [0.3, 0, 0.5], "euler_degrees": [10, 20, 30], "material": "oak",
     "shapes": [{"type": "box", "size": [0.1, 0.02, 0.03]}, {"type": "sphere", "radius": 0.02, "position": [0.05, 0, 0]}]},
    {"name": "pin", "position": [0, 0, 0.2], "shapes": [{"type": "generated", "generator": "pin"}]},
    {"name": "box", "position": [1, 0, 0.1], "shapes": [{"type": "box", "size": [0.1, 0.1, 0.1]}],
     "repeat": {"count": 3, "step": [0.11, 0, 0], "rows": 2, "row_step": [0.055, 0, 0.1], "fewer_per_row": 1}},
    {"name": "crank", "motion": "kinematic", "angular_velocity": [0, 0, 1], "position": [-1, 0, 0.5],
     "shapes": [{"type": "cylinder", "radius": 0.05, "length": 0.1}]}],
  "drives": [{"name": "wind", "type": "force", "body": "arm", "reaction": "plate", "frame": "pin", "value": 0.1}],
  "joints": [{"name": "hinge", "type": "revolute", "body": "arm", "to": "crank", "position": [0.25, 0, 0.5], "axis": [0, 1, 0]}],
  "camera": {"eye": [2, -2, 1], "target": [0, 0, 0.1]},
  "monitors": [
    {"type": "any", "name": "either", "children": [
      {"type": "contact", "body": "pin", "other": "plate"}, {"type": "at_rest", "body": "box_0_1"}]},
    {"type": "at_rest", "body": "pin"}]
})";

inline std::shared_ptr<const scenes::Scene> assembly() {
  return std::make_shared<const scenes::Scene>(scenes::loadSceneText(kAssembly, "assembly.json"));
}

inline const dynamics::BodyDef& bodyNamed(const scenes::Scene& scene, const std::string& name) {
  for (const dynamics::BodyDef& body : scene.world.bodies) {
    if (body.name == name) return body;
  }
  throw std::out_of_range(name);
}

}  // namespace passung::test
