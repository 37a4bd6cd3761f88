// SPDX-License-Identifier: Apache-2.0
// Problem: assemblies from CAD touch face to face, or overlap by rounding, by tessellation or by mistake, before the
//   first step.
// Method: overlap is measured by the exact test. 1. Parts that overlap deeper than kDeepest of the smaller one are
// named
//   and do not collide with each other. 2. Parts whose boxes overlap by no more than their overlap are moved out along
//   that axis, from below upwards. 3. Shells that overlap are relaxed by pseudo-steps of the solver without gravity,
//   friction and velocity: positions change, velocities do not. 4. Pairs that still overlap do not fit (a tessellated
//   bolt in a hole of its own size): they keep that overlap, named, and their gaps count from there.
// Cost: one exact test a pair of bodies with overlapping boxes; some Newton iterations an island.
// Failure modes: edges that cross deeper than a few shells are not relaxed, but kept as in 4.
#include <algorithm>
#include <iomanip>
#include <map>
#include <sstream>

#include "collision/queries/penetration.h"
#include "dynamics/solver/implicit_solver.h"
#include "dynamics/world/world.h"

namespace passung::dynamics {
namespace {

// Shells are relaxed over this many of their radii at least, in at most so many pseudo-steps.
constexpr double kStartReach = 6;
constexpr int kStartRounds = 20;
// Overlap that is no mistake [share of the smaller body's size].
constexpr double kDeepest = 0.03;
constexpr double kKept = 0.01;

std::string millimetres(double length) {
  std::ostringstream text;
  text << std::setprecision(3) << 1e3 * length << " mm";
  return text.str();
}

}  // namespace

void World::resolveStart() {
  predictBounds();
  findPairs();

  // Overlap deeper than a shell, by the exact test.
  std::vector<std::vector<collision::Collider>> colliders;
  for (const BodyDef& d : def_.bodies) colliders.push_back(d.colliders);
  const collision::PenetrationOracle oracle(colliders);
  std::map<std::pair<int, int>, double> depths;
  for (const ContactPair* pair : pairList_) {
    const std::pair<int, int> bodies{pair->bodyA, pair->bodyB};
    if (depths.contains(bodies)) continue;
    const RigidBody& a = bodies_[static_cast<std::size_t>(pair->bodyA)];
    const RigidBody& b = bodies_[static_cast<std::size_t>(pair->bodyB)];
    const double depth = oracle.measure(pair->bodyA, pair->bodyB, a.X_WB(), b.X_WB()).depth;
    depths[bodies] = depth;
    if (!(depth > kDeepest * smallerSize(*pair))) continue;
    ignored_.insert(bodies);
    warnings_.push_back("'" + a.name + "' and '" + b.name + "' overlap by " + millimetres(depth) +
                        " at the start and do not collide with each other; move them apart");
  }
  if (!ignored_.empty()) findPairs();
  const auto setReach = [&] {
    for (ContactPair* pair : pairList_) {
      pair->depth = depths[{pair->bodyA, pair->bodyB}];
    }
  };
  setReach();

  // Surfaces within a shell of each other would start as compressed springs.
  std::vector<Transform> before;
  for (const RigidBody& b : bodies_) before.push_back(b.state.X_WC);
  bool apart = false;
  for (std::size_t sweep = 0; sweep < bodies_.size() && !apart; ++sweep) {
    setReach();
    apart = !stackApart(before);
  }
  setReach();
  // A part caught between others goes back and forth; then the places of the file are the better start.
  if (!apart) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i].state.X_WC = before[i];
  }
  relaxShells();
  findPairs();
  setReach();
  for (auto& [key, pair] : pairs_) {
    const double gap = gapAtRest(pair);
    const auto& [i, j, k, l] = key;
    const std::string names =
        "'" + bodies_[static_cast<std::size_t>(i)].name + "' and '" + bodies_[static_cast<std::size_t>(j)].name + "'";
    if (gap > 0) continue;
    if (-gap > kKept * smallerSize(pair)) {
      ignored_.insert({i, j});
      warnings_.push_back(
          names + " overlap by " + millimetres(-gap) +
          " at the start, could not be eased apart and do not collide with each other; move them apart");
      continue;
    }
    // In the middle of its shell: neither free to rattle nor pressed.
    pair.offset = fits_[key].offset = pair.potential.r0 - gap;
    pair.near.setFollowing(!pair.watched());
    warnings_.push_back(names + " do not fit: they overlap by " + millimetres(-gap) +
                        " at the start and keep it; their contact counts from there");
  }
  if (!ignored_.empty()) findPairs();
  double moved = 0;
  std::string name;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const double d = (bodies_[i].state.X_WC.p - before[i].p).norm();
    if (d <= moved || d <= 2 * def_.solver.shell * bodies_[i].size) continue;
    moved = d;
    name = bodies_[i].name;
  }
  if (moved > 0) {
    warnings_.push_back("parts that touch or overlap at the start were eased apart, '" + name + "' by " +
                        millimetres(moved));
  }
}

double World::smallerSize(const ContactPair& pair) const {
  const double a = bodies_[static_cast<std::size_t>(pair.bodyA)].size,
               b = bodies_[static_cast<std::size_t>(pair.bodyB)].size;
  return a > 0 && b > 0 ? std::min(a, b) : std::max(a, b);
}

