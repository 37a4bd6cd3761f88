// SPDX-License-Identifier: GPL-3.0-or-later
// passung run: one scene, one engine, no window.
#pragma once

#include <string>
#include <vector>

namespace passung::app {

// args: what follows `run`. Returns the exit status: 0, 1 when a monitor of the scene failed or a replay differs, 130
// when interrupted. Throws InputError or HelpAsked.
int runRun(const std::vector<std::string>& args);

}  // namespace passung::app
