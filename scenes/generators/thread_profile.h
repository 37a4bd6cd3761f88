// SPDX-License-Identifier: Apache-2.0
// The ISO metric thread in its axial section, and the clearances of its tolerance classes.
#pragma once

#include <string>
#include <vector>

#include "scenes/generators/solid.h"

namespace passung::scenes {

// Radii of one thread [m], of bolts and nuts alike: the ridge of the part points outwards on a bolt, inwards on a nut.
struct ThreadProfile {
  double pitch = 0;        // axial advance a turn [m]
  double crestRadius = 0;  // of the ridge's flat: the largest radius of a bolt's thread, the smallest of a nut's
  double rootRadius = 0;   // of the groove's flat
  double pitchRadius = 0;  // where ridge and groove are half a pitch wide each
};

// Names of the tolerance classes, first "basic": the profile of ISO 68-1 without any deviation.
[[nodiscard]] const std::vector<std::string>& externalFits();
[[nodiscard]] const std::vector<std::string>& internalFits();

// The middle of the tolerance zone of a class. A bolt's root is the flat at the depth of the rounded root of
// ISO 68-1, H / 6 above the sharp V; a nut's lies H / 24 beyond the nominal diameter, so that flanks meet before
// crests. `clearance` [m] moves all of the profile away from the counterpart. Throws InputError where nothing is left
// of it.
[[nodiscard]] ThreadProfile externalThread(double diameter, double pitch, std::size_t fit, double clearance);
[[nodiscard]] ThreadProfile internalThread(double diameter, double pitch, std::size_t fit, double clearance);

// One pitch of the section as points (x: z / pitch from -1/2 on, y: radius), with the ridge of a bolt or the groove of
// a nut in the middle, each flank cut into this many pieces. Ends before the point that repeats the first.
[[nodiscard]] std::vector<Vec2> sectionOf(const ThreadProfile& profile, int flankFacets);

// As many pieces a flank as make its facets about as long as those round the thread.
[[nodiscard]] int evenFlankFacets(const ThreadProfile& profile, int facets);

}  // namespace passung::scenes
