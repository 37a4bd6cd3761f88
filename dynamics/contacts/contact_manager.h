// SPDX-License-Identifier: Apache-2.0
// Problem: the contact points of a pair of parts for solvers that look for contacts once a step.
// Method: 1. all closest feature pairs nearer than a shell and the motion of this step (speculative contacts: what may
//   touch within the step is seen before it does): by manifolds of convex parts (collision/narrowphase/convex_manifold)
//   or else by near sets; 2. those that are neither near nor approaching fast enough to come near are dropped; 3.
//   points are matched with the last step's by their features and inherit its forces; 4. the contact policy picks.
// Cost: that of the narrow phase, which near sets keep small while parts hardly move; sorting the points.
// Failure modes: a point that passes beside an edge within one step may meet the plane of a face that it would have
//   missed; parts that overlap deeper than near sets reach push only with the points that are in reach.
#pragma once

#include <optional>
#include <span>

#include "dynamics/contacts/contact_policy.h"
#include "dynamics/solver/contact_pair.h"
#include "dynamics/world/rigid_body.h"

namespace passung::dynamics {

class ContactManager {
 public:
  ContactManager(std::span<const RigidBody> bodies, const Vec3& gravity, ContactPolicy policy)
      : bodies_(bodies), gravity_(gravity), policy_(policy) {}

  // The contact points of the pair at the present poses, for a step of dt [s], into pair.points. Writes the pair only.
  void gather(ContactPair& pair, double dt) const;

  // How far [m] gather() will list the pair's features anew at the present poses; none where it will not, or where it
  // does not look by the faces of two meshes. With that list made before (NearSet::collectFrom), gather() makes none.
  [[nodiscard]] std::optional<double> listReach(const ContactPair& pair, double dt) const;

  // Appends all points within `cutoff` [m] when the bodies are at X_WCa and X_WCb, without memory, sorted by feature.
  // `move` [m]: how far the parts may move against each other before the next call.
  void find(ContactPair& pair, const Transform& X_WCa, const Transform& X_WCb, double cutoff, double move,
            std::vector<ContactPoint>& points) const;

  // A bound of the relative motion of the parts in a step of dt without contacts [m].
  [[nodiscard]] double motionBound(const ContactPair& pair, double dt) const;

  // Contacts are kept, and parts come to rest, at this many shells.
  static constexpr double kRest = 1, kNear = 3;

 private:
  // How far to list the features anew for the poses A and B of the shapes; none where the present list serves.
  [[nodiscard]] static std::optional<double> newReach(const ContactPair& pair, const Transform& A, const Transform& B,
                                                      double cutoff, double move);

  std::span<const RigidBody> bodies_;
  Vec3 gravity_;
  ContactPolicy policy_;
};

// The point at new poses of its bodies: gap, place and normal from its anchors.
[[nodiscard]] ContactPoint carried(const ContactPoint& point, const Transform& X_WCa, const Transform& X_WCb);

}  // namespace passung::dynamics
