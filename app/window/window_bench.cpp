// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_bench.h"

#include <QElapsedTimer>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "app/overlays/bench_scene.h"
#include "app/run/units.h"
#include "app/window/main_window.h"
#include "core/error.h"
#include "core/output_file.h"
#include "core/version.h"

namespace passung::app {
namespace {

constexpr int kWidth = 1280, kHeight = 720;  // [pixel] of the view
constexpr int kWarmUp = 5;                   // frames that fill buffers
constexpr int kStretches = 5;                // of each kind, in turns
constexpr double kLongestWait = 600;         // [s]
constexpr int kAfterLoad = 500;              // [ms] the first pictures of a new scene belong to its load

double seconds(const QElapsedTimer& clock) { return 1e-9 * static_cast<double>(clock.nsecsElapsed()); }

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The longest time between two answers of the event loop while it runs until `done`.
double longestGap(const std::function<bool()>& done) {
  double longest = 0;
  QElapsedTimer all, since;
  all.start();
  since.start();
  QTimer pulse;
  QObject::connect(&pulse, &QTimer::timeout, [&] {
    longest = std::max(longest, seconds(since));
    since.restart();
  });
  pulse.start(1);
  while (!done()) {
    if (seconds(all) > kLongestWait) throw InputError("", "the window", "it took more than ten minutes");
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  }
  return std::max(longest, seconds(since));
}

double loadGap(MainWindow& window, const std::string& file) {
  std::optional<QElapsedTimer> shown;
  window.open(QString::fromStdString(file));
  const double gap = longestGap([&] {
    if (window.loading()) return false;
    if (!shown) shown.emplace().start();
    return shown->elapsed() > kAfterLoad && window.view(0).settled();
  });
  if (!window.loadError().empty()) throw InputError("", "", window.loadError());
  return gap;
}

struct Frames {
  std::size_t triangles = 0;
  double full = 0, moving = 0, longest = 0;  // [s] medians in full and as they are drawn in motion; of all moving ones
  std::string device;
};

Frames timeFrames(MainWindow& window, const WindowBenchOptions& options) {
  Frames result;
  const auto list = std::make_shared<const DrawList>(ringScene(options.triangles));
  const DrawnSize size = drawnSize(*list);
  result.triangles = size.triangles;
  ViewWidget& view = window.view(0);
  view.setFixedSize(kWidth, kHeight);
  QCoreApplication::processEvents();
  view.display(list);
  Camera camera = window.cameraRig().camera();
  camera.fit(size.box, static_cast<double>(kWidth) / kHeight);
  int swapped = 0;
  const auto counting = QObject::connect(&view, &ViewWidget::frameSwapped, [&] { ++swapped; });
  const auto time = [&](bool fine) {
    std::vector<double> times;
    view.setFine(fine);
    for (int i = 0; i < kWarmUp + options.frames; ++i) {
      camera.orbit(0.02, 0, size.box.center());
      QElapsedTimer clock;
      clock.start();
      window.cameraRig().set(camera);
      for (const int before = swapped; swapped == before && seconds(clock) < kLongestWait;) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
      }
      view.makeCurrent();
      QOpenGLFunctions& gl = *view.context()->functions();
      gl.glFinish();
      if (result.device.empty()) result.device = reinterpret_cast<const char*>(gl.glGetString(GL_RENDERER));
      view.doneCurrent();
      if (i >= kWarmUp) times.push_back(seconds(clock));
    }
    return times;
  };
  result.full = median(time(true));
  const std::vector<double> moving = time(false);
  result.moving = median(moving);
  result.longest = *std::max_element(moving.begin(), moving.end());
  QObject::disconnect(counting);
  view.setMinimumSize(200, 150);
  view.setMaximumSize(QWIDGETSIZE_MAX, QWIDGETSIZE_MAX);
  return result;
}

struct Rates {
  double alone = 0, drawing = 0;  // [steps/s]
};

// The same steps from the start of the scene, in turns with the window asleep and with the window drawing them.
Rates countSteps(MainWindow& window, double stretch) {
  Session& session = window.session();
  const auto run = [&](std::int64_t steps, bool draw) {
    session.reset();
    session.sync();
    const std::int64_t goal = session.frame()->step() + steps;
    QElapsedTimer clock;
    clock.start();
    session.step(steps);
    if (!draw) session.sync();
    while (session.frame()->step() < goal && session.frame()->error.empty() && seconds(clock) < kLongestWait) {
      QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    if (!session.frame()->error.empty()) throw InputError("", "", session.frame()->error);
    return seconds(clock);
  };
  std::int64_t steps = 50;
  for (double took = run(steps, false); took < stretch; took = run(steps, false)) {
    steps = static_cast<std::int64_t>(static_cast<double>(steps) * std::clamp(1.1 * stretch / took, 1.1, 10.0));
  }
  std::vector<double> alone, drawing;
  for (int i = 0; i < 2 * kStretches; ++i) {
    (i % 2 == 0 ? alone : drawing).push_back(static_cast<double>(steps) / run(steps, i % 2 == 1));
  }
  return {median(alone), median(drawing)};
}

}  // namespace

int benchWindow(MainWindow& window, const WindowBenchOptions& options) {
  const auto print = [](const char* what, const std::string& figure) {
    std::printf("%-46s %s\n", what, figure.c_str());
  };
  const auto ms = [](double s) { return plain(1e3 * s, 3) + " ms"; };
  nlohmann::ordered_json json = {{"passung", kVersion}};

  // The window lays itself out and is drawn for the first time; then the scene is opened.
  QElapsedTimer sinceStart;
  sinceStart.start();
  const double startGap = longestGap([&] { return sinceStart.elapsed() > kAfterLoad && window.view(0).settled(); });
  const double sceneGap = loadGap(window, options.scene);
  const Frames frames = timeFrames(window, options);
  print("drawn by", frames.device);
  print("triangles, 1280x720", std::to_string(frames.triangles));
  print("frame in full, median", ms(frames.full));
  print("frame in motion, median", ms(frames.moving) + ", " + plain(1 / frames.moving, 3) + " frames/s");
  print("frame in motion, longest", ms(frames.longest));
  json["frames"] = {{"device", frames.device},
                    {"triangles", frames.triangles},
                    {"full_median_s", frames.full},
                    {"moving_median_s", frames.moving},
                    {"moving_longest_s", frames.longest}};

  const Rates rates = countSteps(window, options.stretch);
  print("steps a second, window asleep", plain(rates.alone, 4));
  print("steps a second, window drawing",
        plain(rates.drawing, 4) + " (" + plain(100 * (rates.drawing / rates.alone - 1), 2) + " %)");
  json["rate"] = {{"scene", options.scene}, {"alone_per_s", rates.alone}, {"drawing_per_s", rates.drawing}};

  print("longest gap between events, window started", ms(startGap));
  print("longest gap between events, scene opened", ms(sceneGap));
  json["gaps"] = {{"start_s", startGap}, {"scene_s", sceneGap}};
  if (!options.file.empty()) {
    const double fileGap = loadGap(window, options.file);
    print("longest gap between events, file opened", ms(fileGap));
    json["gaps"]["file"] = options.file;
    json["gaps"]["file_s"] = fileGap;
  }
  if (!options.json.empty()) writeFile(options.json, json.dump(2) + "\n");
  return 0;
}

}  // namespace passung::app
