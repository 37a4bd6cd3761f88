// SPDX-License-Identifier: Apache-2.0
#include "scenes/description/joint_reader.h"

#include <map>

#include "core/error.h"
#include "scenes/description/drive_reader.h"
#include "scenes/description/schema.h"
#include "scenes/description/values.h"

namespace passung::scenes {
namespace {

using dynamics::JointDef;
using Kind = JointDef::Kind;

class JointReader {
 public:
  JointReader(const std::vector<dynamics::BodyDef>& bodies, const ErrorSite& site) : bodies_(bodies), site_(site) {}

  JointDef read(const Json& json, const std::string& place) const {
    static const std::map<std::string, Kind> kKinds = {{"fixed", Kind::kFixed},
                                                       {"revolute", Kind::kRevolute},
                                                       {"prismatic", Kind::kPrismatic},
                                                       {"screw", Kind::kScrew},
                                                       {"cylindrical", Kind::kCylindrical},
                                                       {"spherical", Kind::kSpherical},
                                                       {"distance", Kind::kDistance},
                                                       {"spring", Kind::kSpring}};
    JointDef joint;
    const std::string type = json["type"].get<std::string>();
    joint.kind = kKinds.at(type);
    joint.name = json.value("name", type);
    joint.body = readBodyIndex(json, "body", bodies_, place, site_);
    joint.to = readBodyIndex(json, "to", bodies_, place, site_);
    if (joint.to == joint.body) {
      site_.fail(memberPlace(place, "to"), "a body cannot be joined to itself", "name another body or leave it out");
    }
    if (!moves(joint.body) && !moves(joint.to)) {
      site_.fail(place, "neither of its bodies moves freely", "make one of them dynamic");
    }
    readPlace(json, place, joint);
    joint.pitch = json.value("pitch", 0.0);
    joint.lower = json.value("lower", joint.lower);
    joint.upper = json.value("upper", joint.upper);
    if (joint.lower > joint.upper) {
      site_.fail(memberPlace(place, "upper"), "is below lower", "lower <= upper");
    }
    if (json.contains("motor")) {
      const Json& motor = json["motor"];
      if (motor.contains("value") == motor.contains("effort"))
        site_.fail(memberPlace(place, "motor"), "it holds neither a value nor an effort, or both",
                   "value (the rate to hold) or effort (a constant one)");
      if (motor.contains("value")) joint.motor.speed = motor["value"].get<double>();
      joint.motor.limit = motor.value("limit", joint.motor.limit);
      joint.motor.effort = motor.value("effort", 0.0);
    }
    joint.friction = json.value("friction", 0.0);
    joint.stiffness = json.value("stiffness", 0.0);
    joint.damping = json.value("damping", 0.0);
    for (const char* key : {"rest", "length"}) {
      if (json.contains(key)) joint.rest = json[key].get<double>();
    }
    joint.collide = json.value("collide", false);
    return joint;
  }

 private:
  [[nodiscard]] bool moves(int body) const {
    return body >= 0 && bodies_[static_cast<std::size_t>(body)].motion == dynamics::Motion::kDynamic;
  }
  [[nodiscard]] Transform inBody(int body, const Transform& X_W) const {
    return body < 0 ? X_W : bodies_[static_cast<std::size_t>(body)].X_WB.inverse() * X_W;
  }

  // One frame in the world, seen from both bodies; two points for a distance or a spring.
  void readPlace(const Json& json, const std::string& place, JointDef& joint) const {
    Transform X_W;
    X_W.p = readVec3(json, "position", Vec3::Zero());
    const Vec3 axis = readVec3(json, "axis", Vec3::UnitZ());
    if (!(axis.norm() > 0)) site_.fail(memberPlace(place, "axis"), "has no direction", "for instance [0, 0, 1]");
    X_W.q = Quat::FromTwoVectors(Vec3::UnitZ(), axis.normalized());
    joint.X_BK = inBody(joint.body, X_W);
    X_W.p = readVec3(json, "position_to", X_W.p);
    joint.X_AJ = inBody(joint.to, X_W);
  }

  const std::vector<dynamics::BodyDef>& bodies_;
  const ErrorSite& site_;
};

}  // namespace

std::vector<JointDef> readJoints(const Json& document, const std::vector<dynamics::BodyDef>& bodies,
                                 const ErrorSite& site) {
  const JointReader reader(bodies, site);
  std::vector<JointDef> joints;
  const Json list = document.value("joints", Json::array());
  for (std::size_t k = 0; k < list.size(); ++k) joints.push_back(reader.read(list[k], itemPlace("joints", k)));
  return joints;
}

}  // namespace passung::scenes
