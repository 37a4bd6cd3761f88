// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/script_runner.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>

#include "app/window/script.h"
#include "app/window/script_commands.h"
#include "core/error.h"

namespace passung::app {
namespace {

// While it lives, the window does what it is told at once.
class Direct {
 public:
  explicit Direct(MainWindow& window) : window_(window), smooth_(window.cameraRig().smooth()), asks_(window.asks()) {
    window_.cameraRig().setSmooth(false);
    window_.setAsks(false);
  }
  ~Direct() {
    window_.cameraRig().setSmooth(smooth_);
    window_.setAsks(asks_);
  }
  Direct(const Direct&) = delete;
  Direct& operator=(const Direct&) = delete;

 private:
  MainWindow& window_;
  bool smooth_, asks_;
};

}  // namespace

void runScript(MainWindow& window, const QString& text, const QString& file) {
  const std::vector<ScriptLine> lines = parseScript(text, file);
  const Direct direct(window);
  (void)window.takeLoadError();  // of a load before this script
  ScriptContext context{window, [&](const std::function<bool()>& done) {
                          while (window.isVisible() && !done())
                            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
                        }};
  for (const ScriptLine& line : lines) {
    if (!window.isVisible()) return;
    try {
      runScriptCommand(context, line.command, line.arguments);
    } catch (const InputError& e) {
      throw InputError(file.toStdString() + ":" + std::to_string(line.number), "", e.what());
    }
  }
}

void runScriptFile(MainWindow& window, const QString& path) {
  const auto fail = [&](const char* wrong) {
    throw InputError(path.toStdString(), "", wrong, "give a file of commands, one a line");
  };
  const QFileInfo info(path);
  if (!info.exists()) fail("no such file");
  if (info.isDir()) fail("is a folder");
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) fail("cannot be read");
  runScript(window, QString::fromUtf8(file.readAll()), path);
}

}  // namespace passung::app
