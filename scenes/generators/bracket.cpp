// SPDX-License-Identifier: Apache-2.0
// A two-walled bearing bracket: two level plates with a through hole each, on one vertical axis, joined by a back wall;
// a U lying on its side, open to +x. The holes' axis is z through the origin; the lower plate stands on z = 0.
// The corners of a hole lie outside its nominal circle, which the facets touch: they eat nothing of the clearance.
#include "scenes/generators/generator.h"
#include "scenes/generators/solid.h"

namespace passung::scenes {
namespace {

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const double t = v.at("thickness");
  const double height = 2 * t + v.at("gap");
  const double half = 0.5 * v.at("width");
  const double front = v.at("front");
  const double back = v.at("front") - v.at("length");  // outer face of the back wall
  const int facets = static_cast<int>(v.at("facets"));
  const double radius = circumscribed(0.5 * v.at("hole_diameter"), facets);
  requireBelow("half the hole_diameter", radius, "half the width", half);
  requireBelow("half the hole_diameter", radius, "front", front);
  requireBelow("half the hole_diameter", radius, "the way to the back wall", -(back + t));

  // Half a facet of turn keeps the hole's corners off the planes through the axis, where a screw's corners are.
  const Region::Hole hole{Vec2::Zero(), radius, facets, kPi / facets};
  const auto plate = [&](double x0) {
    return Region{{Vec2(x0, -half), Vec2(front, -half), Vec2(front, half), Vec2(x0, half)}, {hole}};
  };
  const auto level = [](double z) { return [z](const Vec2& p) { return Vec3(p.x(), p.y(), z); }; };
  Solid solid;
  solid.addFace(plate(back), level(0), true);
  solid.addFace(plate(back + t), level(t), false);
  solid.addFace(plate(back + t), level(height - t), true);
  solid.addFace(plate(back), level(height), false);

  // The U seen from the side; x to the right, z up. Seen from -y it looks as drawn.
  const Region profile{{Vec2(back, 0), Vec2(front, 0), Vec2(front, t), Vec2(back + t, t), Vec2(back + t, height - t),
                        Vec2(front, height - t), Vec2(front, height), Vec2(back, height)},
                       {}};
  const auto side = [](double y) { return [y](const Vec2& p) { return Vec3(p.x(), y, p.y()); }; };
  solid.addFace(profile, side(-half), false);
  solid.addFace(profile, side(half), true);

  const auto wall = [&](double x, double z0, double z1, bool towardsFront) {
    const Vec3 a(x, -half, z0), b(x, half, z0), c(x, half, z1), d(x, -half, z1);
    towardsFront ? solid.addQuad(a, b, c, d) : solid.addQuad(b, a, d, c);
  };
  wall(front, 0, t, true);
  wall(front, height - t, height, true);
  wall(back + t, t, height - t, true);
  wall(back, 0, height, false);

  for (const double z : {0.0, height - t}) {
    // The same sums as the faces above, so that the rims meet bit by bit.
    const double upper = z == 0 ? t : height;
    std::vector<Vec3> low, high;
    for (const Vec2& p : circle(hole.center, hole.radius, hole.facets, hole.phase)) {
      low.push_back(level(z)(p));
      high.push_back(level(upper)(p));
    }
    solid.addWall(high, low);
  }
  return solid.build();
}

}  // namespace

Generator bracketGenerator() {
  return {"bracket",
          "bearing bracket: two plates with a hole each, joined by a back wall",
          {lengthParameter("hole_diameter", 0.0165, "of the circle that fits into the hole's facets"),
           lengthParameter("thickness", 0.008, "of the plates and of the back wall"),
           lengthParameter("gap", 0.024, "between the plates"),
           lengthParameter("length", 0.060, "along x, back wall included"), lengthParameter("width", 0.050, "along y"),
           lengthParameter("front", 0.025, "from the holes' axis to the front edge"),
           facetsParameter("facets", 64, "round each hole")},
          build};
}

}  // namespace passung::scenes
