// SPDX-License-Identifier: GPL-3.0-or-later
// Where a part must go so that two of its features come together: axes in line, planes flush.
#pragma once

#include "core/math.h"

namespace passung::app {

struct Line {
  Vec3 p = Vec3::Zero(), direction = Vec3::UnitZ();  // direction is a unit vector
};

// The pose at which `own`, which moves with the part at X_WB, lies in line with `other`: the part is turned by the
// smaller angle (the senses of the lines do not matter) about own.p and moved across the line only.
[[nodiscard]] Transform mateAxes(const Transform& X_WB, const Line& own, const Line& other);

// The pose at which the plane `own` (its outward normal the direction) lies in the plane `other`, the normals opposed:
// the part is turned about own.p and moved along the normal only. Opposite turns, which have no axis of their own, take
// one in the plane.
[[nodiscard]] Transform mateFaces(const Transform& X_WB, const Line& own, const Line& other);

}  // namespace passung::app
