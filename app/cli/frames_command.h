// SPDX-License-Identifier: GPL-3.0-or-later
// passung bench frames: how long pictures of a large scene take, off screen.
#pragma once

#include <string>
#include <vector>

namespace passung::app {

// args: what follows `bench frames`. Returns the exit status 0. Throws InputError or HelpAsked.
int runBenchFrames(const std::vector<std::string>& args);

}  // namespace passung::app
