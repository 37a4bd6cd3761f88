// SPDX-License-Identifier: Apache-2.0
// A scene: what to simulate, how to look at it and when it counts as passed. Plain values with a JSON form.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/draw_list.h"
#include "dynamics/world_def.h"

namespace passung::scenes {

struct Camera {
  Vec3 eye = Vec3(1, -1, 1), target = Vec3::Zero(), up = Vec3::UnitZ();  // [m]
  double fovDegrees = 35;                                                // vertical
};

// The thread that a screw law speaks of.
struct ScrewLaw {
  double pitch = 0;                     // [m] travel a turn, > 0
  double flankDegrees = 30;             // half the angle between the flanks, in the axial section
  double torque = 0;                    // [N m] about the axis, that tightens
  std::string thread;                   // body that `body` is screwed on
  std::optional<double> contactRadius;  // [m] of the flanks; measured from the contacts where missing
  std::optional<double> bearingRadius;  // [m] of the face that bears the load; measured where missing
};

// A condition that a run must meet. Which fields count depends on `type`; see docs/scene-format.md.
struct Monitor {
  enum class Type {
    kAtRest,          // `body` is at rest at the end (as the report's `rest`)
    kInsideBox,       // `body`'s bounds stay inside `box` all the time (or, with `atEnd`, at the end)
    kOutsideBox,      // `body`'s bounds stay outside `box`
    kMaxPenetration,  // no penetration deeper than `value` [m]
    kMaxEnergyGain,   // max_gain below `value` times potential_drop (or, `ofSize`, times the sum of m g L)
    kContact,         // a contact between `body` and `other` at the end (`forbidden`: never)
    kPosition,        // `body`'s origin comes within `value` [m] of `point`
    kDistance,        // the origins of `body` and `other` come within `value` [m]
    kAcceleration,    // mean acceleration along `axis` is `expected` [m/s^2], or what `law` says
    kNeverClimbs,     // the centre of mass never rises along `axis` by more than `value` [m] above its lowest place
    kCreep,           // no point of `body` drifts faster than `value` [m/s], on average over the window
    kDrift,           // no point of `body` is ever farther than `value` [m] from its place at `from`
    kSidewaysShift,   // the centre of mass moves less than `value` [m] across `axis`
    kStands,          // the centre of mass stays within `value` [m] of its start
    kTravelPerTurn,   // travel along `axis` per turn about it is screw.pitch
    kSpeed,           // of the centre of mass, along `axis` if given, stays within `least` and `most` [m/s]
    kAngularSpeed,    // about `axis`, stays within `least` and `most` [rad/s]
    kTurns,           // about `axis`, within `least` and `most` at the end
    kContactForce,    // mean force of `other` on `body` along `axis` is `expected` [N], or what `law` says
    kAll,
    kAny  // of `children`
  };
  // Where the expected value comes from: `expected` itself, free fall, a frictionless nut that descends, a nut that a
  // torque tightens.
  enum class Law { kGiven, kGravity, kScrew, kPowerScrew };

  Type type = Type::kAtRest;
  std::string name, body, other;
  Aabb box;
  Vec3 point = Vec3::Zero();
  double value = 0;
  bool atEnd = false, forbidden = false, ofSize = false;
  std::optional<Vec3> axis;                           // unit vector in W
  double from = 0, to = 1e300;                        // [s] the window
  bool whileFree = false;                             // only steps at whose end nothing touches the body
  std::optional<double> expected{}, least{}, most{};  // in the unit of the type
  Law law = Law::kGiven;
  double percent = 5;  // largest deviation from what is expected
  ScrewLaw screw{};
  std::vector<Monitor> children{};
};

struct MeshCache;  // see description/mesh_cache.h

struct Scene {
  std::string name, purpose;  // bare name; one line
  dynamics::WorldDef world;   // scale already applied
  double scale = 1;
  double duration = 2;  // [s]
  Camera camera;
  std::vector<std::pair<std::string, Camera>> cameras;  // further named ones
  std::vector<Monitor> monitors;
  std::vector<Color> colors;                  // one a body
  std::vector<std::string> warnings;          // what loading assumed
  std::string source;                         // path of the file, or the name of the built-in scene
  std::string json;                           // the scene's own JSON text, with every --set applied
  std::string folder;                         // where the mesh files that `json` names are sought
  std::shared_ptr<const MeshCache> meshes{};  // what its shapes were made of, for LoadOptions::meshes
};

// A setting from the command line: `path` as in materials.default.friction, `value` as JSON or bare text.
struct Override {
  std::string path, value;
};

struct LoadOptions {
  std::vector<Override> overrides;
  std::string unit;    // "", mm, cm, m, in, ft: overrules the unit of mesh and CAD files without a scene
  double density = 0;  // [kg/m^3]; 0: the scene's own
  std::shared_ptr<const MeshCache> meshes{};  // of an earlier form of the scene: these files are not read again
};

// Loads a built-in scene by its bare name, a scene file, or a CAD or mesh file (which becomes a scene: the largest part
// fixed, the others moving under gravity). Throws InputError.
[[nodiscard]] Scene loadScene(const std::string& nameOrFile, const LoadOptions& options = {});

// The same from JSON text. Mesh files are sought beside `source`: the path of a scene file (which need not exist) or
// the name of a built-in scene; errors name it.
[[nodiscard]] Scene loadSceneText(const std::string& json, const std::string& source, const LoadOptions& options = {});

struct BuiltinScene {
  std::string name, purpose;
};
[[nodiscard]] std::vector<BuiltinScene> builtinScenes();
// Whether a name can only be a path: those of built-in scenes hold neither slash nor dot.
[[nodiscard]] bool looksLikeFile(const std::string& name);

}  // namespace passung::scenes
