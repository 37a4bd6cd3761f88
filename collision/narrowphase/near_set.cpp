// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/near_set.h"

#include <algorithm>
#include <cmath>

#include "collision/narrowphase/feature_clusters.h"

namespace passung::collision {
namespace {

// Lists that later steps may use reach this many cutoffs beyond the cutoff; those that one step's motion wears out
// only as far as that step may end from where it was expected to.
constexpr double kSpare = 4;
constexpr double kLeastSpare = 1.5;
// New lists of clusters cost less than long ones.
constexpr double kMostSpare = 8;
// ... and this many times the deviation of the last steps from the expected motion; more after each miss in a step.
constexpr double kSpareDeviation = 2;
constexpr double kMissGrowth = 3;
// A deviation counts for so much less after each step.
constexpr double kForget = 0.7;

}  // namespace

NearSet::NearSet(std::shared_ptr<const ContactGeometry> a, std::shared_ptr<const ContactGeometry> b)
    : geometry_{std::move(a), std::move(b)} {}

void NearSet::beginStep(const Transform& X_WA, const Transform& X_WB) {
  if (collected_) {
    // How far the last step ended from where it was expected to: remembered for some steps.
    deviation_ = renewed_ ? std::max(motion(X_WA, X_WB), kForget * deviation_) : kForget * deviation_;
    // Looking through a list made for a longer motion has cost as much as a new list would.
    if (spent_ > listCost_ && !empty()) collected_ = false;
  }
  renewed_ = false;
  misses_ = 0;
}

bool NearSet::prepare(const Transform& X_WA0, const Transform& X_WB0, const Transform& X_WA1, const Transform& X_WB1,
                      double cutoff, double motionLimit, double deepest) {
  if (collected_ && covers(motion(X_WA1, X_WB1), cutoff)) return true;
  const Transform X_AB0 = X_WA0.inverse() * X_WB0;
  const Transform X_AB1 = X_WA1.inverse() * X_WB1;
  const double move = displacement(X_AB0, X_AB1);
  if (!(move <= motionLimit)) return false;
  const bool lasting = move <= kSpare * cutoff;
  const double least = (lasting ? kSpare : kLeastSpare) * cutoff;
  double spare = std::max(least, kSpareDeviation * deviation_);
  for (int i = 0; i < misses_ && i < 8; ++i) spare *= kMissGrowth;
  spare = std::max(least, std::min(spare, move));
  if (clustered()) spare = std::min(spare, kMostSpare * cutoff);
  double reach = cutoff + spare;
  // Beyond the reach of the clusters a list would cost many times as much as several shorter ones.
  for (const auto& g : geometry_) {
    if (clustered()) reach = std::max(2 * cutoff, std::min(reach, g->clusters->reach()));
  }
  // Clusters follow points on their way themselves: only crossed edges have to be listed as deep as it is long.
  const double edgeMargin = careful_ ? move : 0;
  if (careful_ && !clustered()) reach += move;
  deepest_ = std::max(deepest, 2 * reach);
  collectAt(X_AB1, reach, reach + move, following() ? &X_AB0 : nullptr, edgeMargin);
  // That nothing is near has to hold; from a free pose nothing can have come deeper than the motion.
  if (!following() && empty() && move > reach) collectAt(X_AB1, reach, reach + move, &X_AB0, edgeMargin);
  deepest_ = std::numeric_limits<double>::infinity();
  renewed_ = true;
  ++misses_;
  if (tooDeep_) collected_ = false;
  return !tooDeep_;
}

double NearSet::motion(const Transform& X_WA, const Transform& X_WB) const {
  return displacement(base_, X_WA.inverse() * X_WB);
}

double NearSet::displacement(const Transform& X_AB0, const Transform& X_AB1) const {
  // A rigid displacement is a convex function of the place, so its maximum over a box is at a corner. The displacement
  // of A's points seen from B is the same field; points beside B's box are covered by growing it by the reach.
  const int small =
      geometry_[0]->size > 0 && (geometry_[1]->size == 0 || geometry_[0]->size < geometry_[1]->size) ? 0 : 1;
  const ContactGeometry& g = *geometry_[small];
  const Aabb box = g.bounds.grown(g.radius + reach_ + listedMargin_);
  const Transform X0 = small == 1 ? X_AB0 : X_AB0.inverse();
  const Transform X1 = small == 1 ? X_AB1 : X_AB1.inverse();
  const Mat3 dR = X1.R() - X0.R();
  const Vec3 dp = X1.p - X0.p;
  double squared = 0;
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner((i & 1) ? box.upper.x() : box.lower.x(), (i & 2) ? box.upper.y() : box.lower.y(),
                      (i & 4) ? box.upper.z() : box.lower.z());
    squared = std::max(squared, (dR * corner + dp).squaredNorm());
  }
  return std::sqrt(squared);
}

}  // namespace passung::collision
