// SPDX-License-Identifier: Apache-2.0
// Problem: impacts that bounce, beside a contact solve that is plastic.
// Method: Newton's impact law, as a separate pass on the velocities after a substep: sequential impulses (projected
//   Gauss-Seidel) on the normals of all contacts that carry force, until each separates at least with e times its speed
//   of approach. Frictionless, so it does no tangential work.
// Source: Newton's law with simultaneous impacts, Moreau (1988); Mirtich and Canny (1995) for the sequential form.
// Failure modes: e close to 1 in many-body impacts could add energy; the pass scales the added velocity back to the
//   kinetic energy that the impact found.
#pragma once

#include <span>
#include <vector>

#include "dynamics/world/rigid_body.h"

namespace passung::dynamics {

struct BounceContact {
  int a = -1, b = -1;                                              // indices into the bodies, -1: not movable
  Vec3 n_W = Vec3::UnitZ(), ra = Vec3::Zero(), rb = Vec3::Zero();  // normal A to B, arms from the centres of mass [m]
  double approach = 0;  // normal relative velocity before the impact, < 0 approaching [m/s]
  double bias = 0;      // part of the normal relative velocity from bodies that are not movable [m/s]
  double restitution = 0;
};

// Changes the velocities of `bodies`. `energyBefore` [J]: their kinetic energy before the impact.
void applyRestitution(std::span<RigidBody* const> bodies, std::span<const BounceContact> contacts, double energyBefore);

}  // namespace passung::dynamics
