// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/overlays/overlays.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "app/overlays/draw_context.h"
#include "core/error.h"

namespace passung::app {

namespace {

using Draw = void (*)(const DrawContext&, DrawList&);
// What is drawn later lies over what was drawn before: points over arrows over boxes.
enum class Layer : unsigned char { kPaint, kBoxes, kArrows, kPoints, kMarks, kNames };
struct Entry {
  OverlayInfo info;
  Layer layer;
  Draw draw;
};

using O = OverlayOptions;

// The one list of overlays.
// clang-format off
constexpr std::array kOverlays = {
    Entry{{"contacts", 'C', OverlayGroup::kContacts, &O::contacts, QT_TRANSLATE_NOOP("Overlays", "Contact points"), QT_TRANSLATE_NOOP("Overlays", "red points: contacts with force; yellow: near, without force")}, Layer::kPoints, drawContacts},
    Entry{{"normals", 'N', OverlayGroup::kContacts, &O::normals, QT_TRANSLATE_NOOP("Overlays", "Contact normals, from the first body to the second"), QT_TRANSLATE_NOOP("Overlays", "blue arrows: unit normals from A to B")}, Layer::kArrows, drawNormals},
    Entry{{"forces", 'F', OverlayGroup::kContacts, &O::forces, QT_TRANSLATE_NOOP("Overlays", "Contact forces on the second body, to scale"), QT_TRANSLATE_NOOP("Overlays", "magenta arrows: force on B, mean over the last step [N]")}, Layer::kArrows, drawForces},
    Entry{{"gaps", 'G', OverlayGroup::kContacts, &O::gapValues, QT_TRANSLATE_NOOP("Overlays", "Gaps at the contacts, as numbers"), QT_TRANSLATE_NOOP("Overlays", "numbers: gap at the contact [\xC2\xB5m], red: overlap")}, Layer::kMarks, drawGapValues},
    Entry{{"cones", 'K', OverlayGroup::kContacts, &O::cones, QT_TRANSLATE_NOOP("Overlays", "Friction cones, to the scale of the forces"), QT_TRANSLATE_NOOP("Overlays", "teal cones: half angle atan(mu), height the normal force [N]; orange: sliding")}, Layer::kArrows, drawCones},
    Entry{{"slip", 'Y', OverlayGroup::kContacts, &O::slip, QT_TRANSLATE_NOOP("Overlays", "Slip velocities at the contacts, to scale"), QT_TRANSLATE_NOOP("Overlays", "brown arrows: velocity of B over A along the surface [m/s]; points orange: sliding, teal: sticking")}, Layer::kMarks, drawSlip},
    Entry{{"patches", 'P', OverlayGroup::kContacts, &O::patches, QT_TRANSLATE_NOOP("Overlays", "Contact patches, a colour each, with their rims"), QT_TRANSLATE_NOOP("Overlays", "coloured points and rims: contacts that hang together")}, Layer::kMarks, drawPatches},
    Entry{{"trails", 'T', OverlayGroup::kContacts, &O::trails, QT_TRANSLATE_NOOP("Overlays", "Where contacts have been in the last 0.3 s"), QT_TRANSLATE_NOOP("Overlays", "violet points: contacts, fading with their age")}, Layer::kMarks, drawTrails},
    Entry{{"labels", 'L', OverlayGroup::kBodies, &O::labels, QT_TRANSLATE_NOOP("Overlays", "Names of the bodies"), QT_TRANSLATE_NOOP("Overlays", "text: the body's name")}, Layer::kNames, drawLabels},
    Entry{{"com", 'M', OverlayGroup::kBodies, &O::centerOfMass, QT_TRANSLATE_NOOP("Overlays", "Centres of mass of the moving bodies"), QT_TRANSLATE_NOOP("Overlays", "yellow points with crosses: centre of mass, axes of the body")}, Layer::kMarks, drawCentersOfMass},
    Entry{{"velocity", 'V', OverlayGroup::kBodies, &O::velocity, QT_TRANSLATE_NOOP("Overlays", "Velocities of the centres of mass, to scale"), QT_TRANSLATE_NOOP("Overlays", "green arrows: velocity [m/s]")}, Layer::kMarks, drawVelocities},
    Entry{{"spin", 'W', OverlayGroup::kBodies, &O::spin, QT_TRANSLATE_NOOP("Overlays", "Angular velocities, to scale"), QT_TRANSLATE_NOOP("Overlays", "purple arrows: angular velocity [rad/s]")}, Layer::kMarks, drawSpins},
    Entry{{"inertia", 'I', OverlayGroup::kBodies, &O::inertia, QT_TRANSLATE_NOOP("Overlays", "Ellipsoids of inertia and principal axes"), QT_TRANSLATE_NOOP("Overlays", "blue ellipsoids: same mass and principal moments, solid")}, Layer::kMarks, drawInertia},
    Entry{{"boxes", 'X', OverlayGroup::kBodies, &O::bodyBoxes, QT_TRANSLATE_NOOP("Overlays", "Bounds of each body, in its own axes"), QT_TRANSLATE_NOOP("Overlays", "violet boxes: bounds in the body's frame")}, Layer::kBoxes, drawBodyBoxes},
    Entry{{"joints", 'J', OverlayGroup::kJoints, &O::joints, QT_TRANSLATE_NOOP("Overlays", "Joints: origins and axes"), QT_TRANSLATE_NOOP("Overlays", "teal points and arrows: origins and axes of the joints")}, Layer::kMarks, drawJoints},
    Entry{{"jointframes", 'Q', OverlayGroup::kJoints, &O::jointFrames, QT_TRANSLATE_NOOP("Overlays", "Both frames of each joint"), QT_TRANSLATE_NOOP("Overlays", "red, green, blue arrows: x, y, z of the frames on both parts")}, Layer::kMarks, drawJointFrames},
    Entry{{"reactions", 'R', OverlayGroup::kJoints, &O::reactions, QT_TRANSLATE_NOOP("Overlays", "Forces and moments of the joints, to scale"), QT_TRANSLATE_NOOP("Overlays", "purple arrows: force on the joint's part [N]; blue double arrows: moment on it [N mm]")}, Layer::kMarks, drawReactions},
    Entry{{"limits", 'O', OverlayGroup::kJoints, &O::limits, QT_TRANSLATE_NOOP("Overlays", "Limits of the joints, and where they are between them"), QT_TRANSLATE_NOOP("Overlays", "green arcs and bars: from limit to limit [degree, mm]; orange: the value now, red: at a limit")}, Layer::kMarks, drawLimits},
    Entry{{"islands", 'S', OverlayGroup::kEngine, &O::islands, QT_TRANSLATE_NOOP("Overlays", "Parts by island, and what sleeps"), QT_TRANSLATE_NOOP("Overlays", "a colour for the bodies that touch or are joined; dark: asleep")}, Layer::kPaint, drawIslands},
    Entry{{"residual", 'E', OverlayGroup::kEngine, &O::residual, QT_TRANSLATE_NOOP("Overlays", "How exactly the solver met each island's equations"), QT_TRANSLATE_NOOP("Overlays", "green: within the tolerance; yellow: up to 100 times it; red: more [m/s]; numbers: iterations and residual")}, Layer::kPaint, drawResidual},
    Entry{{"broadphase", 'B', OverlayGroup::kEngine, &O::broadphase, QT_TRANSLATE_NOOP("Overlays", "Boxes of the broad phase, as last used"), QT_TRANSLATE_NOOP("Overlays", "green boxes: enlarged bounds of the bodies")}, Layer::kBoxes, drawBroadphase},
    Entry{{"pairs", 'U', OverlayGroup::kEngine, &O::pairs, QT_TRANSLATE_NOOP("Overlays", "Pairs that the broad phase lets through, and what came of them"), QT_TRANSLATE_NOOP("Overlays", "lines between boxes that overlap: grey: no more than that; yellow: surfaces near; red: in contact")}, Layer::kBoxes, drawPairs},
    Entry{{"tree", 'D', OverlayGroup::kEngine, &O::tree, QT_TRANSLATE_NOOP("Overlays", "Boxes of the broad phase's tree at one level"), QT_TRANSLATE_NOOP("Overlays", "boxes: nodes at the level, and leaves above it; colour: depth")}, Layer::kBoxes, drawTree},
    Entry{{"bvh", 'H', OverlayGroup::kEngine, &O::bvh, QT_TRANSLATE_NOOP("Overlays", "Boxes of the triangle hierarchies at one level"), QT_TRANSLATE_NOOP("Overlays", "boxes: nodes at the level, and leaves above it; colour: depth")}, Layer::kBoxes, drawHierarchies},
};
// clang-format on

constexpr auto kInfos = [] {
  std::array<OverlayInfo, kOverlays.size()> infos{};
  for (std::size_t i = 0; i < infos.size(); ++i) infos[i] = kOverlays[i].info;
  return infos;
}();

// By layers, else as listed.
constexpr auto kDrawn = [] {
  std::array<std::size_t, kOverlays.size()> order{};
  std::size_t count = 0;
  for (int layer = 0; layer <= static_cast<int>(Layer::kNames); ++layer) {
    for (std::size_t i = 0; i < kOverlays.size(); ++i) {
      if (static_cast<int>(kOverlays[i].layer) == layer) order[count++] = i;
    }
  }
  return order;
}();

std::string allNames() {
  std::string names;
  for (const OverlayInfo& i : kInfos) names += std::string(names.empty() ? "" : ", ") + i.name;
  return names;
}

void addLegend(const std::vector<std::string>& lines, double top, DrawList& list) {
  constexpr double kLine = 18;  // [pixel]
  for (std::size_t i = 0; i < lines.size(); ++i) {
    DrawText t;
    t.p = Vec3(14, top + kLine * static_cast<double>(i), 0);
    t.text = lines[i];
    t.screen = true;
    list.texts.push_back(std::move(t));
  }
}

}  // namespace

std::span<const OverlayInfo> overlayList() { return kInfos; }

const char* groupTitle(OverlayGroup group) {
  switch (group) {
    case OverlayGroup::kContacts:
      return QT_TRANSLATE_NOOP("Overlays", "Contacts");
    case OverlayGroup::kBodies:
      return QT_TRANSLATE_NOOP("Overlays", "Parts");
    case OverlayGroup::kJoints:
      return QT_TRANSLATE_NOOP("Overlays", "Joints");
    case OverlayGroup::kEngine:
      return QT_TRANSLATE_NOOP("Overlays", "Inside the engine");
  }
  return "";
}

void setOverlays(OverlayOptions& options, const std::string& names) {
  for (const OverlayInfo& i : kInfos) options.*i.enabled = false;
  if (names == "none") return;
  for (std::size_t begin = 0; begin <= names.size() && !names.empty();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    std::string name = names.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t colon = name.find(':');
    const std::string level = colon == std::string::npos ? "" : name.substr(colon + 1);
    name = name.substr(0, colon);
    const auto it = std::find_if(kInfos.begin(), kInfos.end(), [&](const OverlayInfo& i) { return name == i.name; });
    if (it == kInfos.end()) {
      throw InputError("", "--overlay", "no overlay '" + name + "'", "there are " + allNames() + ", none");
    }
    options.*it->enabled = true;
    if (colon == std::string::npos) continue;
    int value = 0;
    const auto parsed = std::from_chars(level.data(), level.data() + level.size(), value);
    if ((name != "bvh" && name != "tree") || parsed.ec != std::errc() || parsed.ptr != level.data() + level.size() ||
        value < 0) {
      throw InputError("", "--overlay", "'" + name + ":" + level + "' is not understood",
                       "a level goes with bvh and tree, as in bvh:4");
    }
    (name == "bvh" ? options.bvhLevel : options.treeLevel) = value;
  }
}

DrawList drawScene(const scenes::Scene& scene, const SceneGeometry& geometry, const dynamics::WorldSnapshot& snapshot,
                   const OverlayOptions& options) {
  DrawList list;
  std::vector<std::string> legend;
  std::optional<dynamics::WorldSnapshot> moved;
  if (options.explosion.size() == scene.world.bodies.size()) {
    moved = snapshot;
    explode(scene, options.explosion, *moved);
  }
  const DrawContext context{scene, geometry.impl(), moved ? *moved : snapshot, options, &legend};
  list.stage = geometry.impl().stage;
  drawParts(context, list);
  drawSection(context, list);
  if (moved) drawExplosionWays(context, list);
  for (const std::size_t i : kDrawn) {
    if (options.*kOverlays[i].info.enabled) kOverlays[i].draw(context, list);
  }
  if (options.legend) addLegend(legend, options.legendTop, list);
  return list;
}

DrawList drawScene(const scenes::Scene& scene, const dynamics::WorldSnapshot& snapshot, const OverlayOptions& options) {
  return drawScene(scene, SceneGeometry(scene), snapshot, options);
}

}  // namespace passung::app
