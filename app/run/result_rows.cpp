// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/result_rows.h"

#include <algorithm>
#include <functional>

#include "app/run/translated.h"
#include "app/run/units.h"

namespace passung::app {
namespace {

// Scenes with up to so many moving bodies get rows for each of them, larger ones a summary.
constexpr std::size_t kBodiesInDetail = 2;

using Bodies = std::vector<std::size_t>;

class Rows {
 public:
  explicit Rows(const std::vector<RunResult>& results) : results_(results) {}

  // A quantity with its unit.
  void quantity(const std::string& label, const char* unit, const std::function<double(const RunResult&)>& value,
                const char* tip = "") {
    ResultRow& row = add(label, unit, tip);
    for (const RunResult& result : results_) {
      row.values.emplace_back(value(result));
      row.texts.push_back(readable(*row.values.back(), unit));
    }
  }
  // Words, and the number behind them.
  void words(const std::string& label, const std::function<std::string(const RunResult&)>& text,
             const std::function<std::optional<double>(const RunResult&)>& value, const char* unit = "",
             const char* tip = "") {
    ResultRow& row = add(label, unit, tip);
    for (const RunResult& result : results_) {
      row.texts.push_back(text(result));
      row.values.push_back(value(result));
    }
  }
  [[nodiscard]] std::vector<ResultRow> take() { return std::move(rows_); }

