// SPDX-License-Identifier: GPL-3.0-or-later
// passung render: one off-screen image of a scene.
#pragma once

#include <string>
#include <vector>

namespace passung::app {

// FILE --out X.png [--time S] [--size WxH] [--overlay a,b] [--camera NAME] [--engine E] [--set KEY=VALUE] [--dark]:
// loads, simulates up to --time, draws, writes. args: what follows `render`. Returns the exit status 0; throws
// InputError.
int runRender(const std::vector<std::string>& args);

}  // namespace passung::app
