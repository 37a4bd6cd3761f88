// SPDX-License-Identifier: GPL-3.0-or-later
// What every overlay is given, and the overlays themselves. Each adds its marks to the list and returns; whether it is
// on was asked before.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/overlays/overlays.h"
#include "app/run/text_lookup.h"
#include "app/run/translated.h"
#include "collision/bvh/bvh.h"

namespace passung::app {

// A text in the language of the user; `text` is a literal marked with QT_TRANSLATE_NOOP("Overlays", ...).
[[nodiscard]] inline std::string words(const char* text, std::initializer_list<std::string> arguments = {}) {
  return lookedUp("Overlays", text, arguments);
}

struct ColliderGeometry {
  std::shared_ptr<const TriangleMesh> mesh;  // null: not drawn (a floor, which the ground shows)
  Transform X_BG;
  bool halfSpace = false;
  int body = 0;
};

struct SceneGeometry::Impl {
  std::vector<ColliderGeometry> colliders;  // in the order of bodies
  std::vector<Vec3> com_B;                  // one a body
  std::vector<Aabb> bounds_B;               // one a body, without half-spaces
  std::vector<double> mass;                 // one a body [kg]; 0: unknown
  std::vector<Mat3> inertia_B;              // one a body, about the centre of mass [kg m^2]
  Aabb stage;                               // [m], W
  double size = 1;                          // of the stage [m]

  // The hierarchy of a collider's mesh, made at the first call.
  const collision::Bvh& hierarchy(std::size_t collider);

 private:
  std::mutex mutex_;
  std::vector<std::optional<collision::Bvh>> hierarchies_;
};

struct DrawContext {
  const scenes::Scene& scene;
  SceneGeometry::Impl& geometry;
  const dynamics::WorldSnapshot& snapshot;
  const OverlayOptions& options;
  std::vector<std::string>* legend;  // lines to be added to

  // A line of the legend, in the language of the user; `text` is a literal marked with QT_TRANSLATE_NOOP("Overlays").
  void explain(const char* text, std::initializer_list<std::string> arguments = {}) const {
    legend->push_back(words(text, arguments));
  }
  [[nodiscard]] Transform pose(std::size_t body) const {
    return snapshot.states.size() == scene.world.bodies.size() ? snapshot.states[body].X_WB
                                                               : scene.world.bodies[body].X_WB;
  }
  // Of the engine that the state is of, which may be a variant's own [s].
  [[nodiscard]] double dt() const {
    return snapshot.step > 0 ? snapshot.time / static_cast<double>(snapshot.step) : scene.world.dt;
  }
  [[nodiscard]] bool moves(std::size_t body) const {
    return scene.world.bodies[body].motion == dynamics::Motion::kDynamic;
  }
  [[nodiscard]] bool selected(int body) const {
    return std::find(options.selectedBodies.begin(), options.selectedBodies.end(), body) !=
           options.selectedBodies.end();
  }
};

void drawParts(const DrawContext& c, DrawList& list);
// The section, and the outlines of what it cuts.
void drawSection(const DrawContext& c, DrawList& list);
// Moves bodies, contacts and boxes of a snapshot by the offsets of an exploded view.
void explode(const scenes::Scene& scene, const std::vector<Vec3>& offsets, dynamics::WorldSnapshot& snapshot);
void drawExplosionWays(const DrawContext& c, DrawList& list);
void drawContacts(const DrawContext& c, DrawList& list);
void drawNormals(const DrawContext& c, DrawList& list);
void drawForces(const DrawContext& c, DrawList& list);
void drawCones(const DrawContext& c, DrawList& list);
void drawPatches(const DrawContext& c, DrawList& list);
void drawTrails(const DrawContext& c, DrawList& list);
void drawInertia(const DrawContext& c, DrawList& list);
void drawSpins(const DrawContext& c, DrawList& list);
void drawIslands(const DrawContext& c, DrawList& list);
void drawPairs(const DrawContext& c, DrawList& list);
void drawJointFrames(const DrawContext& c, DrawList& list);
void drawHierarchies(const DrawContext& c, DrawList& list);
void drawBroadphase(const DrawContext& c, DrawList& list);
void drawBodyBoxes(const DrawContext& c, DrawList& list);
void drawCentersOfMass(const DrawContext& c, DrawList& list);
void drawVelocities(const DrawContext& c, DrawList& list);
void drawJoints(const DrawContext& c, DrawList& list);
void drawLabels(const DrawContext& c, DrawList& list);
void drawGapValues(const DrawContext& c, DrawList& list);
void drawSlip(const DrawContext& c, DrawList& list);
void drawReactions(const DrawContext& c, DrawList& list);
void drawLimits(const DrawContext& c, DrawList& list);
void drawTree(const DrawContext& c, DrawList& list);
void drawResidual(const DrawContext& c, DrawList& list);

// Frame J on a joint's one part and K on the other, in W.
struct JointFrames {
  Transform X_WJ, X_WK;
};
[[nodiscard]] JointFrames jointFrames(const DrawContext& c, const dynamics::JointDef& joint);
// The island of each body, numbered from 0 in the order of bodies: moving bodies that touch or are joined. -1: does not
// move freely.
[[nodiscard]] std::vector<int> islandsOf(const DrawContext& c);
// One colour a level of a hierarchy, so that neighbours in depth differ.
[[nodiscard]] Color levelColor(int level);

// Whether all its numbers are finite.
[[nodiscard]] bool usable(const dynamics::Contact& contact);
// The force that a full-length arrow stands for [N], and its length per force [m/N]: alike for contacts and joints.
[[nodiscard]] double fullForce(const DrawContext& c);
[[nodiscard]] double metresPerNewton(const DrawContext& c);
// What the marks of contacts that slide and that stick have in common.
inline constexpr Color kSliding = {0.95F, 0.50F, 0.05F, 1}, kSticking = {0.10F, 0.55F, 0.60F, 0.9F};
// Colours for things without an order, as unlike as can be for neighbours in number.
[[nodiscard]] Color distinctColor(std::size_t index);
inline constexpr double kConeLegendShare = 0.05;

// The smallest of 1, 2, 5 times a power of ten that is not below x > 0; 1 for others.
[[nodiscard]] double roundUp(double x);
// The largest such number that is not above x > 0; 1 for others.
[[nodiscard]] double roundDown(double x);
// A number with three digits and a unit, such as "2.5 N" or "40 mm" (lengths in metres choose their unit).
[[nodiscard]] std::string quantityText(double value, const char* unit);

}  // namespace passung::app
