// SPDX-License-Identifier: GPL-3.0-or-later
// What can be changed in a scene: each edit is a value that turns one document into another.
//
// Bodies are named, lengths and masses are those of the scene as simulated, its `scale` applied. An edit throws
// InputError when the body or the material is not there; what else is wrong shows when the scene is made from the
// document (sceneOf).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/document/scene_document.h"

namespace passung::app {

struct Edit {
  std::string text;                                   // for the undo menu: "Motion of screw"
  std::string key;                                    // edits of one key in quick succession count as one; empty: never
  std::function<void(SceneDocument&)> apply;          // throws InputError
  std::shared_ptr<const scenes::MeshCache> meshes{};  // of files that were read for it; empty: it brings none
};

[[nodiscard]] Edit setMotion(const std::string& body, dynamics::Motion motion);
// A material of the scene, else one of the engineering materials, which joins the scene's.
[[nodiscard]] Edit setMaterial(const std::string& body, const std::string& material);
// Values of its own: the body's material is changed where no other body has it and it is none of the engineering
// materials, else copied first. Another density ends a mass that was given.
[[nodiscard]] Edit setMaterialValues(const std::string& body, const dynamics::Material& values);
// `kilograms` with the shape's centre of mass and its inertia in proportion; without: as shape and density give. The
// scene is the one that the document describes.
[[nodiscard]] Edit setMass(const scenes::Scene& scene, const std::string& body, std::optional<double> kilograms);
// The start: origin of the part's frame [m], turns about the fixed x, then y, then z axis [degree]. Joints stay where
// they are in the world.
[[nodiscard]] Edit setPose(const std::string& body, const Vec3& position, const Vec3& eulerDegrees);
[[nodiscard]] Edit setPosition(const std::string& body, const Vec3& position);
[[nodiscard]] Edit setRotation(const std::string& body, const Vec3& eulerDegrees);
// At the start; of the centre of mass [m/s], and angular, in the world's axes [rad/s].
[[nodiscard]] Edit setVelocity(const std::string& body, const Vec3& v_WC, const Vec3& w_WB);
[[nodiscard]] Edit setColor(const std::string& body, std::optional<Color> color);  // nothing: of file or palette
// What collides in place of the body's meshes: "mesh" itself, or a "box", "cylinder" or "sphere" around each.
[[nodiscard]] Edit setCollision(const std::string& body, const std::string& as);
// Of several shapes the first; empty where the body has no mesh. Throws InputError.
[[nodiscard]] std::string collisionOf(const SceneDocument& document, const std::string& body);
// Whether holes in the surfaces of these bodies are filled; for bodies of files.
[[nodiscard]] Edit setMend(const std::vector<std::string>& bodies, bool on);
// Also in drives, joints and monitors.
[[nodiscard]] Edit rename(const std::string& body, const std::string& name);

// Names of the scene's materials, `default` first, then those of the library that the scene has not.
[[nodiscard]] std::vector<std::string> materialNames(const SceneDocument& document);
// Of the body; "default" where it names none. Throws InputError.
[[nodiscard]] std::string materialOf(const SceneDocument& document, const std::string& body);
[[nodiscard]] bool hasOwnMass(const SceneDocument& document, const std::string& body);

// The angles of setRotation() that give the rotation [degree]; the middle one within -90 .. 90.
[[nodiscard]] Vec3 eulerDegrees(const Quat& q);
// As the document has them where it has, so that an entered angle comes back digit by digit.
[[nodiscard]] Vec3 eulerDegreesOf(const SceneDocument& document, const std::string& body);

}  // namespace passung::app
