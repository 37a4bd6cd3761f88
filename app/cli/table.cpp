// SPDX-License-Identifier: GPL-3.0-or-later
// The table of `run` and `compare`: a row a figure, a column a variant.
#include <algorithm>
#include <functional>
#include <ostream>

#include "app/cli/report.h"
#include "app/run/units.h"

namespace passung::app {
namespace {

// Scenes with up to so many moving bodies get rows for each of them, larger ones a summary.
constexpr std::size_t kBodiesInDetail = 2;

// Above so many variants the columns are narrow: labels are cut, and the native engine goes by its solver's name.
constexpr std::size_t kWideVariants = 3;
constexpr std::size_t kNarrowLabel = 30;

// Characters, not bytes: names may hold any UTF-8.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// The first characters of a text, and two dots.
std::string shortened(const std::string& text, std::size_t most) {
  std::string head;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts = (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80;
    if (starts && width(head) + 2 == most) break;
    head += text[i];
  }
  return head + "..";
}

class Table {
 public:
  explicit Table(const std::vector<RunResult>& results) : results_(results) {}

  void row(const std::string& label, const std::function<std::string(const RunResult&)>& cell) {
    std::vector<std::string> cells{label};
    for (const RunResult& result : results_) cells.push_back(cell(result));
    rows_.push_back(std::move(cells));
  }

  // The labels to the left, the cells to the right of their columns.
  void print(std::ostream& out) {
    if (results_.size() > kWideVariants) {
      for (auto& cells : rows_) {
        if (width(cells[0]) > kNarrowLabel) cells[0] = shortened(cells[0], kNarrowLabel);
      }
    }
    std::vector<std::size_t> widths(results_.size() + 1);
    for (const auto& cells : rows_) {
      for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], width(cells[i]));
    }
    for (const auto& cells : rows_) {
      std::string line = cells[0] + std::string(widths[0] - width(cells[0]), ' ');
      for (std::size_t i = 1; i < cells.size(); ++i) {
        line += std::string(3 + widths[i] - width(cells[i]), ' ') + cells[i];
      }
      out << line << '\n';
    }
  }

 private:
  const std::vector<RunResult>& results_;
  std::vector<std::vector<std::string>> rows_;
};

std::string yesNo(bool value) { return value ? "yes" : "no"; }

void addTimes(Table& table) {
  table.row("simulated", [](const RunResult& r) { return plain(r.simulated, 6) + " s"; });
  table.row("time step", [](const RunResult& r) { return readable(r.dt, "s"); });
  table.row("real-time factor", [](const RunResult& r) { return plain(r.realTimeFactor(), 3) + " x"; });
  table.row("time in steps", [](const RunResult& r) { return readable(r.wall, "s"); });
  table.row("loading", [](const RunResult& r) { return readable(r.load, "s"); });
  table.row("checks", [](const RunResult& r) { return readable(r.checks, "s"); });
}

void addContacts(Table& table) {
  table.row("contacts, mean / most",
            [](const RunResult& r) { return plain(r.contactsMean, 3) + " / " + std::to_string(r.contactsMax); });
  table.row("steps halved", [](const RunResult& r) { return std::to_string(r.stepsHalved); });
  table.row("all values finite", [](const RunResult& r) { return yesNo(r.finite); });
  table.row("deepest penetration", [](const RunResult& r) { return readable(r.maxPenetration, "m"); });
  table.row("potential energy lost", [](const RunResult& r) { return readable(r.energy.potentialDrop, "J"); });
  table.row("largest energy gain", [](const RunResult& r) { return readable(r.energy.maxGain, "J"); });
}

void addBody(Table& table, std::size_t i, const std::string& name) {
  const auto rest = [i](const RunResult& r) -> const RestReport& { return r.bodies[i].rest; };
  table.row(name + " at rest", [=](const RunResult& r) {
    return rest(r).atRest ? "since " + plain(rest(r).since, 4) + " s" : std::string("no");
  });
  table.row(name + " drift", [=](const RunResult& r) { return readable(rest(r).drift, "m"); });
  table.row(name + " tilt change", [=](const RunResult& r) { return readable(rest(r).tiltChange, "rad"); });
}

