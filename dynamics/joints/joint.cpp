// SPDX-License-Identifier: Apache-2.0
#include "dynamics/joints/joint.h"

#include <cmath>

namespace passung::dynamics {
namespace {

using Kind = JointDef::Kind;

// Both frames in W, and the arms of their origins.
struct Frames {
  Frames(const Joint& joint, const Transform& X_WA, const Transform& X_WB)
      : J(X_WA * joint.X_AJ), K(X_WB * joint.X_BK), d(K.p - J.p), rA(J.p - X_WA.p), rB(K.p - X_WB.p) {}

  // d in direction n, which is fixed to A where `turns`.
  [[nodiscard]] JointRow along(const Vec3& n, bool turns) const {
    JointRow row;
    row.c = n.dot(d);
    row.JB << n, rB.cross(n);
    row.JA << -n, -(turns ? Vec3(rA + d) : rA).cross(n);
    return row;
  }
  // The product of a direction fixed to A and one fixed to B, times the lever.
  [[nodiscard]] static JointRow square(const Vec3& a, const Vec3& b, double lever) {
    JointRow row;
    row.c = lever * a.dot(b);
    row.JB << Vec3::Zero(), lever * b.cross(a);
    row.JA = -row.JB;
    return row;
  }

  Transform J, K;
  Vec3 d, rA, rB;
};

JointRow length(const Frames& f) {
  const double l = f.d.norm();
  JointRow row = f.along(l > 0 ? Vec3(f.d / l) : f.J.q * Vec3::UnitZ(), false);
  row.c = l;
  return row;
}

}  // namespace

const char* jointKindName(Kind kind) {
  static constexpr const char* kNames[] = {"fixed", "revolute",  "prismatic", "cylindrical",
                                           "screw", "spherical", "distance",  "spring"};
  return kNames[static_cast<int>(kind)];
}

int Joint::rowCount() const {
  switch (def.kind) {
    case Kind::kFixed:
      return 6;
    case Kind::kRevolute:
    case Kind::kPrismatic:
    case Kind::kScrew:
      return 5;
    case Kind::kCylindrical:
      return 4;
    case Kind::kSpherical:
      return 3;
    case Kind::kDistance:
      return def.rigidLength() ? 1 : 0;
    case Kind::kSpring:
      return 0;
  }
  return 0;
}

double Joint::angleAt(const Transform& X_WA, const Transform& X_WB) const {
  const Quat q = (X_WA.q * X_AJ.q).conjugate() * (X_WB.q * X_BK.q);
  const double raw = 2 * std::atan2(q.z(), q.w());
  return angle + std::remainder(raw - angle, 2 * kPi);
}

JointRow Joint::coordinate(const Transform& X_WA, const Transform& X_WB) const {
  const Frames f(*this, X_WA, X_WB);
  const Vec3 axis = f.J.q * Vec3::UnitZ();
  JointRow row;
  switch (def.kind) {
    case Kind::kRevolute:
    case Kind::kScrew:
      row.c = angleAt(X_WA, X_WB);
      row.JB << Vec3::Zero(), axis;
      row.JA = -row.JB;
      return row;
    case Kind::kPrismatic:
    case Kind::kCylindrical:
      return f.along(axis, true);
    case Kind::kDistance:
    case Kind::kSpring:
      return length(f);
    case Kind::kFixed:
    case Kind::kSpherical:
      break;
  }
  return row;
}

void Joint::constraints(const Transform& X_WA, const Transform& X_WB, std::vector<JointRow>& rows) const {
  const Frames f(*this, X_WA, X_WB);
  const Mat3 A = f.J.R(), B = f.K.R();
  const auto together = [&] {
    for (int k = 0; k < 3; ++k) rows.push_back(f.along(Vec3::Unit(k), false));
  };
  const auto onAxis = [&] {
    for (int k = 0; k < 2; ++k) rows.push_back(f.along(A.col(k), true));
  };
  const auto parallel = [&] {
    for (int k = 0; k < 2; ++k) rows.push_back(Frames::square(A.col(k), B.col(2), lever));
  };
  const auto untwisted = [&] { rows.push_back(Frames::square(A.col(0), B.col(1), lever)); };
  switch (def.kind) {
    case Kind::kFixed:
      together();
      parallel();
      untwisted();
      break;
    case Kind::kRevolute:
      together();
      parallel();
      break;
    case Kind::kPrismatic:
      onAxis();
      parallel();
      untwisted();
      break;
    case Kind::kCylindrical:
      onAxis();
      parallel();
      break;
    case Kind::kScrew: {
      onAxis();
      parallel();
      JointRow row = f.along(A.col(2), true);
      const JointRow turn = coordinate(X_WA, X_WB);
      const double advance = def.pitch / (2 * kPi);
      row.c -= advance * turn.c + travel0;
      row.JA -= advance * turn.JA;
      row.JB -= advance * turn.JB;
      rows.push_back(row);
      break;
    }
    case Kind::kSpherical:
      together();
      break;
    case Kind::kDistance:
      if (def.rigidLength()) {
        rows.push_back(length(f));
        rows.back().c -= rest();
      }
      break;
    case Kind::kSpring:
      break;
  }
}

}  // namespace passung::dynamics
