// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/placing.h"

#include <cmath>
#include <string>

#include "core/error.h"
#include "gpu/shell/coordinate_range.h"

namespace passung::gpu {

Transform checkedPlacement(const Transform& X_AB, double distance, std::size_t index) {
  const std::string place = "pair of objects " + std::to_string(index);
  if (!(distance >= 0 && distance <= kLargestCoordinate))
    throw InputError("", place, "the distance is not a length", "give 0 to 1e15 metres");
  if (!isFinite(X_AB) || !(std::abs(X_AB.q.norm() - 1) < 1e-9))
    throw InputError("", place, "the pose is not finite or its quaternion is not of length one");
  if (!inRange(X_AB.p)) throw InputError("", place, "the objects are more than 1e15 m apart", "give a nearer pose");
  return {X_AB.q.normalized(), X_AB.p};
}

Placement placementOf(const Transform& X_TF, const FloatFrame& from, const FloatFrame& to) {
  const Mat3 R = X_TF.R();
  const Vec3 p = R * from.origin_B + X_TF.p - to.origin_B;
  Placement X{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) X.R[3 * i + j] = static_cast<float>(R(i, j));
    X.p[i] = static_cast<float>(p[i]);
  }
  return X;
}

double placingError(const FloatFrame& from, const FloatFrame& to, const Placement& X) {
  return 64 * 0x1p-24 * (std::sqrt(3.0) * (from.extent + to.extent) + Vec3(X.p[0], X.p[1], X.p[2]).norm());
}

double placingTolerance(const FloatFrame& a, const FloatFrame& b, const Transform& X_AB) {
  return 1e-14 * (a.origin_B.norm() + a.extent + b.origin_B.norm() + b.extent + X_AB.p.norm());
}

}  // namespace passung::gpu
