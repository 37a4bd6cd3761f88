// SPDX-License-Identifier: GPL-3.0-or-later
// Problem: does a peg in a hole, touching it at two points, slide or jam under a side force, a moment and a push?
// Method: for several ratios of side force to push, the moment at which sliding turns into jamming is found by
// bisection
//   in simulation, and compared with the closed form. A peg that touches the hole's mouth on one side and the wall with
//   its tip on the other slides exactly while
//     |M / (r F_z) - mu (1 + L) F_x / F_z| <= L,   L = l / (2 r mu),
//   forces taken at the middle of the tip, M positive where it turns the tip against F_x. (Balance of forces and
//   moments with the friction of both contacts at its limit.)
// Source: Whitney, "Quasi-Static Assembly of Compliantly Supported Rigid Parts", 1982, section on jamming; his M has
// the
//   other sign.
// Cost: some 60 runs of 0.08 s.
// Failure modes: the peg is square, so that the problem is plane; a round one has the same diagram where it touches at
//   the two ends of one diameter.
#include <cmath>

#include "app/bench/fit_checks.h"
#include "app/run/units.h"

namespace passung::app {
namespace {

// The scene's dimensions.
constexpr double kHalfWidth = 0.004, kDepth = 0.012, kFriction = 0.3;  // r, l [m], mu
constexpr double kPush = 4.75;                                         // [N], and the peg's weight adds to it
constexpr double kLambda = kDepth / (2 * kHalfWidth * kFriction);

// Whether the peg slides on by more than a hundredth of its depth; empty when the run was cancelled or refused.
std::optional<bool> slides(CheckContext& context, double side, double moment) {
  const auto run = context.run({.scene = "peg_under_load",
                                .settings = {{"drives.side.value", plain(side, 12)},
                                             {"drives.moment.value", plain(moment, 12)},
                                             {"drives.push.value", plain(kPush, 12)}},
                                .duration = 0.08,
                                .oracle = false},
                               "jams where Whitney says");
  if (!run) return std::nullopt;
  return run->body("peg").X_WB.p.z() < 0.008 - 0.01 * kDepth;
}

}  // namespace

void checkWhitney(CheckContext& context) {
  if (!isBuiltinScene("peg_under_load")) {
    context.skip("peg_under_load", "jams where Whitney says", "there is no such scene");
    return;
  }
  const scenes::Scene scene = scenes::loadScene("peg_under_load");
  const double push = kPush + dynamics::massProperties(scene.world.bodies.at(1)).mass * scene.world.gravity.norm();
  for (const double ratio : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
    for (const double sign : {-1.0, 1.0}) {
      // The figure that the diagram bounds: it slides at 0.6 L and jams at 1.4 L, or the bisection finds an end.
      double low = 0.6 * kLambda;
      double high = 1.4 * kLambda;
      for (int i = 0; i < 7; ++i) {
        const double figure = 0.5 * (low + high);
        const double moment = kHalfWidth * push * (sign * figure + kFriction * (1 + kLambda) * ratio);
        const auto slid = slides(context, ratio * push, moment);
        if (!slid) return;
        (*slid ? low : high) = figure;
      }
      CheckRow row{.check = context.check, .scene = "peg_under_load"};
      row.shows = "jams, F_x/F_z " + plain(ratio) + (sign > 0 ? ", M > 0" : ", M < 0");
      row.expected = kLambda;
      row.measured = 0.5 * (low + high);
      row.verdict = std::abs(*row.measured - kLambda) <= 0.1 * kLambda ? Verdict::kPassed : Verdict::kFailed;
      row.detail = "|M/(r F_z) - mu (1 + L) F_x/F_z| where sliding turns into jamming, within 10 % of L = l/(2 r mu)";
      context.emit(row);
    }
  }
}

}  // namespace passung::app
