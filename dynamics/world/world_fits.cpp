// SPDX-License-Identifier: Apache-2.0
// Problem: the shell around surfaces eats clearance, so its radius must be well below the play of a fit, whose size no
//   one states.
// Method: at the start, the nearest surface points of a pair are sorted by the direction of their normals. Where two
//   directions oppose each other one part encloses the other, and the sum of the two gaps is the play along that
//   direction, wherever in its play the part lies. The least play gives the shell; convex edges are then listed by what
//   they could hide below that shell.
// Cost: one near set a pair that is close at the start.
// Failure modes: a fit that parts enter later is not known yet; its shell follows the size of the parts.
#include <array>

#include "dynamics/world/world.h"

namespace passung::dynamics {
namespace {

// The shell radius is this share of the play.
constexpr double kShellOfPlay = 0.05;
// Edges may hide this share of a shell.
constexpr double kHiddenShare = 0.5;
// Play is looked for up to this many times the shell that the size of the parts allows.
constexpr double kSearch = 1 / kShellOfPlay;
// Normals this opposite enclose the part between them.
constexpr double kOpposed = -0.9;

constexpr int kDivisions = 5;  // of each side of a cube: directions differ by some 15 degrees

int directionBin(const Vec3& n) {
  Eigen::Index axis = 0;
  (void)n.cwiseAbs().maxCoeff(&axis);
  const double scale = std::abs(n[axis]);
  const auto cell = [&](double x) {
    return std::clamp(static_cast<int>((x / scale + 1) * 0.5 * kDivisions), 0, kDivisions - 1);
  };
  const int side = static_cast<int>(2 * axis) + (n[axis] < 0 ? 1 : 0);
  return (side * kDivisions + cell(n[(axis + 1) % 3])) * kDivisions + cell(n[(axis + 2) % 3]);
}

}  // namespace

double World::playOf(ContactPair& pair) {
  const RigidBody& a = bodies_[static_cast<std::size_t>(pair.bodyA)];
  const RigidBody& b = bodies_[static_cast<std::size_t>(pair.bodyB)];
  const Transform A = a.state.X_WC * a.parts[static_cast<std::size_t>(pair.partA)].X_CG;
  const Transform B = b.state.X_WC * b.parts[static_cast<std::size_t>(pair.partB)].X_CG;
  const double reach = kSearch * pair.potential.r0;
  pair.near.collect(A, B, reach);
  std::vector<collision::ContactTerm> terms;
  pair.near.evaluate(A, B, reach, 0, terms);
  pair.near.forget();

  struct Nearest {
    double gap = std::numeric_limits<double>::infinity();
    Vec3 n = Vec3::Zero();
  };
  std::array<Nearest, 6 * kDivisions * kDivisions> nearest;
  for (const collision::ContactTerm& t : terms) {
    Nearest& bin = nearest[static_cast<std::size_t>(directionBin(t.n_W))];
    if (t.weight == 1 && t.gap < bin.gap) bin = {t.gap, t.n_W};
  }
  double play = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < nearest.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (nearest[i].n.dot(nearest[j].n) < kOpposed) play = std::min(play, nearest[i].gap + nearest[j].gap);
    }
  }
  return play;
}

void World::measureFits() {
  std::vector<double> hidden(bodies_.size());
  double smallest = std::numeric_limits<double>::infinity();  // size of the smallest moving body
  for (const RigidBody& b : bodies_) {
    if (b.type != Motion::kFixed) smallest = std::min(smallest, b.size);
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    hidden[i] = kHiddenShare * def_.solver.shell * std::min(bodies_[i].size, smallest);
  }
  // Points are enough here.
  makeParts(std::vector<double>(bodies_.size(), std::numeric_limits<double>::infinity()), false);
  predictBounds();
  findPairs();
  jobs_.parallelFor(static_cast<int>(pairList_.size()), [&](int k) {
    ContactPair& pair = *pairList_[static_cast<std::size_t>(k)];
    pair.play = pair.near.a().mesh && pair.near.b().mesh ? playOf(pair) : std::numeric_limits<double>::infinity();
  });
  for (const auto& [key, pair] : pairs_) {
    // Parts without play do not fit; see resolveStart().
    const double shell = kShellOfPlay * pair.play;
    if (!(pair.play > 0) || !(shell < pair.potential.r0)) continue;
    fits_[key].shell = shell;
    for (int body : {pair.bodyA, pair.bodyB}) {
      double& h = hidden[static_cast<std::size_t>(body)];
      h = std::min(h, kHiddenShare * shell);
    }
  }
  pairs_.clear();
  pairList_.clear();
  makeParts(hidden, true);
}

}  // namespace passung::dynamics
