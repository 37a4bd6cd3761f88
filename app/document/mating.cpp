// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/mating.h"

namespace passung::app {

namespace {

// The smallest turn of one unit vector into another. Nearly opposite ones first turn by half about some normal: there
// Quaternion::FromTwoVectors() has half of its digits only.
Quat turnBetween(const Vec3& from, const Vec3& to) {
  const auto small = [](const Vec3& a, const Vec3& b) {
    const Vec3 axis = a.cross(b);
    return Quat(1 + a.dot(b), axis.x(), axis.y(), axis.z()).normalized();
  };
  if (from.dot(to) > -0.999) return small(from, to);
  const Vec3 normal = from.unitOrthogonal();
  return small(-from, to) * Quat(0, normal.x(), normal.y(), normal.z());
}

// Turned about a point that stays, then moved.
Transform moved(const Transform& X_WB, const Quat& turn, const Vec3& about, const Vec3& way) {
  return {(turn * X_WB.q).normalized(), about + turn * (X_WB.p - about) + way};
}

}  // namespace

Transform mateAxes(const Transform& X_WB, const Line& own, const Line& other) {
  const Vec3 goal = own.direction.dot(other.direction) < 0 ? Vec3(-other.direction) : other.direction;
  const Quat turn = turnBetween(own.direction, goal);
  const Vec3 offset = other.p - own.p;
  return moved(X_WB, turn, own.p, offset - goal.dot(offset) * goal);
}

Transform mateFaces(const Transform& X_WB, const Line& own, const Line& other) {
  const Quat turn = turnBetween(own.direction, -other.direction);
  return moved(X_WB, turn, own.p, other.direction.dot(other.p - own.p) * other.direction);
}

}  // namespace passung::app
