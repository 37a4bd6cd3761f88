// SPDX-License-Identifier: Apache-2.0
// A screwdriver about z: a fluted handle from z = 0 downwards, a round shaft, and a flat blade at the lower end. The
// blade's width lies along x.
//
//   z = 0            the end of the handle, a cone of 0.8 of its radius over 6 % of its length
//   - handle_length  the handle's lower end, a cone to the shaft over its last 12 %
//   - length         the tip; the shaft turns into the blade over the last blade_length
#include "scenes/generators/generator.h"
#include "scenes/generators/solid.h"

namespace passung::scenes {
namespace {

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const double length = v.at("length");
  const double handle = v.at("handle_length");
  const double blade = v.at("blade_length");
  const double handleRadius = 0.5 * v.at("handle_diameter");
  const double shaft = 0.5 * v.at("shaft_diameter");
  const double depth = v.at("flute_depth");
  const int facets = static_cast<int>(v.at("facets"));
  const int rings = static_cast<int>(v.at("rings"));
  requireBelow("handle_length and blade_length together", handle + blade, "length", length);
  requireBelow("shaft_diameter", 2 * shaft, "0.8 of the handle_diameter", 1.6 * handleRadius);
  requireBelow("flute_depth", depth, "a quarter of the handle_diameter", 0.5 * handleRadius);
  requireBelow("blade_width", v.at("blade_width"), "three times the shaft_diameter", 6 * shaft);
  requireBelow("blade_thickness", v.at("blade_thickness"), "1.0001 times the shaft_diameter", 2.0002 * shaft);

  // Heights of the rings, from the tip up: some across the blade, two at the ends of the shaft, the rest on the handle.
  std::vector<double> heights;
  const int onBlade = std::max(1, rings / 4);
  const int onShaft = std::max(1, rings / 6);
  for (int i = 0; i < onBlade; ++i) heights.push_back(-length + blade * i / onBlade);
  for (int i = 0; i < onShaft; ++i) heights.push_back(-length + blade + (length - blade - handle) * i / onShaft);
  heights.push_back(-handle);
  const int onGrip = std::max(1, rings - onBlade - onShaft - 2);
  for (int i = 0; i <= onGrip; ++i) heights.push_back(-0.88 * handle + 0.82 * handle * i / onGrip);
  heights.push_back(0);

  std::vector<std::vector<Vec3>> loft;
  for (const double z : heights) {
    std::vector<Vec3> ring;
    const double toBlade = 1 - std::clamp((z + length) / blade, 0.0, 1.0);
    const double alongGrip = std::clamp((z + 0.88 * handle) / (0.82 * handle), 0.0, 1.0);
    for (const Vec2& d : circle(Vec2::Zero(), 1, facets)) {
      double x = shaft;
      double y = shaft;
      if (z == 0) {
        x = y = 0.8 * handleRadius;
      } else if (z > -0.9 * handle) {
        const double flute = 0.5 - 0.5 * std::cos(v.at("flutes") * std::atan2(d.y(), d.x()));
        x = y = handleRadius - depth * flute * 4 * alongGrip * (1 - alongGrip);
      } else {
        x += toBlade * (0.5 * v.at("blade_width") - shaft);
        y += toBlade * (0.5 * v.at("blade_thickness") - shaft);
      }
      ring.emplace_back(x * d.x(), y * d.y(), z);
    }
    loft.push_back(std::move(ring));
  }
  Solid solid;
  addLoft(solid, loft, Vec3(0, 0, -length), Vec3::Zero());
  return solid.build();
}

}  // namespace

Generator screwdriverGenerator() {
  return {"screwdriver",
          "screwdriver with a fluted handle and a flat blade",
          {lengthParameter("length", 0.20, "from the end of the handle to the tip"),
           lengthParameter("handle_length", 0.09, "of the handle"),
           lengthParameter("handle_diameter", 0.032, "through the corners of the facets"),
           lengthParameter("shaft_diameter", 0.007, "through the corners of the facets"),
           {"flutes", 6, 0, 24, true, "grooves along the handle"},
           {"flute_depth", 0.003, 0, 1e9, false, "of the grooves, at half the handle [m]"},
           lengthParameter("blade_length", 0.025, "over which the shaft turns into the blade"),
           lengthParameter("blade_width", 0.010, "of the blade at its tip"),
           lengthParameter("blade_thickness", 0.0012, "of the blade at its tip"),
           facetsParameter("facets", 26, "round the axis"),
           {"rings", 24, 6, 512, true, "facets along the axis"}},
          build};
}

}  // namespace passung::scenes
