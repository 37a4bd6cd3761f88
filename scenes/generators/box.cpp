// SPDX-License-Identifier: Apache-2.0
// A block as a triangle mesh, centred.
#include "scenes/generators/generator.h"
#include "scenes/generators/solid.h"

namespace passung::scenes {
namespace {

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const Vec2 h(0.5 * v.at("length"), 0.5 * v.at("width"));
  return extruded({{Vec2(-h.x(), -h.y()), Vec2(h.x(), -h.y()), Vec2(h.x(), h.y()), Vec2(-h.x(), h.y())}, {}},
                  -0.5 * v.at("height"), 0.5 * v.at("height"));
}

}  // namespace

Generator boxGenerator() {
  return {"box",
          "block as a triangle mesh",
          {lengthParameter("length", 0.1, "along x"), lengthParameter("width", 0.1, "along y"),
           lengthParameter("height", 0.1, "along z")},
          build};
}

}  // namespace passung::scenes
