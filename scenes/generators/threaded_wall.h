// SPDX-License-Identifier: Apache-2.0
// Round walls whose radius depends on angle and height: threads with their ends.
#pragma once

#include <span>
#include <vector>

#include "scenes/generators/solid.h"
#include "scenes/generators/thread_profile.h"

namespace passung::scenes {

// The wall in one half-plane through the axis: points (x: z, y: radius > 0) with z rising from the lowest to the
// highest of the wall, joined by straight lines.
using Chain = std::vector<Vec2>;

// A right-handed thread about z in the half-plane at `angle` [rad], from z0 to z1. At angle 0 the middle of the section
// (see sectionOf) lies at z = 0 and whole pitches from there. `scale` multiplies the radii.
[[nodiscard]] Chain threadChain(std::span<const Vec2> section, double pitch, double angle, double z0, double z1,
                                double scale);

// The greater or smaller radius of two chains over the same range of z. Points nearer than `spacing` to the one before
// them are left out.
[[nodiscard]] Chain greater(const Chain& a, const Chain& b, double spacing);
[[nodiscard]] Chain smaller(const Chain& a, const Chain& b, double spacing);

// The wall through chains at equal angles round the axis, the first at angle 0. Outside is away from the axis, or
// towards it when `inward`.
void addRoundWall(Solid& solid, std::span<const Chain> chains, bool inward);

// A disc from the axis to the corners of a regular polygon, at height z.
void addDisc(Solid& solid, double corner, int facets, double z, bool upward);

}  // namespace passung::scenes
