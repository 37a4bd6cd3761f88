// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of runs as a table, a row a figure, a column a run: one source for the command line, the window, CSV and
// HTML.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/run/run_types.h"

namespace passung::app {

struct ResultRow {
  std::string label;                          // "drift"; of one body: "screw drift"
  std::string unit;                           // of the values: "m"; empty: a number, or words
  std::vector<std::string> texts;             // one a run, as people read it
  std::vector<std::optional<double>> values;  // the same in SI; yes and no are 1 and 0
  std::string tip{};                          // what it means, one line; may be empty
};

// "native (implicit)"; "bullet, friction 0.1".
[[nodiscard]] std::string variantLabel(const RunResult& result);

// How steady the runs are, over all moving bodies: rest, drift, tilt, jitter, penetration, energy, time. `results`:
// runs of one scene, none refused. Labels and tips are of the context "Results" for translations.
[[nodiscard]] std::vector<ResultRow> stabilityRows(const std::vector<RunResult>& results);

// Everything that the table of the command line shows, scenes of one or two moving bodies body by body.
[[nodiscard]] std::vector<ResultRow> resultRows(const std::vector<RunResult>& results);

}  // namespace passung::app
