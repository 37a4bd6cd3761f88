// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_main.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QSurfaceFormat>
#include <QTimer>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "app/window/icons.h"
#include "app/window/main_window.h"
#include "core/error.h"

namespace passung::app {

namespace {

constexpr double kLongestLoad = 180;  // [s] a screenshot waits for its scene

// Runs the event loop until `done` or the time is over.
bool waitFor(const std::function<bool()>& done, double seconds) {
  QElapsedTimer clock;
  clock.start();
  while (!done()) {
    if (static_cast<double>(clock.elapsed()) > 1000 * seconds) return false;
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
  }
  return true;
}

// Loads, steps to exactly the asked time, lets the window draw it, saves, leaves.
int takeScreenshot(MainWindow& window, const WindowOptions& options) {
  const auto fail = [](const QString& why) {
    std::fprintf(stderr, "%s\n", why.toUtf8().constData());
    return 2;
  };
  waitFor([&] { return !window.loading(); }, kLongestLoad);
  if (window.message().isError()) return fail(window.message().text());
  if (!waitFor([&] { return window.frame()->scene != nullptr; }, 10))
    return fail(QStringLiteral("no scene was opened in time"));
  const double dt = window.frame()->scene->world.dt;
  const auto steps = static_cast<std::int64_t>(std::llround(options.at / dt));
  if (options.play) window.session().play();
  // Playing shows the run as it is; the last stretch is stepped, so that the picture is of the very instant.
  if (options.play) waitFor([&] { return window.frame()->step() >= steps - 20; }, 4 * options.at + 5);
  window.session().pause();
  window.session().sync();
  const std::int64_t taken = window.session().frame()->step();
  if (taken < steps) window.session().step(steps - taken);
  waitFor([&] { return window.frame()->step() >= steps; }, 600);
  QElapsedTimer settle;
  settle.start();
  waitFor([&] { return settle.elapsed() > 700; }, 2);
  try {
    window.savePicture(QString::fromStdString(options.screenshot), true);
  } catch (const InputError& e) {
    return fail(QString::fromUtf8(e.what()));
  }
  return 0;
}

}  // namespace

int runWindow(int argc, char** argv, const WindowOptions& options) {
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  format.setSamples(0);  // the renderer smooths by itself; four samples cost software OpenGL half its frames
  QSurfaceFormat::setDefaultFormat(format);
  QCoreApplication::setOrganizationName(QStringLiteral("Passung"));
  QCoreApplication::setApplicationName(QStringLiteral("Passung"));
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QApplication app(argc, argv);
  QApplication::setWindowIcon(appIcon());
  int status = 0;
  {
    MainWindow window(WindowServices::standard());
    if (options.width > 0 && options.height > 0) window.resize(options.width, options.height);
    if (!options.theme.empty()) window.setDark(options.theme == "dark");
    if (!options.engines.empty()) window.setEngines(options.engines);
    window.show();
    window.open(QString::fromStdString(options.file.empty() ? "screw_into_bracket" : options.file),
                options.play && options.screenshot.empty());
    status = options.screenshot.empty() ? QApplication::exec() : takeScreenshot(window, options);
  }
  // A file that is still being read cannot be interrupted, and nobody waits for it.
  if (Loader::threadsAlive() > 0) std::_Exit(status);
  return status;
}

}  // namespace passung::app
