// SPDX-License-Identifier: GPL-3.0-or-later
// Edits that change what a scene consists of: parts, joints, monitors.
#pragma once

#include <span>

#include "app/document/edits.h"
#include "dynamics/engine.h"

namespace passung::app {

// Takes the part out, with every drive, joint and monitor that names it. The other parts keep their colours. `scene` is
// the one that the document describes.
[[nodiscard]] Edit removePart(const scenes::Scene& scene, const std::string& body);
// Another part of the same shape, material and colour, `offset` [m] from the first at the start.
[[nodiscard]] Edit duplicatePart(const scenes::Scene& scene, const std::string& body, const std::string& name,
                                 const Vec3& offset);
// A name that is free, after that of `body`.
[[nodiscard]] std::string copyName(const SceneDocument& document, const std::string& body);

// Where the parts are (one state a body) becomes where they start, at rest; driven parts keep their velocities. Throws
// InputError for a scene with joints, whose places and limits are given for the start.
[[nodiscard]] Edit startFrom(const scenes::Scene& scene, std::span<const dynamics::BodyState> states);

struct JointPlan {
  std::string name, type, body, to;  // type as in a scene file; empty `to`: the ground
  Vec3 position = Vec3::Zero();      // in the world, at the start [m]
  Vec3 axis = Vec3::UnitZ();         // for the types that have one
  std::optional<double> pitch = {};  // of a screw [m] a turn
};
[[nodiscard]] Edit addJoint(const JointPlan& plan);
// The joint types that a plan can have.
[[nodiscard]] std::vector<std::string> jointTypes();

// `body` is at rest at the end; `body` and `other` touch at the end.
[[nodiscard]] Edit addRestMonitor(const std::string& body);
[[nodiscard]] Edit addContactMonitor(const std::string& body, const std::string& other);

}  // namespace passung::app
