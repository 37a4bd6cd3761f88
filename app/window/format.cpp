// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/format.h"

#include <array>
#include <cmath>

namespace passung::app::format {

namespace {

struct Unit {
  double size;
  const char* name;
};

// The largest unit of the list (ascending) that keeps |x| at or above 1, or the smallest there is.
template <std::size_t N>
const Unit& pick(const std::array<Unit, N>& units, double x) {
  const Unit* best = &units[0];
  for (const Unit& u : units) {
    if (std::abs(x) >= u.size) best = &u;
  }
  return *best;
}

constexpr std::array<Unit, 4> kLengths{{{1e-9, "nm"}, {1e-6, "\u00b5m"}, {1e-4, "mm"}, {10, "m"}}};
constexpr std::array<Unit, 4> kMasses{{{1e-9, "\u00b5g"}, {1e-6, "mg"}, {1e-3, "g"}, {1, "kg"}}};
constexpr std::array<Unit, 5> kForces{{{1e-9, "nN"}, {1e-6, "\u00b5N"}, {1e-3, "mN"}, {1, "N"}, {1e3, "kN"}}};
constexpr std::array<Unit, 5> kEnergies{{{1e-9, "nJ"}, {1e-6, "\u00b5J"}, {1e-3, "mJ"}, {1, "J"}, {1e3, "kJ"}}};

// kLengths switches to mm from 0.1 mm and to m from 10 m, as drawings do; the value is in the unit named.
double lengthUnit(const Unit& unit) {
  if (unit.size == 1e-4) return 1e-3;
  return unit.size == 10 ? 1.0 : unit.size;
}

template <std::size_t N>
QString withUnit(const std::array<Unit, N>& units, double x) {
  if (!std::isfinite(x)) return QStringLiteral("\u2013");
  if (std::abs(x) < 1e-3 * units[0].size) return QStringLiteral("0 ") + QString::fromUtf8(units[N - 2].name);
  const Unit& unit = pick(units, x);
  return number(x / unit.size) + QChar(' ') + QString::fromUtf8(unit.name);
}

}  // namespace

QString number(double x, int digits) {
  if (!std::isfinite(x)) return QStringLiteral("\u2013");
  if (x == 0) return QStringLiteral("0");
  const int exponent = static_cast<int>(std::floor(std::log10(std::abs(x))));
  if (exponent < -4 || exponent > 6) return QString::number(x, 'e', digits - 2);
  return QString::number(x, 'f', std::clamp(digits - 1 - exponent, 0, 6));
}

QString length(double m, int digits) {
  if (!std::isfinite(m)) return QStringLiteral("\u2013");
  if (std::abs(m) < 1e-12) return QStringLiteral("0 mm");
  const Unit& unit = pick(kLengths, m);
  return number(m / lengthUnit(unit), digits) + QChar(' ') + QString::fromUtf8(unit.name);
}

QString lengths(const Vec3& m) {
  const double largest = m.cwiseAbs().maxCoeff();
  if (!std::isfinite(largest)) return QStringLiteral("\u2013");
  const Unit& unit = pick(kLengths, largest < 1e-12 ? 1e-3 : largest);
  const double size = lengthUnit(unit);
  // One number of decimals for all three, from the largest.
  const int exponent = largest > 0 ? static_cast<int>(std::floor(std::log10(largest / size))) : 0;
  const int decimals = std::clamp(3 - exponent, 0, 4);
  QStringList parts;
  for (int k = 0; k < 3; ++k) {
    double v = m[k] / size;
    if (std::abs(v) < 0.5 * std::pow(10.0, -decimals)) v = 0;  // no minus before a zero
    parts << QString::number(v, 'f', decimals);
  }
  return parts.join(QStringLiteral(", ")) + QChar(' ') + QString::fromUtf8(unit.name);
}

QString mass(double kg) { return withUnit(kMasses, kg); }
QString force(double n) { return withUnit(kForces, n); }
QString energy(double j) { return withUnit(kEnergies, j); }

QString speed(double mps) {
  if (std::isfinite(mps) && std::abs(mps) < 1e-12) return QStringLiteral("0 mm/s");
  return std::isfinite(mps) ? length(mps) + QStringLiteral("/s") : QStringLiteral("\u2013");
}

QString milliseconds(double ms) {
  if (ms <= 0) return QStringLiteral("\u2013");
  return ms < 0.1 ? number(1000 * ms, 3) + QStringLiteral(" \u00b5s") : number(ms, 3) + QStringLiteral(" ms");
}

QString count(long long n) {
  QString digits = QString::number(n);
  for (auto i = digits.size() - 3; i > (n < 0 ? 1 : 0); i -= 3) digits.insert(i, QChar(0x2009));
  return digits;
}

}  // namespace passung::app::format
