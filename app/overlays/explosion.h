// SPDX-License-Identifier: GPL-3.0-or-later
// Problem: take an assembly apart in the picture, so that every part is seen.
// Method: `kRadial` moves each part away from the assembly's centre, in proportion to its distance. `kAxes` goes out
//   from the fixed parts (else the largest one) over contacts and joints; each part leaves the one it was reached from
//   along their joint's axis, along the mean contact normal, or, where the normals cancel as in a hole, along the
//   direction that they all are across, far enough that the bounding boxes part. A part that nothing ties goes
//   radially.
// Cost: linear in bodies, contacts and joints. Failure modes: a part that is held from all sides leaves along the
//   direction that holds it least, which may not be the way it was put in.
#pragma once

#include <vector>

#include "app/overlays/overlays.h"

namespace passung::app {

enum class ExplosionMode { kRadial, kAxes };

// How far each body moves when the assembly is fully taken apart [m], W.
[[nodiscard]] std::vector<Vec3> explosionOffsets(const scenes::Scene& scene, const dynamics::WorldSnapshot& snapshot,
                                                 ExplosionMode mode);

}  // namespace passung::app
