// SPDX-License-Identifier: GPL-3.0-or-later
// passung bench peers: our queries beside FCL's, our steps beside Bullet's and ODE's, in the same run.
#pragma once

#include <string>
#include <vector>

namespace passung::app {

// args: what follows `bench peers`. Returns the exit status: 0, 130 when interrupted. Throws InputError or HelpAsked.
int runBenchPeers(const std::vector<std::string>& args);

}  // namespace passung::app
