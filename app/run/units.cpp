// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/units.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace passung::app {

std::string plain(double value, int digits) {
  if (!std::isfinite(value)) return "not finite";
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return text.data();
}

std::string readable(double value, const char* unit) {
  if (!std::isfinite(value)) return "not finite";
  if (value == 0) return std::string("0 ") + unit;
  struct Prefix {
    double factor;
    const char* name;
  };
  static constexpr std::array<Prefix, 9> kPrefixes{{{1e6, "M"},
                                                    {1e3, "k"},
                                                    {1, ""},
                                                    {1e-3, "m"},
                                                    {1e-6, "u"},
                                                    {1e-9, "n"},
                                                    {1e-12, "p"},
                                                    {1e-15, "f"},
                                                    {1e-18, "a"}}};
  const Prefix* chosen = nullptr;
  for (const Prefix& prefix : kPrefixes) {
    // 0.9995 would round up to 1.00 of this prefix.
    if (std::abs(value) >= 0.9995 * prefix.factor) {
      chosen = &prefix;
      break;
    }
  }
  if (chosen == nullptr || std::abs(value) >= 0.9995e9) return plain(value, 3) + " " + unit;
  const double scaled = value / chosen->factor;
  const int decimals = std::abs(scaled) >= 99.95 ? 0 : std::abs(scaled) >= 9.995 ? 1 : 2;
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f %s%s", decimals, scaled, chosen->name, unit);
  return text.data();
}

}  // namespace passung::app
