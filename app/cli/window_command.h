// SPDX-License-Identifier: GPL-3.0-or-later
// passung [FILE]: the arguments of the window.
#pragma once

#include <string>
#include <vector>

#include "app/window/window_main.h"

namespace passung::app {

// args: all arguments of the program. Throws InputError or HelpAsked.
[[nodiscard]] WindowOptions parseWindowArguments(const std::vector<std::string>& args);

}  // namespace passung::app
