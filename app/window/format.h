// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as a person reads them: three to four digits and a fitting unit.
#pragma once

#include <QString>

#include "core/math.h"

namespace passung::app::format {

[[nodiscard]] QString number(double x, int digits = 4);  // "1.234", "0.0012", "1.2e-07"
[[nodiscard]] QString length(double m, int digits = 4);  // nm, um, mm or m by size
[[nodiscard]] QString lengths(const Vec3& m);            // three, in one common unit: "12.0, 3.5, 40.0 mm"
[[nodiscard]] QString mass(double kg);
[[nodiscard]] QString force(double n);
[[nodiscard]] QString energy(double j);
[[nodiscard]] QString speed(double mps);
[[nodiscard]] QString milliseconds(double ms);
[[nodiscard]] QString count(long long n);  // with thin groups: "12 345"

}  // namespace passung::app::format
