// SPDX-License-Identifier: Apache-2.0
// One contact of a Newton iterate, and the friction direction that is an unknown of its own.
//
// Method: the friction force is mu f tau with tau sqrt(vt^2 + eps^2) = vt. Linearising that product beside the momentum
//   balance, and eliminating tau, keeps the Jacobian meaningful on both sides of the kink between sticking and sliding.
// Source: the primal-dual Newton method for sums of norms: Chan, Golub and Mulet, "A nonlinear primal-dual method for
// total
//   variation-based image restoration", SIAM J. Sci. Comput. 20 (1999), equations 3.1 to 3.5.
#pragma once

#include <span>
#include <vector>

#include "dynamics/solver/contact_pair.h"

namespace passung::dynamics {

// One contact of an iterate.
struct ContactRow {
  collision::ContactTerm term;
  int pair = 0;                               // index into the island's pairs
  int a = -1, b = -1;                         // local indices of moving bodies
  GapForce gap;                               // weighted
  Vec3 ra = Vec3::Zero(), rb = Vec3::Zero();  // arms at the end pose
  Vec3 vt = Vec3::Zero();                     // tangential relative velocity
  double speed = 0;                           // q = sqrt(vt^2 + eps^2)
  Vec3 dual = Vec3::Zero();                   // friction force over mu f as its own unknown, |dual| <= 1
};

// Contacts of the last step start with its friction, the others at their own direction of sliding.
void startDuals(std::span<ContactRow> rows, std::span<ContactPair* const> pairs);

// The duals after a Newton step alpha du from the rows `from` to the rows `to`, kept within the unit disc. Contacts are
// matched by their features; a new one starts at its own direction of sliding.
void updateDuals(std::span<const ContactRow> from, const Eigen::VectorXd& du, double alpha, std::span<ContactRow> to);

}  // namespace passung::dynamics
