// SPDX-License-Identifier: GPL-3.0-or-later
// position and distance: the origin of a body comes near a point, or near that of another body.
#include <limits>
#include <optional>

#include "app/run/monitors/judge.h"
#include "app/run/units.h"
#include "core/error.h"

namespace passung::app {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class NearJudge final : public Judge {
 public:
  NearJudge(const scenes::Monitor& monitor, const JudgedWorld& world) : Judge(monitor, world) {
    const bool pair = monitor.type == scenes::Monitor::Type::kDistance;
    if (pair && (monitor.body.empty() || monitor.other.empty())) {
      throw InputError("", "monitor '" + monitor.name + "'", "it needs two bodies", "give both 'body' and 'other'");
    }
    body_ = monitor.body.empty() && !bodies().empty() ? bodies().front() : oneBody();
    if (pair) other_ = find(monitor.other);
  }

  void step(const JudgedStep& now) override {
    time_ = now.time;
    if (reached_) return;
    const Vec3 target = other_ >= 0 ? now.states[at(other_)].X_WB.p : monitor_.point;
    last_ = (now.states[at(body_)].X_WB.p - target).norm();
    if (last_ < nearest_) {
      nearest_ = last_;
      nearestTime_ = now.time;
    }
    if (!monitor_.atEnd && last_ <= monitor_.value) reached_ = now.time;
  }

  [[nodiscard]] MonitorResult finish(const RunFigures&) const override {
    const std::string what =
        other_ >= 0 ? nameOf(body_) + " to " + nameOf(other_) : nameOf(body_) + " to " + placeText(monitor_.point);
    const std::string allowed = ", asked for " + readable(monitor_.value, "m");
    if (monitor_.atEnd) {
      return {"", last_ <= monitor_.value, time_, what + ": " + readable(last_, "m") + " at the end" + allowed};
    }
    if (reached_) {
      return {"", true, *reached_,
              what + ": within " + readable(monitor_.value, "m") + " at " + secondsText(*reached_)};
    }
    return {"", false, time_,
            what + ": no closer than " + readable(nearest_, "m") + ", at " + secondsText(nearestTime_) + allowed};
  }

 private:
  int body_ = -1, other_ = -1;
  double nearest_ = kInfinity, last_ = kInfinity;  // [m]
  double nearestTime_ = 0, time_ = 0;              // [s]
  std::optional<double> reached_;
};

}  // namespace

JudgePtr makeNearJudge(const scenes::Monitor& monitor, const JudgedWorld& world) {
  return std::make_unique<NearJudge>(monitor, world);
}

}  // namespace passung::app
