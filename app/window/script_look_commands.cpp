// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/script_look_commands.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/session/recording_frames.h"
#include "app/window/clearance_tool.h"
#include "app/window/gap_tool.h"
#include "app/window/look_inside.h"
#include "app/window/pair_test_tool.h"
#include "app/window/picture_sequence.h"
#include "app/window/placer.h"
#include "app/window/recordings_dialog.h"
#include "app/window/ruler.h"
#include "app/window/script_arguments.h"
#include "collision/queries/mesh_queries.h"
#include "core/error.h"
#include "core/surface_patch.h"

namespace passung::app {
namespace {

double shareOf(const QString& text, const char* what) {
  const double value = numberOf(text, Quantity::plain());
  if (!(value >= 0 && value <= 1)) fail("'" + text.toStdString() + "' is no " + what, "a number from 0 to 1");
  return value;
}

// x|y|z|view|off [AT], or NX NY NZ AT
void section(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  LookInside& look = c.window.lookInside();
  if (a.size() == 4) {
    const Vec3 n = vectorOf(a, 0, Quantity::plain());
    if (!(n.cwiseAbs().maxCoeff() > 0)) fail("a normal of 0 0 0 has no direction", "NX NY NZ, of any length but 0");
    return look.setPlane(n, numberOf(a[3], Quantity::length()), {});
  }
  if (a.size() == 3) fail("3 arguments after section", "an axis and an offset, or NX NY NZ and an offset");
  if (a[0] == QLatin1String("off")) {
    if (a.size() > 1) fail("an offset after off", "write section off");
    return look.setCuts(false);
  }
  std::optional<double> at;
  if (a.size() == 2) at = numberOf(a[1], Quantity::length());
  const Vec3 toEye = -c.window.cameraRig().goal().direction();
  constexpr std::array kAxes{"x", "y", "z"};
  for (int i = 0; i < 3; ++i) {
    if (a[0] == QLatin1String(kAxes[static_cast<std::size_t>(i)])) return look.setPlane(Vec3::Unit(i), at, toEye);
  }
  if (a[0] != QLatin1String("view")) fail("there is no section '" + a[0].toStdString() + "'", "x, y, z, view or off");
  look.setPlane(toEye, at, toEye);
}

void explodeView(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  LookInside& look = c.window.lookInside();
  const double share = shareOf(a[0], "share of the way");
  if (a.size() == 2) {
    if (a[1] != QLatin1String("axes") && a[1] != QLatin1String("radial")) {
      fail("there is no way '" + a[1].toStdString() + "'", "axes or radial");
    }
    look.setExplosionMode(a[1] == QLatin1String("radial") ? ExplosionMode::kRadial : ExplosionMode::kAxes);
  }
  look.setExplosion(share);
}

void hiddenMarks(ScriptContext& c, const QStringList& a) {
  c.window.lookInside().setHiddenMarks(shareOf(a[0], "opacity"));
}

// NAME VALUE
void partOpacity(ScriptContext& c, const QStringList& a) {
  const std::string& name = sceneOf(c).world.bodies[bodyOf(c, a[0])].name;
  c.window.lookInside().setPartOpacity(name, shareOf(a[1], "opacity"));
}

// all|selected|pair|off [LIMIT], and waits for the colours
void gaps(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  GapTool& tool = c.window.gapTool();
  if (a[0] == QLatin1String("off")) return tool.setOn(false);
  constexpr std::array kChoices{"all", "selected", "pair"};
  const auto found =
      std::find_if(kChoices.begin(), kChoices.end(), [&](const char* n) { return a[0] == QLatin1String(n); });
  if (found == kChoices.end())
    fail("there are no gap colours '" + a[0].toStdString() + "'", "all, selected, pair or off");
  const auto choice = static_cast<GapChoice>(found - kChoices.begin());
  if (choice == GapChoice::kSelected && c.window.selectedBody() < 0) fail("no part is selected", "first: select NAME");
  if (choice == GapChoice::kPair && !c.window.clearances().chosenPair()) {
    fail("no pair is chosen", "choose one in the panel Clearances");
  }
  if (a.size() == 2) tool.setLimit(positive(a[1], Quantity::length(), "limit"));
  tool.setChoice(choice);
  tool.setOn(true);
  c.window.session().pause();
  c.window.session().sync();
  c.window.showNow();
  c.wait([&] { return tool.settled(); });
  if (!tool.error().empty()) throw InputError("", "", tool.error());
}

template <class Enum, std::size_t N>
Enum namedIn(const std::array<const char*, N>& names, const QString& text, const char* what) {
  std::string known;
  for (std::size_t i = 0; i < N; ++i) {
    if (text == QLatin1String(names[i])) return static_cast<Enum>(i);
    known += (i > 0 ? ", " : "") + std::string(names[i]);
  }
  fail("there is no " + std::string(what) + " '" + text.toStdString() + "'", known);
}

// on|off | within LENGTH | partition NAME | tree NAME | device NAME | compare; waits for the pairs
void conglomerates(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  PairTestTool& tool = c.window.pairTest();
  const auto value = [&] {
    if (a.size() != 2) fail("a value is missing after '" + a[0].toStdString() + "'", "see the list of commands");
    return a[1];
  };
  if (a[0] == QLatin1String("off")) return tool.setOn(false);
  if (a[0] == QLatin1String("within")) {
    tool.setDistance(positive(value(), Quantity::length(), "distance"));
  } else if (a[0] == QLatin1String("partition")) {
    constexpr std::array kNames{"convex", "ransac", "euclidean", "hierarchy", "chain"};
    tool.setChoice({namedIn<gpu::Partitioner>(kNames, value(), "partition"), tool.choice().tree});
  } else if (a[0] == QLatin1String("tree")) {
    constexpr std::array kNames{"octree", "kd"};
    tool.setChoice({tool.choice().partitioner, namedIn<gpu::TreeKind>(kNames, value(), "tree")});
  } else if (a[0] == QLatin1String("device")) {
    constexpr std::array kNames{"cpu", "cuda"};
    tool.setBackend(namedIn<gpu::Backend>(kNames, value(), "device"));
  } else if (a[0] == QLatin1String("compare")) {
    tool.askHierarchies();
  } else if (a[0] != QLatin1String("on")) {
    fail("there is no '" + a[0].toStdString() + "' of conglomerates",
         "on, off, within, partition, tree, device or compare");
  }
  tool.setOn(true);
  c.window.session().pause();
  c.window.session().sync();
  c.window.showNow();
  c.wait([&] { return tool.settled(); });
  if (!tool.error().empty()) throw InputError("", "", tool.error());
}

void ruler(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  const Vec3 from = vectorOf(a, 0, Quantity::length()), to = vectorOf(a, 3, Quantity::length());
  c.window.ruler().measure({.p = from}, {.p = to});
}

// Waits until the clearance is measured.
void rulerParts(ScriptContext& c, const QStringList& a) {
  const std::size_t first = bodyOf(c, a[0]), second = bodyOf(c, a[1]);
  if (first == second) fail("'" + a[0].toStdString() + "' twice", "two different parts");
  c.window.session().pause();
  c.window.session().sync();
  c.window.showNow();
  Ruler& tool = c.window.ruler();
  tool.measureParts(static_cast<int>(first), static_cast<int>(second));
  c.wait([&] { return tool.measurement() || !tool.problem().isEmpty(); });
  if (!tool.problem().isEmpty()) throw InputError("", "", tool.problem().toStdString());
}

// The plane or cylinder of a part that is nearest to a point, at the start. A half-space is a plane.
Snap featureNear(const ScriptContext& c, std::size_t body, const Vec3& p_W) {
  const scenes::Scene& scene = sceneOf(c);
  const Transform X_BW = scene.world.bodies[body].X_WB.inverse();
  Snap best;
  double nearest = std::numeric_limits<double>::infinity();
  for (const DrawnPart& part : drawnParts(SceneGeometry(scene))) {
    if (part.body != static_cast<int>(body)) continue;
    const collision::SurfacePoint at =
        collision::closestPoint(*part.mesh, collision::triangleBvh(*part.mesh), part.X_BG.inverse() * (X_BW * p_W));
    if (std::abs(at.distance) >= nearest) continue;
    nearest = std::abs(at.distance);
    const SurfacePatch patch = patchAround(*part.mesh, at.triangle);
    best = {.kind = patch.kind == SurfacePatch::Kind::kPlane      ? Snap::Kind::kPlane
                    : patch.kind == SurfacePatch::Kind::kCylinder ? Snap::Kind::kAxis
                                                                  : Snap::Kind::kSurface,
            .body = part.body,
            .p = part.X_BG * patch.center,
            .direction = part.X_BG.q * patch.direction};
  }
  for (const collision::Collider& collider : scene.world.bodies[body].colliders) {
    if (!std::holds_alternative<collision::HalfSpace>(collider.shape)) continue;
    const Vec3 p_G = collider.X_BG.inverse() * (X_BW * p_W);
    if (std::abs(p_G.z()) >= nearest) continue;
    nearest = std::abs(p_G.z());
    best = {.kind = Snap::Kind::kPlane,
            .body = static_cast<int>(body),
            .p = collider.X_BG * Vec3(p_G.x(), p_G.y(), 0),
            .direction = collider.X_BG.q * Vec3::UnitZ()};
  }
  return best;
}

// PART X Y Z OTHER X Y Z
void rulerFeatures(ScriptContext& c, const QStringList& a) {
  const std::size_t own = bodyOf(c, a[0]), other = bodyOf(c, a[4]);
  c.window.ruler().measure(featureNear(c, own, vectorOf(a, 1, Quantity::length())),
                           featureNear(c, other, vectorOf(a, 5, Quantity::length())));
}

void hatch(ScriptContext& c, const QStringList& a) { c.window.lookInside().setHatched(onOff(a[0])); }
void spare(ScriptContext& c, const QStringList& a) { c.window.lookInside().setSparesSelected(onOff(a[0])); }

// [LIMIT]
void clearances(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  ClearanceTool& tool = c.window.clearances();
  if (!a.isEmpty()) {
    const double limit = positive(a[0], Quantity::length(), "limit");
    if (limit < 1e-6) fail("'" + a[0].toStdString() + "' is too small a limit", "1um or more");
    tool.setLimit(limit);
  }
  c.window.session().pause();
  c.window.session().sync();
  c.window.showNow();
  c.window.command(QStringLiteral("inspect.clearances"))->trigger();
  c.wait([&] { return tool.upToDate(*c.window.frame()) || !tool.error().isEmpty(); });
  if (!tool.error().isEmpty()) throw InputError("", "", tool.error().toStdString());
}

// NAME OTHER
void chooseClearance(ScriptContext& c, const QStringList& a) {
  const std::size_t first = bodyOf(c, a[0]), second = bodyOf(c, a[1]);
  if (!c.window.clearances().choose(static_cast<int>(first), static_cast<int>(second)))
    fail("the panel Clearances lists no pair of '" + a[0].toStdString() + "' and '" + a[1].toStdString() + "'",
         "first: clearances, with a larger limit");
}

// PART X Y Z OTHER X Y Z
void mate(ScriptContext& c, const QStringList& a) {
  const std::size_t own = bodyOf(c, a[0]), other = bodyOf(c, a[4]);
  if (own == other) fail("'" + a[0].toStdString() + "' twice", "two different parts");
  const auto& bodies = sceneOf(c).world.bodies;
  const auto pose = matedPose(bodies[own].X_WB, featureNear(c, own, vectorOf(a, 1, Quantity::length())),
                              bodies[other].X_WB, featureNear(c, other, vectorOf(a, 5, Quantity::length())));
  if (!pose) fail("the two places are not on two planes or on two cylinders", "points near such faces, at the start");
  c.window.apply(setPose(bodies[own].name, pose->p, eulerDegrees(pose->q)));
}

// FOLDER EVERY UNTIL
void pictureSequence(ScriptContext& c, const QStringList& a) {
  const double every = positive(a[1], "number of steps"), until = positive(a[2], "time in seconds");
  if (every != std::floor(every) || every > 1e9)
    fail("'" + a[1].toStdString() + "' is no number of steps", "a whole number");
  if (until > 1e6) fail("'" + a[2].toStdString() + "' is too long a run", "at most 1e6 s");
  c.window.session().pause();
  c.window.session().sync();
  c.window.showNow();
  c.window.startSequence({.folder = a[0],
                          .every = static_cast<std::int64_t>(every),
                          .first = c.window.session().frame()->step(),
                          .last = std::llround(until / c.window.frame()->infos->front().dt)});
  c.wait([&] { return !c.window.sequence().running(); });
  if (!c.window.sequence().error().empty()) throw InputError("", "", c.window.sequence().error());
}

void saveRecorded(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  saveRecording(a[0].toStdString(), c.window.session().history().frames());
}

// FIRST SECOND
void compareRecorded(ScriptContext& c, const QStringList& a) {
  RecordingsDialog& dialog = c.window.recordings();
  dialog.show();
  dialog.compare(a[0], a[1]);
  c.wait([&] { return !dialog.running(); });
  if (!c.window.isVisible()) return;
  if (!dialog.result()) throw InputError("", "", dialog.text().toStdString());
}

// clang-format off
constexpr std::array kCommands{
    ScriptCommand{"section",     "x|y|z|view|off [AT] | NX NY NZ AT", QT_TRANSLATE_NOOP("ScriptCommands", "cuts the parts across an axis, the line of sight or a normal, at a distance from the origin [m]"), section},
    ScriptCommand{"explode",     "SHARE [axes|radial]",               QT_TRANSLATE_NOOP("ScriptCommands", "takes the parts apart in the picture, 0 to 1 of the way"), explodeView},
    ScriptCommand{"gaps",        "all|selected|pair|off [LIMIT]",     QT_TRANSLATE_NOOP("ScriptCommands", "colours surfaces by their gap, up to a limit [m], and waits until they are measured"), gaps},
    ScriptCommand{"conglomerates", "on|off|compare | within LENGTH | partition|tree|device NAME", QT_TRANSLATE_NOOP("ScriptCommands", "finds the faces near another part by conglomerates, and waits for them"), conglomerates},
    ScriptCommand{"ruler",       "AX AY AZ BX BY BZ",                 QT_TRANSLATE_NOOP("ScriptCommands", "measures between two places of the world [m]"), ruler},
    ScriptCommand{"ruler.parts", "NAME OTHER",                        QT_TRANSLATE_NOOP("ScriptCommands", "the smallest clearance of two parts"), rulerParts},
    ScriptCommand{"ruler.features", "NAME X Y Z OTHER X Y Z",         QT_TRANSLATE_NOOP("ScriptCommands", "measures between the planes or cylinders of two parts nearest to these places [m]"), rulerFeatures},
    ScriptCommand{"section.hatch", "on|off",                          QT_TRANSLATE_NOOP("ScriptCommands", "lines on the faces that the section cuts"), hatch},
    ScriptCommand{"section.spare", "on|off",                          QT_TRANSLATE_NOOP("ScriptCommands", "the selected part stays whole"), spare},
    ScriptCommand{"clearances",  "[LIMIT]",                           QT_TRANSLATE_NOOP("ScriptCommands", "measures what touches what, up to a limit [m], and waits for it"), clearances},
    ScriptCommand{"clearances.choose", "NAME OTHER",                  QT_TRANSLATE_NOOP("ScriptCommands", "chooses the row of a pair"), chooseClearance},
    ScriptCommand{"part.mate",   "NAME X Y Z OTHER X Y Z",            QT_TRANSLATE_NOOP("ScriptCommands", "brings the plane or cylinder nearest to a place of one part [m] together with that of another, at the start"), mate},
    ScriptCommand{"sequence",    "FOLDER EVERY UNTIL",                QT_TRANSLATE_NOOP("ScriptCommands", "runs on to a time [s] and saves a picture every so many steps"), pictureSequence},
    ScriptCommand{"record",      "FILE.prec",                         QT_TRANSLATE_NOOP("ScriptCommands", "saves what the timeline holds as a recording"), saveRecorded},
    ScriptCommand{"recordings",  "FIRST SECOND",                      QT_TRANSLATE_NOOP("ScriptCommands", "shows how far the parts of two recordings are from each other"), compareRecorded},
    ScriptCommand{"part.opacity","NAME VALUE",                        QT_TRANSLATE_NOOP("ScriptCommands", "how solid the part is drawn, 0 (not at all) to 1; view.solidParts takes all back"), partOpacity},
    ScriptCommand{"hiddenMarks", "SHARE",                             QT_TRANSLATE_NOOP("ScriptCommands", "how strongly marks shine through parts, 0 to 1"), hiddenMarks},
};
// clang-format on

}  // namespace

std::span<const ScriptCommand> lookCommands() { return kCommands; }

}  // namespace passung::app
