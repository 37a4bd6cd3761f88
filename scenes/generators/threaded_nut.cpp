// SPDX-License-Identifier: Apache-2.0
// A hexagonal nut with an ISO metric thread about z, centred. Both ends of the bore are countersunk to beyond the
// thread. The corners of the bore lie outside the nominal profile, at r / cos(pi / facets): its facets touch the
// profile and eat nothing of the clearance. At the same pose, or moved along z by whole pitches, it fits a
// threaded_bolt of the same size.
#include <cmath>

#include "scenes/generators/generator.h"
#include "scenes/generators/threaded_wall.h"

namespace passung::scenes {
namespace {

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const double pitch = v.at("pitch"), top = 0.5 * v.at("height"), flats = 0.5 * v.at("width");
  const int facets = static_cast<int>(v.at("facets"));
  const ThreadProfile thread =
      internalThread(v.at("diameter"), pitch, static_cast<std::size_t>(v.at("fit")), v.at("clearance"));
  const int flank = static_cast<int>(v.at("flank_facets"));
  const std::vector<Vec2> section = sectionOf(thread, flank > 0 ? flank : evenFlankFacets(thread, facets));

  const double outward = circumscribed(1, facets);
  const double crest = outward * thread.crestRadius, mouth = outward * (thread.rootRadius + 0.05 * pitch);
  const double depth = (mouth - crest) * std::tan(v.at("chamfer_angle") * kPi / 180);
  requireBelow("the countersinks", 2 * depth, "height", 2 * top);
  requireBelow("the mouth of the bore", 2 * mouth, "width", 2 * flats);

  const double spacing = 0.005 * pitch;
  const Chain sinks = {{-top, mouth}, {-top + depth, crest}, {top - depth, crest}, {top, mouth}};
  std::vector<Chain> chains;
  for (int i = 0; i < facets; ++i) {
    chains.push_back(greater(threadChain(section, pitch, 2 * kPi * i / facets, -top, top, outward), sinks, spacing));
  }

  Solid solid;
  addRoundWall(solid, chains, true);
  const std::vector<Vec2> hexagon = circle(Vec2::Zero(), circumscribed(flats, 6), 6);
  const auto at = [](double z) { return [z](const Vec2& p) { return Vec3(p.x(), p.y(), z); }; };
  const Region ring = {hexagon, {{Vec2::Zero(), mouth, facets, 0}}};
  solid.addFace(ring, at(top), false);
  solid.addFace(ring, at(-top), true);
  std::vector<Vec3> lower, upper;
  for (const Vec2& p : hexagon) {
    lower.push_back(at(-top)(p));
    upper.push_back(at(top)(p));
  }
  solid.addWall(lower, upper);
  return solid.build();
}

}  // namespace

Generator threadedNutGenerator() {
  return {"threaded_nut",
          "hexagonal nut with an ISO metric thread",
          {lengthParameter("diameter", 0.016, "nominal, of the thread"),
           lengthParameter("pitch", 0.002, "advance of the thread a turn"),
           choiceParameter("fit", internalFits(), "tolerance class, the middle of its zone"),
           {"clearance", 0, -1e9, 1e9, false, "by which the radii are larger still [m]"},
           lengthParameter("width", 0.024, "across the flats"),
           lengthParameter("height", 0.013, "along z"),
           {"chamfer_angle", 30, 10, 75, false, "of the countersinks, to the end faces [degrees]"},
           facetsParameter("facets", 49, "a turn; share no divisor with those of the bolt"),
           {"flank_facets", 0, 0, 64, true, "across a flank of the thread, 0: about as long as those round it"}},
          build};
}

}  // namespace passung::scenes
