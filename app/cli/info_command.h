// SPDX-License-Identifier: GPL-3.0-or-later
// passung info: what is in a file.
#pragma once

#include <string>
#include <vector>

namespace passung::app {

// FILE [--json] [--unit mm|cm|m|in|ft] [--density KG_PER_M3] [--deflection SHARE]: the parts of a CAD or mesh file, or
// the bodies of a scene. args: what follows `info`. Returns the exit status 0; throws InputError or HelpAsked.
int runInfo(const std::vector<std::string>& args);

}  // namespace passung::app
