// SPDX-License-Identifier: Apache-2.0
// A simplified screw without thread: a shank with a chamfered tip below a cylindrical head, optionally with a hexagonal
// socket. Axis z; the origin is on the axis at the underside of the head, the shank points to -z.
#include "core/error.h"
#include "scenes/generators/generator.h"
#include "scenes/generators/solid.h"

namespace passung::scenes {
namespace {

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const double shank = 0.5 * v.at("shank_diameter");
  const double head = 0.5 * v.at("head_diameter");
  const double length = v.at("shank_length");
  const double top = v.at("head_height");
  const double chamfer = v.at("tip_chamfer");
  const double socket = v.at("socket_width");
  const double depth = v.at("socket_depth");
  const int facets = static_cast<int>(v.at("facets"));
  const int rings = static_cast<int>(v.at("rings"));
  requireBelow("shank_diameter", 2 * shank, "head_diameter", 2 * head);
  requireBelow("tip_chamfer", chamfer, "half the shank_diameter", shank);
  requireBelow("tip_chamfer", chamfer, "shank_length", length);

  std::vector<Vec2> profile = {Vec2(0, -length), Vec2(shank - chamfer, -length)};
  if (chamfer > 0) profile.emplace_back(shank, -length + chamfer);
  for (int i = 1; i <= rings; ++i) profile.emplace_back(shank, (-length + chamfer) * (rings - i) / rings);
  profile.emplace_back(head, 0);
  profile.emplace_back(head, top);

  Solid solid;
  if (socket == 0) {
    profile.emplace_back(0, top);
    addRevolved(solid, profile, false, facets);
    return solid.build();
  }

  // The socket's corners lie on the circle through them; its width is measured across the flats.
  const double corner = circumscribed(0.5 * socket, 6);
  requireBelow("the corners of socket_width", corner, "half the head_diameter", head * std::cos(kPi / facets));
  requireBelow("socket_depth", depth, "head_height", top);
  if (depth == 0) throw InputError("", "", "socket_depth is 0", "a socket needs a depth");
  addRevolved(solid, profile, false, facets);
  const auto at = [](double z) { return [z](const Vec2& p) { return Vec3(p.x(), p.y(), z); }; };
  solid.addFace({circle(Vec2::Zero(), head, facets), {{Vec2::Zero(), corner, 6, 0}}}, at(top), false);
  const std::vector<Vec2> hexagon = circle(Vec2::Zero(), corner, 6);
  solid.addFace({hexagon, {}}, at(top - depth), false);
  std::vector<Vec3> lower, upper;
  for (const Vec2& p : hexagon) {
    lower.push_back(at(top - depth)(p));
    upper.push_back(at(top)(p));
  }
  solid.addWall(upper, lower);
  return solid.build();
}

}  // namespace

Generator screwGenerator() {
  return {"screw",
          "simplified screw: smooth shank, cylindrical head, optional hexagonal socket",
          {lengthParameter("shank_diameter", 0.016, "through the corners of the facets"),
           lengthParameter("shank_length", 0.060, "from the underside of the head to the tip"),
           lengthParameter("head_diameter", 0.024, "through the corners of the facets"),
           lengthParameter("head_height", 0.010, "height of the head"),
           {"tip_chamfer", 0.001, 0, 1e9, false, "45 degree chamfer at the tip, 0: none [m]"},
           {"socket_width", 0, 0, 1e9, false, "hexagonal socket across the flats, 0: none [m]"},
           {"socket_depth", 0.006, 0, 1e9, false, "depth of the socket [m]"},
           facetsParameter("facets", 48, "round shank and head"),
           {"rings", 1, 1, 64, true, "facets along the shank"}},
          build};
}

}  // namespace passung::scenes