double World::gapAtRest(ContactPair& pair) {
  const RigidBody& a = bodies_[static_cast<std::size_t>(pair.bodyA)];
  const RigidBody& b = bodies_[static_cast<std::size_t>(pair.bodyB)];
  const Transform A = a.state.X_WC * a.parts[static_cast<std::size_t>(pair.partA)].X_CG;
  const Transform B = b.state.X_WC * b.parts[static_cast<std::size_t>(pair.partB)].X_CG;
  const double r0 = pair.potential.r0;
  const double reach = std::max(kStartReach * r0, 2 * pair.depth);
  pair.near.collect(A, B, reach);
  std::vector<collision::ContactTerm> terms;
  pair.near.evaluate(A, B, r0, reach, terms);
  double gap = std::numeric_limits<double>::infinity();
  for (const collision::ContactTerm& t : terms) gap = std::min(gap, t.gap);
  return gap;
}

// Parts whose boxes overlap by a few shells only lie on or beside each other: the later one along the direction against
// gravity moves out along that axis. Where corners coincide no contact normal would know the way.
bool World::stackApart(std::span<const Transform> before) {
  bool moved = false;
  for (ContactPair* pair : pairList_) {
    RigidBody& a = bodies_[static_cast<std::size_t>(pair->bodyA)];
    RigidBody& b = bodies_[static_cast<std::size_t>(pair->bodyB)];
    // Where a body was moved out of another it may overlap this one by as much more.
    pair->depth += (a.state.X_WC.p - before[static_cast<std::size_t>(pair->bodyA)].p).norm() +
                   (b.state.X_WC.p - before[static_cast<std::size_t>(pair->bodyB)].p).norm();
    const RigidBody::Part& partA = a.parts[static_cast<std::size_t>(pair->partA)];
    const RigidBody::Part& partB = b.parts[static_cast<std::size_t>(pair->partB)];
    const double gap = gapAtRest(*pair);
    if (gap > 0) continue;
    if (partA.geometry->halfSpace || partB.geometry->halfSpace) {
      const bool planeA = partA.geometry->halfSpace;
      const Vec3 up =
          planeA ? (a.state.X_WC * partA.X_CG).q * Vec3::UnitZ() : (b.state.X_WC * partB.X_CG).q * Vec3::UnitZ();
      (planeA ? b : a).state.X_WC.p += (pair->potential.r0 - gap) * up;
      moved = true;
      continue;
    }
    const Aabb boxA = transformed(partA.geometry->bounds, a.state.X_WC * partA.X_CG).grown(partA.geometry->radius);
    const Aabb boxB = transformed(partB.geometry->bounds, b.state.X_WC * partB.X_CG).grown(partB.geometry->radius);
    int axis = 0;
    double side = 1, overlap = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
      for (double s : {1.0, -1.0}) {  // +1: B is above A
        const double o = s > 0 ? boxA.upper[i] - boxB.lower[i] : boxB.upper[i] - boxA.lower[i];
        if (o < overlap) {
          overlap = o;
          axis = i;
          side = s;
        }
      }
    }
    const double r0 = pair->potential.r0;
    if (!(overlap < std::max(kStartReach * r0, 1.01 * pair->depth)) || !(overlap > -r0)) continue;
    const bool moveB = b.dynamic() && (!a.dynamic() || side * def_.gravity[axis] <= 0);
    (moveB ? b : a).state.X_WC.p[axis] += (moveB ? side : -side) * (overlap + r0);
    moved = true;
  }
  return moved;
}

void World::relaxShells() {
  for (ContactPair* pair : pairList_) (void)gapAtRest(*pair);
  ImplicitSolver solver(bodies_, def_.gravity, tolerances_);
  for (const Island& island : makeIslands()) {
    double shell = std::numeric_limits<double>::infinity(), reach = 0;
    for (const ContactPair* pair : island.pairs) {
      shell = std::min(shell, pair->potential.r0);
      reach = std::max({reach, kStartReach * pair->potential.r0, 2 * pair->depth});
    }
    std::vector<BodyMotion> motion;
    for (int i : island.bodies) motion.push_back(bodies_[static_cast<std::size_t>(i)].state);
    for (int round = 0; round < kStartRounds && solver.relax(island, def_.dt) < 0.98 * shell; ++round) {
    }
    // Only places change, and by a few shells a body: parts that do not fit at all would wander.
    double moved = 0;
    for (std::size_t k = 0; k < island.bodies.size(); ++k) {
      const BodyMotion& s = bodies_[static_cast<std::size_t>(island.bodies[k])].state;
      moved = std::max(moved, (s.X_WC.p - motion[k].X_WC.p).norm());
    }
    const bool wandered = moved > reach * static_cast<double>(island.bodies.size());
    for (std::size_t k = 0; k < island.bodies.size(); ++k) {
      BodyMotion& s = bodies_[static_cast<std::size_t>(island.bodies[k])].state;
      s.v = motion[k].v;
      s.w = motion[k].w;
      if (wandered) s.X_WC = motion[k].X_WC;
    }
  }
}

}  // namespace passung::dynamics
