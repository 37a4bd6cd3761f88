// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of CSV tables (RFC 4180).
#pragma once

#include <string>

namespace passung::app {

// A field with a separator, a quote or a line break stands in quotes, its quotes doubled.
[[nodiscard]] std::string csvField(const std::string& text);
// The shortest text that reads back as the same double.
void appendNumber(std::string& row, double value);

}  // namespace passung::app
