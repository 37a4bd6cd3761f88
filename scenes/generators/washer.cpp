// SPDX-License-Identifier: Apache-2.0
// A flat ring about z, centred. The hole's facets touch its nominal circle from outside.
#include "scenes/generators/generator.h"
#include "scenes/generators/solid.h"

namespace passung::scenes {
namespace {

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const int facets = static_cast<int>(v.at("facets"));
  const double inner = circumscribed(0.5 * v.at("inner_diameter"), facets);
  const double outer = 0.5 * v.at("outer_diameter");
  const double half = 0.5 * v.at("thickness");
  requireBelow("inner_diameter", 2 * inner, "outer_diameter", 2 * outer);
  Solid solid;
  addRevolved(solid, std::vector<Vec2>{Vec2(inner, -half), Vec2(outer, -half), Vec2(outer, half), Vec2(inner, half)},
              true, facets);
  return solid.build();
}

}  // namespace

Generator washerGenerator() {
  return {"washer",
          "flat ring",
          {lengthParameter("inner_diameter", 0.017, "of the circle that fits into the hole"),
           lengthParameter("outer_diameter", 0.030, "through the corners of the facets"),
           lengthParameter("thickness", 0.003, "along z"), facetsParameter("facets", 32, "round the axis")},
          build};
}

}  // namespace passung::scenes
