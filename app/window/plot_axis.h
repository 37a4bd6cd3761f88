// SPDX-License-Identifier: GPL-3.0-or-later
// Units of plots: in which a value reads well.
#pragma once

#include <QString>

#include "app/session/signal.h"

namespace passung::app {

// A unit for showing values of a dimension; SI = shown * size.
struct PlotUnit {
  QString name;  // "mm"; empty for a plain number
  double size = 1;
};
// In which numbers up to `largest` [SI] read well: at least 1, below 1000 where there is such a unit.
[[nodiscard]] PlotUnit plotUnit(Dimension dimension, double largest);

// A value with `digits` significant ones and its unit; "–" where it is no number.
[[nodiscard]] QString valueText(double si, const PlotUnit& unit, int digits = 4);

}  // namespace passung::app
