// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/axis_ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>

namespace passung::app {
namespace {

constexpr double kSlack = 1e-9;  // of a step: a tick at the end of a range that rounding has cut off

// The power of ten of the leading digit; that of 0.001 is -3 although its logarithm is rounded.
int decadeOf(double positive) { return static_cast<int>(std::floor(std::log10(positive) + 1e-9)); }

}  // namespace

double roundStep(double low, double high, int count) {
  const double n = std::max(count, 1);
  const double finest = kFinestStep * std::max(std::abs(low), std::abs(high));
  // Divided before they are subtracted, so that no range overflows.
  const double raw = std::max({std::abs(high / n - low / n), finest, std::numeric_limits<double>::min() / kFinestStep});
  const double power = std::pow(10.0, decadeOf(raw));
  const double share = raw / power * (1 - kSlack);
  return power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10);
}

std::vector<double> ticksWithin(double low, double high, double step) {
  std::vector<double> ticks;
  const auto first = static_cast<std::int64_t>(std::ceil(low / step - kSlack));
  const auto last = static_cast<std::int64_t>(std::floor(high / step + kSlack));
  for (std::int64_t k = first; k <= last; ++k) ticks.push_back(static_cast<double>(k) * step);
  return ticks;
}

std::string tickText(double value, double step) {
  if (std::abs(value) < 0.5 * step) return "0";
  constexpr double kPlainBelow = 1e6, kPlainStep = 1e-6;
  const int smallest = decadeOf(step);
  std::array<char, 64> text{};
  if (std::abs(value) < kPlainBelow && (step >= kPlainStep * (1 - kSlack) || std::abs(value) >= 1)) {
    std::snprintf(text.data(), text.size(), "%.*f", std::max(0, -smallest), value);
  } else {
    std::snprintf(text.data(), text.size(), "%.*g", std::max(1, decadeOf(std::abs(value)) - smallest + 1), value);
  }
  return text.data();
}

}  // namespace passung::app
