// SPDX-License-Identifier: Apache-2.0
// A hexagonal nut without thread, about z, centred. The hole's facets touch its nominal circle from outside.
#include "scenes/generators/generator.h"
#include "scenes/generators/solid.h"

namespace passung::scenes {
namespace {

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const int facets = static_cast<int>(v.at("facets"));
  const double hole = circumscribed(0.5 * v.at("hole_diameter"), facets);
  const double flats = 0.5 * v.at("width");
  requireBelow("hole_diameter", 2 * hole, "width", 2 * flats);
  return extruded({circle(Vec2::Zero(), circumscribed(flats, 6), 6), {{Vec2::Zero(), hole, facets, 0}}},
                  -0.5 * v.at("height"), 0.5 * v.at("height"));
}

}  // namespace

Generator nutGenerator() {
  return {"nut",
          "hexagonal nut without thread",
          {lengthParameter("width", 0.024, "across the flats"),
           lengthParameter("hole_diameter", 0.0165, "of the circle that fits into the hole"),
           lengthParameter("height", 0.013, "along z"), facetsParameter("facets", 32, "round the hole")},
          build};
}

}  // namespace passung::scenes
