// SPDX-License-Identifier: GPL-3.0-or-later
// A screw in a hole, and how fast the scenes of fits run.
#include "app/bench/fit_checks.h"

#include "app/run/units.h"

namespace passung::app {
namespace {

using Type = scenes::Monitor::Type;

}  // namespace

// The screw of 16 mm starts upright above its holes, tilted just so much that it touches the walls on its way.
void checkFallingScrew(CheckContext& context) {
  const double duration = context.full ? 60 : 3;
  for (const double clearance : {0.25e-3, 0.05e-3}) {
    scenes::Monitor falls = bodyMonitor(Type::kAcceleration, "screw");
    falls.law = scenes::Monitor::Law::kGravity;
    falls.whileFree = true;
    falls.percent = 2;
    falls.to = 0.1;
    const std::string shows = "falls through, gap " + readable(clearance, "m");
    const auto run =
        context.run({.scene = "screw_into_bracket",
                     .settings = {{"solver.sleeping", "false"},
                                  {"bodies.bracket.shapes.0.parameters.hole_diameter", plain(0.016 + 2 * clearance, 8)},
                                  {"bodies.screw.position", "[0, 0, 0.11]"},
                                  {"bodies.screw.euler_degrees", clearance < 1e-4 ? "[0, 0.02, 0]" : "[0, 0.1, 0]"}},
                     .duration = duration,
                     .sample = 0.05,
                     .monitors = {falls}},
                    shows);
    if (!run) continue;
    context.emitMonitor(*run, run->added(0), shows);
    CheckRow row = context.rowOf(*run, "then rests: drift in " + plain(duration) + " s");
    const RestReport& rest = run->body("screw").rest;
    row.measured = rest.drift;
    row.limit = 1e-6;
    row.unit = "m";
    row.verdict = rest.atRest && rest.drift < 1e-6 ? Verdict::kPassed : Verdict::kFailed;
    row.detail = rest.atRest ? "at rest since " + plain(rest.since) + " s" : "it moves at the end";
    context.emit(row);
  }
}

void checkSpeeds(CheckContext& context) {
  struct Speed {
    const char* scene;
    double least;
  };
  for (const Speed& speed : {Speed{"screw_into_bracket", 20}, Speed{"peg_in_hole_8mm", 20}}) {
    const auto run = context.run({.scene = speed.scene, .settings = {{"solver.sleeping", "false"}}, .sample = 0.5},
                                 "runs in real time");
    if (run) context.emitSpeed(*run, "runs in real time", speed.least);
  }
  const int threads = context.threads;
  context.threads = 2;
  const auto run = context.run({.scene = "bolted_bracket", .settings = {{"solver.sleeping", "false"}}, .sample = 0.5},
                               "runs in real time");
  if (run) context.emitSpeed(*run, "runs in real time, 2 cores", 1);
  context.threads = threads;
}

}  // namespace passung::app
