// SPDX-License-Identifier: GPL-3.0-or-later
// Scales of plots: round marks, and the unit in which they read well.
#pragma once

#include <QString>
#include <vector>

#include "app/session/signal.h"

namespace passung::app {

// Multiples of 1, 2 or 5 times a power of ten within [low, high], about `count` of them. None of an empty range.
[[nodiscard]] std::vector<double> roundMarks(double low, double high, int count);

// A unit for showing values of a dimension; SI = shown * size.
struct PlotUnit {
  QString name;  // "mm"; empty for a plain number
  double size = 1;
};
// In which numbers up to `largest` [SI] read well: at least 1, below 1000 where there is such a unit.
[[nodiscard]] PlotUnit plotUnit(Dimension dimension, double largest);

// Marks of one axis with the digits that tell them apart.
[[nodiscard]] QString markText(double value, double spacing);
// A value with `digits` significant ones and its unit; "–" where it is no number.
[[nodiscard]] QString valueText(double si, const PlotUnit& unit, int digits = 4);

}  // namespace passung::app
