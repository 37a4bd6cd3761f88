// SPDX-License-Identifier: GPL-3.0-or-later
// passung scenes: the built-in scenes.
#pragma once

#include <string>
#include <vector>

namespace passung::app {

// [--json]: name and purpose of every built-in scene, as a table or as JSON. args: what follows `scenes`. Returns the
// exit status 0; throws InputError.
int runScenes(const std::vector<std::string>& args);

}  // namespace passung::app
