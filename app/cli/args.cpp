// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/args.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <thread>
#include <utility>

#include "app/cli/parser.h"
#include "app/cli/variant_paths.h"
#include "app/run/narrow_phase.h"
#include "core/error.h"
#include "dynamics/engine.h"
#include "dynamics/solver/contact_solver.h"

namespace passung::app {
namespace {

constexpr int kMostThreads = 1024;  // more cost time and memory and help on no machine

constexpr std::array kEngines{"native", "bullet", "bullet-convex"};

// An empty path is a slip of the shell or of a script that calls the program; taken as "not
// asked for", it would lose what was wanted.
void checkNotEmpty(const std::vector<std::pair<const CLI::Option*, const std::string*>>& outputs) {
  for (const auto& [option, path] : outputs) {
    if (option->count() > 0 && path->empty()) {
      throw InputError("", option->get_name(), "the name of the file is empty", "give a path, or leave the option out");
    }
  }
}

// Two outputs in one file, or an output over the input, would lose data without a word. `eachVariant`: CSV and
// recording are one a variant.
void checkOutputs(const RunArguments& arguments, bool eachVariant) {
  namespace fs = std::filesystem;
  std::vector<std::pair<std::string, fs::path>> seen;
  std::error_code ignored;
  if (fs::is_regular_file(arguments.file, ignored)) {
    seen.emplace_back("FILE", fs::weakly_canonical(arguments.file, ignored));
  }
  const auto pathsOf = [&](const std::string& path) {
    return eachVariant ? pathsForVariants(path, arguments.variants) : std::vector<std::string>{path};
  };
  const std::array<std::pair<const char*, std::vector<std::string>>, 5> outputs{
      {{"--report", {arguments.report}},
       {"--record", pathsOf(arguments.record)},
       {"--csv", pathsOf(arguments.csv)},
       {"--image", {arguments.image}},
       {"--html", {arguments.html}}}};
  for (const auto& [option, paths] : outputs) {
    for (const std::string& path : paths) {
      if (path.empty()) continue;
      const fs::path canonical = fs::weakly_canonical(path, ignored);
      for (const auto& [other, otherPath] : seen) {
        if (canonical == otherPath && !canonical.string().starts_with("/dev/")) {
          throw InputError("", option, "it names the same file as " + other + ", '" + path + "'",
                           "give each output a file of its own");
        }
      }
      seen.emplace_back(option, canonical);
    }
  }
}

// The options that both commands share, with the places CLI11 writes to.
struct SharedOptions {
  RunArguments arguments;
  std::vector<std::string> sets;
  double duration = 0, dt = 0;
  CLI::Option* durationOption = nullptr;
  CLI::Option* dtOption = nullptr;
  std::vector<std::pair<const CLI::Option*, const std::string*>> outputs;

  void addTo(CLI::App& parser) {
    parser.add_option("FILE", arguments.file, "built-in scene, scene file, CAD or mesh file, or recording")->required();
    durationOption = parser.add_option("--duration", duration, "simulated seconds (default: the scene's own)");
    dtOption = parser.add_option("--dt", dt, "time step [s] (default: the scene's own)");
    parser.add_option("--set", sets, "KEY=VALUE: any setting of the scene by its JSON path; repeatable")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    parser.add_option("--threads", arguments.threads, "threads (default: all cores); any number gives the same bits");
    parser.add_option("--unit", arguments.load.unit, "unit of a mesh or CAD file: mm, cm, m, in or ft");
    parser.add_option("--density", arguments.load.density, "density of a mesh or CAD file [kg/m^3]");
    outputs.emplace_back(parser.add_option("--report", arguments.report, "write the report to this JSON file"),
                         &arguments.report);
    outputs.emplace_back(parser.add_option("--record", arguments.record, "write a recording (.prec)"),
                         &arguments.record);
    outputs.emplace_back(parser.add_option("--csv", arguments.csv, "write one row per body and sample"),
                         &arguments.csv);
    parser.add_option("--sample", arguments.sample, "interval of CSV, recording and checks [s] (default 0.01)");
    outputs.emplace_back(parser.add_option("--image", arguments.image, "write a picture of the end (PNG)"),
                         &arguments.image);
    parser.add_flag("--quiet", arguments.quiet, "no progress bar");
    parser.add_flag("--json", arguments.json, "the report on standard output, and nothing else");
  }

