// SPDX-License-Identifier: GPL-3.0-or-later
// passung bench window [FILE]: the arguments.
#pragma once

#include <string>
#include <vector>

#include "app/window/window_main.h"

namespace passung::app {

// args: what follows `bench window`. Throws InputError or HelpAsked.
[[nodiscard]] WindowOptions parseWindowBenchArguments(const std::vector<std::string>& args);

}  // namespace passung::app
