// SPDX-License-Identifier: Apache-2.0
// A ball with bumps and hollows of several sizes, centred: a stand-in for scanned shapes. Its radius is that of the
// ball times 1 + depth * (sum of sines of the direction, between -1 and 1), so that it is star-shaped and never crosses
// itself.
#include "scenes/generators/generator.h"
#include "scenes/generators/solid.h"

namespace passung::scenes {
namespace {

double bumps(const Vec3& d, double fineness) {
  double sum = 0;
  double share = 0.5;
  for (int octave = 0; octave < 4; ++octave) {
    const double k = fineness * (1 << octave);
    sum += share * std::sin(k * d.x() + octave) * std::sin(k * d.y() + 2 * octave + 1) * std::cos(k * d.z() - octave);
    share *= 0.5;
  }
  return sum;
}

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const double radius = v.at("radius");
  const int facets = static_cast<int>(v.at("facets"));
  const int rings = static_cast<int>(v.at("rings"));
  const auto at = [&](const Vec3& d) -> Vec3 { return radius * (1 + v.at("depth") * bumps(d, v.at("fineness"))) * d; };
  std::vector<std::vector<Vec3>> loft;
  for (int r = 1; r < rings; ++r) {
    const double polar = kPi * r / rings;
    std::vector<Vec3> ring;
    for (const Vec2& p : circle(Vec2::Zero(), std::sin(polar), facets))
      ring.push_back(at({p.x(), p.y(), -std::cos(polar)}));
    loft.push_back(std::move(ring));
  }
  Solid solid;
  addLoft(solid, loft, at(-Vec3::UnitZ()), at(Vec3::UnitZ()));
  return solid.build();
}

}  // namespace

Generator lumpGenerator() {
  return {"lump",
          "ball with bumps and hollows",
          {lengthParameter("radius", 0.1, "of the ball, through the corners of the facets"),
           {"depth", 0.3, 0, 0.9, false, "of the bumps, as a share of the radius"},
           {"fineness", 3, 0.1, 100, false, "of the largest bumps: waves along the radius, in radians"},
           facetsParameter("facets", 48, "round the axis"),
           {"rings", 24, 3, 512, true, "facets from pole to pole"}},
          build};
}

}  // namespace passung::scenes
