// SPDX-License-Identifier: GPL-3.0-or-later
// passung convert: a scene, CAD or mesh file to a scene or mesh file.
#pragma once

#include <string>
#include <vector>

namespace passung::app {

// IN OUT [--unit mm|cm|m|in|ft] [--deflection SHARE]: OUT ending in .json becomes a scene, any other a mesh. args: what
// follows `convert`. Returns the exit status 0; throws InputError or HelpAsked.
int runConvert(const std::vector<std::string>& args);

}  // namespace passung::app
