// SPDX-License-Identifier: Apache-2.0
// A round tube along a helix about z, tapered to one end if wanted: a spring, or a snake round a staff. It starts on
// the x axis at z = 0 and climbs to the left hand's... right-handed; both ends are flat.
#include "core/error.h"
#include "scenes/generators/generator.h"
#include "scenes/generators/solid.h"

namespace passung::scenes {
namespace {

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const double radius = v.at("radius");
  const double tube = v.at("tube_radius");
  const double rise = v.at("pitch") / (2 * kPi);
  const double angle = 2 * kPi * v.at("turns");
  const int segments = static_cast<int>(v.at("segments"));
  requireBelow("tube_radius", tube, "radius", radius);
  // Turns lie side by side along the normal of the helix.
  requireBelow("twice the tube_radius", 2 * tube, "the distance of turns",
               2 * kPi * rise * radius / std::sqrt(radius * radius + rise * rise));

  std::vector<std::vector<Vec3>> rings;
  std::vector<Vec3> middles;
  for (int s = 0; s <= segments; ++s) {
    const double share = static_cast<double>(s) / segments;
    const double t = angle * share;
    const Vec3 out(std::cos(t), std::sin(t), 0);
    const Vec3 along = Vec3(-radius * std::sin(t), radius * std::cos(t), rise).normalized();
    const Vec3 up = along.cross(out);
    middles.push_back(radius * out + Vec3(0, 0, rise * t));
    const double r = tube * (1 - share * (1 - v.at("taper")));
    std::vector<Vec3> ring;
    for (const Vec2& p : circle(Vec2::Zero(), r, static_cast<int>(v.at("facets"))))
      ring.push_back(middles.back() + p.x() * out + p.y() * up);
    rings.push_back(std::move(ring));
  }
  Solid solid;
  addLoft(solid, rings, middles.front(), middles.back());
  return solid.build();
}

}  // namespace

Generator coilGenerator() {
  return {"coil",
          "round tube along a helix",
          {lengthParameter("radius", 0.02, "from the axis to the middle of the tube"),
           lengthParameter("tube_radius", 0.004, "of the tube, at its start, through the corners of the facets"),
           lengthParameter("pitch", 0.02, "advance a turn"),
           {"turns", 3, 0.05, 64, false, "turns of the helix"},
           {"taper", 1, 0.05, 1, false, "radius of the tube at its end, as a share of that at its start"},
           facetsParameter("facets", 10, "round the tube"),
           facetsParameter("segments", 60, "along the tube")},
          build};
}

}  // namespace passung::scenes
