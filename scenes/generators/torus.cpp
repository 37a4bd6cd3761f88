// SPDX-License-Identifier: Apache-2.0
// A torus about z, centred, its corners on the nominal surface.
#include "scenes/generators/generator.h"
#include "scenes/generators/solid.h"

namespace passung::scenes {
namespace {

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const double major = v.at("major_radius");
  const double minor = v.at("minor_radius");
  requireBelow("minor_radius", minor, "major_radius", major);
  Solid solid;
  addRevolved(solid, circle(Vec2(major, 0), minor, static_cast<int>(v.at("minor_segments"))), true,
              static_cast<int>(v.at("major_segments")));
  return solid.build();
}

}  // namespace

Generator torusGenerator() {
  return {
      "torus",
      "ring of round section",
      {lengthParameter("major_radius", 0.1, "from the axis to the middle of the tube"),
       lengthParameter("minor_radius", 0.025, "of the tube"), facetsParameter("major_segments", 24, "round the axis"),
       facetsParameter("minor_segments", 12, "round the tube")},
      build};
}

}  // namespace passung::scenes
