// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/monitors.h"

namespace passung::app {

MonitorSet::MonitorSet(const std::vector<scenes::Monitor>& monitors, const JudgedWorld& world) {
  for (const scenes::Monitor& monitor : monitors) {
    judges_.push_back(makeJudge(monitor, world));
    needsContacts_ = needsContacts_ || judges_.back()->needsContacts();
  }
}

void MonitorSet::step(std::span<const dynamics::BodyState> states, std::span<const dynamics::Contact> contacts,
                      double time) {
  for (const JudgePtr& judge : judges_) judge->step({.states = states, .contacts = contacts, .time = time});
}

void MonitorSet::sample(const RunSample& sample) {
  for (const JudgePtr& judge : judges_) judge->sample(sample);
}

std::vector<MonitorResult> MonitorSet::finish(const RunFigures& figures) const {
  std::vector<MonitorResult> results;
  for (const JudgePtr& judge : judges_) {
    results.push_back(judge->finish(figures));
    results.back().name = judge->name();
  }
  return results;
}

}  // namespace passung::app
