// SPDX-License-Identifier: Apache-2.0
#include "scenes/description/values.h"

#include "scenes/description/schema.h"

namespace passung::scenes {

Vec3 readVec3(const Json& list) { return {list[0].get<double>(), list[1].get<double>(), list[2].get<double>()}; }

Vec3 readVec3(const Json& object, const char* key, const Vec3& otherwise) {
  return object.contains(key) ? readVec3(object[key]) : otherwise;
}

int readInt(const Json& object, const char* key, int otherwise) {
  return object.contains(key) ? static_cast<int>(object[key].get<double>()) : otherwise;
}

Color readColor(const Json& list) {
  const auto channel = [&](std::size_t i) { return list[i].get<float>(); };
  return {channel(0), channel(1), channel(2), list.size() > 3 ? channel(3) : 1.0F};
}

Transform readPose(const Json& object, const std::string& place, const ErrorSite& site) {
  Transform X;
  X.p = readVec3(object, "position", Vec3::Zero());
  const bool euler = object.contains("euler_degrees");
  if (!object.contains("orientation") && !euler) return X;
  if (object.contains("orientation") && euler) {
    site.fail(place, "has both orientation and euler_degrees", "give one of them");
  }
  if (euler) {
    const Vec3 angles = readVec3(object["euler_degrees"]) * (kPi / 180);
    X.q = Eigen::AngleAxisd(angles.z(), Vec3::UnitZ()) * Eigen::AngleAxisd(angles.y(), Vec3::UnitY()) *
          Eigen::AngleAxisd(angles.x(), Vec3::UnitX());
  } else {
    const Json& q = object["orientation"];
    X.q = Quat(q[0].get<double>(), q[1].get<double>(), q[2].get<double>(), q[3].get<double>());
    if (!(X.q.norm() > 1e-6)) {
      site.fail(memberPlace(place, "orientation"), "is no rotation: its length is 0", "w, x, y, z as in [1, 0, 0, 0]");
    }
  }
  X.q.normalize();
  return X;
}

}  // namespace passung::scenes
