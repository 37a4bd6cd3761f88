// SPDX-License-Identifier: GPL-3.0-or-later
// all and any: conditions made of others.
#include <algorithm>
#include <optional>

#include "app/run/monitors/judge.h"

namespace passung::app {
namespace {

class CombinationJudge final : public Judge {
 public:
  CombinationJudge(const scenes::Monitor& monitor, const JudgedWorld& world) : Judge(monitor, world) {
    for (const scenes::Monitor& child : monitor.children) children_.push_back(makeJudge(child, world));
  }

  [[nodiscard]] bool needsContacts() const override {
    return std::any_of(children_.begin(), children_.end(),
                       [](const JudgePtr& child) { return child->needsContacts(); });
  }

  void step(const JudgedStep& now) override {
    time_ = now.time;
    for (const JudgePtr& child : children_) child->step(now);
  }

  void sample(const RunSample& sample) override {
    for (const JudgePtr& child : children_) child->sample(sample);
  }

  // All: decided by the last that passed or the first that failed. Any: the other way round.
  [[nodiscard]] MonitorResult finish(const RunFigures& figures) const override {
    const bool all = monitor_.type == scenes::Monitor::Type::kAll;
    MonitorResult result{"", all, 0, ""};
    std::optional<double> latest, earliestOpposite;
    for (const JudgePtr& child : children_) {
      const MonitorResult one = child->finish(figures);
      if (one.passed == all) {
        latest = std::max(latest.value_or(one.at), one.at);
      } else {
        result.passed = !all;
        earliestOpposite = std::min(earliestOpposite.value_or(one.at), one.at);
      }
      result.detail += (result.detail.empty() ? "" : "; ") + std::string(one.passed ? "passed: " : "failed: ") +
                       (child->name().empty() ? "" : child->name() + ": ") + one.detail;
    }
    result.at = earliestOpposite.value_or(latest.value_or(time_));
    if (children_.empty()) result.detail = "no conditions";
    return result;
  }

 private:
  std::vector<JudgePtr> children_;
  double time_ = 0;
};

}  // namespace

JudgePtr makeCombinationJudge(const scenes::Monitor& monitor, const JudgedWorld& world) {
  return std::make_unique<CombinationJudge>(monitor, world);
}

}  // namespace passung::app
