// SPDX-License-Identifier: Apache-2.0
#include "scenes/importers/units.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "core/error.h"

namespace passung::scenes {
namespace {

struct Unit {
  const char* name;
  double metres;
};
constexpr std::array<Unit, 7> kUnits = {
    {{"mm", 1e-3}, {"cm", 1e-2}, {"m", 1.0}, {"in", 0.0254}, {"ft", 0.3048}, {"um", 1e-6}, {"km", 1e3}}};

}  // namespace

double metresPerUnit(const std::string& name) {
  for (const Unit& unit : kUnits) {
    if (name == unit.name) return unit.metres;
  }
  return 0;
}

void checkUnit(const std::string& name) {
  if (name.empty() || metresPerUnit(name) != 0) return;
  throw InputError("", "--unit", "unknown unit \"" + name + "\"", "known are mm, cm, m, in, ft");
}

std::string unitName(double metres) {
  for (const Unit& unit : kUnits) {
    // Files store units in single precision or with few digits.
    if (std::abs(metres / unit.metres - 1) < 1e-5) return unit.name;
  }
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g m", metres);
  return text.data();
}

std::string guessedUnit(double sizeInFileUnits) { return sizeInFileUnits > kLargestSizeInMetres ? "mm" : "m"; }

}  // namespace passung::scenes
