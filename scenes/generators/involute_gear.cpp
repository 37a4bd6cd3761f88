// SPDX-License-Identifier: Apache-2.0
// A spur gear with involute flanks and a bore, about z, centred; one tooth points along x.
//
// Flanks are involutes of the base circle (radius r cos(pressure angle), r = module * teeth / 2), radial below it; the
// tip is at r + module and the root at r - 1.25 module, both as chords (ISO 53, profile A, without fillets). Half the
// angle of a tooth at the radius r / cos(p) * cos(a): pi / (2 teeth) + inv(a) - inv(p), inv(x) = tan(x) - x.
#include "scenes/generators/generator.h"
#include "scenes/generators/solid.h"

namespace passung::scenes {
namespace {

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const int teeth = static_cast<int>(v.at("teeth"));
  const int points = static_cast<int>(v.at("flank_points"));
  const int facets = static_cast<int>(v.at("facets"));
  const double module = v.at("module");
  const double pressure = v.at("pressure_angle") * kPi / 180;
  const double pitch = 0.5 * module * teeth;
  const double base = pitch * std::cos(pressure);
  const double root = pitch - 1.25 * module;
  const double tip = pitch + module;
  const auto involute = [](double angle) { return std::tan(angle) - angle; };
  const auto halfTooth = [&](double radius) {
    const double a = radius > base ? std::acos(base / radius) : 0;
    return kPi / (2 * teeth) + involute(pressure) - involute(a);
  };
  requireBelow("zero", 0, "the width of a tooth's tip", halfTooth(tip));
  requireBelow("the width of a tooth's root", halfTooth(root), "the room for it", kPi / teeth);
  const double bore = circumscribed(0.5 * v.at("bore_diameter"), facets);
  requireBelow("bore_diameter", 2 * bore, "the root circle's chords", 2 * root * std::cos(kPi / teeth));

  // One flank from root to tip.
  std::vector<double> radii;
  if (root < base) radii.push_back(root);
  const double start = std::max(root, base);
  for (int i = 0; i <= points; ++i) radii.push_back(start + (tip - start) * i / points);

  Region region;
  for (int tooth = 0; tooth < teeth; ++tooth) {
    const double middle = 2 * kPi * tooth / teeth;
    const auto add = [&](double radius, double side) {
      const double angle = middle + side * halfTooth(radius);
      region.outline.push_back(radius * Vec2(std::cos(angle), std::sin(angle)));
    };
    for (const double radius : radii) add(radius, -1);
    for (std::size_t i = radii.size(); i-- > 0;) add(radii[i], 1);
  }
  region.holes.push_back({Vec2::Zero(), bore, facets, 0});
  return extruded(region, -0.5 * v.at("thickness"), 0.5 * v.at("thickness"));
}

}  // namespace

Generator involuteGearGenerator() {
  return {"involute_gear",
          "spur gear with involute flanks and a bore",
          {lengthParameter("module", 0.003, "pitch diameter a tooth"),
           {"teeth", 12, 6, 200, true, "number of teeth"},
           {"pressure_angle", 20, 10, 30, false, "of the flanks at the pitch circle [degrees]"},
           {"flank_points", 2, 1, 64, true, "facets across the involute part of a flank"},
           lengthParameter("bore_diameter", 0.010, "of the circle that fits into the bore"),
           lengthParameter("thickness", 0.008, "along z"),
           facetsParameter("facets", 16, "round the bore")},
          build};
}

}  // namespace passung::scenes
