// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/script_commands.h"

#include <QElapsedTimer>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/window/determinism_dialog.h"
#include "app/window/plot_model.h"
#include "app/window/plots_panel.h"
#include "app/window/profiler_panel.h"
#include "app/window/quantity.h"
#include "app/window/script_arguments.h"
#include "app/window/script_edit_commands.h"
#include "app/window/script_look_commands.h"
#include "app/window/script_run_commands.h"
#include "core/error.h"
#include "scenes/description/suggest.h"
#include "scenes/importers/units.h"

namespace passung::app {
namespace {

constexpr std::int64_t kStretches = 40;

// --- Waiting

// Until no load runs and the engines are those of the last edit.
void settle(const ScriptContext& c) {
  MainWindow& w = c.window;
  c.wait([&] { return !w.loading() && !w.reopening() && (w.frame()->scene || !w.loadError().empty()); });
  const std::string error = w.takeLoadError();
  if (!error.empty()) throw InputError("", "", error);
}

// Pauses the engines in the state that is shown, be it a past one.
std::shared_ptr<const SessionFrame> pauseHere(const ScriptContext& c) {
  MainWindow& w = c.window;
  w.session().pause();
  const bool past = w.looksBack();
  w.resumeFromPast();
  w.session().sync();
  w.showNow();
  if (past && !w.frame()->refused.empty()) throw InputError("", "", w.frame()->refused);
  return w.frame();
}

void stepAndWait(const ScriptContext& c, std::int64_t count) {
  MainWindow& w = c.window;
  // In stretches, each shown, so that the curves of the run have their points; the last one ends at the very step.
  const std::int64_t start = pauseHere(c)->step();
  const std::int64_t stretches = std::clamp<std::int64_t>(count / 5, 1, kStretches);
  for (std::int64_t k = 1; k <= stretches; ++k) {
    const std::int64_t goal = start + count * k / stretches;
    w.session().step(count * k / stretches - count * (k - 1) / stretches);
    c.wait([&] { return w.frame()->step() >= goal || !w.frame()->error.empty(); });
    if (!w.isVisible()) return;
    if (!w.frame()->error.empty()) throw InputError("", "", w.frame()->error);
  }
}

std::int64_t stepsIn(const ScriptContext& c, double seconds) {
  return static_cast<std::int64_t>(std::llround(seconds / c.window.frame()->infos->front().dt));
}

// --- Files and the window

// FILE..., and at the end, if wanted, the unit of those that state none
std::vector<FileRequest> filesOf(const QStringList& a) {
  const QString key = QStringLiteral("unit=");
  std::vector<FileRequest> files;
  std::string unit;
  for (const QString& word : a) {
    if (word.startsWith(key)) {
      unit = word.mid(key.size()).toStdString();
      scenes::checkUnit(unit);
    } else {
      files.push_back({word.toStdString()});
    }
  }
  if (files.empty()) fail("no file is named", "FILE before unit=");
  for (FileRequest& file : files) file.unit = unit;
  return files;
}

void open(ScriptContext& c, const QStringList& a) { c.window.openFiles(filesOf(a)); }

void addParts(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  c.window.addFiles(filesOf(a));
}

void example(ScriptContext& c, const QStringList& a) {
  std::vector<std::string> names;
  for (const scenes::BuiltinScene& scene : c.window.services().builtins) names.push_back(scene.name);
  if (std::find(names.begin(), names.end(), a[0].toStdString()) == names.end()) {
    fail("there is no example '" + a[0].toStdString() + "'", scenes::allowedNames(a[0].toStdString(), names));
  }
  c.window.open(a[0]);
}

void save(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  if (a.size() == 2 && a[1] != QLatin1String("meshes"))
    fail("'" + a[1].toStdString() + "' is unknown", "leave it out, or write meshes");
  if (!a.isEmpty())
    return c.window.saveTo(a[0], a.size() == 2 ? scenes::MeshFiles::kCopied : scenes::MeshFiles::kReferenced);
  if (!c.window.hasSceneFile())
    fail(c.window.openFile().toStdString() + " is no scene file that could be written", "save FILE.json");
  c.window.saveAgain();
}

void wait(ScriptContext& c, const QStringList& a) {
  const double seconds = positive(a[0], "time in seconds");
  QElapsedTimer clock;
  clock.start();
  c.wait([&] { return static_cast<double>(clock.elapsed()) >= 1000 * seconds; });
}

void picture(ScriptContext& c, const QStringList& a) {
  if (a.size() == 2 && a[1] != QLatin1String("window"))
    fail("'" + a[1].toStdString() + "' is unknown", "leave it out, or write window");
  // The views show the newest frame at once, the panels ten times a second.
  wait(c, {QStringLiteral("0.2")});
  c.wait([&] { return c.window.pictureReady(); });
  c.window.savePicture(a[0], a.size() == 2);
}

void size(ScriptContext& c, const QStringList& a) {
  const double w = positive(a[0], "width"), h = positive(a[1], "height");
  if (w > 16384 || h > 16384) fail("the window would be too large", "at most 16384 pixels");
  c.window.resize(static_cast<int>(w), static_cast<int>(h));
}

void quit(ScriptContext& c, const QStringList&) { c.window.close(); }

// --- Looking

void select(ScriptContext& c, const QStringList& a) {
  if (a[0] == QLatin1String("none")) return c.window.selectBody(-1);
  c.window.selectBody(static_cast<int>(bodyOf(c, a[0])));
}

void camera(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  Camera camera = c.window.cameraRig().goal();
  scenes::Camera wanted;
  if (a.size() == 6) {
    wanted.eye = vectorOf(a, 0, Quantity::length());
    wanted.target = vectorOf(a, 3, Quantity::length());
    if (!((wanted.target - wanted.eye).cross(wanted.up).norm() > 0)) {
      fail("the camera has no view", "eye and target differ, and not only in height");
    }
  } else if (a.size() == 1) {
    std::vector<std::string> names;
    for (const auto& [name, known] : sceneOf(c).cameras) names.push_back(name);
    const auto found = std::find(names.begin(), names.end(), a[0].toStdString());
    if (found == names.end()) {
      fail("the scene has no camera '" + a[0].toStdString() + "'", scenes::allowedNames(a[0].toStdString(), names));
    }
    wanted = sceneOf(c).cameras[static_cast<std::size_t>(found - names.begin())].second;
  } else {
    fail(std::to_string(a.size()) + " arguments", "the name of a camera, or eye and target as six lengths");
  }
  camera.set(wanted);
  c.window.cameraRig().set(camera);
}

// --- Running

void step(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  const double count = a.isEmpty() ? 1 : positive(a[0], "number of steps");
  if (count != std::floor(count) || count > 1e12)
    fail("'" + a[0].toStdString() + "' is no number of steps", "a whole number");
  stepAndWait(c, static_cast<std::int64_t>(count));
}

void until(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  const double time = positive(a[0], "time in seconds");
  const std::int64_t steps = stepsIn(c, time) - pauseHere(c)->step();
  if (steps < 0) fail(a[0].toStdString() + " s have passed", "a later time, or run.reset first");
  stepAndWait(c, steps);
}

void engines(ScriptContext& c, const QStringList& a) {
  std::vector<std::string> names;
  for (const QString& name : a.join(',').split(',', Qt::SkipEmptyParts)) names.push_back(name.toStdString());
  if (names.empty() || names.size() > kMostVariants) {
    fail(std::to_string(names.size()) + " engines", "one to " + std::to_string(kMostVariants));
  }
  c.window.setEngines(names);
}

void variants(ScriptContext& c, const QStringList& a) {
  std::vector<Variant> wanted;
  for (const QString& text : a) wanted.push_back(parseVariant(text.toStdString()));
  c.window.setVariants(wanted);
}

// By number, as in the table.
void show(ScriptContext& c, const QStringList& a) {
  const std::size_t count = c.window.variants().size();
  for (qsizetype view = 0; view < a.size(); ++view) {
    const double number = positive(a[view], "number of a variant");
    if (number != std::floor(number) || number > static_cast<double>(count)) {
      fail("there is no variant " + a[view].toStdString(), "1 to " + std::to_string(count));
    }
    c.window.showInView(static_cast<std::size_t>(view), static_cast<std::size_t>(number) - 1);
  }
}

void exportComparison(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  c.window.exportComparison(a[0]);
}

void solver(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  const QString wanted = QStringLiteral("solver.") + a.join('+');
  std::vector<std::string> names;
  for (QAction* action : c.window.commands()) {
    if (!action->objectName().startsWith(QLatin1String("solver."))) continue;
    names.push_back(action->objectName().mid(7).replace('+', ' ').toStdString());
    if (action->objectName() != wanted && !(a.size() == 1 && action->objectName().startsWith(wanted + '+'))) continue;
    action->trigger();
    c.window.session().sync();
    const std::string refused = c.window.session().frame()->refused;
    if (!refused.empty()) throw InputError("", "", refused);
    return;
  }
  fail("there is no solver '" + a.join(' ').toStdString() + "'", "one of " + scenes::listedNames(names));
}

void speed(ScriptContext& c, const QStringList& a) { c.window.setSpeed(positive(a[0], "speed")); }

// NAME ... for S [hold], with `for` at place `at`
void act(ScriptContext& c, const QStringList& a, qsizetype at,
         const std::function<void(Pull&, const Transform&)>& aim) {
  const std::size_t b = bodyOf(c, a[0]);
  if (a[at] != QLatin1String("for")) fail("'" + a[at].toStdString() + "' instead of for", "as in: for 0.5");
  const bool hold = a.size() == at + 3;
  if (hold && a[at + 2] != QLatin1String("hold"))
    fail("'" + a[at + 2].toStdString() + "' at the end", "hold, or nothing");
  const double seconds = positive(a[at + 1], "time in seconds");
  if (sceneOf(c).world.bodies[b].motion != dynamics::Motion::kDynamic) {
    fail("'" + a[0].toStdString() + "' does not move freely", "first: part.motion " + a[0].toStdString() + " moving");
  }
  const Vec3 p_BC = c.window.frame()->infos->front().masses[b].com;
  const auto frame = pauseHere(c);
  const Transform& X_WB = frame->engines.front().snapshot->states[b].X_WB;
  Pull pull{.body = static_cast<int>(b), .p_BG = p_BC, .p_WT = X_WB * p_BC, .f_W = {}};
  aim(pull, X_WB);
  c.window.session().pull(pull);
  stepAndWait(c, std::max<std::int64_t>(1, stepsIn(c, seconds)));
  if (!hold) c.window.session().release(static_cast<int>(b));
}

void release(ScriptContext& c, const QStringList&) { c.window.letGo(); }

void pull(ScriptContext& c, const QStringList& a) {
  const Vec3 force = vectorOf(a, 1, Quantity::plain());
  if (!(force.norm() > 0)) fail("a force of 0 N pulls nothing", "fx fy fz in newtons");
  act(c, a, 4, [&](Pull& p, const Transform&) { p.f_W = force; });
}

// NAME X Y Z FX FY FZ for S [hold]
void push(ScriptContext& c, const QStringList& a) {
  const Vec3 place = vectorOf(a, 1, Quantity::length()), force = vectorOf(a, 4, Quantity::plain());
  if (!(force.norm() > 0)) fail("a force of 0 N pushes nothing", "fx fy fz in newtons");
  act(c, a, 7, [&](Pull& p, const Transform& X_WB) {
    p.f_W = force;
    p.p_BG = X_WB.inverse() * place;
  });
}

void drag(ScriptContext& c, const QStringList& a) {
  const Vec3 way = vectorOf(a, 1, Quantity::length());
  act(c, a, 4, [&](Pull& p, const Transform&) { p.p_WT += way; });
}

// --- Plots and checks

// QUANTITY [NAME]; the rest is left over.
Signal signalOf(const QStringList& a) {
  const std::string quantity = a[0].toStdString();
  const auto kinds = signalKinds();
  const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                 [&](const SignalKind& k) { return quantity.substr(0, quantity.find('.')) == k.name; });
  const bool named = kind != kinds.end() && kind->of != SignalOf::kScene;
  return parseSignal(quantity, named && a.size() > 1 ? a[1].toStdString() : std::string());
}

void addPlot(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  const Signal what = signalOf(a);
  const QStringList rest = a.mid(what.of.empty() ? 1 : 2);
  if (!rest.isEmpty() && rest != QStringList{QStringLiteral("row")})
    fail("'" + rest.join(' ').toStdString() + "' after " + what.text(), "leave it out, or write row");
  c.window.addCurve(what, !rest.isEmpty());
}

void removePlot(ScriptContext& c, const QStringList& a) {
  const Signal what = signalOf(a);
  if (!c.window.plots().remove(what)) fail(what.text() + " is not plotted", "plot.add adds it");
}

void plotRange(ScriptContext& c, const QStringList& a) {
  const double from = numberOf(a[0], Quantity::plain()), to = numberOf(a[1], Quantity::plain());
  if (!(from < to)) fail(a.join(' ').toStdString() + " is no stretch of time", "the earlier time first, in seconds");
  if (!c.window.plotsPanel().setRange(from, to))
    fail(a.join(' ').toStdString() + " is too narrow or too wide to be shown", "from a nanosecond on, in seconds");
}

void plotCursors(ScriptContext& c, const QStringList& a) {
  std::optional<double> second;
  if (a.size() > 1) second = numberOf(a[1], Quantity::plain());
  c.window.plotsPanel().setCursors(numberOf(a[0], Quantity::plain()), second);
}

void savePlots(ScriptContext& c, const QStringList& a) { c.window.savePlots(a[0]); }

void profilerSteps(ScriptContext& c, const QStringList& a) {
  const double count = positive(a[0], "number of steps");
  if (count != std::floor(count) || count > static_cast<double>(StepCosts::kMost))
    fail("'" + a[0].toStdString() + "' is no number of steps",
         "a whole number up to " + std::to_string(StepCosts::kMost));
  c.window.profiler().setSteps(static_cast<int>(count));
}

void checkBits(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  const double count = a.isEmpty() ? 0 : positive(a[0], "number of steps");
  if (count != std::floor(count) || count > 1e12)
    fail("'" + a[0].toStdString() + "' is no number of steps", "a whole number");
  DeterminismDialog& dialog = c.window.determinism();
  dialog.check(static_cast<std::int64_t>(count));
  c.wait([&] { return !dialog.running(); });
  if (!c.window.isVisible()) return;
  if (!dialog.result() || !dialog.result()->same()) throw InputError("", "", dialog.text().toStdString());
}

// clang-format off
constexpr std::array kCommands{
    ScriptCommand{"open",             "FILE... [unit=U]",                QT_TRANSLATE_NOOP("ScriptCommands", "a built-in scene, a scene, CAD or mesh file; several become one assembly; unit: mm, cm, m, in or ft, in place of the file's"), open},
    ScriptCommand{"add",              "FILE... [unit=U]",                QT_TRANSLATE_NOOP("ScriptCommands", "the parts of CAD or mesh files join the scene"), addParts},
    ScriptCommand{"example",          "NAME",                            QT_TRANSLATE_NOOP("ScriptCommands", "a built-in scene; File > Examples shows them all"), example},
    ScriptCommand{"save",             "[FILE] [meshes]",                 QT_TRANSLATE_NOOP("ScriptCommands", "the edited scene; meshes: with a copy of its mesh files"), save},
    ScriptCommand{"picture",          "FILE [window]",                   QT_TRANSLATE_NOOP("ScriptCommands", "the views, or the whole window, as PNG"), picture},
    ScriptCommand{"size",             "WIDTH HEIGHT",                    QT_TRANSLATE_NOOP("ScriptCommands", "of the window [pixel]"), size},
    ScriptCommand{"wait",             "S",                               QT_TRANSLATE_NOOP("ScriptCommands", "seconds on the clock, while the scene plays"), wait},
    ScriptCommand{"quit",             "",                                QT_TRANSLATE_NOOP("ScriptCommands", "closes the window; unsaved edits are dropped"), quit},
    ScriptCommand{"select",           "NAME",                            QT_TRANSLATE_NOOP("ScriptCommands", "a part, or none"), select},
    ScriptCommand{"camera",           "NAME | EX EY EZ TX TY TZ",        QT_TRANSLATE_NOOP("ScriptCommands", "a camera of the scene, or from E to T [m]"), camera},
    ScriptCommand{"run.step",         "[N]",                             QT_TRANSLATE_NOOP("ScriptCommands", "pauses and takes N time steps (1)"), step},
    ScriptCommand{"run.until",        "T",                               QT_TRANSLATE_NOOP("ScriptCommands", "pauses and steps to exactly T seconds"), until},
    ScriptCommand{"speed",            "X",                               QT_TRANSLATE_NOOP("ScriptCommands", "simulated seconds a second, 0.01 to 10"), speed},
    ScriptCommand{"engines",          "A[,B]",                           QT_TRANSLATE_NOOP("ScriptCommands", "one engine, or several compared"), engines},
    ScriptCommand{"variants",         "A [B] [C] [D]",                   QT_TRANSLATE_NOOP("ScriptCommands", "compares variants, each ENGINE[,solver=S][,policy=P][,dt=S][,material=M][,friction=X][,restitution=X]"), variants},
    ScriptCommand{"show",             "LEFT [RIGHT]",                    QT_TRANSLATE_NOOP("ScriptCommands", "which variants the views show, by number from 1"), show},
    ScriptCommand{"export",           "FILE",                            QT_TRANSLATE_NOOP("ScriptCommands", "the comparison as .html, .png, .csv or .json"), exportComparison},
    ScriptCommand{"solver",           "NAME [POLICY]",                   QT_TRANSLATE_NOOP("ScriptCommands", "of the native engine"), solver},
    ScriptCommand{"pull",             "NAME FX FY FZ for S [hold]",      QT_TRANSLATE_NOOP("ScriptCommands", "a force [N] at the centre of mass, for S simulated seconds; hold keeps it on"), pull},
    ScriptCommand{"push",             "NAME X Y Z FX FY FZ for S [hold]", QT_TRANSLATE_NOOP("ScriptCommands", "a force [N] at a place of the part [m], which moves with it"), push},
    ScriptCommand{"drag",             "NAME X Y Z for S [hold]",         QT_TRANSLATE_NOOP("ScriptCommands", "the mouse's spring from the centre of mass to a point that far off [m]"), drag},
    ScriptCommand{"release",          "",                                QT_TRANSLATE_NOOP("ScriptCommands", "ends every pull and push, and lets go of what is held"), release},
    ScriptCommand{"plot.add",         "QUANTITY [NAME] [row]",           QT_TRANSLATE_NOOP("ScriptCommands", "a curve of the scene, or of a part or joint; row: in a row of its own"), addPlot},
    ScriptCommand{"plot.remove",      "QUANTITY [NAME]",                 QT_TRANSLATE_NOOP("ScriptCommands", "takes the curve out"), removePlot},
    ScriptCommand{"plot.range",       "T0 T1",                           QT_TRANSLATE_NOOP("ScriptCommands", "the times that the plots show [s]; plots.fit shows all"), plotRange},
    ScriptCommand{"plot.cursors",     "T [T2]",                          QT_TRANSLATE_NOOP("ScriptCommands", "where the cursors of the plots stand [s]"), plotCursors},
    ScriptCommand{"plot.csv",         "FILE",                            QT_TRANSLATE_NOOP("ScriptCommands", "the curves as a table, in SI"), savePlots},
    ScriptCommand{"profiler.steps",   "N",                               QT_TRANSLATE_NOOP("ScriptCommands", "how many of the last steps the profiler looks at"), profilerSteps},
    ScriptCommand{"determinism",      "[N]",                             QT_TRANSLATE_NOOP("ScriptCommands", "compares the bits of two runs of N steps, with one thread and with all; ends the script if they differ"), checkBits},
};
// clang-format on

constexpr int kMany = 1000;

// How many words a usage line asks for: least and most. "FILE..." is one or more.
std::pair<int, int> countsOf(const QString& usage) {
  int least = 0, most = 0;
  for (QString part : usage.split(QStringLiteral(" | "))) {
    int needed = 0, all = 0;
    bool optional = false;
    for (const QString& word : part.split(' ', Qt::SkipEmptyParts)) {
      // "A[,B]" is one word; "[RX RY RZ]" are three that may be left out.
      const bool whole = !word.startsWith('[') && word.contains('[');
      if (word.startsWith('[')) optional = true;
      all += word.endsWith(QLatin1String("...")) ? kMany : 1;
      if (!optional) ++needed;
      if (word.endsWith(']') && !whole) optional = false;
    }
    least = most == 0 ? needed : std::min(least, needed);
    most = std::max(most, all);
  }
  return {least, most};
}

void triggerMenuCommand(QAction* action, const QStringList& a) {
  const std::string name = action->objectName().toStdString();
  if (!action->isEnabled()) fail(name + " cannot be done now", "undo, for instance, needs an edit");
  if (a.isEmpty()) return action->trigger();
  const bool on = a[0] == QLatin1String("on"), off = a[0] == QLatin1String("off");
  if (!action->isCheckable()) fail(name + " takes no arguments", "write " + name);
  if (a.size() > 1 || (!on && !off)) fail("'" + a.join(' ').toStdString() + "' after " + name, "on or off");
  if (action->isChecked() != on) action->trigger();
}

// What the command asked of the session is done and shown before the next line.
void runMenuCommand(const ScriptContext& c, QAction* action, const QStringList& a) {
  triggerMenuCommand(action, a);
  if (!c.window.isVisible()) return;
  c.window.session().sync();
  c.window.showNow();
}

[[noreturn]] void failUnknown(const ScriptContext& c, const QString& name) {
  std::vector<std::string> names;
  for (const ScriptCommand& command : scriptCommands()) names.emplace_back(command.name);
  for (const QAction* action : c.window.commands()) names.push_back(action->objectName().toStdString());
  const std::string nearest = scenes::nearestName(name.toStdString(), names);
  fail("there is no command '" + name.toStdString() + "'",
       nearest.empty() ? "Help > Script commands lists them" : "did you mean '" + nearest + "'?");
}

}  // namespace

