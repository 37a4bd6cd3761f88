// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/overlays/explosion.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <map>
#include <queue>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

constexpr double kSpare = 0.15;     // space between two parts that were moved apart, in sizes of the smaller
constexpr double kOneSided = 0.5;   // length of the mean normal above which it is the direction
constexpr double kRadialWay = 1.0;  // in distances from the centre

// What two bodies have in common: directions from the one of lower index to the other.
struct Tie {
  std::vector<Vec3> normals;
  Vec3 axis = Vec3::Zero();  // of a joint; zero: none
};

struct Placed {
  std::vector<Aabb> boxes;
  std::vector<Vec3> centers;
  Aabb all;
};

Placed placed(const scenes::Scene& scene, const dynamics::WorldSnapshot& snapshot) {
  Placed out;
  const auto& bodies = scene.world.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Transform X_WB = snapshot.states.size() == bodies.size() ? snapshot.states[i].X_WB : bodies[i].X_WB;
    const Aabb local = dynamics::localBounds(bodies[i]);
    const bool bounded = !local.empty() && local.extent().allFinite() && isFinite(X_WB);
    out.boxes.push_back(bounded ? transformed(local, X_WB) : Aabb{});
    out.centers.push_back(bounded ? out.boxes.back().center() : X_WB.p);
    out.all.add(out.boxes.back());
  }
  return out;
}

std::map<std::pair<int, int>, Tie> tiesOf(const scenes::Scene& scene, const dynamics::WorldSnapshot& snapshot) {
  std::map<std::pair<int, int>, Tie> ties;
  for (const dynamics::Contact& k : snapshot.contacts) {
    if (k.n_W.allFinite()) ties[{k.bodyA, k.bodyB}].normals.push_back(k.n_W);
  }
  for (const dynamics::JointDef& joint : scene.world.joints) {
    if (joint.to < 0 || joint.body < 0 || !joint.hasCoordinate()) continue;
    const auto to = static_cast<std::size_t>(joint.to);
    const Transform X_WA = to < snapshot.states.size() ? snapshot.states[to].X_WB : scene.world.bodies[to].X_WB;
    ties[{std::min(joint.to, joint.body), std::max(joint.to, joint.body)}].axis = (X_WA * joint.X_AJ).q * Vec3::UnitZ();
  }
  return ties;
}

// Unit. `oneWay`: it leads from the body of lower index to the other; else it is an axis without a sense.
struct Direction {
  Vec3 d;
  bool oneWay = false;
};

Direction directionOf(const Tie& tie) {
  if (tie.axis.norm() > 0) return {tie.axis};
  Vec3 mean = Vec3::Zero();
  Mat3 scatter = Mat3::Zero();
  for (const Vec3& n : tie.normals) {
    mean += n;
    scatter += n * n.transpose();
  }
  mean /= static_cast<double>(std::max<std::size_t>(tie.normals.size(), 1));
  if (mean.norm() > kOneSided) return {mean.normalized(), true};
  return {Eigen::SelfAdjointEigenSolver<Mat3>(scatter).eigenvectors().col(0)};
}

// How far the box must go along d to leave the other one, with some space.
double wayOut(const Aabb& box, const Aabb& from, const Vec3& d) {
  const double half = d.cwiseAbs().dot(0.5 * box.extent());
  if (from.empty()) return half + kSpare * box.size();
  const double low = d.dot(box.center()) - half;
  const double high = d.dot(from.center()) + d.cwiseAbs().dot(0.5 * from.extent());
  return std::max(0.0, high - low) + kSpare * std::min(box.size(), from.size());
}

}  // namespace

