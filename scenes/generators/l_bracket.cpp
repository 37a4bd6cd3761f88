// SPDX-License-Identifier: Apache-2.0
// An angle bracket: a level leg and an upright one, each with a hole. The inner corner's outer edge is the y axis: the
// level leg lies on z = 0 towards +x, the upright one stands at x = 0 towards +z; centred in y.
#include "scenes/generators/generator.h"
#include "scenes/generators/solid.h"

namespace passung::scenes {
namespace {

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const double t = v.at("thickness");
  const double x = v.at("length");
  const double z = v.at("height");
  const double half = 0.5 * v.at("width");
  const int facets = static_cast<int>(v.at("facets"));
  const double radius = circumscribed(0.5 * v.at("hole_diameter"), facets);
  requireBelow("thickness", t, "length", x);
  requireBelow("thickness", t, "height", z);
  requireBelow("half the hole_diameter", radius, "half the width", half);
  requireBelow("hole_diameter", 2 * radius, "the free leg", std::min(x, z) - t);

  // A leg: the first coordinate runs outward along the leg, the second along y (level) or -y (upright).
  const auto leg = [&](double from, double to) {
    const Region::Hole hole{Vec2(0.5 * (t + to), 0), radius, facets, kPi / facets};
    return Region{{Vec2(from, -half), Vec2(to, -half), Vec2(to, half), Vec2(from, half)}, {hole}};
  };
  const auto level = [](double at) { return [at](const Vec2& p) { return Vec3(p.x(), p.y(), at); }; };
  const auto upright = [](double at) { return [at](const Vec2& p) { return Vec3(at, -p.y(), p.x()); }; };
  Solid solid;
  solid.addFace(leg(0, x), level(0), true);
  solid.addFace(leg(t, x), level(t), false);
  solid.addFace(leg(0, z), upright(0), true);
  solid.addFace(leg(t, z), upright(t), false);

  const Region profile{{Vec2(0, 0), Vec2(x, 0), Vec2(x, t), Vec2(t, t), Vec2(t, z), Vec2(0, z)}, {}};
  const auto side = [](double y) { return [y](const Vec2& p) { return Vec3(p.x(), y, p.y()); }; };
  solid.addFace(profile, side(-half), false);
  solid.addFace(profile, side(half), true);
  solid.addQuad(Vec3(x, -half, 0), Vec3(x, half, 0), Vec3(x, half, t), Vec3(x, -half, t));
  solid.addQuad(Vec3(0, -half, z), Vec3(t, -half, z), Vec3(t, half, z), Vec3(0, half, z));

  const auto addHole = [&](const Region& region, const Solid::Map& low, const Solid::Map& high) {
    const auto& hole = region.holes[0];
    std::vector<Vec3> lower, upper;
    for (const Vec2& p : circle(hole.center, hole.radius, hole.facets, hole.phase)) {
      lower.push_back(low(p));
      upper.push_back(high(p));
    }
    solid.addWall(upper, lower);
  };
  addHole(leg(0, x), level(0), level(t));
  addHole(leg(0, z), upright(0), upright(t));
  return solid.build();
}

}  // namespace

Generator lBracketGenerator() {
  return {"l_bracket",
          "angle bracket with a hole in each leg",
          {lengthParameter("length", 0.035, "of the level leg, along x"),
           lengthParameter("height", 0.030, "of the upright leg, along z"), lengthParameter("width", 0.025, "along y"),
           lengthParameter("thickness", 0.006, "of both legs"),
           lengthParameter("hole_diameter", 0.009, "of the circle that fits into a hole"),
           facetsParameter("facets", 24, "round each hole")},
          build};
}

}  // namespace passung::scenes
