// SPDX-License-Identifier: Apache-2.0
// A rectangular plate with a grid of round holes, centred. The holes' facets touch the nominal circle from outside.
#include "scenes/generators/generator.h"
#include "scenes/generators/solid.h"

namespace passung::scenes {
namespace {

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const int columns = static_cast<int>(v.at("columns"));
  const int rows = static_cast<int>(v.at("rows"));
  const int facets = static_cast<int>(v.at("facets"));
  const double radius = circumscribed(0.5 * v.at("hole_diameter"), facets);
  const Vec2 size(v.at("length"), v.at("width"));
  const Vec2 pitch = size.cwiseQuotient(Vec2(columns, rows));
  requireBelow("hole_diameter", 2 * radius, "the smaller pitch of the holes", pitch.minCoeff());

  const Vec2 h = 0.5 * size;
  Region region{{Vec2(-h.x(), -h.y()), Vec2(h.x(), -h.y()), Vec2(h.x(), h.y()), Vec2(-h.x(), h.y())}, {}};
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const Vec2 center = -h + pitch.cwiseProduct(Vec2(column + 0.5, row + 0.5));
      region.holes.push_back({center, radius, facets, kPi / facets});
    }
  }
  return extruded(region, -0.5 * v.at("thickness"), 0.5 * v.at("thickness"));
}

}  // namespace

Generator plateGenerator() {
  return {"plate",
          "rectangular plate with a grid of holes",
          {lengthParameter("length", 0.060, "along x"),
           lengthParameter("width", 0.040, "along y"),
           lengthParameter("thickness", 0.005, "along z"),
           {"columns", 2, 1, 8, true, "holes along x"},
           {"rows", 1, 1, 8, true, "holes along y"},
           lengthParameter("hole_diameter", 0.009, "of the circle that fits into a hole"),
           {"facets", 24, 3, 64, true, "round each hole"}},
          build};
}

}  // namespace passung::scenes
