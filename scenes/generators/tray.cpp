// SPDX-License-Identifier: Apache-2.0
// An open box with a floor and four walls, as one closed solid. Centred in x and y, standing on z = 0.
#include "scenes/generators/generator.h"
#include "scenes/generators/solid.h"

namespace passung::scenes {
namespace {

std::array<Vec3, 4> rectangle(double halfX, double halfY, double z) {
  return {Vec3(-halfX, -halfY, z), Vec3(halfX, -halfY, z), Vec3(halfX, halfY, z), Vec3(-halfX, halfY, z)};
}

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const double t = v.at("thickness");
  const double x = 0.5 * v.at("length");
  const double y = 0.5 * v.at("width");
  const double height = v.at("height");
  requireBelow("thickness", t, "height", height);

  const auto bottom = rectangle(x + t, y + t, 0);
  const auto outerRim = rectangle(x + t, y + t, height);
  const auto innerRim = rectangle(x, y, height);
  const auto floor = rectangle(x, y, t);
  Solid solid;
  solid.addQuad(bottom[3], bottom[2], bottom[1], bottom[0]);
  solid.addWall(bottom, outerRim);
  solid.addWall(outerRim, innerRim);
  solid.addWall(innerRim, floor);
  solid.addQuad(floor[0], floor[1], floor[2], floor[3]);
  return solid.build();
}

}  // namespace

Generator trayGenerator() {
  return {"tray",
          "open box with thick walls",
          {lengthParameter("length", 0.2, "inside, along x"), lengthParameter("width", 0.2, "inside, along y"),
           lengthParameter("height", 0.08, "outside, floor included"),
           lengthParameter("thickness", 0.01, "of walls and floor")},
          build};
}

}  // namespace passung::scenes
