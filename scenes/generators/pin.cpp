// SPDX-License-Identifier: Apache-2.0
// A stepped pin about z: a thick lower part, a thin upper one. The origin is at the step.
#include "scenes/generators/generator.h"
#include "scenes/generators/solid.h"

namespace passung::scenes {
namespace {

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const double thick = 0.5 * v.at("lower_diameter");
  const double thin = 0.5 * v.at("upper_diameter");
  requireBelow("upper_diameter", 2 * thin, "lower_diameter", 2 * thick);
  const double low = -v.at("lower_length");
  const double high = v.at("upper_length");
  Solid solid;
  addRevolved(
      solid,
      std::vector<Vec2>{Vec2(0, low), Vec2(thick, low), Vec2(thick, 0), Vec2(thin, 0), Vec2(thin, high), Vec2(0, high)},
      false, static_cast<int>(v.at("facets")));
  return solid.build();
}

}  // namespace

Generator pinGenerator() {
  return {"pin",
          "stepped pin of two diameters",
          {lengthParameter("lower_diameter", 0.014, "through the corners of the facets"),
           lengthParameter("lower_length", 0.015, "below the step"),
           lengthParameter("upper_diameter", 0.008, "through the corners of the facets"),
           lengthParameter("upper_length", 0.025, "above the step"), facetsParameter("facets", 32, "round the axis")},
          build};
}

}  // namespace passung::scenes
