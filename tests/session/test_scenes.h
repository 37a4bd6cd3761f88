// SPDX-License-Identifier: Apache-2.0
// Small scenes made by hand, so that these tests need no file.
#pragma once

#include "scenes/scene.h"

namespace passung::test {

// A fixed plate, 0.2 x 0.2 x 0.02 m with its top at z = 0, and a cube of edge 40 mm whose base is at `height` [m].
inline scenes::Scene cubeOverPlate(double height = 0.02) {
  scenes::Scene scene;
  scene.name = "cube_over_plate";
  scene.source = "cube_over_plate";
  dynamics::BodyDef plate;
  plate.name = "plate";
  plate.motion = dynamics::Motion::kFixed;
  plate.X_WB.p = Vec3(0, 0, -0.01);
  plate.colliders.push_back({collision::Box{Vec3(0.1, 0.1, 0.01)}, {}});
  dynamics::BodyDef cube;
  cube.name = "cube";
  cube.X_WB.p = Vec3(0, 0, 0.02 + height);
  cube.colliders.push_back({collision::Box{Vec3::Constant(0.02)}, {}});
  scene.world.bodies = {plate, cube};
  return scene;
}

}  // namespace passung::test
