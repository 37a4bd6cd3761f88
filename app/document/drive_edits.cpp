// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/drive_edits.h"

#include <cmath>

#include "app/document/body_entry.h"
#include "core/error.h"
#include "scenes/description/scale.h"

namespace passung::app {
namespace {

void setFinite(Json& entry, const char* key, double value) {
  if (std::isfinite(value)) {
    entry[key] = value;
  } else {
    entry.erase(key);
  }
}

// `drive` in the units of the document.
void write(Json& entry, const dynamics::DriveDef& drive) {
  entry["type"] = dynamics::driveKindName(drive.kind);
  entry["value"] = drive.value;
  setFinite(entry, "limit", drive.motor() ? drive.limit : std::numeric_limits<double>::infinity());
  if (drive.start != 0 || entry.contains("start")) entry["start"] = drive.start;
  setFinite(entry, "stop", drive.stop);
}

Json entryOf(const dynamics::DriveDef& drive, const scenes::Scene& scene) {
  const auto name = [&](int body) { return scene.world.bodies[static_cast<std::size_t>(body)].name; };
  Json entry = {{"name", drive.name}, {"type", ""}, {"body", name(drive.body)}};
  entry["axis"] = {drive.axis.x(), drive.axis.y(), drive.axis.z()};
  if (drive.frame >= 0) entry["frame"] = name(drive.frame);
  if (drive.reaction >= 0) entry["reaction"] = name(drive.reaction);
  if (drive.point_B) entry["point"] = {drive.point_B->x(), drive.point_B->y(), drive.point_B->z()};
  return entry;
}

Json motorJson(const dynamics::JointMotor& motor) {
  if (!motor.speed) return {{"effort", motor.effort}};
  Json json = {{"value", *motor.speed}};
  setFinite(json, "limit", motor.limit);
  return json;
}

}  // namespace

Edit keepActuation(const scenes::Scene& scene, const dynamics::Actuation& actuation) {
  const dynamics::Actuation before = dynamics::actuationOf(scene.world);
  return {"Drives", "", [scene, before, actuation](SceneDocument& document) {
            const double toDocument = 1 / document.scale();
            changeRest(document, [&](Json& rest) {
              if (actuation.drives.size() > 0 && !rest.contains("drives")) rest["drives"] = Json::array();
              for (std::size_t i = 0; i < actuation.drives.size(); ++i) {
                const bool isNew = i >= before.drives.size();
                if (!isNew && actuation.drives[i] == before.drives[i]) continue;
                dynamics::DriveDef drive = actuation.drives[i];
                scenes::scaleDrive(drive, toDocument);
                if (isNew) rest["drives"].push_back(entryOf(drive, scene));
                write(rest["drives"].at(i), drive);
              }
              for (std::size_t i = 0; i < actuation.motors.size(); ++i) {
                if (actuation.motors[i] == before.motors[i]) continue;
                dynamics::JointDef joint = scene.world.joints.at(i);
                joint.motor = actuation.motors[i];
                scenes::scaleJoint(joint, toDocument);
                Json& entry = rest["joints"].at(i);
                if (joint.motor == dynamics::JointMotor{}) {
                  entry.erase("motor");
                } else {
                  entry["motor"] = motorJson(joint.motor);
                }
              }
            });
          }};
}

}  // namespace passung::app
