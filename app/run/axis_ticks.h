// SPDX-License-Identifier: GPL-3.0-or-later
// Ticks of a linear axis: multiples of 1, 2 or 5 times a power of ten, and texts that tell them apart. Plots in files
// and in the window share them.
//
// Method: the step is the smallest round one that gives no more ticks than asked for, but at least kFinestStep of the
// largest value of the axis; ticks are whole multiples of it, counted in integers that doubles hold exactly. Cost:
// linear in the number of ticks. Failure modes: a range narrower than the finest step has one tick or none.
#pragma once

#include <string>
#include <vector>

namespace passung::app {

// Share of the largest value of an axis below which a step would come near the last bits of doubles (2^-53 of them) and
// ticks could not be counted; larger steps would keep one from zooming in on data that still has digits.
inline constexpr double kFinestStep = 1e-12;

// For about `count` ticks in [low, high]; both finite, in either order. Always positive and finite.
[[nodiscard]] double roundStep(double low, double high, int count);
// The multiples of `step` in [low, high], ascending; `step` as from roundStep() for this range, or larger.
[[nodiscard]] std::vector<double> ticksWithin(double low, double high, double step);
// With the digits that tell it from its neighbours, one `step` away: "0.30" of a step of 0.05, "1.25e-07" of 5e-9.
[[nodiscard]] std::string tickText(double value, double step);

}  // namespace passung::app
