// SPDX-License-Identifier: Apache-2.0
// A scene enlarged or shrunk so that every motion stays similar.
#pragma once

#include "scenes/scene.h"

namespace passung::scenes {

// Lengths, gravity and start velocities times s; densities, angles and times unchanged. Then masses go with s^3,
// moments of inertia and torques with s^5, forces with s^4. Meshes shared between bodies stay shared.
void applyScale(Scene& scene, double s);

}  // namespace passung::scenes
