// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plot_axis.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/window/format.h"

namespace passung::app {

namespace {

constexpr double kReadsFrom = 0.5;  // smallest number of a unit

const std::vector<PlotUnit>& unitsOf(Dimension dimension) {
  const auto u = [](const char* name, double size) { return PlotUnit{QString::fromUtf8(name), size}; };
  // Ascending.
  static const std::vector<PlotUnit> number{u("", 1)},
      length{u("nm", 1e-9), u("\u00b5m", 1e-6), u("mm", 1e-3), u("m", 1)}, angle{u("rad", 1)},
      speed{u("\u00b5m/s", 1e-6), u("mm/s", 1e-3), u("m/s", 1)}, spin{u("mrad/s", 1e-3), u("rad/s", 1)},
      force{u("\u00b5N", 1e-6), u("mN", 1e-3), u("N", 1), u("kN", 1e3)},
      torque{u("\u00b5N m", 1e-6), u("mN m", 1e-3), u("N m", 1), u("kN m", 1e3)},
      energy{u("nJ", 1e-9), u("\u00b5J", 1e-6), u("mJ", 1e-3), u("J", 1), u("kJ", 1e3)},
      time{u("\u00b5s", 1e-6), u("ms", 1e-3), u("s", 1)};
  switch (dimension) {
    case Dimension::kNumber:
      return number;
    case Dimension::kLength:
      return length;
    case Dimension::kAngle:
      return angle;
    case Dimension::kSpeed:
      return speed;
    case Dimension::kAngularSpeed:
      return spin;
    case Dimension::kForce:
      return force;
    case Dimension::kTorque:
      return torque;
    case Dimension::kEnergy:
      return energy;
    case Dimension::kTime:
      return time;
  }
  return number;
}

}  // namespace

PlotUnit plotUnit(Dimension dimension, double largest) {
  const std::vector<PlotUnit>& units = unitsOf(dimension);
  const PlotUnit* best = &units.front();
  if (!(largest > 0)) {
    // Of nothing, the unit one would expect.
    const auto usual = std::find_if(units.begin(), units.end(), [&](const PlotUnit& u) {
      return u.size >= (dimension == Dimension::kLength || dimension == Dimension::kTime ? 1e-3 : 1);
    });
    return usual == units.end() ? units.back() : *usual;
  }
  for (const PlotUnit& unit : units) {
    if (largest >= kReadsFrom * unit.size) best = &unit;
  }
  return *best;
}

QString valueText(double si, const PlotUnit& unit, int digits) {
  if (!std::isfinite(si)) return QStringLiteral("\u2013");
  const QString number = format::number(si / unit.size, digits);
  return unit.name.isEmpty() ? number : number + QChar(' ') + unit.name;
}

}  // namespace passung::app
