// SPDX-License-Identifier: Apache-2.0
// One segment of a robot's arm along z: a round, grooved joint housing at either end and a slender waist of a square
// section with rounded corners between them; the lower end is at z = 0.
#include "scenes/generators/generator.h"
#include "scenes/generators/solid.h"

namespace passung::scenes {
namespace {

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const double length = v.at("length");
  const double joint = 0.5 * v.at("joint_diameter");
  const double height = v.at("joint_height");
  const double groove = v.at("groove_depth");
  const int facets = static_cast<int>(v.at("facets"));
  const int rings = static_cast<int>(v.at("rings"));
  requireBelow("twice the joint_height", 2 * height, "length", length);
  requireBelow("groove_depth", groove, "a quarter of the joint_diameter", 0.5 * joint);

  std::vector<std::vector<Vec3>> loft;
  for (int r = 0; r <= rings; ++r) {
    const double z = length * r / rings;
    const double fromEnd = std::min(z, length - z);
    // 0 in a joint, 1 in the waist, from one to the other over the height of a joint.
    const double slender = smoothStep(fromEnd / height - 1);
    const double notch = fromEnd < height ? groove * std::pow(std::sin(2 * kPi * fromEnd / height), 2) : 0;
    const double x = joint - notch + slender * (0.5 * v.at("waist_width") - joint);
    const double y = joint - notch + slender * (0.5 * v.at("waist_height") - joint);
    std::vector<Vec3> ring;
    for (int i = 0; i < facets; ++i) {
      const double angle = 2 * kPi * i / facets;
      const double d = roundedSquare(angle, 2 + slender * v.at("squareness"));
      ring.emplace_back(x * d * std::cos(angle), y * d * std::sin(angle), z);
    }
    loft.push_back(std::move(ring));
  }
  Solid solid;
  addLoft(solid, loft, Vec3::Zero(), Vec3(0, 0, length));
  return solid.build();
}

}  // namespace

Generator armSegmentGenerator() {
  return {"arm_segment",
          "segment of a robot's arm: two round joints and a slender waist",
          {lengthParameter("length", 0.8, "along z"),
           lengthParameter("joint_diameter", 0.24, "of both ends, through the corners of the facets"),
           lengthParameter("joint_height", 0.15, "of each end, along z"),
           {"groove_depth", 0.01, 0, 1e9, false, "of two grooves round each joint [m]"},
           lengthParameter("waist_width", 0.16, "along x"),
           lengthParameter("waist_height", 0.11, "along y"),
           {"squareness", 3, 0, 20, false, "of the waist: 0 is round"},
           facetsParameter("facets", 50, "round the axis"),
           {"rings", 99, 4, 1024, true, "facets along the axis"}},
          build};
}

}  // namespace passung::scenes
