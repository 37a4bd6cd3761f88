// SPDX-License-Identifier: GPL-3.0-or-later
// inside_box and outside_box: the bounds of a body against a box, all the time or at the end.
#include <algorithm>
#include <limits>
#include <optional>

#include "app/run/body_points.h"
#include "app/run/monitors/judge.h"
#include "app/run/units.h"

namespace passung::app {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Smallest signed distance of `inner` to the sides of `outer` [m]: >= 0 when inside.
double insideMargin(const Aabb& inner, const Aabb& outer) {
  return std::min((inner.lower - outer.lower).minCoeff(), (outer.upper - inner.upper).minCoeff());
}

// Largest separation of two boxes along an axis [m]: >= 0 when they do not overlap.
double outsideMargin(const Aabb& a, const Aabb& b) {
  return std::max((a.lower - b.upper).maxCoeff(), (b.lower - a.upper).maxCoeff());
}

class BoxJudge final : public Judge {
 public:
  BoxJudge(const scenes::Monitor& monitor, const JudgedWorld& world)
      : Judge(monitor, world), bodies_(bodies()), inside_(monitor.type == scenes::Monitor::Type::kInsideBox) {
    for (const int body : bodies_) box_B_.push_back(dynamics::localBounds(world_.def.bodies[at(body)]));
    checked_.resize(bodies_.size());
  }

  void step(const JudgedStep& now) override {
    time_ = now.time;
    if (brokenTime_) return;
    double least = kInfinity;
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
      const double margin = marginOf(k, now.states[at(bodies_[k])].X_WB);
      if (margin < least) {
        least = margin;
        boxBody_ = bodies_[k];
      }
    }
    holds_ = least >= 0;
    worst_ = std::max(worst_, -least);
    if (!monitor_.atEnd && !holds_) brokenTime_ = now.time;
  }

  [[nodiscard]] MonitorResult finish(const RunFigures&) const override {
    const bool ok = !brokenTime_ && holds_;
    std::string detail = "box " + placeText(monitor_.box.lower) + " to " + placeText(monitor_.box.upper);
    if (ok) {
      detail = (inside_ ? "inside " : "outside ") + detail + (monitor_.atEnd ? " at the end" : " all the time");
    } else if (boxBody_ >= 0) {
      detail = nameOf(boxBody_) + (inside_ ? " reaches " : " intrudes ") + readable(worst_, "m") +
               (inside_ ? " out of " : " into ") + detail;
    }
    return {"", ok, brokenTime_.value_or(time_), detail};
  }

 private:
  // The exact bounds cost all vertices, so they are taken anew only when a body may have moved by its margin.
  struct Checked {
    bool valid = false;
    Transform X_WB;
    double margin = 0;  // [m]
  };

  double marginOf(std::size_t k, const Transform& X_WB) {
    const auto marginOfBox = [&](const Aabb& box) {
      if (box.empty()) return kInfinity;
      return inside_ ? insideMargin(box, monitor_.box) : outsideMargin(box, monitor_.box);
    };
    // The box of the box is looser than the exact bounds: when it passes, they do.
    double margin = marginOfBox(transformed(box_B_[k], X_WB));
    if (margin >= 0) return margin;
    Checked& last = checked_[k];
    const double moved = last.valid ? largestMotion(box_B_[k], last.X_WB, X_WB) : kInfinity;
    margin = last.margin - moved;
    if (moved < last.margin) return margin;
    margin = marginOfBox(exactBounds(world_.def.bodies[at(bodies_[k])], X_WB));
    last = {true, X_WB, margin};
    return margin;
  }

  std::vector<int> bodies_;
  bool inside_;
  std::vector<Aabb> box_B_;
  std::vector<Checked> checked_;
  std::optional<double> brokenTime_;  // [s]
  bool holds_ = true;
  int boxBody_ = -1;
  double worst_ = 0, time_ = 0;  // farthest across a side of the box [m]
};

}  // namespace

JudgePtr makeBoxJudge(const scenes::Monitor& monitor, const JudgedWorld& world) {
  return std::make_unique<BoxJudge>(monitor, world);
}

}  // namespace passung::app