// Turns about the body's own axis that it turned about most in the first variant.
void addTurns(Table& table, std::size_t i, const BodyResult& body) {
  Eigen::Index axis = 0;
  if (!(body.turns.cwiseAbs().maxCoeff(&axis) > 0.01)) return;
  table.row(body.name + " turns about " + "xyz"[axis],
            [=](const RunResult& r) { return plain(r.bodies[i].turns[axis], 5); });
}

void addBodies(Table& table, const RunResult& first) {
  std::vector<std::size_t> moving;
  for (std::size_t i = 0; i < first.bodies.size(); ++i) {
    if (first.bodies[i].motion == dynamics::Motion::kDynamic) moving.push_back(i);
  }
  if (moving.size() <= kBodiesInDetail) {
    for (const std::size_t i : moving) {
      addBody(table, i, first.bodies[i].name);
      addTurns(table, i, first.bodies[i]);
    }
    return;
  }
  const auto largest = [moving](const RunResult& r, double RestReport::*figure) {
    double value = 0;
    for (const std::size_t i : moving) value = std::max(value, r.bodies[i].rest.*figure);
    return value;
  };
  table.row("bodies at rest", [=](const RunResult& r) {
    const auto count =
        std::count_if(moving.begin(), moving.end(), [&](std::size_t i) { return r.bodies[i].rest.atRest; });
    return std::to_string(count) + " of " + std::to_string(moving.size());
  });
  table.row("largest drift", [=](const RunResult& r) { return readable(largest(r, &RestReport::drift), "m"); });
  table.row("largest tilt change",
            [=](const RunResult& r) { return readable(largest(r, &RestReport::tiltChange), "rad"); });
}

void addMonitors(Table& table, const RunResult& first) {
  for (std::size_t i = 0; i < first.monitors.size(); ++i) {
    table.row(first.monitors[i].name, [i](const RunResult& r) { return r.monitors[i].passed ? "passed" : "FAILED"; });
  }
  table.row("monitors", [](const RunResult& r) {
    const auto count =
        std::count_if(r.monitors.begin(), r.monitors.end(), [](const MonitorResult& m) { return m.passed; });
    return std::to_string(count) + " of " + std::to_string(r.monitors.size()) + " passed";
  });
}

void printResults(std::ostream& out, const std::vector<RunResult>& results) {
  const RunResult& first = results.front();
  const bool narrow = results.size() > kWideVariants;
  Table table(results);
  table.row(first.scene,
            [=](const RunResult& r) { return narrow && r.engine == "native" ? r.solver : variantLabel(r); });
  addTimes(table);
  addContacts(table);
  addBodies(table, first);
  if (!first.monitors.empty()) addMonitors(table, first);
  table.print(out);

  for (const RunResult& result : results) {
    for (const MonitorResult& monitor : result.monitors) {
      if (results.size() > 1 && monitor.passed) continue;
      out << (results.size() > 1 ? variantLabel(result) + ": " : std::string()) << monitor.name << ": "
          << (monitor.passed ? "" : "FAILED: ") << monitor.detail << '\n';
    }
  }
  for (const RunResult& result : results) {
    for (const std::string& warning : result.warnings) {
      out << (results.size() > 1 ? variantLabel(result) + ": " : std::string()) << "note: " << warning << '\n';
    }
  }
  if (first.replay) {
    out << (first.replay->matched ? "replay: every recorded sample is met bit by bit ("
                                  : "replay: differs from the recording (")
        << first.replay->samples << " samples)\n";
  }
}

}  // namespace

void printTable(std::ostream& out, const std::vector<RunResult>& all) {
  std::vector<RunResult> results;
  for (const RunResult& result : all) {
    if (result.refusal.empty()) results.push_back(result);
  }
  if (!results.empty()) printResults(out, results);
  for (const RunResult& result : all) {
    if (!result.refusal.empty()) out << variantLabel(result) << ": not run: " << result.refusal << '\n';
  }
}

}  // namespace passung::app
