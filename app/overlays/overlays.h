// SPDX-License-Identifier: GPL-3.0-or-later
// From a scene and a snapshot to a DrawList: the parts, and the overlays that show what the simulation knows.
//
// To add an overlay: 1. a pure function in app/overlays/ (DrawContext, DrawList&); 2. its switch in OverlayOptions; 3.
// its line in the list of overlays.cpp: name, key, tooltip, legend. Menu, command line and tests follow the list. See
// docs/adding/overlay.md.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/draw_list.h"
#include "dynamics/snapshot.h"
#include "render/renderer.h"
#include "scenes/scene.h"

namespace passung::app {

inline constexpr double kTrailTime = 0.3;  // [s] simulated

struct OverlayOptions {
  bool contacts = true;       // a point at each contact
  bool normals = true;        // its normal, from A to B
  bool forces = true;         // its force on B, length to scale
  bool bvh = false;           // boxes of the triangle hierarchies at bvhLevel
  bool broadphase = false;    // boxes of the broad phase
  bool bodyBoxes = false;     // each body's own bounds
  bool centerOfMass = false;  // a mark at each centre of mass
  bool velocity = false;      // velocity of each centre of mass, length to scale
  bool joints = false;        // origins and axes of the joints
  bool labels = false;        // names of the bodies
  bool cones = false;         // friction cones, to scale with the forces
  bool patches = false;       // contacts by patch
  bool trails = false;        // where contacts have been lately
  bool inertia = false;       // ellipsoids of inertia
  bool spin = false;          // angular velocities, length to scale
  bool islands = false;       // parts by island, and asleep
  bool pairs = false;         // overlapping boxes of the broad phase, and what came of them
  bool jointFrames = false;   // both frames of each joint
  bool gapValues = false;     // the gap at each contact as a number
  bool slip = false;          // slip velocity at each contact, length to scale
  bool reactions = false;     // force and moment of each joint, to scale with the forces
  bool limits = false;        // limits of each joint, and where it is between them
  bool tree = false;          // boxes of the broad phase's tree at treeLevel
  bool residual = false;      // parts by what the solver left of their island's equations
  bool legend = true;         // lines in the upper left corner that explain what is shown
  double legendTop = 12;      // its distance from the upper rim [pixel]
  int bvhLevel = 4;           // depth in the hierarchy; leaves above it are shown too
  int treeLevel = 2;          // depth in the tree of the broad phase; leaves above it are shown too
  double forceScale = 0;      // length of an arrow per force [m/N]; 0: the largest takes a fixed share of the scene
  double opacity = 1;         // of the parts, 0..1
  std::vector<double> bodyOpacity;  // one a body, 0..1, times that of all; empty: all 1
  std::vector<int> selectedBodies;
  std::optional<DrawSection> section;  // cuts the parts
  bool sectionSparesSelected = false;  // the selected parts stay whole
  // Earlier states, for trails; those within kTrailTime count.
  std::vector<std::shared_ptr<const dynamics::WorldSnapshot>> past;
  std::vector<Vec3> explosion;  // how far each body is moved for display [m], W; empty: not at all
};

enum class OverlayGroup : unsigned char { kContacts, kBodies, kJoints, kEngine };
// A heading; translated in the context "Overlays".
[[nodiscard]] const char* groupTitle(OverlayGroup group);

struct OverlayInfo {
  const char* name;  // as in --overlay
  char key;          // shortcut in the window
  OverlayGroup group;
  bool OverlayOptions::*enabled;  // its switch; the default is that of OverlayOptions
  const char* tooltip;            // one line; translated in the context "Overlays", as is ...
  const char* legend;             // ... what the marks mean, with units
};
// Every overlay, in the order of menus: group by group.
[[nodiscard]] std::span<const OverlayInfo> overlayList();
// Switches on exactly the overlays of a list such as "contacts,bvh" ("none" or "": none; "bvh:6" and "tree:3" also set
// the level).
// Throws InputError for an unknown name, with the list of those there are.
void setOverlays(OverlayOptions& options, const std::string& names);

// The drawable form of a scene's colliders and their hierarchies, made once a scene: the renderer's buffers hang on the
// identity of these meshes. Hierarchies are made when first asked for. Safe to use from several threads.
class SceneGeometry {
 public:
  explicit SceneGeometry(const scenes::Scene& scene);
  ~SceneGeometry();

  struct Impl;
  [[nodiscard]] Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

// The parts and every overlay that is on. A body's pickId is its index + 1. `snapshot` may be empty (no states): then
// the bodies stand at their start poses.
[[nodiscard]] DrawList drawScene(const scenes::Scene& scene, const SceneGeometry& geometry,
                                 const dynamics::WorldSnapshot& snapshot, const OverlayOptions& options);
// The same for a single picture; for a moving one keep a SceneGeometry.
[[nodiscard]] DrawList drawScene(const scenes::Scene& scene, const dynamics::WorldSnapshot& snapshot,
                                 const OverlayOptions& options);

// One colour a body: the scene's, or a palette (fixed bodies neutral, moving ones warm and distinct).
[[nodiscard]] std::vector<Color> bodyColors(const scenes::Scene& scene);

// The bounds in W of all parts but half-spaces, at the snapshot's poses [m].
[[nodiscard]] Aabb sceneBounds(const scenes::Scene& scene, const dynamics::WorldSnapshot& snapshot);

[[nodiscard]] render::View viewOf(const scenes::Camera& camera);
// The scene's camera `name`; "" is its main one, or a fit of the whole when it has none (a camera equal to
// scenes::Camera{} counts as none). Throws InputError for an unknown name. aspect: width / height.
[[nodiscard]] render::View sceneView(const scenes::Scene& scene, const dynamics::WorldSnapshot& snapshot,
                                     const std::string& name, double aspect);

// Looks along a standard direction: front (+y), back, left, right, top, bottom, iso; the whole of `box` in view.
[[nodiscard]] render::View standardView(const std::string& name, const Aabb& box, double aspect);
[[nodiscard]] std::vector<std::string> standardViewNames();

}  // namespace passung::app
