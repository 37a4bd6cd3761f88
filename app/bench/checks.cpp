// SPDX-License-Identifier: GPL-3.0-or-later
// The list of checks, in the order of the table.
#include "app/bench/check.h"
#include "app/bench/fit_checks.h"
#include "app/bench/thread_checks.h"

namespace passung::app {

const std::vector<Check>& checks() {
  static const std::vector<Check> list{
      {"descent", "a frictionless nut descends with g / (1 + I / (m p^2)), M4 to M20", false, checkDescent},
      {"self_lock", "the friction at which a nut holds, by bisection, M4 to M20", true, checkSelfLock},
      {"creep", "locked nuts do not creep", false, checkLockedCreep},
      {"factory", "an M16 pair of 40 000 triangles at rest, in real time", false, checkFactoryAtRest},
      {"driven", "travel per turn of a driven nut", false, checkDriven},
      {"fast", "a nut driven at 10 rev/s in steps of 1/60 s does not jump threads", false, checkFastDrive},
      {"torque", "clamp force against torque, at 1, 20 and 200 N m", true, checkTorque},
      {"screw", "a screw falls through its holes with g and rests", false, checkFallingScrew},
      {"whitney", "a peg under side force and moment jams where the two-point diagram says", false, checkWhitney},
      {"speed", "fits in real time", false, checkSpeeds},
      {"cube_stack", "seven cubes, solver by solver", false, checkCubeStack},
      {"heavy_on_light", "a stack of 1000 : 1, solver by solver", false, checkHeavyOnLight},
      {"pyramid", "a pyramid of 5050 boxes beside Bullet", true, checkPyramid},
      {"every_scene", "every built-in scene by its own monitors", true, checkEveryScene},
  };
  return list;
}

}  // namespace passung::app