  RunArguments finish() {
    if (arguments.file.empty()) throw InputError("", "FILE", "the name is empty", "give a scene, CAD or mesh file");
    if (durationOption->count() > 0) {
      checkPositive("--duration", duration, true);
      arguments.duration = duration;
    }
    if (dtOption->count() > 0) {
      checkPositive("--dt", dt);
      arguments.dt = dt;
    }
    checkPositive("--sample", arguments.sample);
    checkThreads(arguments.threads);
    checkPositive("--density", arguments.load.density, true);
    for (const std::string& set : sets) arguments.load.overrides.push_back(parseSet(set));
    checkNotEmpty(outputs);
    return std::move(arguments);
  }
};

}  // namespace

void checkEngine(const std::string& name) {
  std::string known;
  for (const char* engine : kEngines) {
    if (name == engine) return;
    known += (known.empty() ? "" : ", ") + std::string(engine);
  }
  throw InputError("", "--engine", "there is no engine '" + name + "'", "the engines are " + known);
}

void checkSolver(const std::string& name) {
  std::string known;
  for (const dynamics::SolverEntry& solver : dynamics::solvers()) {
    if (name == solver.name) return;
    known += (known.empty() ? "" : ", ") + std::string(solver.name);
  }
  throw InputError("", "--solver", "there is no solver '" + name + "'", "the solvers are " + known);
}

void checkEngineAndSolver(const std::string& engine, const std::string& solver) {
  checkEngine(engine);
  if (solver.empty()) return;
  checkSolver(solver);
  if (engine == "native") return;
  throw InputError("", "--solver", "the engine " + engine + " has its own solver",
                   "leave the option out, or use --engine native");
}

scenes::Override parseSet(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InputError("", "--set " + text, "it is not KEY=VALUE", "write for instance --set solver.sleeping=false");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

RunArguments parseRunArguments(const std::vector<std::string>& args) {
  CLI::App parser("Runs a scene without a window, prints a short table and writes what is asked for.", "passung run");
  SharedOptions shared;
  Variant variant;
  shared.addTo(parser);
  const CLI::Option* engineOption =
      parser.add_option("--engine", variant.engine, "native, bullet or bullet-convex (default native)");
  parser.add_option("--solver", variant.solver, "implicit, impulse, penalty or minimal; native engine only");
  parser.add_option("--narrow-phase", variant.narrowPhase,
                    "hierarchies (default) or conglomerates: who finds near faces; the same contacts; native engine, "
                    "solvers impulse and penalty");
  parser.add_option("--backend", variant.backend, "of conglomerates: cpu (default) or cuda, without a device cpu");
  parse(parser, args);
  checkEngineAndSolver(variant.engine, variant.solver);
  checkNarrowPhase(variant);
  RunArguments arguments = shared.finish();
  arguments.variants = {variant};
  arguments.variantGiven = engineOption->count() > 0 || !variant.solver.empty();
  checkOutputs(arguments, false);
  return arguments;
}

RunArguments parseCompareArguments(const std::vector<std::string>& args) {
  CLI::App parser("Runs the same scene in several engines or settings; the first one is the reference.",
                  "passung compare");
  SharedOptions shared;
  std::vector<std::string> engines, solvers, texts;
  shared.addTo(parser);
  parser.add_option("--engines,--engine", engines, "list, for instance native,bullet,bullet-convex (default: all)")
      ->delimiter(',')
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  parser
      .add_option("--solvers,--solver", solvers, "list of solvers of the native engine, for instance implicit,impulse")
      ->delimiter(',')
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  parser
      .add_option("--variant", texts,
                  "one more variant: "
                  "ENGINE[,solver=S][,policy=P][,narrow-phase=N][,backend=B][,dt=S][,material=M][,friction=X][,"
                  "restitution=X]; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  RunArguments& asked = shared.arguments;
  shared.outputs.emplace_back(
      parser.add_option("--html", asked.html, "write a report with pictures and plots (one HTML file)"), &asked.html);
  parse(parser, args);
  for (const std::string& engine : engines) checkEngine(engine);
  for (const std::string& solver : solvers) checkSolver(solver);

  // Solvers multiply the native engine only. Solvers alone compare the native engine with itself.
  RunArguments arguments = shared.finish();
  if (engines.empty() && (!solvers.empty() || texts.empty()))
    engines = solvers.empty() ? dynamics::engineNames() : std::vector<std::string>{"native"};
  if (!solvers.empty() && std::find(engines.begin(), engines.end(), "native") == engines.end()) {
    throw InputError("", "--solvers", "none of the engines asked for has solvers to choose", "add native to --engines");
  }
  for (const std::string& engine : engines) {
    if (engine != "native" || solvers.empty()) {
      arguments.variants.push_back({.engine = engine});
    } else {
      for (const std::string& solver : solvers) arguments.variants.push_back({.engine = engine, .solver = solver});
    }
  }
  for (const std::string& text : texts) {
    arguments.variants.push_back(parseVariant(text));
    checkEngine(arguments.variants.back().engine);
    if (!arguments.variants.back().solver.empty()) checkSolver(arguments.variants.back().solver);
    checkNarrowPhase(arguments.variants.back());
  }
  if (!arguments.record.empty()) {
    for (const Variant& variant : arguments.variants) checkRecordable(variant, "--record");
  }
  checkOutputs(arguments, true);
  return arguments;
}

void checkThreads(int threads) {
  if (threads >= 0 && threads <= kMostThreads) return;
  throw InputError("", "--threads", "it is " + std::to_string(threads),
                   "give a number of threads up to " + std::to_string(kMostThreads) + ", or 0 for all cores");
}

int threadCount(int asked) {
  if (asked > 0) return asked;
  const unsigned cores = std::thread::hardware_concurrency();
  return cores == 0 ? 1 : static_cast<int>(cores);
}

}  // namespace passung::app
