// SPDX-License-Identifier: Apache-2.0
// The distance of two colliders and the nearest point of one, whatever their shapes.
#pragma once

#include "collision/queries/mesh_distance.h"
#include "collision/queries/penetration.h"

namespace passung::collision {

struct PartDistance {
  double value = std::numeric_limits<double>::infinity();  // [m]; 0 where the surfaces meet
  Vec3 pA_W = Vec3::Zero(), pB_W = Vec3::Zero();           // the nearest points
  [[nodiscard]] bool found() const { return value < std::numeric_limits<double>::infinity(); }
};

// Nothing when not nearer than `limit` [m], and for two half-spaces. Round shapes: the distance of their axis less the
// radius, so the points are right down to the last digit; facets stand for boxes and cylinders. Precondition: the parts
// do not overlap (their surfaces may meet); otherwise the distance is 0 or that of the surfaces.
[[nodiscard]] PartDistance partDistance(const PenetrationOracle::Part& a, const Transform& X_WGa,
                                        const PenetrationOracle::Part& b, const Transform& X_WGb,
                                        double limit = std::numeric_limits<double>::infinity());

// The point of the part's surface that is nearest to p.
[[nodiscard]] Vec3 nearestOnSurface(const PenetrationOracle::Part& part, const Transform& X_WG, const Vec3& p_W);

}  // namespace passung::collision
