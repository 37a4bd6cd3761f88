// SPDX-License-Identifier: GPL-3.0-or-later
// passung bench convergence: error against time step, as a table, a file and a plot.
#pragma once

#include <string>
#include <vector>

namespace passung::app {

// args: what follows `bench convergence`. Returns the exit status: 0, 130 when interrupted. Throws InputError or
// HelpAsked.
int runBenchConvergence(const std::vector<std::string>& args);

}  // namespace passung::app
