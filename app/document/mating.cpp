// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/mating.h"

namespace passung::app {

namespace {

// Turned about a point that stays, then moved.
Transform moved(const Transform& X_WB, const Quat& turn, const Vec3& about, const Vec3& way) {
  return {(turn * X_WB.q).normalized(), about + turn * (X_WB.p - about) + way};
}

}  // namespace

Transform mateAxes(const Transform& X_WB, const Line& own, const Line& other) {
  const Vec3 goal = own.direction.dot(other.direction) < 0 ? Vec3(-other.direction) : other.direction;
  const Quat turn = Quat::FromTwoVectors(own.direction, goal);
  const Vec3 offset = other.p - own.p;
  return moved(X_WB, turn, own.p, offset - goal.dot(offset) * goal);
}

Transform mateFaces(const Transform& X_WB, const Line& own, const Line& other) {
  const Quat turn = Quat::FromTwoVectors(own.direction, -other.direction);
  return moved(X_WB, turn, own.p, other.direction.dot(other.p - own.p) * other.direction);
}

}  // namespace passung::app