std::vector<Vec3> explosionOffsets(const scenes::Scene& scene, const dynamics::WorldSnapshot& snapshot,
                                   ExplosionMode mode) {
  const Placed at = placed(scene, snapshot);
  const std::size_t count = at.boxes.size();
  std::vector<Vec3> offsets(count, Vec3::Zero());
  if (at.all.empty()) return offsets;
  const auto radial = [&](std::size_t i) {
    return at.boxes[i].empty() ? Vec3(Vec3::Zero()) : Vec3(kRadialWay * (at.centers[i] - at.all.center()));
  };
  if (mode == ExplosionMode::kRadial) {
    for (std::size_t i = 0; i < count; ++i) offsets[i] = radial(i);
    return offsets;
  }

  const auto ties = tiesOf(scene, snapshot);
  std::vector<std::vector<std::pair<int, const Tie*>>> neighbours(count);
  for (const auto& [pair, tie] : ties) {
    neighbours[static_cast<std::size_t>(pair.first)].emplace_back(pair.second, &tie);
    neighbours[static_cast<std::size_t>(pair.second)].emplace_back(pair.first, &tie);
  }
  std::vector<bool> reached(count, false);
  std::queue<std::size_t> open;
  for (std::size_t i = 0; i < count; ++i) {
    if (scene.world.bodies[i].motion != dynamics::Motion::kFixed) continue;
    reached[i] = true;
    open.push(i);
  }
  if (open.empty()) {
    const auto largest = std::max_element(at.boxes.begin(), at.boxes.end(),
                                          [](const Aabb& a, const Aabb& b) { return a.size() < b.size(); });
    open.push(static_cast<std::size_t>(largest - at.boxes.begin()));
    reached[open.front()] = true;
  }
  while (!open.empty()) {
    const std::size_t from = open.front();
    open.pop();
    for (const auto& [other, tie] : neighbours[from]) {
      const auto i = static_cast<std::size_t>(other);
      if (reached[i] || at.boxes[i].empty()) continue;
      reached[i] = true;
      open.push(i);
      auto [d, oneWay] = directionOf(*tie);
      if (oneWay) {
        if (i < from) d = -d;
      } else {
        // An axis is left on the side where the part stands out; off a half-space, whose centre says nothing, upwards.
        const double along = at.boxes[from].empty() ? 0 : d.dot(at.centers[i] - at.centers[from]);
        const bool up = std::abs(along) < 1e-6 * at.all.size() ? d.z() >= 0 : along > 0;
        if (!up) d = -d;
      }
      offsets[i] = offsets[from] + wayOut(at.boxes[i], at.boxes[from], d) * d;
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!reached[i]) offsets[i] = radial(i);
  }
  return offsets;
}

void explode(const scenes::Scene& scene, const std::vector<Vec3>& offsets, dynamics::WorldSnapshot& snapshot) {
  const auto& bodies = scene.world.bodies;
  if (offsets.size() != bodies.size()) return;
  if (snapshot.states.size() != bodies.size()) {
    snapshot.states.assign(bodies.size(), {});
    for (std::size_t i = 0; i < bodies.size(); ++i) snapshot.states[i].X_WB = bodies[i].X_WB;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) snapshot.states[i].X_WB.p += offsets[i];
  for (dynamics::Contact& k : snapshot.contacts) k.p_W += offsets[static_cast<std::size_t>(k.bodyB)];
  if (snapshot.broadphaseBoxes.size() == bodies.size()) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      snapshot.broadphaseBoxes[i].lower += offsets[i];
      snapshot.broadphaseBoxes[i].upper += offsets[i];
    }
  }
}

void drawExplosionWays(const DrawContext& c, DrawList& list) {
  constexpr Color kWay = {0.35F, 0.40F, 0.50F, 0.8F};
  for (std::size_t i = 0; i < c.options.explosion.size(); ++i) {
    if (c.geometry.bounds_B[i].empty() || !(c.options.explosion[i].norm() > 0)) continue;
    const Vec3 end = c.pose(i) * c.geometry.bounds_B[i].center();
    list.lines.push_back({.a = end - c.options.explosion[i], .b = end, .color = kWay, .width = 1.2F, .onTop = false});
  }
  c.explain(QT_TRANSLATE_NOOP("Overlays", "taken apart: for display only; contact marks stay with the second part"));
}

}  // namespace passung::app
