// SPDX-License-Identifier: GPL-3.0-or-later
// passung bench: how fast, beside peers where they are installed.
#pragma once

#include <string>
#include <vector>

namespace passung::app {

// args: what follows `bench`. Returns the exit status 0. Throws InputError or HelpAsked.
int runBench(const std::vector<std::string>& args);

}  // namespace passung::app
