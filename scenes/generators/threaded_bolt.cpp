// SPDX-License-Identifier: Apache-2.0
// A bolt with an ISO metric thread about z: the origin is on the axis where the shank begins, on the bearing face of
// the hexagonal head; the head lies below, the shank points to +z. A chamfer at the tip reaches below the root of the
// thread; at the other end the groove runs out into the shank, or, without a head, into a second chamfer. All corners
// lie on the nominal profile, so the facets lie inside it.
#include <cmath>

#include "core/error.h"
#include "scenes/generators/generator.h"
#include "scenes/generators/threaded_wall.h"

namespace passung::scenes {
namespace {

std::shared_ptr<const TriangleMesh> build(const GeneratorValues& v) {
  const double pitch = v.at("pitch"), length = v.at("length"), plain = v.at("plain_length");
  const double runOut = v.at("run_out"), headWidth = v.at("head_width"), headHeight = v.at("head_height");
  const int facets = static_cast<int>(v.at("facets"));
  const bool head = headHeight > 0;
  const ThreadProfile thread =
      externalThread(v.at("diameter"), pitch, static_cast<std::size_t>(v.at("fit")), v.at("clearance"));
  const int flank = static_cast<int>(v.at("flank_facets"));
  const std::vector<Vec2> section = sectionOf(thread, flank > 0 ? flank : evenFlankFacets(thread, facets));

  const double crest = thread.crestRadius, root = thread.rootRadius;
  const double tip = root - 0.05 * pitch;
  const double chamfer = (crest - tip) * std::tan(v.at("chamfer_angle") * kPi / 180);
  if (!(tip > 0))
    throw InputError("", "", "nothing is left of the core", "the pitch must be a small part of the diameter");
  requireBelow("plain_length, run_out and chamfer together", (head ? plain + runOut : chamfer) + chamfer, "length",
               length);
  if (head) requireBelow("the shank", 2 * crest, "head_width", headWidth);

  // Nearer points count as one: no needles where a chamfer just touches a flank.
  const double spacing = 0.005 * pitch;
  const Chain tipChamfer = {{0, crest}, {length - chamfer, crest}, {length, tip}};
  const Chain footChamfer = {{0, tip}, {chamfer, crest}, {length, crest}};
  Chain foot = {{0, crest}};
  if (plain > 0) foot.emplace_back(plain, crest);
  foot.emplace_back(plain + runOut, root);
  foot.emplace_back(length, root);
  std::vector<Chain> chains;
  for (int i = 0; i < facets; ++i) {
    Chain chain = threadChain(section, pitch, 2 * kPi * i / facets, 0, length, 1);
    chain = head ? greater(chain, foot, spacing) : smaller(chain, footChamfer, spacing);
    chains.push_back(smaller(chain, tipChamfer, spacing));
  }

  Solid solid;
  addRoundWall(solid, chains, false);
  addDisc(solid, tip, facets, length, true);
  if (!head) {
    addDisc(solid, tip, facets, 0, false);
    return solid.build();
  }
  const std::vector<Vec2> hexagon = circle(Vec2::Zero(), circumscribed(0.5 * headWidth, 6), 6);
  const auto at = [](double z) { return [z](const Vec2& p) { return Vec3(p.x(), p.y(), z); }; };
  solid.addFace({hexagon, {{Vec2::Zero(), crest, facets, 0}}}, at(0), false);
  solid.addFace({hexagon, {}}, at(-headHeight), true);
  std::vector<Vec3> lower, upper;
  for (const Vec2& p : hexagon) {
    lower.push_back(at(-headHeight)(p));
    upper.push_back(at(0)(p));
  }
  solid.addWall(lower, upper);
  return solid.build();
}

}  // namespace

Generator threadedBoltGenerator() {
  return {"threaded_bolt",
          "bolt or headless screw with an ISO metric thread",
          {lengthParameter("diameter", 0.016, "nominal, of the thread"),
           lengthParameter("pitch", 0.002, "advance of the thread a turn"),
           choiceParameter("fit", externalFits(), "tolerance class, the middle of its zone"),
           {"clearance", 0, -1e9, 1e9, false, "by which the radii are smaller still [m]"},
           lengthParameter("length", 0.030, "of the shank, from the head to the tip"),
           {"plain_length", 0, 0, 1e9, false, "of the shank below the head without thread [m]"},
           lengthParameter("run_out", 0.003, "over which the groove fades below the head"),
           {"chamfer_angle", 45, 10, 75, false, "of the tip, to its end face [degrees]"},
           lengthParameter("head_width", 0.024, "hexagonal head across the flats"),
           {"head_height", 0.010, 0, 1e9, false, "0: headless, with both ends chamfered [m]"},
           facetsParameter("facets", 48, "a turn"),
           {"flank_facets", 0, 0, 64, true, "across a flank of the thread, 0: about as long as those round it"}},
          build};
}

}  // namespace passung::scenes
