// SPDX-License-Identifier: GPL-3.0-or-later
// passung bench assembly: what the scenes of threads, fits and stacks are there to show, a row each.
#pragma once

#include <string>
#include <vector>

namespace passung::app {

// args: what follows `bench assembly`. Returns the exit status: 0, 1 when a check failed, 130 when interrupted. Throws
// InputError or HelpAsked.
int runBenchAssembly(const std::vector<std::string>& args);

}  // namespace passung::app
