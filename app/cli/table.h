// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as a table of text.
#pragma once

#include <iosfwd>
#include <vector>

#include "app/run/run_types.h"

namespace passung::app {

// One column a result, then the monitors in words and the warnings.
void printTable(std::ostream& out, const std::vector<RunResult>& results);

}  // namespace passung::app
