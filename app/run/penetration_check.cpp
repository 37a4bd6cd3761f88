// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/penetration_check.h"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include "collision/queries/penetration.h"

namespace passung::app {
namespace {

std::vector<std::vector<collision::Collider>> collidersOf(const dynamics::WorldDef& def) {
  std::vector<std::vector<collision::Collider>> colliders;
  for (const dynamics::BodyDef& body : def.bodies) colliders.push_back(body.colliders);
  return colliders;
}

// All pairs whose boxes overlap, by the oracle. Cost: a box test for each pair of bodies, then that of the oracle.
class OracleCheck final : public PenetrationCheck {
 public:
  explicit OracleCheck(const dynamics::WorldDef& def) : oracle_(collidersOf(def)) {
    for (const dynamics::BodyDef& body : def.bodies) {
      const bool infinite =
          std::any_of(body.colliders.begin(), body.colliders.end(), [](const collision::Collider& collider) {
            return std::holds_alternative<collision::HalfSpace>(collider.shape);
          });
      bodies_.push_back({dynamics::localBounds(body), infinite, body.motion == dynamics::Motion::kFixed});
    }
    // A pin sits in its bar: parts that a joint keeps from colliding may overlap.
    for (const dynamics::JointDef& joint : def.joints) {
      if (!joint.collide) joined_.insert(std::minmax(joint.body, joint.to));
    }
  }

  std::vector<PairDepth> check(std::span<const dynamics::BodyState> states) override {
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < bodies_.size(); ++i) boxes.push_back(transformed(bodies_[i].box_B, states[i].X_WB));
    std::vector<PairDepth> pairs;
    for (std::size_t a = 0; a < bodies_.size(); ++a) {
      for (std::size_t b = a + 1; b < bodies_.size(); ++b) {
        if (bodies_[a].fixed && bodies_[b].fixed) continue;
        if (!bodies_[a].infinite && !bodies_[b].infinite && !boxes[a].overlaps(boxes[b])) continue;
        const int bodyA = static_cast<int>(a);
        const int bodyB = static_cast<int>(b);
        if (joined_.contains({bodyA, bodyB})) continue;
        const double depth = oracle_.measure(bodyA, bodyB, states[a].X_WB, states[b].X_WB).depth;
        if (depth > 0) pairs.push_back({bodyA, bodyB, depth});
      }
    }
    return pairs;
  }

 private:
  struct Body {
    Aabb box_B;
    bool infinite = false, fixed = false;
  };
  collision::PenetrationOracle oracle_;
  std::vector<Body> bodies_;
  std::set<std::pair<int, int>> joined_;
};

}  // namespace

std::unique_ptr<PenetrationCheck> makePenetrationCheck(const dynamics::WorldDef& def) {
  return std::make_unique<OracleCheck>(def);
}

}  // namespace passung::app
