// SPDX-License-Identifier: Apache-2.0
// The housing of a crankshaft, about x, centred: a thick wall, square with rounded corners outside and round inside,
// open at both ends. Inside it is narrow at the bearings and wide where the throws of the shaft turn; outside it has a
// rib at each bearing.
#include "scenes/generators/generator.h"
#include "scenes/generators/solid.h"

namespace passung::scenes {
namespace {

constexpr double kSquare = 6;  // exponent of the outer section

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const double length = v.at("length");
  const double bore = 0.5 * v.at("bore_diameter");
  const double outer = 0.5 * v.at("width");
  const double throwDepth = v.at("throw_depth");
  const double rib = v.at("rib_height");
  const int throws = static_cast<int>(v.at("throws"));
  const int facets = static_cast<int>(v.at("facets"));
  const int rings = static_cast<int>(v.at("rings"));
  requireBelow("bore_diameter and twice the throw_depth together", 2 * (bore + throwDepth), "0.95 of the width",
               1.9 * outer * std::cos(kPi / facets));

  std::vector<std::vector<Vec3>> outside;
  std::vector<std::vector<Vec3>> inside;
  for (int r = 0; r <= rings; ++r) {
    const double share = static_cast<double>(r) / rings;
    // 0 at a bearing, 1 in the middle of a throw.
    const double inThrow = 0.5 - 0.5 * std::cos(2 * kPi * throws * share);
    const double wide = smoothStep(2 * inThrow - 0.5);
    std::vector<Vec3> out;
    std::vector<Vec3> in;
    for (int i = 0; i < facets; ++i) {
      const double angle = 2 * kPi * i / facets;
      const Vec3 d(0, std::cos(angle), std::sin(angle));
      const Vec3 middle((share - 0.5) * length, 0, 0);
      out.push_back(middle + (outer + rib * (1 - wide)) * roundedSquare(angle, kSquare) * d);
      in.push_back(middle + (bore + throwDepth * wide) * d);
    }
    outside.push_back(std::move(out));
    inside.push_back(std::move(in));
  }

  Solid solid;
  for (int r = 0; r < rings; ++r) {
    const auto k = static_cast<std::size_t>(r);
    solid.addWall(outside[k], outside[k + 1]);
    solid.addWall(inside[k + 1], inside[k]);
  }
  solid.addWall(inside.front(), outside.front());
  solid.addWall(outside.back(), inside.back());
  return solid.build();
}

}  // namespace

Generator crankcaseGenerator() {
  return {"crankcase",
          "housing of a crankshaft, open at both ends",
          {lengthParameter("length", 0.30, "along x"),
           lengthParameter("width", 0.14, "outside, between the ribs, along y and z"),
           lengthParameter("bore_diameter", 0.06, "at the bearings, through the corners of the facets"),
           {"throw_depth", 0.025, 0, 1e9, false, "by which the radius is larger where the throws turn [m]"},
           {"rib_height", 0.008, 0, 1e9, false, "of the ribs at the bearings [m]"},
           {"throws", 3, 1, 24, true, "throws of the shaft; one bearing more"},
           facetsParameter("facets", 36, "round the axis"),
           {"rings", 30, 4, 512, true, "facets along the axis"}},
          build};
}

}  // namespace passung::scenes
