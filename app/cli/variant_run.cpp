// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/variant_run.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>

#include "app/cli/progress.h"
#include "app/cli/table.h"
#include "app/run/csv_sink.h"
#include "app/run/narrow_phase.h"
#include "app/run/recording_sink.h"
#include "app/run/result_rows.h"
#include "app/run/simulation_run.h"
#include "app/run/units.h"
#include "core/error.h"
#ifdef PASSUNG_RENDER
#include "app/cli/image.h"
#endif

namespace passung::app {
namespace {

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

dynamics::RecordingHeader recordingHeader(const scenes::Scene& scene, const dynamics::Engine& engine,
                                          const RunArguments& arguments, double duration) {
  dynamics::RecordingHeader header;
  header.sceneName = scene.name;
  header.sceneSource = scene.source;
  header.sceneJson = scene.json;
  header.engine = engine.name();
  header.solver = engine.name() == "native" ? engine.solver() : std::string();
  header.dt = engine.def().dt;
  header.duration = duration;
  header.sample = arguments.sample;
  header.unit = arguments.load.unit;
  header.density = arguments.load.density;
  for (const scenes::Override& set : arguments.load.overrides) header.settings.emplace_back(set.path, set.value);
  for (const dynamics::BodyDef& body : engine.def().bodies) header.bodies.push_back(body.name);
  return header;
}

}  // namespace

PreparedScene prepareScene(const RunArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  PreparedScene prepared{.scene = scenes::loadScene(arguments.file, arguments.load)};
  if (arguments.dt) prepared.scene.world.dt = *arguments.dt;
  if (arguments.duration) prepared.scene.duration = *arguments.duration;
  prepared.loadTime = secondsSince(start);
  return prepared;
}

namespace {

// The engine and how long making it took [s].
struct MadeEngine {
  std::shared_ptr<collision::FacePairSource> facePairs;  // null: hierarchies
  std::unique_ptr<dynamics::Engine> engine;
  double time = 0;
};

MadeEngine makeVariant(scenes::Scene& scene, const Variant& variant, int threads) {
  applyVariant(variant, scene.world);
  const auto start = std::chrono::steady_clock::now();
  MadeEngine made;
  made.facePairs = makeFacePairs(variant, threads);
  made.engine =
      dynamics::makeEngine(scene.world, {.engine = variant.engine, .threads = threads, .facePairs = made.facePairs});
  made.time = secondsSince(start);
  return made;
}

VariantResult runMade(const PreparedScene& prepared, VariantResult done, const MadeEngine& made, const Variant& variant,
                      const RunArguments& arguments, const VariantOutputs& outputs);

}  // namespace

VariantResult runVariant(const PreparedScene& prepared, const Variant& variant, const RunArguments& arguments,
                         const VariantOutputs& outputs) {
  VariantResult done{.scene = prepared.scene};
  const MadeEngine made = makeVariant(done.scene, variant, threadCount(arguments.threads));
  return runMade(prepared, std::move(done), made, variant, arguments, outputs);
}

VariantResult runOrRefuse(const PreparedScene& prepared, const Variant& variant, const RunArguments& arguments,
                          const VariantOutputs& outputs) {
  VariantResult done{.scene = prepared.scene};
  MadeEngine made;
  try {
    made = makeVariant(done.scene, variant, threadCount(arguments.threads));
  } catch (const InputError& error) {
    done.result.scene = done.scene.name;
    done.result.scale = done.scene.scale;
    done.result.engine = variant.engine;
    if (variant.engine == "native") done.result.solver = done.scene.world.solver.name;
    done.result.settings = variantSettings(variant);
    done.result.refusal = error.what();
    return done;
  }
  return runMade(prepared, std::move(done), made, variant, arguments, outputs);
}

namespace {

VariantResult runMade(const PreparedScene& prepared, VariantResult done, const MadeEngine& made, const Variant& variant,
                      const RunArguments& arguments, const VariantOutputs& outputs) {
  const int threads = threadCount(arguments.threads);
  const std::unique_ptr<dynamics::Engine>& engine = made.engine;
  const double loadTime = prepared.loadTime + made.time;

  // The files are opened before the run, so that a bad path does not cost its time.
  std::optional<CsvSink> csv;
  std::optional<RecordingSink> recording;
  if (!outputs.csv.empty()) csv.emplace(outputs.csv, *engine);
  if (!outputs.record.empty()) {
    recording.emplace(outputs.record, recordingHeader(done.scene, *engine, arguments, done.scene.duration));
  }

  ProgressBar bar(done.scene.name + " " + variantTitle(variant), !arguments.quiet && !arguments.json);
  SimulationRun run(done.scene, *engine,
                    {.duration = done.scene.duration,
                     .sample = arguments.sample,
                     .threads = threads,
                     .loadTime = loadTime,
                     .cancel = &InterruptGuard::flag(),
                     .progress = [&bar](double share) { bar.show(share); }});
  if (csv) run.addSink(*csv);
  if (recording) run.addSink(*recording);
  if (outputs.extra != nullptr) run.addSink(*outputs.extra);
  done.result = runAll(run);
  done.result.settings = variantSettings(variant);
  if (made.facePairs) {
    done.result.faceSearch = made.facePairs->report();
    const std::string& fallback = done.result.faceSearch->fallback;
    // The engine knows of one that was needed from the start.
    std::vector<std::string>& warnings = done.result.warnings;
    if (const std::string line = "narrow phase: " + fallback;
        !fallback.empty() && std::find(warnings.begin(), warnings.end(), line) == warnings.end()) {
      warnings.push_back(line);
    }
  }
  done.last = dynamics::snapshotOf(*engine, run.lastReport());
  return done;
}

}  // namespace

void checkImage(const std::string& path) {
  if (path.empty()) return;
#ifdef PASSUNG_RENDER
  const OutputFile probe(path);
#else
  throw InputError("", "--image " + path, "this build has no renderer", "build with -DPASSUNG_RENDER=ON");
#endif
}

#ifdef PASSUNG_RENDER
namespace {

constexpr int kPanelWidth = 800, kPanelHeight = 720;  // [pixel]

render::Image panelOf(const VariantResult& variant, int width) {
  const RunResult& result = variant.result;
  const std::string caption = variantLabel(result) + "\n" + plain(result.simulated, 4) + " s, " +
                              plain(result.realTimeFactor(), 3) + " x real time\ndeepest penetration " +
                              readable(result.maxPenetration, "m");
  return renderVariant(variant.scene, variant.last, caption, width, kPanelHeight);
}

}  // namespace
#endif

std::vector<ReportPicture> reportPictures(const std::vector<VariantResult>& variants) {
  std::vector<ReportPicture> pictures;
#ifdef PASSUNG_RENDER
  for (const VariantResult& variant : variants) {
    if (!variant.result.refusal.empty()) continue;
    pictures.push_back({variantLabel(variant.result), render::pngBytes(panelOf(variant, kPanelWidth))});
  }
#else
  static_cast<void>(variants);
#endif
  return pictures;
}

void writeImage(const std::string& path, const std::vector<VariantResult>& variants) {
#ifdef PASSUNG_RENDER
  // Up to so many panels stand in a row.
  constexpr std::size_t kColumns = 3;
  constexpr int kWidth = 1280;
  std::vector<render::Image> rows, panels;
  const auto endRow = [&] {
    if (!panels.empty()) rows.push_back(panels.size() == 1 ? panels.front() : render::sideBySide(panels));
    panels.clear();
  };
  for (const VariantResult& variant : variants) {
    if (!variant.result.refusal.empty()) continue;
    panels.push_back(panelOf(variant, variants.size() > 1 ? kPanelWidth : kWidth));
    if (panels.size() == kColumns) endRow();
  }
  endRow();
  if (rows.empty()) return;
  render::writePng(rows.size() == 1 ? rows.front() : render::belowEachOther(rows), path);
#else
  static_cast<void>(path);
  static_cast<void>(variants);
#endif
}

void deliver(const RunArguments& arguments, const std::vector<VariantResult>& variants, const std::string& report,
             OutputFile* reportFile) {
  if (arguments.json) {
    std::cout << report;
  } else {
    std::vector<RunResult> results;
    for (const VariantResult& variant : variants) results.push_back(variant.result);
    printTable(std::cout, results);
  }
  std::cout.flush();
  if (!std::cout) throw InputError("standard output", "", "writing failed", "free some space or read all of it");
  if (reportFile != nullptr) {
    reportFile->write(report);
    reportFile->commit();
  }
  if (!arguments.image.empty()) writeImage(arguments.image, variants);
}

}  // namespace passung::app