std::span<const ScriptCommand> scriptCommands() {
  static const std::vector<ScriptCommand> kAll = [] {
    std::vector<ScriptCommand> all(kCommands.begin(), kCommands.end());
    for (const auto& more : {editCommands(), lookCommands(), runCommands()})
      all.insert(all.end(), more.begin(), more.end());
    return all;
  }();
  return kAll;
}

const ScriptCommand* scriptCommand(const QString& name) {
  for (const ScriptCommand& command : scriptCommands()) {
    if (name == QLatin1String(command.name)) return &command;
  }
  return nullptr;
}

void runScriptCommand(ScriptContext& context, const QString& name, const QStringList& arguments) {
  if (const ScriptCommand* command = scriptCommand(name)) {
    const auto [least, most] = countsOf(QString::fromLatin1(command->arguments));
    if (arguments.size() < least || arguments.size() > most) {
      fail(std::to_string(arguments.size()) + " arguments after " + command->name,
           *command->arguments ? std::string(command->name) + " " + command->arguments : "none");
    }
    command->run(context, arguments);
  } else if (QAction* action = context.window.command(name)) {
    runMenuCommand(context, action, arguments);
  } else {
    failUnknown(context, name);
  }
  if (context.window.isVisible() &&
      (context.window.loading() || context.window.reopening() || !context.window.loadError().empty())) {
    settle(context);
  }
}

}  // namespace passung::app
