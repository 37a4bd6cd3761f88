// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/script_run_commands.h"

#include <array>
#include <cmath>
#include <limits>

#include "app/window/drive_tool.h"
#include "app/window/script_arguments.h"
#include "core/error.h"

namespace passung::app {
namespace {

// The drives of the scene that is shown, whatever the engines are at.
DriveTool& drivesOf(const ScriptContext& c) {
  (void)sceneOf(c);
  c.window.session().sync();
  c.window.showNow();
  return c.window.drives();
}

void failIfRefused(const ScriptContext& c) {
  c.window.session().sync();
  c.window.showNow();
  const std::string refused = c.window.session().frame()->refused;
  if (!refused.empty()) throw InputError("", "", refused);
}

// NAME off, or NAME effort|speed VALUE [LIMIT]
void drive(ScriptContext& c, const QStringList& a) {
  DriveTool& tool = drivesOf(c);
  const std::size_t row = tool.rowNamed(a[0].toStdString());
  const DriveRow now = tool.rows()[row];
  if (a[1] == QLatin1String("off")) {
    if (a.size() > 2) fail("a value after off", "drive NAME off");
    tool.set(row, DriveMode::kOff, 0);
    return failIfRefused(c);
  }
  const bool speed = a[1] == QLatin1String("speed");
  if (!speed && a[1] != QLatin1String("effort")) fail("'" + a[1].toStdString() + "'", "off, effort or speed");
  if (a.size() < 3) fail("no value after " + a[1].toStdString(), "drive NAME effort|speed VALUE");
  const Quantity effort = now.angular ? Quantity::torque() : Quantity::force();
  const double value = numberOf(a[2], speed ? now.angular ? Quantity::angularSpeed() : Quantity::speed() : effort);
  std::optional<double> limit;
  if (a.size() > 3) {
    if (!speed) fail("a limit after an effort", "a limit belongs to a speed");
    limit = a[3] == QLatin1String("any") ? std::numeric_limits<double>::infinity() : numberOf(a[3], effort);
  }
  tool.set(row, speed ? DriveMode::kSpeed : DriveMode::kEffort, value, limit);
  failIfRefused(c);
}

// PART turn|push AX AY AZ
void addDrive(ScriptContext& c, const QStringList& a) {
  const auto body = static_cast<int>(bodyOf(c, a[0]));
  const bool turn = a[1] == QLatin1String("turn");
  if (!turn && a[1] != QLatin1String("push")) fail("'" + a[1].toStdString() + "'", "turn or push");
  drivesOf(c).add(body, turn, vectorOf(a, 2, Quantity::plain()));
  failIfRefused(c);
}

void recordSteps(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  c.window.record(a[0]);
  failIfRefused(c);
}

void stopRecording(ScriptContext& c, const QStringList&) {
  if (!c.window.session().frame()->recorded) fail("nothing is recorded", "first: record.start FILE.prec");
  c.window.stopRecording();
  failIfRefused(c);
}

void showTime(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  const double time = numberOf(a[0], Quantity::plain());
  c.window.session().pause();
  c.window.session().sync();
  c.window.showTime(time);
  c.window.showNow();
}

// KIND [back]
void showEvent(ScriptContext& c, const QStringList& a) {
  using Kind = HistoryEvent::Kind;
  struct Known {
    const char* name;
    std::vector<Kind> kinds;
  };
  static const std::array<Known, 5> kKnown{{{"any", {}},
                                            {"contact", {Kind::kContact}},
                                            {"deepest", {Kind::kOverlap}},
                                            {"monitor", {Kind::kMet, Kind::kFailed}},
                                            {"overrun", {Kind::kSlow}}}};
  const auto known =
      std::find_if(kKnown.begin(), kKnown.end(), [&](const Known& k) { return a[0] == QLatin1String(k.name); });
  if (known == kKnown.end())
    fail("there is no kind of event '" + a[0].toStdString() + "'", "any, contact, deepest, monitor or overrun");
  if (a.size() == 2 && a[1] != QLatin1String("back")) fail("'" + a[1].toStdString() + "'", "back, or nothing");
  (void)sceneOf(c);
  c.window.session().pause();
  c.window.session().sync();
  c.window.showNow();
  const int direction = a[0] == QLatin1String("deepest") ? 0 : a.size() == 2 ? -1 : 1;
  if (!c.window.jumpToEvent(direction, known->kinds)) fail("there is no such event", "time.event any, or run on");
  c.window.showNow();
}

void orbit(ScriptContext& c, const QStringList& a) {
  Camera camera = c.window.cameraRig().goal();
  const double yaw = numberOf(a[0], Quantity::angle()), pitch = numberOf(a[1], Quantity::angle());
  camera.orbit(yaw * kPi / 180, pitch * kPi / 180, camera.target());
  c.window.cameraRig().set(camera);
}

void pan(ScriptContext& c, const QStringList& a) {
  Camera camera = c.window.cameraRig().goal();
  camera.pan(numberOf(a[0], Quantity::plain()), numberOf(a[1], Quantity::plain()), camera.distance(),
             c.window.view(0).height());
  c.window.cameraRig().set(camera);
}

void zoom(ScriptContext& c, const QStringList& a) {
  Camera camera = c.window.cameraRig().goal();
  camera.zoom(1 / positive(a[0], "factor"), camera.target());
  c.window.cameraRig().set(camera);
}

void opacity(ScriptContext& c, const QStringList& a) {
  const double share = numberOf(a[0], Quantity::plain());
  if (!(share >= 0.1 && share <= 1)) fail("'" + a[0].toStdString() + "' is no opacity", "a number from 0.1 to 1");
  c.window.setOpacity(share);
}

void level(ScriptContext& c, const QStringList& a) {
  const double number = numberOf(a[0], Quantity::plain());
  if (number != std::floor(number) || number < 0 || number > 40)
    fail("'" + a[0].toStdString() + "' is no level", "a whole number from 0, the root, to 40");
  c.window.setHierarchyLevel(static_cast<int>(number));
}

void recoverKept(ScriptContext& c, const QStringList& a) {
  RecoveryBar& bar = c.window.recoveryBar();
  if (bar.isHidden()) fail("no unsaved edits were left behind", "leave the line out");
  if (a[0] == QLatin1String("discard")) return bar.discard();
  if (a[0] != QLatin1String("take")) fail("'" + a[0].toStdString() + "'", "take or discard");
  bar.recover();
}

// clang-format off
constexpr std::array kCommands{
    ScriptCommand{"drive",        "NAME off|effort|speed [VALUE] [LIMIT]", QT_TRANSLATE_NOOP("ScriptCommands", "drives a drive or joint of the running scene: a constant torque or force [N m, N], or a speed [rad/s, m/s] with an effort of at most LIMIT, or any"), drive},
    ScriptCommand{"drive.add",    "PART turn|push AX AY AZ",          QT_TRANSLATE_NOOP("ScriptCommands", "a further drive of a moving part, off at first, about or along an axis that is fixed in it"), addDrive},
    ScriptCommand{"record.start", "FILE.prec",                        QT_TRANSLATE_NOOP("ScriptCommands", "writes every step from now on"), recordSteps},
    ScriptCommand{"record.stop",  "",                                 QT_TRANSLATE_NOOP("ScriptCommands", "ends that recording"), stopRecording},
    ScriptCommand{"time.show",    "T",                                QT_TRANSLATE_NOOP("ScriptCommands", "shows the kept state at a time [s]"), showTime},
    ScriptCommand{"time.event",   "any|contact|deepest|monitor|overrun [back]", QT_TRANSLATE_NOOP("ScriptCommands", "shows the next event of a kind, or the one before"), showEvent},
    ScriptCommand{"camera.orbit", "RIGHT UP",                         QT_TRANSLATE_NOOP("ScriptCommands", "turns the camera round what it looks at [degree]"), orbit},
    ScriptCommand{"camera.pan",   "RIGHT DOWN",                       QT_TRANSLATE_NOOP("ScriptCommands", "moves what is seen by pixels"), pan},
    ScriptCommand{"camera.zoom",  "FACTOR",                           QT_TRANSLATE_NOOP("ScriptCommands", "above 1: nearer"), zoom},
    ScriptCommand{"opacity",      "SHARE",                            QT_TRANSLATE_NOOP("ScriptCommands", "of all parts, 0.1 to 1"), opacity},
    ScriptCommand{"level",        "N",                                QT_TRANSLATE_NOOP("ScriptCommands", "which level the hierarchy overlays show; 0: the root"), level},
    ScriptCommand{"recovery",     "take|discard",                     QT_TRANSLATE_NOOP("ScriptCommands", "what to do with unsaved edits that a killed program left"), recoverKept},
};
// clang-format on

}  // namespace

std::span<const ScriptCommand> runCommands() { return kCommands; }

}  // namespace passung::app
