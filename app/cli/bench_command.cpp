// SPDX-License-Identifier: GPL-3.0-or-later
// Step times of built-in scenes, engine by engine. Only Engine::step() is timed; the first steps, which fill caches,
// are left out of the statistics. A figure of an engine whose end state is not finite is marked as such.
#include "app/cli/bench_command.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/args.h"
#include "app/cli/assembly_command.h"
#include "app/cli/conglomerates_command.h"
#include "app/cli/convergence_command.h"
#include "app/cli/copies_bench_command.h"
#include "app/cli/frames_command.h"
#include "app/cli/parser.h"
#include "app/cli/peers_command.h"
#include "app/cli/progress.h"
#include "app/run/units.h"
#include "core/error.h"
#include "core/output_file.h"
#include "core/version.h"
#include "dynamics/engine.h"
#include "scenes/scene.h"

namespace passung::app {
namespace {

constexpr std::size_t kWarmUpSteps = 10;

struct StepTimes {
  std::string benchmark, engine;
  std::size_t steps = 0;
  double mean = 0, median = 0, p95 = 0, max = 0;  // [s]
  double realTimeFactor = 0;
  bool finite = true;
};

StepTimes timeSteps(const scenes::Scene& scene, const std::string& engineName, double duration, int threads,
                    bool quiet) {
  const auto engine = dynamics::makeEngine(scene.world, {.engine = engineName, .threads = threads});
  const auto steps = static_cast<std::size_t>(std::max(1.0, std::round(duration / scene.world.dt)));
  ProgressBar bar(scene.name + " " + engineName, !quiet);
  std::vector<double> times;
  for (std::size_t i = 0; i < steps + kWarmUpSteps && !InterruptGuard::flag(); ++i) {
    const auto start = std::chrono::steady_clock::now();
    static_cast<void>(engine->step());
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    if (i >= kWarmUpSteps) times.push_back(took.count());
    if (i % 64 == 0) bar.show(static_cast<double>(i) / static_cast<double>(steps + kWarmUpSteps));
  }

  StepTimes result{.benchmark = scene.name, .engine = engineName, .steps = times.size()};
  for (const dynamics::BodyState& state : engine->states()) {
    result.finite = result.finite && isFinite(state.X_WB) && isFinite(state.v_WC) && isFinite(state.w_WB);
  }
  if (times.empty()) return result;
  for (const double time : times) result.mean += time / static_cast<double>(times.size());
  std::sort(times.begin(), times.end());
  const auto quantile = [&](double q) {
    return times[static_cast<std::size_t>(q * static_cast<double>(times.size() - 1))];
  };
  result.median = quantile(0.5);
  result.p95 = quantile(0.95);
  result.max = times.back();
  result.realTimeFactor = result.mean > 0 ? scene.world.dt / result.mean : 0;
  return result;
}

nlohmann::ordered_json toJson(const std::vector<StepTimes>& all, int threads) {
  nlohmann::ordered_json json = {{"passung", kVersion}, {"threads", threads}};
  json["benchmarks"] = nlohmann::ordered_json::array();
  for (const StepTimes& t : all) {
    json["benchmarks"].push_back({{"name", t.benchmark},
                                  {"engine", t.engine},
                                  {"steps", t.steps},
                                  {"step_mean_s", t.mean},
                                  {"step_median_s", t.median},
                                  {"step_p95_s", t.p95},
                                  {"step_max_s", t.max},
                                  {"real_time_factor", t.realTimeFactor},
                                  {"finite", t.finite}});
  }
  return json;
}

void printRow(const std::vector<std::string>& cells) {
  std::cout << std::left << std::setw(24) << cells[0] << std::setw(15) << cells[1] << std::right;
  for (std::size_t i = 2; i < cells.size(); ++i) std::cout << std::setw(11) << cells[i];
  std::cout << std::endl;
}

}  // namespace

int runBench(const std::vector<std::string>& args) {
  // Benchmarks that are more than the step times of scenes.
  if (!args.empty() && args.front() == "assembly") return runBenchAssembly({args.begin() + 1, args.end()});
  if (!args.empty() && args.front() == "copies") return runBenchCopies({args.begin() + 1, args.end()});
  if (!args.empty() && args.front() == "conglomerates") return runBenchConglomerates({args.begin() + 1, args.end()});
  if (!args.empty() && args.front() == "convergence") return runBenchConvergence({args.begin() + 1, args.end()});
  if (!args.empty() && args.front() == "peers") return runBenchPeers({args.begin() + 1, args.end()});

#ifdef PASSUNG_RENDER
  if (!args.empty() && args.front() == "frames") return runBenchFrames({args.begin() + 1, args.end()});
#endif

  CLI::App parser(
      "Times the steps of built-in scenes in every engine of this build.\n"
      "`bench assembly` checks what the scenes of threads, fits and stacks are there to show;\n"
      "`bench conglomerates` times the search for near faces, stage by stage;\n"
      "`bench copies` times many copies of a nut on its bolt, stepped as one batch;\n"
      "`bench peers` compares queries and steps with FCL, Bullet and ODE;\n"
      "`bench frames` measures pictures of a large scene, off screen;\n"
      "`bench window` measures frames, the simulation's rate and the window's answers.",
      "passung bench");
  std::vector<std::string> names, engines;
  std::string jsonFile;
  double duration = 1;
  int threads = 1;
  bool quiet = false;
  parser.add_option("NAME", names, "built-in scenes (default: all)");
  parser.add_option("--engines", engines, "list of engines (default: all of this build)")->delimiter(',');
  parser.add_option("--duration", duration, "simulated seconds of each (default 1)");
  parser.add_option("--threads", threads, "threads (default 1); 0 is all cores");
  const CLI::Option* jsonOption = parser.add_option("--json", jsonFile, "write the figures to this file");
  parser.add_flag("--quiet", quiet, "no progress bar");
  parse(parser, args);
  checkPositive("--duration", duration);
  checkThreads(threads);
  for (const std::string& engine : engines) checkEngine(engine);
  if (engines.empty()) engines = dynamics::engineNames();
  if (names.empty()) {
    for (const scenes::BuiltinScene& scene : scenes::builtinScenes()) names.push_back(scene.name);
  }

  // The file is opened first, so that a bad path does not cost the time of all.
  std::optional<OutputFile> json;
  if (jsonOption->count() > 0) json.emplace(jsonFile);
  const InterruptGuard interrupts;
  std::vector<StepTimes> all;
  printRow({"scene", "engine", "mean", "median", "95 %", "max", "x real"});
  for (const std::string& name : names) {
    const scenes::Scene scene = scenes::loadScene(name);
    for (const std::string& engine : engines) {
      if (InterruptGuard::flag()) break;
      all.push_back(timeSteps(scene, engine, duration, threadCount(threads), quiet));
      const StepTimes& t = all.back();
      printRow({t.benchmark, t.engine, readable(t.mean, "s"), readable(t.median, "s"), readable(t.p95, "s"),
                readable(t.max, "s"), t.finite ? plain(t.realTimeFactor, 3) : std::string("not finite")});
    }
  }
  if (json) {
    json->write(toJson(all, threadCount(threads)).dump(2) + "\n");
    json->commit();
  }
  return InterruptGuard::flag() ? 130 : 0;
}

}  // namespace passung::app
