// SPDX-License-Identifier: Apache-2.0
// Names of length units.
#pragma once

#include <string>

namespace passung::scenes {

// Metres per unit of "mm", "cm", "m", "in", "ft" and of the rarer "um", "km"; 0 for any other name.
[[nodiscard]] double metresPerUnit(const std::string& name);

// For units that a user gives; "" is none. Throws InputError for an unknown one.
void checkUnit(const std::string& name);

// The short name of a unit of that many metres, or "0.5 m" where it has none.
[[nodiscard]] std::string unitName(double metres);

// What a file without units is most likely in. Parts that fit into each other are millimetres to a few metres long, so
// a size (diagonal of the bounding box) above 3 is taken for millimetres, anything else for metres.
inline constexpr double kLargestSizeInMetres = 3.0;
[[nodiscard]] std::string guessedUnit(double sizeInFileUnits);

}  // namespace passung::scenes
