// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_main.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QOpenGLContext>
#include <QSettings>
#include <QSurfaceFormat>
#include <QTimer>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "app/window/background_task.h"
#include "app/window/clearance_worker.h"
#include "app/window/icons.h"
#include "app/window/language.h"
#include "app/window/main_window.h"
#include "app/window/script_runner.h"
#include "app/window/settings_lock.h"
#include "core/error.h"

namespace passung::app {

namespace {

constexpr double kLongestLoad = 180;  // [s] a screenshot waits for its scene
constexpr std::int64_t kStretches = 60;

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
  const double dt = window.frame()->infos->front().dt;
  const auto steps = static_cast<std::int64_t>(std::llround(options.at / dt));
  // In stretches, each shown, so that the curves of the run have their points; the last one ends at the very instant.
  for (std::int64_t k = 1; k <= kStretches; ++k) {
    const std::int64_t goal = steps * k / kStretches;
    window.session().step(goal - steps * (k - 1) / kStretches);
    if (!waitFor([&] { return window.frame()->step() >= goal || !window.frame()->error.empty(); }, kLongestLoad)) break;
  }
  if (!window.frame()->error.empty()) return fail(QString::fromStdString(window.frame()->error));
  const auto& bodies = window.frame()->scene->world.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!options.select.empty() && bodies[i].name == options.select) window.selectBody(static_cast<int>(i));
  }
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

// Runs the script; the window stays open for the user unless the script closed it.
int replay(MainWindow& window, const WindowOptions& options) {
  try {
    waitFor([&] { return !window.loading(); }, kLongestLoad);
    if (!window.loadError().empty()) throw InputError("", "", window.loadError());
    runScriptFile(window, QString::fromStdString(options.script));
  } catch (const InputError& e) {
    std::fprintf(stderr, "passung: %s\n", e.what());
    return 2;
  }
  if (!window.isVisible() || !options.screenshot.empty()) return 0;
  window.setAsks(true);
  return QApplication::exec();
}

int measure(MainWindow& window, const WindowBenchOptions& options) {
  try {
    return benchWindow(window, options);
  } catch (const InputError& e) {
    std::fprintf(stderr, "passung: %s\n", e.what());
    return 2;
  }
}

// Opens what is asked for and stays until the user, the script or the screenshot is done.
int use(MainWindow& window, const WindowOptions& options) {
  // Nobody answers a question of a script or a screenshot.
  window.setAsks(options.script.empty() && options.screenshot.empty());
  if (options.script.empty() || !options.file.empty()) {
    window.openFiles({{options.file.empty() ? "screw_into_bracket" : options.file, options.unit}},
                     options.play && options.screenshot.empty());
  }
  int status = 0;
  if (!options.script.empty()) status = replay(window, options);
  if (status == 0 && !options.screenshot.empty()) status = takeScreenshot(window, options);
  if (options.script.empty() && options.screenshot.empty()) status = QApplication::exec();
  return status;
}

// Qt ends the process by itself, with a core file, where it finds no display. Between the making and the end of this
// object it ends with one line and status 2 instead, and what it says on the way there is left out.
class DisplayErrors {
 public:
  DisplayErrors() : before_(qInstallMessageHandler(handle)) {}
  ~DisplayErrors() { qInstallMessageHandler(before_); }
  DisplayErrors(const DisplayErrors&) = delete;
  DisplayErrors& operator=(const DisplayErrors&) = delete;

 private:
  static void handle(QtMsgType type, const QMessageLogContext&, const QString&) {
    if (type != QtFatalMsg) return;
    std::fputs(
        "passung: the window: no display can be opened; use a graphical session, xvfb-run, or a subcommand such as "
        "run\n",
        stderr);
    std::_Exit(2);
  }
  QtMessageHandler before_;
};

// The views are drawn with OpenGL; a widget whose context fails crashes as soon as it is shown.
void checkOpenGl() {
  QOpenGLContext context;
  if (context.create()) return;
  throw InputError("", "the window", "no OpenGL 3.3 is to be had on this display",
                   "install Mesa's software OpenGL, or use a subcommand such as run");
}

}  // namespace

int runWindow(int argc, char** argv, const WindowOptions& options) {
  // One thread of software OpenGL, so that figures are those of a machine whose graphics card draws.
  if (options.bench && !qEnvironmentVariableIsSet("LP_NUM_THREADS")) qputenv("LP_NUM_THREADS", "1");
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  format.setSamples(0);  // the renderer smooths by itself; four samples cost software OpenGL half its frames
  QSurfaceFormat::setDefaultFormat(format);
  QCoreApplication::setOrganizationName(QStringLiteral("Passung"));
  QCoreApplication::setApplicationName(QStringLiteral("Passung"));
  QSettings::setDefaultFormat(QSettings::IniFormat);
  breakAbandonedLock(QSettings().fileName());
  std::optional<DisplayErrors> displayErrors(std::in_place);
  QApplication app(argc, argv);
  checkOpenGl();
  displayErrors.reset();
  QApplication::setWindowIcon(appIcon());
  QString language = QString::fromStdString(options.language);
  if (!language.isEmpty() && !languages().contains(language)) {
    std::fprintf(stderr, "passung: --language: there is no language '%s'; this build has %s\n",
                 options.language.c_str(), languages().join(QStringLiteral(", ")).toUtf8().constData());
    return 2;
  }
  if (language.isEmpty()) language = chosenLanguage(QSettings());
  useLanguage(language);
  int status = 0;
  {
    MainWindow window(WindowServices::standard());
    if (options.width > 0 && options.height > 0) window.resize(options.width, options.height);
    if (!options.theme.empty()) window.setDark(options.theme == "dark");
    if (!options.engines.empty()) window.setEngines(options.engines);
    window.show();
    status = options.bench ? measure(window, *options.bench) : use(window, options);
    window.setAsks(false);
  }
  // A file that is still being read cannot be interrupted, nor a pair that is being measured or a step; nobody waits
  // for them.
  if (Loader::threadsAlive() > 0 || backgroundThreads() > 0) std::_Exit(status);
  return status;
}

}  // namespace passung::app