 private:
  ResultRow& add(const std::string& label, const char* unit, const char* tip) {
    return rows_.emplace_back(ResultRow{.label = label, .unit = unit, .texts = {}, .values = {}, .tip = tip});
  }
  const std::vector<RunResult>& results_;
  std::vector<ResultRow> rows_;
};

Bodies movingBodies(const RunResult& result) {
  Bodies moving;
  for (std::size_t i = 0; i < result.bodies.size(); ++i) {
    if (result.bodies[i].motion == dynamics::Motion::kDynamic) moving.push_back(i);
  }
  return moving;
}

double largest(const RunResult& r, const Bodies& bodies, double RestReport::*figure) {
  double value = 0;
  for (const std::size_t i : bodies) value = std::max(value, r.bodies[i].rest.*figure);
  return value;
}

void addRealTime(Rows& rows) {
  rows.words(
      QT_TRANSLATE_NOOP("Results", "real-time factor"),
      [](const RunResult& r) { return plain(r.realTimeFactor(), 3) + " x"; },
      [](const RunResult& r) { return r.realTimeFactor(); }, "",
      QT_TRANSLATE_NOOP("Results", "simulated time over the time spent in steps"));
}

void addStepTime(Rows& rows) {
  rows.quantity(
      QT_TRANSLATE_NOOP("Results", "time per step"), "s",
      [](const RunResult& r) { return r.steps > 0 ? r.wall / static_cast<double>(r.steps) : 0; },
      QT_TRANSLATE_NOOP("Results", "wall time inside one step, mean over the run"));
}

void addPenetration(Rows& rows) {
  rows.quantity(
      QT_TRANSLATE_NOOP("Results", "deepest penetration"), "m", [](const RunResult& r) { return r.maxPenetration; },
      QT_TRANSLATE_NOOP("Results", "of the true surfaces, by an exact check that no engine takes part in"));
}

void addEnergyGain(Rows& rows) {
  rows.quantity(
      QT_TRANSLATE_NOOP("Results", "largest energy gain"), "J", [](const RunResult& r) { return r.energy.maxGain; },
      QT_TRANSLATE_NOOP("Results",
                        "largest rise of the total energy, less the work put in; a passive scene may not gain any"));
}

void addTimes(Rows& rows) {
  rows.words(
      "simulated", [](const RunResult& r) { return plain(r.simulated, 6) + " s"; },
      [](const RunResult& r) { return r.simulated; }, "s");
  rows.quantity("time step", "s", [](const RunResult& r) { return r.dt; });
  addRealTime(rows);
  rows.quantity("time in steps", "s", [](const RunResult& r) { return r.wall; });
  addStepTime(rows);
  rows.quantity("loading", "s", [](const RunResult& r) { return r.load; });
  rows.quantity("checks", "s", [](const RunResult& r) { return r.checks; });
}

void addContacts(Rows& rows) {
  rows.words(
      "contacts, mean / most",
      [](const RunResult& r) { return plain(r.contactsMean, 3) + " / " + std::to_string(r.contactsMax); },
      [](const RunResult& r) { return r.contactsMean; });
  rows.words(
      "steps halved", [](const RunResult& r) { return std::to_string(r.stepsHalved); },
      [](const RunResult& r) { return static_cast<double>(r.stepsHalved); });
  rows.words(
      "all values finite", [](const RunResult& r) { return r.finite ? "yes" : "no"; },
      [](const RunResult& r) { return r.finite ? 1.0 : 0.0; });
  addPenetration(rows);
  rows.quantity("potential energy lost", "J", [](const RunResult& r) { return r.energy.potentialDrop; });
  addEnergyGain(rows);
}

// Of one body (`name` and a blank in front of each label) or the worst of several.
void addMotion(Rows& rows, const std::string& prefix, const Bodies& bodies) {
  rows.quantity(
      prefix + QT_TRANSLATE_NOOP("Results", "drift"), "m",
      [=](const RunResult& r) { return largest(r, bodies, &RestReport::drift); },
      QT_TRANSLATE_NOOP("Results",
                        "largest distance of a point from where it came to rest, or from where it was at half time"));
  rows.quantity(
      prefix + QT_TRANSLATE_NOOP("Results", "tilt change"), "rad",
      [=](const RunResult& r) { return largest(r, bodies, &RestReport::tiltChange); },
      QT_TRANSLATE_NOOP("Results", "largest rotation since then"));
  rows.quantity(
      prefix + QT_TRANSLATE_NOOP("Results", "jitter"), "m/s",
      [=](const RunResult& r) { return largest(r, bodies, &RestReport::maxSpeed); },
      QT_TRANSLATE_NOOP("Results", "top speed of any point since then"));
}

void addRestCount(Rows& rows, const Bodies& bodies) {
  const auto atRest = [=](const RunResult& r) {
    return std::count_if(bodies.begin(), bodies.end(), [&](std::size_t i) { return r.bodies[i].rest.atRest; });
  };
  rows.words(
      QT_TRANSLATE_NOOP("Results", "bodies at rest"),
      [=](const RunResult& r) { return std::to_string(atRest(r)) + " of " + std::to_string(bodies.size()); },
      [=](const RunResult& r) { return static_cast<double>(atRest(r)); }, "",
      QT_TRANSLATE_NOOP("Results", "at rest up to the end, by a speed limit that follows the size of each body"));
}

// Turns about the body's own axis that it turned about most in the first variant.
void addTurns(Rows& rows, std::size_t i, const BodyResult& body) {
  Eigen::Index axis = 0;
  if (!(body.turns.cwiseAbs().maxCoeff(&axis) > 0.01)) return;
  rows.words(
      body.name + " turns about " + "xyz"[axis], [=](const RunResult& r) { return plain(r.bodies[i].turns[axis], 5); },
      [=](const RunResult& r) { return r.bodies[i].turns[axis]; });
}

void addBodies(Rows& rows, const RunResult& first) {
  const Bodies moving = movingBodies(first);
  if (moving.size() > kBodiesInDetail) {
    addRestCount(rows, moving);
    addMotion(rows, "largest ", moving);
    return;
  }
  for (const std::size_t i : moving) {
    const std::string& name = first.bodies[i].name;
    const auto rest = [i](const RunResult& r) -> const RestReport& { return r.bodies[i].rest; };
    rows.words(
        name + " at rest",
        [=](const RunResult& r) {
          return rest(r).atRest ? "since " + plain(rest(r).since, 4) + " s" : std::string("no");
        },
        [=](const RunResult& r) { return rest(r).atRest ? std::optional(rest(r).since) : std::nullopt; }, "s");
    addMotion(rows, name + " ", {i});
    addTurns(rows, i, first.bodies[i]);
  }
}

void addMonitors(Rows& rows, const RunResult& first) {
  if (first.monitors.empty()) return;
  for (std::size_t i = 0; i < first.monitors.size(); ++i) {
    rows.words(
        first.monitors[i].name, [i](const RunResult& r) { return r.monitors[i].passed ? "passed" : "FAILED"; },
        [i](const RunResult& r) { return r.monitors[i].passed ? 1.0 : 0.0; });
  }
  const auto passed = [](const RunResult& r) {
    return std::count_if(r.monitors.begin(), r.monitors.end(), [](const MonitorResult& m) { return m.passed; });
  };
  rows.words(
      "monitors",
      [=](const RunResult& r) {
        return std::to_string(passed(r)) + " of " + std::to_string(r.monitors.size()) + " passed";
      },
      [=](const RunResult& r) { return static_cast<double>(passed(r)); });
}

}  // namespace

std::string variantLabel(const RunResult& result) {
  std::string label =
      result.solver.empty() || result.engine != "native" ? result.engine : result.engine + " (" + result.solver + ")";
  return result.settings.empty() ? label : label + ", " + result.settings;
}

std::vector<ResultRow> stabilityRows(const std::vector<RunResult>& results) {
  Rows rows(results);
  if (results.empty()) return {};
  const Bodies moving = movingBodies(results.front());
  addRestCount(rows, moving);
  addMotion(rows, "", moving);
  addPenetration(rows);
  addEnergyGain(rows);
  addStepTime(rows);
  addRealTime(rows);
  return rows.take();
}

std::vector<ResultRow> resultRows(const std::vector<RunResult>& results) {
  Rows rows(results);
  if (results.empty()) return {};
  addTimes(rows);
  addContacts(rows);
  addBodies(rows, results.front());
  addMonitors(rows, results.front());
  return rows.take();
}

}  // namespace passung::app
