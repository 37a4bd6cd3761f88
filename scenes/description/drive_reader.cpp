// SPDX-License-Identifier: Apache-2.0
#include "scenes/description/drive_reader.h"

#include <map>

#include "core/error.h"
#include "scenes/description/schema.h"
#include "scenes/description/suggest.h"
#include "scenes/description/values.h"

namespace passung::scenes {

int readBodyIndex(const Json& object, const char* key, const std::vector<dynamics::BodyDef>& bodies,
                  const std::string& place, const ErrorSite& site) {
  if (!object.contains(key)) return -1;
  const std::string name = object[key].get<std::string>();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].name == name) return static_cast<int>(i);
    names.push_back(bodies[i].name);
  }
  site.fail(memberPlace(place, key), "unknown body '" + name + "'", allowedNames(name, names));
}

std::vector<dynamics::DriveDef> readDrives(const Json& document, const std::vector<dynamics::BodyDef>& bodies,
                                           const ErrorSite& site) {
  using Kind = dynamics::DriveDef::Kind;
  static const std::map<std::string, Kind> kKinds = {
      {"force", Kind::kForce}, {"torque", Kind::kTorque}, {"spin", Kind::kSpin}, {"speed", Kind::kSpeed}};
  std::vector<dynamics::DriveDef> drives;
  const Json list = document.value("drives", Json::array());
  for (std::size_t k = 0; k < list.size(); ++k) {
    const Json& json = list[k];
    const std::string place = itemPlace("drives", k);
    dynamics::DriveDef drive;
    const std::string type = json["type"].get<std::string>();
    drive.kind = kKinds.at(type);
    drive.name = json.value("name", type);
    drive.body = readBodyIndex(json, "body", bodies, place, site);
    drive.reaction = readBodyIndex(json, "reaction", bodies, place, site);
    drive.frame = readBodyIndex(json, "frame", bodies, place, site);
    if (bodies[static_cast<std::size_t>(drive.body)].motion != dynamics::Motion::kDynamic) {
      site.fail(memberPlace(place, "body"), "'" + json["body"].get<std::string>() + "' does not move freely",
                "name a dynamic body");
    }
    if (drive.reaction == drive.body) {
      site.fail(memberPlace(place, "reaction"), "a body cannot stand on itself", "name another body or leave it out");
    }
    drive.axis = readVec3(json, "axis", drive.axis);
    if (!(drive.axis.norm() > 0)) site.fail(memberPlace(place, "axis"), "has no direction", "for instance [0, 0, 1]");
    if (json.contains("point")) drive.point_B = readVec3(json["point"]);
    drive.value = json["value"].get<double>();
    drive.limit = json.value("limit", drive.limit);
    drive.start = json.value("start", drive.start);
    drive.stop = json.value("stop", drive.stop);
    drives.push_back(std::move(drive));
  }
  return drives;
}

}  // namespace passung::scenes
