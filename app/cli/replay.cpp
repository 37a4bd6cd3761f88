// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/replay.h"

#include <chrono>

#include "app/run/units.h"
#include "core/error.h"

namespace passung::app {

Replay::Replay(RunArguments& arguments) : arguments_(arguments), recording_(arguments.file), sink_(recording_) {
  const dynamics::RecordingHeader& header = recording_.header();
  if (recording_.sampleCount() == 0) {
    throw InputError(arguments.file, "", "it holds no whole sample", "record the scene again");
  }
  if (arguments.duration || arguments.dt || arguments.variantGiven || !arguments.load.overrides.empty()) {
    throw InputError(
        arguments.file, "", "a recording is replayed as it was made",
        "leave out --duration, --dt, --engine, --solver and --set, or run the scene '" + header.sceneSource + "'");
  }
  if (!recording_.warning().empty()) notes_.push_back(recording_.warning());

  // Another narrow phase gives the same bits.
  const Variant asked = arguments.variants.front();
  arguments.variants = {
      {.engine = header.engine, .solver = header.solver, .narrowPhase = asked.narrowPhase, .backend = asked.backend}};
  arguments.sample = header.sample;
  arguments.dt = header.dt;
  // Up to the last whole sample: that is all there is to compare.
  arguments.duration = recording_.time(recording_.sampleCount() - 1);
  arguments.load.unit = header.unit;
  arguments.load.density = header.density;
}

PreparedScene Replay::prepareScene() const {
  const dynamics::RecordingHeader& header = recording_.header();
  const auto start = std::chrono::steady_clock::now();
  // The text has every setting applied already; only mesh files are read anew.
  PreparedScene prepared{.scene =
                             scenes::loadSceneText(header.sceneJson, header.sceneSource,
                                                   {.overrides = {}, .unit = header.unit, .density = header.density})};
  prepared.scene.world.dt = header.dt;
  prepared.scene.duration = *arguments_.duration;
  if (prepared.scene.world.bodies.size() != header.bodies.size()) {
    throw InputError(arguments_.file, "", "the scene it was made from now has other bodies",
                     "put the files of '" + header.sceneSource + "' back as they were");
  }
  prepared.loadTime = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return prepared;
}

void Replay::judge(RunResult& result) const {
  const ReplayResult outcome = sink_.result();
  result.replay = outcome;
  MonitorResult monitor{"replay meets the recording", outcome.matched || result.cancelled, result.simulated, ""};
  monitor.detail = std::to_string(outcome.samples) + " samples compared bit by bit";
  if (outcome.firstDifference) {
    monitor.passed = false;
    monitor.at = *outcome.firstDifference;
    monitor.detail += ", the first difference is at " + plain(monitor.at, 6) + " s";
  }
  result.monitors.push_back(monitor);
  result.warnings.insert(result.warnings.end(), notes_.begin(), notes_.end());
}

}  // namespace passung::app
