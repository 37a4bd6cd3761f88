// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments of `run` and `compare`, read and checked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/run/variant.h"
#include "scenes/scene.h"

namespace passung::app {

struct RunArguments {
  std::string file;
  std::optional<double> duration, dt;  // [s]
  double sample = 0.01;                // [s]
  std::vector<Variant> variants;       // one for `run`; `compare`: in the order asked for, the first is the reference
  scenes::LoadOptions load;
  int threads = 0;  // 0: all cores
  std::string report, record, csv, image, html;
  bool quiet = false, json = false;
  bool variantGiven = false;  // --engine or --solver was among the arguments
};

// What the user asked for instead of work: the text of --help.
struct HelpAsked {
  std::string text;
};

// args: what follows the subcommand. Throws InputError for bad arguments, HelpAsked for --help.
[[nodiscard]] RunArguments parseRunArguments(const std::vector<std::string>& args);
[[nodiscard]] RunArguments parseCompareArguments(const std::vector<std::string>& args);

// Each throws InputError: for an engine that does not exist, a solver that this version lacks, a number of threads
// below 0 or beyond any machine's use.
void checkEngine(const std::string& name);
void checkSolver(const std::string& name);
// The same of both, and that the engine has a solver to choose; `solver` may be empty.
void checkEngineAndSolver(const std::string& engine, const std::string& solver);
void checkThreads(int threads);
// KEY=VALUE, split at the first '='. Throws InputError.
[[nodiscard]] scenes::Override parseSet(const std::string& text);

// Threads that `asked` means on this machine: 0 is all cores.
[[nodiscard]] int threadCount(int asked);

}  // namespace passung::app
