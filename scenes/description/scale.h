// SPDX-License-Identifier: Apache-2.0
// A scene enlarged or shrunk so that every motion stays similar.
#pragma once

#include "scenes/description/mesh_cache.h"
#include "scenes/scene.h"

namespace passung::scenes {

// Lengths, gravity and start velocities times s; densities, angles and times unchanged. Then masses go with s^3,
// moments of inertia and torques with s^5, forces with s^4. Meshes shared between bodies stay shared;
// those that `meshes` has at this scale are taken from there.
void applyScale(Scene& scene, double s, MeshCache& meshes);
// The same for one drive or joint: lengths, speeds along an axis, forces and torques.
void scaleDrive(dynamics::DriveDef& drive, double s);
void scaleJoint(dynamics::JointDef& joint, double s);

}  // namespace passung::scenes
