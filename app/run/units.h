// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people read them.
#pragma once

#include <string>

namespace passung::app {

// Three significant digits with a fitting prefix: "1.20 um", "16.5 mm", "0". Non-finite: "not finite".
[[nodiscard]] std::string readable(double value, const char* unit);
// Plain, `digits` significant digits, without an exponent where it reads better: "0.31", "1.2e-09".
[[nodiscard]] std::string plain(double value, int digits = 4);

}  // namespace passung::app
