// SPDX-License-Identifier: Apache-2.0
// The contact policies as functions on the points of one pair.
#pragma once

#include <span>
#include <vector>

#include "dynamics/contacts/contact_point.h"

namespace passung::dynamics {

// Points whose normals lie within about 8 degrees of each other form a bin. Of each bin stay the deepest point and the
// corners of the convex hull (in the plane of the normals) of the points that are near [m] or nearer, the support
// polygon; and the same of the points farther away, which may touch later in the step. O(n log n) a bin.
void reduceToSupport(double near, std::vector<ContactPoint>& points);

// Bullet's persistent manifold (Coumans 2010, 2012): the old points are carried along by their anchors and dropped when
// they part or slide by more than `drift` [m]; fresh points take the place of an old one beside them, others are added;
// beyond four, the deepest stays and three that span the largest area. O(n).
void persistFour(std::span<const ContactPoint> old, const Transform& X_WCa, const Transform& X_WCb, double cutoff,
                 double drift, std::vector<ContactPoint>& points);

// Buck's and Eckstein's minimal sets: the registered points stay while their features are close; one new point is
// registered a step, the one with the smallest gap, up to six a pair (Buck 1999, chapter 5; Eckstein 1998). O(n).
void registerOneOfSix(std::span<const ContactPoint> old, double drift, std::vector<ContactPoint>& points);

// Takes over age, forces and springs of an older form of the same point.
void inherit(const ContactPoint& old, ContactPoint& point);

// The index of the point with the same feature, else of the nearest one within `drift` [m] with a normal alike; -1:
// none.
[[nodiscard]] int sameAs(const ContactPoint& point, std::span<const ContactPoint> among, double drift);

}  // namespace passung::dynamics
