// SPDX-License-Identifier: GPL-3.0-or-later
// passung compare: the same scene in several engines or solvers, one table, one report.
#pragma once

#include <string>
#include <vector>

namespace passung::app {

// args: what follows `compare`. Returns the exit status: 0, 1 when a monitor failed in the first variant, 2 when
// that was refused, 130 when interrupted. Throws InputError or HelpAsked.
int runCompare(const std::vector<std::string>& args);

}  // namespace passung::app
