// SPDX-License-Identifier: Apache-2.0
// A disc with straight-flanked teeth and a bore, about z, centred. It shows a gear; its flanks are no involutes.
#include "scenes/generators/generator.h"
#include "scenes/generators/solid.h"

namespace passung::scenes {
namespace {

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const int teeth = static_cast<int>(v.at("teeth"));
  const int facets = static_cast<int>(v.at("facets"));
  const double root = 0.5 * v.at("root_diameter");
  const double tip = 0.5 * v.at("tip_diameter");
  const double bore = circumscribed(0.5 * v.at("bore_diameter"), facets);
  requireBelow("root_diameter", 2 * root, "tip_diameter", 2 * tip);
  requireBelow("bore_diameter", 2 * bore, "the root circle's chords", 2 * root * std::cos(kPi / teeth));

  // One tooth: root, flank up, tip, flank down, as shares of the pitch.
  Region region;
  for (int i = 0; i < teeth; ++i) {
    for (const auto& [share, radius] : {std::pair{-0.30, root}, {-0.12, tip}, {0.12, tip}, {0.30, root}}) {
      const double angle = 2 * kPi * (i + share) / teeth;
      region.outline.push_back(radius * Vec2(std::cos(angle), std::sin(angle)));
    }
  }
  region.holes.push_back({Vec2::Zero(), bore, facets, 0});
  return extruded(region, -0.5 * v.at("thickness"), 0.5 * v.at("thickness"));
}

}  // namespace

Generator gearGenerator() {
  return {"gear",
          "toothed disc with a bore",
          {{"teeth", 16, 3, 128, true, "number of teeth"},
           lengthParameter("root_diameter", 0.032, "at the foot of the teeth"),
           lengthParameter("tip_diameter", 0.040, "at the tip of the teeth"),
           lengthParameter("bore_diameter", 0.010, "of the circle that fits into the bore"),
           lengthParameter("thickness", 0.008, "along z"),
           facetsParameter("facets", 24, "round the bore")},
          build};
}

}  // namespace passung::scenes
