// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/determinism_command.h"

#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/args.h"
#include "app/cli/parser.h"
#include "app/cli/progress.h"
#include "app/cli/variant_run.h"
#include "app/run/determinism_check.h"
#include "app/run/report.h"
#include "app/run/units.h"
#include "app/run/variant.h"
#include "core/error.h"
#include "dynamics/recording.h"
#include "scenes/scene.h"

namespace passung::app {
namespace {

using Json = nlohmann::ordered_json;

struct Arguments {
  std::string file, engine = "native", solver;
  scenes::LoadOptions load;
  std::int64_t steps = 0;  // 0: the scene's own duration
  int threads = 0;
  bool json = false, quiet = false;
};

Arguments readArguments(const std::vector<std::string>& args) {
  CLI::App parser("Steps a scene twice, with one thread and with many, and compares the bits of all states.",
                  "passung determinism");
  Arguments a;
  std::vector<std::string> sets;
  parser.add_option("FILE", a.file, "built-in scene, scene file, CAD or mesh file")->required();
  parser.add_option("--steps", a.steps, "time steps (default: the scene's own duration)");
  parser.add_option("--threads", a.threads, "threads of the second run (default: all cores, at least two)");
  parser.add_option("--engine", a.engine, "native, bullet or bullet-convex (default native)");
  parser.add_option("--solver", a.solver, "implicit, impulse, penalty or minimal; native engine only");
  parser.add_option("--unit", a.load.unit, "unit of a mesh or CAD file: mm, cm, m, in or ft");
  parser.add_option("--density", a.load.density, "density of a mesh or CAD file [kg/m^3]");
  parser.add_option("--set", sets, "KEY=VALUE: any setting of the scene by its JSON path; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  parser.add_flag("--json", a.json, "the result as JSON on standard output");
  parser.add_flag("--quiet", a.quiet, "no progress bar");
  parse(parser, args);
  if (parser.count("--steps") > 0) checkPositive("--steps", static_cast<double>(a.steps));
  checkThreads(a.threads);
  checkEngineAndSolver(a.engine, a.solver);
  checkPositive("--density", a.load.density, true);
  for (const std::string& set : sets) a.load.overrides.push_back(parseSet(set));
  return a;
}

Json resultJson(const Arguments& a, const DeterminismResult& result, const dynamics::WorldDef& def) {
  Json json = {{"file", a.file},
               {"engine", a.engine},
               {"solver", def.solver.name},
               {"same", result.same()},
               {"steps", result.steps},
               {"threads", result.threads},
               {"hashes", {hashText(result.hashes[0]), hashText(result.hashes[1])}}};
  if (a.engine != "native") json.erase("solver");
  if (result.cancelled) json["cancelled"] = true;
  if (const auto& d = result.difference) {
    json["difference"] = {{"step", d->step},
                          {"time_s", d->time},
                          {"body", d->body < 0 ? "" : def.bodies[static_cast<std::size_t>(d->body)].name},
                          {"distance_m", d->distance}};
  }
  return json;
}

}  // namespace

int runDeterminism(const std::vector<std::string>& args) {
  const Arguments a = readArguments(args);
  if (dynamics::isRecording(a.file)) {
    throw InputError(a.file, "", "a recording is of one run",
                     "check the scene it was made of; `run` compares the recording with a new run");
  }
  scenes::Scene scene = scenes::loadScene(a.file, a.load);
  applyVariant({.engine = a.engine, .solver = a.solver}, scene.world);
  const std::int64_t steps = a.steps > 0 ? a.steps : std::llround(scene.duration / scene.world.dt);
  if (steps == 0) {
    throw InputError(a.file, "duration", "it is " + plain(scene.duration) + " s, not one step",
                     "say how many steps to compare with --steps");
  }
  const InterruptGuard interrupts;
  const DeterminismResult result = [&] {
    ProgressBar bar("comparing", !a.quiet && !a.json);
    return checkDeterminism(
        [&](int threads) { return dynamics::makeEngine(scene.world, {.engine = a.engine, .threads = threads}); },
        {.steps = steps, .threads = {1, a.threads}},
        [&](std::int64_t done) {
          bar.show(static_cast<double>(done) / static_cast<double>(steps));
          return !InterruptGuard::flag().load();
        });
  }();
  if (a.json) {
    std::cout << resultJson(a, result, scene.world).dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
  } else {
    std::cout << a.file << ": " << describe(result, scene.world) << '\n';
  }
  if (!result.same()) return 1;
  return result.cancelled ? kExitInterrupted : 0;
}

}  // namespace passung::app
